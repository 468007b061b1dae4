import { useCallback, useSyncExternalStore } from 'react'
import type { LibraryTile } from '../../shared/library.ts'
import { tiles } from './shelf-store.ts'

/** Null until it is here; draws again only when this one changes. */
export function useTile(key: number): LibraryTile | null {
  const subscribe = useCallback((listener: () => void) => tiles.subscribeTo(key, listener), [key])
  return useSyncExternalStore(subscribe, () => tiles.get(key) ?? null)
}
