import { useEffect } from 'react'
import type { LibraryViewState } from '../../shared/app/settings.ts'
import { librarySorts } from '../../shared/library/query-defaults.ts'
import { request } from '../bridge/kiln.ts'
import { session } from '../bridge/session.ts'
import { useSettings } from '../bridge/use-session.ts'
import type { LibraryViewStoreState } from './library-view-store.ts'
import { changeLibraryQuery, libraryViewStore, rowHeightRange } from './library-view-store.ts'

let isRemembered = false
/** Delay before saving, so that dragging the slider saves only once. */
const waitInMs = 400

/** Restores sort order, grouping and tile size from the settings once per window, and saves their changes. */
export function usePersistLibraryView(): void {
  const isHere = useSettings() !== null
  useEffect(() => {
    if (!isHere) return undefined
    const { settings } = session.getState()
    if (!isRemembered && settings.state === 'ready') {
      isRemembered = true
      if (settings.value.library !== null) remember(settings.value.library)
    }
    let timer: ReturnType<typeof setTimeout> | null = null
    const stop = libraryViewStore.subscribe((now, before) => {
      const isSame = now.query.sort === before.query.sort && now.query.groupsRuns === before.query.groupsRuns
      if (isSame && now.rowHeight === before.rowHeight) return
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(() => save(now), waitInMs)
    })
    return () => {
      stop()
      if (timer === null) return
      clearTimeout(timer)
      save(libraryViewStore.getState())
    }
  }, [isHere])
}

function remember({ sort, rowHeight, groupsRuns }: LibraryViewState): void {
  libraryViewStore.setState({ rowHeight: Math.min(rowHeightRange.most, Math.max(rowHeightRange.least, rowHeight)) })
  const { query } = libraryViewStore.getState()
  const known = librarySorts.find((one) => one === sort) ?? query.sort
  if (known !== query.sort || groupsRuns !== query.groupsRuns) changeLibraryQuery({ sort: known, groupsRuns })
}

/** Saves sort order, grouping and tile size. Ignores a failure. The next window then restores the previously saved values. */
function save({ query, rowHeight }: LibraryViewStoreState): void {
  void request('settings.change', { library: { sort: query.sort, groupsRuns: query.groupsRuns, rowHeight } })
}
