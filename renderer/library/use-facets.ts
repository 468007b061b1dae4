import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { LibraryCollection, LibraryFacets } from '../../shared/library/library.ts'
import { request } from '../bridge/kiln.ts'
import { libraryViewStore } from './library-view-store.ts'
import { gridStore } from './grid-store.ts'

export type FacetData = { readonly facets: LibraryFacets; readonly collections: readonly LibraryCollection[] }

/**
 * Returns the counts for the filter chips, and the collections. Keeps the previous data while new data loads. Null until the first data has
 * loaded.
 */
export function useFacets(): FacetData | null {
  const query = useStore(libraryViewStore, (memory) => memory.query)
  const revision = useStore(gridStore, ({ page }) => page?.revision ?? null)
  const [answer, setAnswer] = useState<FacetData | null>(null)
  useEffect(() => {
    if (revision === null) return undefined
    let isWanted = true
    void Promise.all([request('library.facets', query), request('library.collections')]).then(([facets, collections]) => {
      if (isWanted && facets.ok && collections.ok) setAnswer({ facets: facets.value, collections: collections.value })
    })
    return () => {
      isWanted = false
    }
  }, [query, revision])
  return answer
}
