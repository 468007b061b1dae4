import type { Medium } from '../../../shared/form/json-schema.ts'
import type {
  LibraryDay,
  LibraryFacets,
  LibraryQuery,
  LibraryQueryResult,
  LibrarySort,
  LibrarySelectionSummary,
  Stars
} from '../../../shared/library/library.ts'
import { compareNames } from '../../../shared/i18n/compare-names.ts'
import { stackRows } from './stack-rows.ts'

/** The item data that filters, sorting and counts need. All rows are in memory, so these operations never wait for the disk. */
export type IndexRow = {
  readonly key: number
  readonly madeAt: number
  /** Creation day in the local calendar, as a number such as 20261120. */
  readonly day: number
  readonly medium: Medium
  readonly capability: string
  readonly capabilityTitle: string
  readonly connectionId: string | null
  readonly bytes: number
  readonly ratio: number
  readonly fileName: string
  readonly stars: Stars
  readonly tags: readonly string[]
  readonly collections: readonly number[]
  /** The task ID, or the item's own ID if it doesn't belong to a task. */
  readonly task: string
  /** Zero-based position among its task's outputs. */
  readonly output: number
}

/**
 * A task's results from one day. They stay together in the list. `madeAt`: creation time of the newest result. `place`: position among all
 * runs, in the order in which they were added.
 */
type Run = { madeAt: number; readonly place: number }
/** `sort`: index of the row's facet values in `sorts`. `taskNumber`: number of the row's task, in the order in which tasks were added. */
type SortedRow = IndexRow & { readonly sort: number; readonly run: Run; readonly taskNumber: number }

export type IndexRows = {
  readonly put: (row: IndexRow) => void
  readonly drop: (key: number) => void
  readonly clear: () => void
  readonly count: () => number
  /**
   * Returns the rows that match a query. `hits`: 1 at the index of each key that the search found, otherwise 0. Null if there is no search.
   */
  readonly page: (query: LibraryQuery, hits: Uint8Array | null) => Omit<LibraryQueryResult, 'revision'>
  readonly facets: (query: LibraryQuery, hits: Uint8Array | null) => LibraryFacets
  readonly summary: (keys: readonly number[]) => LibrarySelectionSummary
}

export function createIndexRows(): IndexRows {
  const rows = new Map<number, SortedRow>()
  const orders = new Map<LibrarySort, readonly SortedRow[]>()
  const sorts: RowSort[] = []
  const sortNames = new Map<string, number>()
  const runs = new Map<string, Run>()
  const taskNumbers = new Map<string, number>()

  /** Returns the run that a row belongs to. A task has one run per day, so that each day appears only once in the list. */
  function runOf({ task, day, madeAt }: IndexRow): Run {
    const name = `${day} ${task}`
    const run = runs.get(name) ?? { madeAt, place: runs.size }
    runs.set(name, run)
    run.madeAt = Math.max(run.madeAt, madeAt)
    return run
  }

  function taskNumberOf({ task }: IndexRow): number {
    const number = taskNumbers.get(task) ?? taskNumbers.size
    taskNumbers.set(task, number)
    return number
  }

  /** Returns the index of the row's facet values in `sorts`. Adds new values to `sorts`. */
  function sortOf({ medium, capability, capabilityTitle, connectionId, stars, day }: IndexRow): number {
    const month = Math.floor(day / 100)
    const name = `${medium} ${stars} ${month} ${connectionId ?? ''}\0${capability}\0${capabilityTitle}`
    const known = sortNames.get(name)
    if (known !== undefined) return known
    sortNames.set(name, sorts.length)
    return sorts.push({ medium, capability, capabilityTitle, connectionId, stars, month }) - 1
  }

  function inOrder(sort: LibrarySort): readonly SortedRow[] {
    const known = orders.get(sort)
    if (known !== undefined) return known
    const sorted = [...rows.values()].sort(comparators[sort])
    orders.set(sort, sorted)
    return sorted
  }

  return {
    put: (row) => {
      rows.set(row.key, { ...row, sort: sortOf(row), run: runOf(row), taskNumber: taskNumberOf(row) })
      orders.clear()
    },
    drop: (key) => {
      rows.delete(key)
      orders.clear()
    },
    clear: () => {
      rows.clear()
      runs.clear()
      taskNumbers.clear()
      orders.clear()
    },
    count: () => rows.size,
    page: (query, hits) => {
      const filters = Object.values(filtersOf(query)).filter((fits) => fits !== null)
      const order = inOrder(query.sort)
      const keys = new Uint32Array(order.length)
      const ratios = new Uint16Array(order.length)
      const days = new Uint32Array(order.length)
      const isGrouped = query.groupsRuns && query.run === null
      const grouped: SortedRow[] = []
      let fitting = 0
      // This loop visits all rows for each typed letter, so it doesn't allocate objects.
      for (const row of order) {
        if (hits !== null && hits[row.key] !== 1) continue
        if (!fitsAll(row, filters)) continue
        keys[fitting] = row.key
        ratios[fitting] = row.ratio
        days[fitting] = row.day
        if (isGrouped) grouped.push(row)
        fitting += 1
      }
      const found = { keys: keys.slice(0, fitting), ratios: ratios.slice(0, fitting), days: days.subarray(0, fitting), stacks: null }
      const tiles = isGrouped ? stackRows(grouped, taskNumbers.size) : found
      const isByTime = query.sort === 'newest' || query.sort === 'oldest'
      return { ...tiles, total: rows.size, days: isByTime ? daysOf(tiles.days) : [] }
    },
    summary: (keys) => {
      const found = keys.flatMap((key) => rows.get(key) ?? [])
      const tags = new Map<string, number>()
      const collections = new Map<number, number>()
      let bytes = 0
      for (const row of found) {
        bytes += row.bytes
        for (const tag of row.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1)
        for (const id of row.collections) collections.set(id, (collections.get(id) ?? 0) + 1)
      }
      const [first] = found
      const stars = first !== undefined && found.every((row) => row.stars === first.stars) ? first.stars : null
      return { count: found.length, stars, bytes, tags: mostFirst(tags), collections: mostFirst(collections) }
    },
    facets: (query, hits) => countFacets(rows.values(), sorts, filtersOf(query), hits)
  }
}

