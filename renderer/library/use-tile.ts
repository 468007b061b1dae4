import { useCallback, useSyncExternalStore } from 'react'
import type { LibraryTile } from '../../shared/library/library.ts'
import { libraryTileStore } from './grid-store.ts'

/** Returns the tile of an item. Null until the tile is loaded. Re-renders only when this tile changes. */
export function useTile(key: number): LibraryTile | null {
  const subscribe = useCallback((listener: () => void) => libraryTileStore.subscribeTo(key, listener), [key])
  return useSyncExternalStore(subscribe, () => libraryTileStore.get(key) ?? null)
}
