import { useEffect } from 'react'
import { create } from 'zustand'
import type * as Search from './search/search.ts'

type SearchCode = { readonly search: typeof Search | null; readonly error: Error | null }

/** The search module. Loaded right after the first view, which doesn't need the search. */
const searchCode = create<SearchCode>(() => ({ search: null, error: null }))

/** Returns the search module. Null until the module is loaded. Throws while rendering if loading failed. */
export function useSearchModule(): typeof Search | null {
  const { search, error } = searchCode()
  useEffect(() => {
    if (search === null) void readSearch()
  }, [search])
  if (error !== null) throw error
  return search
}

export function loadedSearchModule(): typeof Search | null {
  return searchCode.getState().search
}

async function readSearch(): Promise<void> {
  try {
    searchCode.setState({ search: await import('./search/search.ts') })
  } catch (error) {
    searchCode.setState({ error: error instanceof Error ? error : new Error(String(error)) })
  }
}
