import type { LibraryQuery } from './library.ts'

/** Sort orders of the library. This file is separate from the schemas in `library.ts`, so that the page doesn't bundle them. */
export const librarySorts = ['newest', 'oldest', 'stars', 'largest', 'name'] as const

/** Job name in `library.progress` while Kiln fills a new index. The total number of items is then unknown. */
export const indexingJobName = 'filling'

/** Maximum length in characters. */
export const maxTagLength = 80
export const maxCollectionNameLength = 200

/** A query that matches all items, newest first. */
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
  run: null,
  groupsRuns: false,
  sort: 'newest'
}
