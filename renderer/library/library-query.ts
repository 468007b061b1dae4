import type { LibraryQuery } from '../../shared/library.ts'
import { unfilteredQuery } from '../../shared/library-query-defaults.ts'

/** True if facets or search words filter the library. The sort order doesn't count. */
export function isFiltered(query: LibraryQuery): boolean {
  return query.search.trim() !== '' || hasFacets(query)
}

export function hasFacets(query: LibraryQuery): boolean {
  const { media, capabilities, connections, tags, collection, starsAtLeast, isUnrated, isUntagged, madeFrom, madeUntil } = query
  return (
    media.length + capabilities.length + connections.length + tags.length > 0 ||
    collection !== null ||
    starsAtLeast > 0 ||
    isUnrated ||
    isUntagged ||
    madeFrom !== null ||
    madeUntil !== null
  )
}

/** The same query without facets. */
export function withoutFacets({ search, sort }: LibraryQuery): LibraryQuery {
  return { ...unfilteredQuery, search, sort }
}

/** True if pending tiles can be shown where their results will appear: nothing is filtered and the newest come first. */
export function showsPendingTiles(query: LibraryQuery): boolean {
  return query.sort === 'newest' && !isFiltered(query)
}

/** Adds the value, or removes it if present. */
export function withFilterToggled<T>(chosen: readonly T[], value: T): T[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}