/** Within a task, results are always in output order, even if they were saved in another order. */
const withinRun = (one: SortedRow, other: SortedRow): number => one.output - other.output || one.key - other.key
const newestFirst = (one: SortedRow, other: SortedRow): number =>
  one.run === other.run ? withinRun(one, other) : other.run.madeAt - one.run.madeAt || other.run.place - one.run.place
const comparators: { readonly [Sort in LibrarySort]: (one: SortedRow, other: SortedRow) => number } = {
  newest: newestFirst,
  oldest: (one, other) => (one.run === other.run ? withinRun(one, other) : newestFirst(other, one)),
  stars: (one, other) => other.stars - one.stars || newestFirst(one, other),
  largest: (one, other) => other.bytes - one.bytes || newestFirst(one, other),
  name: (one, other) => compareNames(one.fileName, other.fileName) || newestFirst(one, other)
}

type FacetName = Exclude<keyof LibraryFacets, 'untagged'>
/** `run` filters by task and isn't a facet. */
type FilterName = FacetName | 'run'
type Filters = { readonly [Name in FilterName]: ((row: IndexRow) => boolean) | null }

function filtersOf(query: LibraryQuery): Filters {
  const { collection, starsAtLeast, isUnrated, isUntagged, madeFrom, madeUntil, run } = query
  const [media, capabilities, connections] = [new Set<string>(query.media), new Set(query.capabilities), new Set(query.connections)]
  return {
    media: media.size === 0 ? null : (row) => media.has(row.medium),
    capabilities: capabilities.size === 0 ? null : (row) => capabilities.has(row.capability),
    connections: connections.size === 0 ? null : (row) => row.connectionId !== null && connections.has(row.connectionId),
    tags:
      query.tags.length === 0 && !isUntagged
        ? null
        : (row) => (isUntagged ? row.tags.length === 0 : query.tags.every((tag) => row.tags.includes(tag))),
    collections: collection === null ? null : (row) => row.collections.includes(collection),
    stars: starsAtLeast === 0 && !isUnrated ? null : (row) => (isUnrated ? row.stars === 0 : row.stars >= starsAtLeast),
    months:
      madeFrom === null && madeUntil === null
        ? null
        : (row) => (madeFrom === null || row.madeAt >= madeFrom) && (madeUntil === null || row.madeAt < madeUntil),
    run: run === null ? null : (row) => row.task === run
  }
}

