import { useSyncExternalStore } from 'react'

/** True below 1080 pixels, as in base.css. The sidebar is then a rail of icons. */
export function useIsRail(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)
}

const narrow = '(max-width: 1080px)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
