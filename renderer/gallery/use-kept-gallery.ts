import { useEffect } from 'react'
import { session } from '../bridge/session.ts'
import { request } from '../bridge/kiln.ts'
import { useSettings } from '../bridge/use-session.ts'
import { galleryMemory, keptOf, rememberedFrom } from './gallery-memory.ts'

let isRemembered = false

/** The gallery as it was left: taken from the settings once per window, and written there when tab, order or facets change. */
export function useKeptGallery(): void {
  const isHere = useSettings() !== null
  useEffect(() => {
    if (!isHere) return undefined
    const { settings } = session.getState()
    if (!isRemembered && settings.state === 'ready') {
      isRemembered = true
      if (settings.value.gallery !== null) galleryMemory.setState(rememberedFrom(settings.value.gallery))
    }
    return galleryMemory.subscribe((now, before) => {
      if (now.tab === before.tab && now.sort === before.sort && now.facets === before.facets) return
      // What could not be kept is only not remembered.
      void request('settings.change', { gallery: keptOf(now) })
    })
  }, [isHere])
}