function fitsAll(row: IndexRow, filters: readonly ((row: IndexRow) => boolean)[]): boolean {
  for (const fits of filters) if (!fits(row)) return false
  return true
}

function daysOf(shown: Uint32Array): readonly LibraryDay[] {
  const days: { day: string; from: number; count: number }[] = []
  let from = 0
  for (let place = 1; place <= shown.length; place += 1) {
    const day = shown[from] ?? 0
    if (place < shown.length && shown[place] === day) continue
    days.push({
      day: `${Math.floor(day / 10_000)}-${twoDigits(Math.floor(day / 100) % 100)}-${twoDigits(day % 100)}`,
      from,
      count: place - from
    })
    from = place
  }
  return days
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Facet values that many rows share. Facets are counted for a few hundred of these objects, not for all rows. */
type RowSort = Pick<IndexRow, 'medium' | 'capability' | 'capabilityTitle' | 'connectionId' | 'stars'> & { readonly month: number }

/**
 * Counts all facets in one pass. A row that passes every filter counts in all facets. A row that fails exactly one filter counts only in
 * that filter's facet.
 */
function countFacets(rows: Iterable<SortedRow>, sorts: readonly RowSort[], filters: Filters, hits: Uint8Array | null): LibraryFacets {
  const names = Object.keys(filters) as FilterName[]
  const inForce = names.filter((name) => filters[name] !== null)
  const taken = new Uint32Array(sorts.length)
  const refused = new Map(inForce.map((name) => [name, new Uint32Array(sorts.length)]))
  const tags = new Map<string, number>()
  let untagged = 0
  const collections = new Map<number, number>()
  for (const row of rows) {
    if (hits !== null && hits[row.key] !== 1) continue
    let refusedBy: FilterName | null = null
    let refusals = 0
    for (const name of inForce) {
      if (filters[name]?.(row) === true) continue
      refusedBy = name
      refusals += 1
    }
    if (refusals > 1) continue
    const counts = refusedBy === null ? taken : refused.get(refusedBy)
    if (counts !== undefined) counts[row.sort] = (counts[row.sort] ?? 0) + 1
    // An untagged row counts even if the tag filter excludes it. Tags count only in rows that pass every filter, because a row must have
    // all selected tags.
    if ((refusedBy === null || refusedBy === 'tags') && row.tags.length === 0) untagged += 1
    if (refusedBy === null) for (const tag of row.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1)
    if (refusedBy === null || refusedBy === 'collections')
      for (const id of row.collections) collections.set(id, (collections.get(id) ?? 0) + 1)
  }
  const countBy = <T>(name: FacetName, valueOf: (sort: RowSort) => T | null): Map<T, number> => {
    const alone = refused.get(name)
    const counted = new Map<T, number>()
    for (const [place, sort] of sorts.entries()) {
      const count = (taken[place] ?? 0) + (alone?.[place] ?? 0)
      const value = count === 0 ? null : valueOf(sort)
      if (value !== null) counted.set(value, (counted.get(value) ?? 0) + count)
    }
    return counted
  }
  const titles = new Map(sorts.map(({ capability, capabilityTitle }) => [capability, capabilityTitle]))
  return {
    media: mostFirst(countBy('media', ({ medium }) => medium)),
    capabilities: mostFirst(countBy('capabilities', ({ capability }) => capability)).map((one) => ({
      ...one,
      title: titles.get(one.value) ?? one.value
    })),
    connections: mostFirst(countBy('connections', ({ connectionId }) => connectionId)),
    tags: mostFirst(tags),
    untagged,
    collections: mostFirst(collections),
    stars: mostFirst(countBy('stars', ({ stars }) => stars)).sort((one, other) => other.value - one.value),
    months: mostFirst(countBy('months', ({ month }) => month))
      .sort((one, other) => other.value - one.value)
      .map((one) => ({ ...one, value: `${Math.floor(one.value / 100)}-${twoDigits(one.value % 100)}` }))
  }
}

function mostFirst<T>(counts: ReadonlyMap<T, number>): { value: T; count: number }[] {
  return [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count)
}
