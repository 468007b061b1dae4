import type { LibraryQuery } from '../../shared/library.ts'
import { wholeLibrary } from '../../shared/whole-library.ts'

/** Facets or words leave something out. The order leaves nothing out. */
export function isNarrowed(query: LibraryQuery): boolean {
  return query.search.trim() !== '' || hasFacets(query)
}

export function hasFacets(query: LibraryQuery): boolean {
  const { media, capabilities, connections, tags, collection, starsAtLeast, madeFrom, madeUntil } = query
  return (
    media.length + capabilities.length + connections.length + tags.length > 0 ||
    collection !== null ||
    starsAtLeast > 0 ||
    madeFrom !== null ||
    madeUntil !== null
  )
}

/** The same words and order over everything. */
export function withoutFacets({ search, sort }: LibraryQuery): LibraryQuery {
  return { ...wholeLibrary, search, sort }
}

/** What is being made stands where its result will: at the top, when nothing is left out and the newest come first. */
export function showsDoors(query: LibraryQuery): boolean {
  return query.sort === 'newest' && !isNarrowed(query)
}

/** With one chosen more, or no longer. */
export function toggled<T>(chosen: readonly T[], value: T): T[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}
