import { useEffect } from 'react'
import type { KeptLibrary } from '../../shared/settings.ts'
import { librarySorts } from '../../shared/whole-library.ts'
import { request } from '../bridge/kiln.ts'
import { session } from '../bridge/session.ts'
import { useSettings } from '../bridge/use-session.ts'
import type { LibraryMemory } from './library-memory.ts'
import { askLibrary, libraryMemory, rowHeights } from './library-memory.ts'

let isRemembered = false
/** A hand that moves the slider is waited for. */
const waitInMs = 400

/** The library as it was left: order and size of tiles are taken from the settings once per window, and written there when they change. */
export function useKeptLibrary(): void {
  const isHere = useSettings() !== null
  useEffect(() => {
    if (!isHere) return undefined
    const { settings } = session.getState()
    if (!isRemembered && settings.state === 'ready') {
      isRemembered = true
      if (settings.value.library !== null) remember(settings.value.library)
    }
    let timer: ReturnType<typeof setTimeout> | null = null
    const stop = libraryMemory.subscribe((now, before) => {
      if (now.query.sort === before.query.sort && now.rowHeight === before.rowHeight) return
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(() => keep(now), waitInMs)
    })
    return () => {
      stop()
      if (timer === null) return
      clearTimeout(timer)
      keep(libraryMemory.getState())
    }
  }, [isHere])
}

function remember({ sort, rowHeight }: KeptLibrary): void {
  libraryMemory.setState({ rowHeight: Math.min(rowHeights.most, Math.max(rowHeights.least, rowHeight)) })
  const known = librarySorts.find((one) => one === sort)
  if (known !== undefined && known !== libraryMemory.getState().query.sort) askLibrary({ sort: known })
}

/** What could not be kept is only not remembered. */
function keep({ query, rowHeight }: LibraryMemory): void {
  void request('settings.change', { library: { sort: query.sort, rowHeight } })
}
