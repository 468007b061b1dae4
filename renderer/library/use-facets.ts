import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { LibraryCollection, LibraryFacets } from '../../shared/library.ts'
import { request } from '../bridge/kiln.ts'
import { libraryMemory } from './library-memory.ts'
import { shelfStore } from './shelf-store.ts'

export type FacetAnswer = { readonly facets: LibraryFacets; readonly collections: readonly LibraryCollection[] }

/** What the chips count, for the question and the library of now; the last answer stays while the next is asked for. Null before the first. */
export function useFacets(): FacetAnswer | null {
  const query = useStore(libraryMemory, (memory) => memory.query)
  const revision = useStore(shelfStore, ({ shelf }) => shelf?.revision ?? null)
  const [answer, setAnswer] = useState<FacetAnswer | null>(null)
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
