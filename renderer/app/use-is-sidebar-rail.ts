import { useSyncExternalStore } from 'react'

/** True if the window is at most 1080 pixels wide, as in `base.css`. The sidebar is a rail of icons at this width. */
export function useIsSidebarRail(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)
}

const narrow = '(max-width: 1080px)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
