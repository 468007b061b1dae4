import { useCallback, useSyncExternalStore } from 'react'
import type { LibraryTile } from '../../shared/library.ts'
import { tiles } from './grid-store.ts'

/** Returns the tile of an item. Null until the tile is loaded. Re-renders only when this tile changes. */
export function useTile(key: number): LibraryTile | null {
  const subscribe = useCallback((listener: () => void) => tiles.subscribeTo(key, listener), [key])
  return useSyncExternalStore(subscribe, () => tiles.get(key) ?? null)
}
