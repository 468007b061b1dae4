import type { LibraryQuery } from './library.ts'

/** This file is separate from the schemas of `library.ts`, so that the page doesn't bundle the schemas. */
export const librarySorts = ['newest', 'oldest', 'stars', 'largest', 'name'] as const

/** The job of `library.progress` that fills a new index. Its total number of items is unknown. */
export const indexingJob = 'filling'

/** Maximum length in characters. */
export const maxTagLength = 80
export const maxCollectionNameLength = 200

/** All items, newest first. */
export const unfilteredQuery: LibraryQuery = {
  search: '',
  media: [],
  capabilities: [],
  connections: [],
  tags: [],
  collection: null,
  starsAtLeast: 0,
  isUnrated: false,
  isUntagged: false,
  madeFrom: null,
  madeUntil: null,
  sort: 'newest'
}
