import type { LibraryQuery } from './library.ts'

/** Apart from the checks of `library.ts`, so that the page does not carry them. */
export const librarySorts = ['newest', 'oldest', 'stars', 'largest', 'name'] as const

/** Everything of it, the newest first. */
export const wholeLibrary: LibraryQuery = {
  search: '',
  media: [],
  capabilities: [],
  connections: [],
  tags: [],
  collection: null,
  starsAtLeast: 0,
  madeFrom: null,
  madeUntil: null,
  sort: 'newest'
}
