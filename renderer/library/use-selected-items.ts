import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { LibraryTile } from '../../shared/library/library.ts'
import { libraryViewStore } from './library-view-store.ts'
import { loadLibraryTiles } from './load-library-tiles.ts'
import { gridStore } from './grid-store.ts'

/** Maximum number of items to load. For more items, only the count is shown, because loading them takes too long. */
export const maxLoadedItems = 2_000

type Read = { readonly keys: ReadonlySet<number>; readonly revision: number; readonly items: readonly LibraryTile[] }
const nothing: readonly LibraryTile[] = []

/** Returns the selected items, in selection order. Null while the items load, or if too many are selected. */
export function useSelectedItems(): readonly LibraryTile[] | null {
  const keys = useStore(libraryViewStore, ({ selection }) => selection.keys)
  const revision = useStore(gridStore, ({ page }) => page?.revision ?? 0)
  const [read, setRead] = useState<Read | null>(null)
  useEffect(() => {
    if (keys.size === 0 || keys.size > maxLoadedItems) return undefined
    let isWanted = true
    void loadLibraryTiles([...keys]).then((items) => {
      if (isWanted && items !== null) setRead({ keys, revision, items })
    })
    return () => {
      isWanted = false
    }
  }, [keys, revision])
  if (keys.size === 0) return nothing
  // The previous items stay while the items reload after a star or tag change.
  return read?.keys === keys ? read.items : null
}
