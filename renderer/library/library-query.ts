import type { LibraryQuery } from '../../shared/library/library.ts'
import { unfilteredQuery } from '../../shared/library/query-defaults.ts'

/** True if facets or a search filter the library. The sort order doesn't count. */
export function isFiltered(query: LibraryQuery): boolean {
  return query.search.trim() !== '' || hasFacets(query)
}

export function hasFacets(query: LibraryQuery): boolean {
  const { media, capabilities, connections, tags, collection, starsAtLeast, isUnrated, isUntagged, madeFrom, madeUntil, run } = query
  return (
    media.length + capabilities.length + connections.length + tags.length > 0 ||
    collection !== null ||
    starsAtLeast > 0 ||
    isUnrated ||
    isUntagged ||
    madeFrom !== null ||
    madeUntil !== null ||
    run !== null
  )
}

/** Returns the query without its facets, but with the same search, sort order and grouping. */
export function withoutFacets({ search, sort, groupsRuns }: LibraryQuery): LibraryQuery {
  return { ...unfilteredQuery, search, sort, groupsRuns }
}

/** True if pending tiles can be shown where their results will appear. This requires a query without filters, sorted by newest first. */
export function canShowPendingTiles(query: LibraryQuery): boolean {
  return query.sort === 'newest' && !isFiltered(query)
}

/** Returns `chosen` with `value` added, or removed if it was present. */
export function toggleFilterValue<T>(chosen: readonly T[], value: T): T[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}
