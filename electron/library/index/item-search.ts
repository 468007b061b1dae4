import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { assertNever } from '../../../shared/assert-never.ts'
import type { IndexRecord } from './item-from-row.ts'
import { excludedTermsQuery, idFromSearch, searchAlternatives, searchTermFilters, toFtsQuery, type TermFilter } from './search-query.ts'

/** Finds the keys of the items that match a search. */
export class ItemSearch {
  readonly #statements: SearchStatements
  /**
   * Hits of the last search. They are cached because a search needs two queries, for the list and for the counts. Every change clears them.
   */
  #lastHits: { readonly search: string; readonly hits: Uint8Array | null } | null = null

  constructor(database: DatabaseSync) {
    this.#statements = prepareSearchStatements(database)
  }

  /** Returns 1 at the index of each key that matches, otherwise 0. Null if the search matches everything. */
  hitsOf(search: string): Uint8Array | null {
    if (search.trim() === '') return null
    if (this.#lastHits?.search === search) return this.#lastHits.hits
    const hits = this.#findHits(search)
    this.#lastHits = { search, hits }
    return hits
  }

  /** Call before every change to the index. */
  clearHits(): void {
    this.#lastHits = null
  }

  /** Returns the hits of all alternatives together. Null if any alternative matches everything. */
  #findHits(search: string): Uint8Array | null {
    const all = searchAlternatives(search).map((alternative) => this.#hitsOfAlternative(alternative))
    const [first = null, ...others] = all
    for (const hits of others) {
      if (first === null || hits === null) return null
      for (const [key, hit] of hits.entries()) if (hit === 1) first[key] = 1
    }
    return first
  }

  #hitsOfAlternative(search: string): Uint8Array | null {
    const { highestKey, withWords, withId } = this.#statements
    const query = toFtsQuery(search)
    const unwanted = query === null ? excludedTermsQuery(search) : null
    const wanted = query ?? unwanted
    const filters = searchTermFilters(search)
    if (wanted === null && filters.length === 0) return null
    const hits = new Uint8Array(Number(highestKey.get()?.['key']) + 1).fill(query === null ? 1 : 0)
    if (wanted !== null) for (const key of keysIn(withWords.get(wanted))) hits[key] = unwanted === null ? 1 : 0
    for (const filter of filters) {
      const fitting = new Set(this.#keysOfFilter(filter))
      for (const [key, hit] of hits.entries()) if (hit === 1 && fitting.has(key) === filter.isUnwanted) hits[key] = 0
    }
    const id = idFromSearch(search)
    if (id !== null) for (const key of keysIn(withId.get(id))) hits[key] = 1
    return hits
  }

  #keysOfFilter(filter: TermFilter): readonly number[] {
    const { withSymbol, withTag, withStars, withSize, withWords } = this.#statements
    switch (filter.kind) {
      case 'symbol':
        return keysIn(withSymbol.get(filter.text, filter.text, filter.text, filter.text))
      case 'tag':
        return keysIn(withTag.get(filter.tag))
      case 'stars':
        return keysIn(withStars.get(filter.stars))
      case 'size':
        // Matches the actual size or the requested size, which is in the indexed text.
        return [...keysIn(withSize.get(filter.width, filter.height)), ...keysIn(withWords.get(`"${filter.width} ${filter.height}"`))]
      default:
        return assertNever(filter)
    }
  }
}

type SearchStatements = Readonly<
  Record<'withWords' | 'withSymbol' | 'withTag' | 'withStars' | 'withSize' | 'withId' | 'highestKey', StatementSync>
>

function prepareSearchStatements(database: DatabaseSync): SearchStatements {
  return {
    // Returning the keys as one text is several times faster than returning rows.
    withWords: database.prepare('SELECT group_concat(rowid) AS keys FROM words WHERE words MATCH ?'),
    // These full scans take a few milliseconds for ten thousand items.
    withSymbol: database.prepare(
      'SELECT group_concat(key) AS keys FROM items WHERE instr(title, ?) OR instr(prompt, ?) OR instr(file_name, ?)' +
        ' OR EXISTS (SELECT 1 FROM json_each(items.tags) WHERE instr(value, ?))'
    ),
    withTag: database.prepare(
      'SELECT group_concat(key) AS keys FROM items WHERE EXISTS (SELECT 1 FROM json_each(items.tags) WHERE lower(value) = lower(?))'
    ),
    withStars: database.prepare('SELECT group_concat(key) AS keys FROM items WHERE stars = ?'),
    withSize: database.prepare('SELECT group_concat(key) AS keys FROM items WHERE width = ? AND height = ?'),
    // Only recipes that contain the text are parsed.
    withId:
      database.prepare(`SELECT group_concat(key) AS keys FROM recipes WHERE instr(recipe, ?1) AND (?1 IN (json_extract(recipe, '$.task'),
     json_extract(recipe, '$.ids.taskId'), json_extract(recipe, '$.ids.businessId'))
    OR EXISTS (SELECT 1 FROM json_each(recipe, '$.ids.requestIds') WHERE value = ?1))`),
    highestKey: database.prepare('SELECT coalesce(max(key), 0) AS key FROM items')
  }
}

function keysIn(row: IndexRecord | undefined): readonly number[] {
  return JSON.parse(`[${String(row?.['keys'] ?? '')}]`) as number[]
}
