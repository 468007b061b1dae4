import { useEffect, useState } from 'react'
import type { LibraryTile } from '../../shared/library/library.ts'
import type { ActionInput } from '../actions/result-actions.ts'
import { gridMembersOf } from './grid-members.ts'
import { libraryTileStore } from './grid-store.ts'
import { loadLibraryTiles } from './load-library-tiles.ts'

/** Maximum number of results of a stack that are loaded for its actions. */
const maxStackItems = 500

const none: readonly ActionInput[] = []

/**
 * Returns the results of a tile for its actions. Empty while they load, if there are too many, or if a file is missing. Also loads them for
 * the context menu. `count` is the number of results in the tile.
 */
export function useStackItems(item: LibraryTile, count: number): readonly ActionInput[] {
  const [items, setItems] = useState<readonly ActionInput[]>(none)
  useEffect(() => {
    let isWanted = true
    async function load(): Promise<void> {
      const found = count === 1 ? [item] : count > maxStackItems ? null : await loadLibraryTiles(gridMembersOf(item.key))
      if (found === null || !isWanted) return
      if (count > 1) libraryTileStore.put(found)
      setItems(found.some(({ state }) => state === 'missing') ? none : found)
    }
    void load()
    return () => {
      isWanted = false
    }
  }, [item, count])
  return items
}
