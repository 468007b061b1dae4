import { useEffect } from 'react'
import { session } from '../bridge/session.ts'
import { request } from '../bridge/kiln.ts'
import { useSettings } from '../bridge/use-session.ts'
import { galleryStore, toStoredGallery, fromStoredGallery } from './gallery-store.ts'

let isRemembered = false

/**
 * Restores the gallery's state from the settings, once per window. Saves the tab, sort order and facets to the settings when they change.
 */
export function useGalleryPersistence(): void {
  const isHere = useSettings() !== null
  useEffect(() => {
    if (!isHere) return undefined
    const { settings } = session.getState()
    if (!isRemembered && settings.state === 'ready') {
      isRemembered = true
      if (settings.value.gallery !== null) galleryStore.setState(fromStoredGallery(settings.value.gallery))
    }
    return galleryStore.subscribe((now, before) => {
      if (now.tab === before.tab && now.sort === before.sort && now.facets === before.facets) return
      // A failed save is ignored. The state is then lost at the next start.
      void request('settings.change', { gallery: toStoredGallery(now) })
    })
  }, [isHere])
}
