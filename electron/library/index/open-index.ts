import { basename } from 'node:path'
import { assertNever } from '../../../shared/assert-never.ts'
import type { SQLOutputValue } from 'node:sqlite'
import type {
  ResultFileState,
  LibraryChange,
  LibraryCollection,
  LibraryItemDetails,
  LibraryFacets,
  LibraryItem,
  LibraryQuery,
  LibraryQueryResult,
  LibrarySelectionSummary,
  LibraryTile,
  Stars
} from '../../../shared/library/library.ts'
import { outputIndexOf } from '../../../shared/library/item-id.ts'
import { unfilteredQuery } from '../../../shared/library/library.ts'
import type { Medium } from '../../../shared/form/json-schema.ts'
import { recipeSchema, type Recipe } from '../../../shared/library/recipe.ts'
import type { FileCheckResult } from '../verify-files.ts'
import { setIndexIncomplete, openIndexFile } from './index-file.ts'
import { checkDatabaseIntegrity } from './check-database-integrity.ts'
import { createIndexRows } from './index-rows.ts'
import {
  searchAlternatives,
  toIndexedText,
  toFtsQuery,
  idFromSearch,
  searchHighlights,
  searchTermFilters,
  excludedTermsQuery,
  type TermFilter
} from './search-query.ts'

/**
 * An item to add to the index. `modifiedAt`: modification time of the file at the last check, in milliseconds since 1970. Null if the file
 * was never checked.
 */
export type IndexedItem = Omit<LibraryItem, 'key' | 'fileName' | 'parents' | 'version'> & {
  readonly path: string
  readonly sha256: string
  readonly modifiedAt: number | null
  readonly capabilityTitle: string
  readonly recipe: Recipe | null
}
/** Number of hex digits in a file's version. This is enough to distinguish a file's contents from its earlier contents. */
const versionLength = 16
/** An item as stored in the index. */
export type StoredItem = IndexedItem & { readonly key: number }

/** Expected location and contents of a file, according to the index. */
export type IndexedFile = Pick<StoredItem, 'key' | 'id' | 'path' | 'bytes' | 'modifiedAt' | 'sha256' | 'state' | 'madeAt'>
export type ServedFile = Pick<StoredItem, 'id' | 'path' | 'contentType' | 'medium' | 'sha256'>
/**
 * ID, path and save time of each item, as three parallel lists. Lists of plain values transfer faster between threads. `lastKey`: key of
 * the last item. Null if there are no items.
 */
export type IndexedLocations = {
  readonly ids: readonly string[]
  readonly paths: readonly string[]
  readonly times: readonly number[]
  readonly lastKey: number | null
}
export type IndexedCollection = Omit<LibraryCollection, 'count'>

/** The library index: all data about each item, and its searchable text. Synchronous, so it runs in a separate thread. */
export type LibraryIndex = {
  /**
   * True if the index was incomplete when opened. It must be filled from the folder and the journal, but may already contain some items.
   */
  readonly isNew: boolean
  /** Marks the index as complete. */
  readonly filled: () => void
  readonly page: (query: LibraryQuery) => Omit<LibraryQueryResult, 'revision'>
  readonly facets: (query: LibraryQuery) => LibraryFacets
  /** Returns tiles in the order of the keys. Keys that no longer exist are skipped. */
  readonly tiles: (keys: readonly number[], search: string) => readonly LibraryTile[]
  /** Returns the newest items that match a search, up to `limit`, with highlights. */
  readonly find: (search: string, limit: number) => readonly LibraryTile[]
  readonly details: (id: string) => LibraryItemDetails | null
  readonly summary: (keys: readonly number[]) => LibrarySelectionSummary
  readonly stored: (keys: readonly number[]) => readonly StoredItem[]
  readonly withIds: (ids: readonly string[]) => readonly StoredItem[]
  /** Returns items without their recipes, so that thousands can be read at once. */
  readonly briefs: (keys: readonly number[]) => readonly ItemSummary[]
  /** Returns the keys and paths of all items whose file is at one of these paths. */
  readonly withPaths: (paths: readonly string[]) => readonly Pick<StoredItem, 'key' | 'path'>[]
  /** Returns only the fields that are needed to serve the file. Null if there is no item with this ID. */
  readonly fileOf: (id: string) => ServedFile | null
  readonly withDigest: (sha256: string) => readonly StoredItem[]
  /** Returns at most `limit` files in key order, starting after `afterKey`. */
  readonly files: (afterKey: number, limit: number) => readonly IndexedFile[]
  /** Runs SQLite's integrity check on any of Kiln's database files. The check may be slow, because it blocks only this thread. */
  readonly integrityOf: (path: string) => readonly string[]
  /** Like `files`, but returns only the data that the main process keeps in memory. */
  readonly locations: (afterKey: number, limit: number) => IndexedLocations
  /**
   * Adds or replaces items in one transaction. An existing item keeps its key. `isWritten`: true if the sidecars are already up to date.
   */
  readonly put: (
    items: readonly IndexedItem[],
    isWritten: boolean
  ) => { readonly added: readonly number[]; readonly changed: readonly number[] }
  /** Changes items in one transaction. Returns the effect on each changed item, once the change is on disk. */
  readonly change: (change: LibraryChange) => ChangedItems
  /** Reverts a change, except for values that have changed since. Returns the changed items' keys, once the change is on disk. */
  readonly revert: (steps: readonly ItemChange[]) => readonly number[]
  /** Returns at most `limit` items whose sidecars are out of date, in key order, starting after `afterKey`. */
  readonly unwritten: (afterKey: number, limit: number) => readonly StoredItem[]
  readonly written: (items: readonly StoredItem[]) => void
  readonly unwrittenCount: () => number
  /** Records the findings of a file check. */
  readonly mark: (findings: readonly FileCheckResult[]) => void
  readonly withState: (state: ResultFileState) => readonly LibraryItem[]
  /** Queues every sidecar for writing. */
  readonly markAllUnwritten: () => void
  readonly drop: (keys: readonly number[]) => void
  readonly clear: () => void
  readonly collections: () => readonly LibraryCollection[]
  /** Creates a collection if `id` is null, otherwise renames it. Returns null if the collection doesn't exist. */
  readonly saveCollection: (collection: {
    readonly id: number | null
    readonly name: string
    readonly createdAt: number
  }) => IndexedCollection | null
  /** Adds a collection with this ID, or with any free ID if `id` is null. Returns the ID. */
  readonly addCollection: (collection: { readonly id: number | null; readonly name: string; readonly createdAt: number }) => number
  readonly putCollections: (collections: readonly IndexedCollection[]) => void
  /** Removes a collection. Returns the effect on its items, once the change is on disk. */
  readonly removeCollection: (id: number) => ChangedItems
  readonly close: () => void
}

/** The metadata that the user can edit. */
export type UserMetadata = Pick<IndexedItem, 'stars' | 'tags' | 'collections'>
export type ItemSummary = {
  readonly key: number
  readonly id: string
  readonly path: string
  readonly person: UserMetadata
  /** The whole item if its sidecar is missing or out of date, else null. */
  readonly unwritten: StoredItem | null
}
/** Effect of a change on one item. `stars`: the values before and after. Null if the stars didn't change. */
export type ItemChange = {
  readonly id: string
  readonly stars: readonly [before: Stars, after: Stars] | null
  readonly addedTags: readonly string[]
  readonly removedTags: readonly string[]
  readonly addedTo: readonly number[]
  readonly removedFrom: readonly number[]
}
export type ChangedItems = { readonly keys: readonly number[]; readonly steps: readonly ItemChange[] }

type Row = Record<string, SQLOutputValue>
/** Columns that are read for all items at startup, in this order. */
type RowColumns = readonly [
  key: number,
  madeAt: number,
  day: number,
  medium: Medium,
  capability: string,
  capabilityTitle: string,
  connectionId: string | null,
  bytes: number,
  width: number | null,
  height: number | null,
  fileName: string,
  stars: Stars,
  tags: string,
  collections: string,
  id: string,
  task: string | null
]
const none: readonly never[] = []
type BareItem = Omit<StoredItem, 'recipe'>

export function openIndex(path: string): LibraryIndex {
  const { database, isNew } = openIndexFile(path)
  const rows = createIndexRows()
  const insert = database.prepare(`INSERT INTO items
    (key, id, task, capability, capability_title, medium, content_type, path, file_name, bytes, modified_at, sha256, width, height, seconds, made_at, day,
     title, prompt, connection_id, state, stars, tags, collections)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET task = excluded.task, capability = excluded.capability, capability_title = excluded.capability_title,
     medium = excluded.medium, content_type = excluded.content_type, path = excluded.path, file_name = excluded.file_name, bytes = excluded.bytes,
     modified_at = excluded.modified_at, sha256 = excluded.sha256, width = excluded.width, height = excluded.height, seconds = excluded.seconds,
     made_at = excluded.made_at, day = excluded.day, title = excluded.title, prompt = excluded.prompt, connection_id = excluded.connection_id,
     state = excluded.state, stars = excluded.stars, tags = excluded.tags, collections = excluded.collections
    RETURNING key`)
  const byKey = database.prepare('SELECT * FROM items WHERE key = ?')
  const byId = database.prepare('SELECT * FROM items WHERE id = ?')
  const byPath = database.prepare('SELECT key FROM items WHERE path = ?')
  const byDigest = database.prepare('SELECT * FROM items WHERE sha256 = ?')
  const parentsOf = database.prepare('SELECT parent FROM parents WHERE child = ? ORDER BY parent')
  // Ordered by task, oldest first, and then by output number. Outputs can be saved in any order.
  const childrenOf = database.prepare(`SELECT items.id FROM parents JOIN items ON items.key = parents.child WHERE parents.parent = ?
    ORDER BY min(items.made_at) OVER (PARTITION BY coalesce(items.task, items.id)), items.task, length(items.id), items.id`)
  // Uses the index on IDs. An output's ID begins with its task's ID and a dot. A slash is the character after the dot.
  const outputsOf = database.prepare("SELECT id FROM items WHERE id > ? || '.' AND id < ? || '/'")
  const addParent = database.prepare('INSERT OR IGNORE INTO parents (child, parent) VALUES (?, ?)')
  const dropParents = database.prepare('DELETE FROM parents WHERE child = ?')
  const recipeOf = database.prepare('SELECT recipe FROM recipes WHERE key = ?')
  const putRecipe = database.prepare('INSERT OR REPLACE INTO recipes (key, recipe) VALUES (?, ?)')
  const dropRecipe = database.prepare('DELETE FROM recipes WHERE key = ?')
  const dropItem = database.prepare('DELETE FROM items WHERE key = ? RETURNING id')
  const addUnwritten = database.prepare('INSERT OR IGNORE INTO unwritten (key) VALUES (?)')
  const dropUnwritten = database.prepare('DELETE FROM unwritten WHERE key = ?')
  const isUnwritten = database.prepare('SELECT 1 FROM unwritten WHERE key = ?')
  const selectUnwritten = database.prepare('SELECT key FROM unwritten WHERE key > ? ORDER BY key LIMIT ?')
  const countUnwritten = database.prepare('SELECT count(*) AS count FROM unwritten')
  const markItem = database.prepare('UPDATE items SET state = ?, modified_at = ? WHERE key = ?')
  const selectState = database.prepare('SELECT * FROM items WHERE state = ? ORDER BY made_at DESC')
  const addWords = database.prepare(
    'INSERT INTO words (rowid, title, prompt, parameters, capability, tags, file_name) VALUES (?, ?, ?, ?, ?, ?, ?)'
  )
  const dropWords = database.prepare('DELETE FROM words WHERE rowid = ?')
  const selectFiles = database.prepare(
    'SELECT key, id, path, bytes, modified_at, sha256, state, made_at FROM items WHERE key > ? ORDER BY key LIMIT ?'
  )
  const selectPlaces = database.prepare('SELECT id, path, made_at, key FROM items WHERE key > ? ORDER BY key LIMIT ?')
  selectPlaces.setReturnArrays(true)
  // Returning the keys as one text is several times faster than returning rows.
  const find = database.prepare('SELECT group_concat(rowid) AS keys FROM words WHERE words MATCH ?')
  // These full scans take a few milliseconds for ten thousand items.
  const withSymbol = database.prepare(
    'SELECT group_concat(key) AS keys FROM items WHERE instr(title, ?) OR instr(prompt, ?) OR instr(file_name, ?)' +
      ' OR EXISTS (SELECT 1 FROM json_each(items.tags) WHERE instr(value, ?))'
  )
  const withTag = database.prepare(
    'SELECT group_concat(key) AS keys FROM items WHERE EXISTS (SELECT 1 FROM json_each(items.tags) WHERE lower(value) = lower(?))'
  )
  const withStars = database.prepare('SELECT group_concat(key) AS keys FROM items WHERE stars = ?')
  const withSize = database.prepare('SELECT group_concat(key) AS keys FROM items WHERE width = ? AND height = ?')
  // Only recipes that contain the text are parsed.
  const withId =
    database.prepare(`SELECT group_concat(key) AS keys FROM recipes WHERE instr(recipe, ?1) AND (?1 IN (json_extract(recipe, '$.task'),
     json_extract(recipe, '$.ids.taskId'), json_extract(recipe, '$.ids.businessId'))
    OR EXISTS (SELECT 1 FROM json_each(recipe, '$.ids.requestIds') WHERE value = ?1))`)
  const highestKey = database.prepare('SELECT coalesce(max(key), 0) AS key FROM items')
  const selectCollections = database.prepare('SELECT id, name, created_at FROM collections ORDER BY name COLLATE NOCASE, id')
  const putCollection = database.prepare(
    'INSERT INTO collections (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id, name, created_at'
  )
  const renameCollection = database.prepare('UPDATE collections SET name = ? WHERE id = ? RETURNING id, name, created_at')
  const dropCollection = database.prepare('DELETE FROM collections WHERE id = ?')

  let highestUsedKey = Number(highestKey.get()?.['key'])
  /** Keys of removed items by ID, so that a restored item gets its old key. */
  const droppedKeys = new Map<string, number>()

  rememberAll()

  /** Loads the rows of all items into memory. Skips prompts and paths, because the first query after startup waits for this function. */
  function rememberAll(): void {
    const select =
      database.prepare(`SELECT key, made_at, day, medium, capability, capability_title, connection_id, bytes, width, height, file_name,
      stars, tags, collections, id, task FROM items`)
    select.setReturnArrays(true)
    for (const columns of select.iterate() as Iterable<unknown>) {
      const [
        key,
        madeAt,
        day,
        medium,
        capability,
        capabilityTitle,
        connectionId,
        bytes,
        width,
        height,
        fileName,
        stars,
        tags,
        collections,
        id,
        task
      ] = columns as RowColumns
      rows.put({
        key,
        madeAt,
        day,
        medium,
        capability,
        capabilityTitle,
        connectionId,
        bytes,
        ratio: ratioOf({ width, height }),
        fileName,
        stars,
        tags: tags === '[]' ? none : (JSON.parse(tags) as string[]),
        collections: collections === '[]' ? none : (JSON.parse(collections) as number[]),
        task: task ?? id,
        output: task === null ? 0 : outputIndexOf(id)
      })
    }
  }

  function remember(item: BareItem): void {
    rows.put({
      key: item.key,
      madeAt: item.madeAt,
      day: dayOf(item.madeAt),
      medium: item.medium,
      capability: item.capability,
      capabilityTitle: item.capabilityTitle,
      connectionId: item.connectionId,
      bytes: item.bytes,
      ratio: ratioOf(item),
      fileName: basename(item.path),
      stars: item.stars,
      tags: item.tags,
      collections: item.collections,
      task: item.task ?? item.id,
      output: item.task === null ? 0 : outputIndexOf(item.id)
    })
  }

  function inTransaction<T>(work: () => T): T {
    lastHits = null
    database.exec('BEGIN IMMEDIATE')
    try {
      const done = work()
      database.exec('COMMIT')
      return done
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  function putOne(item: IndexedItem, isWritten: boolean): { readonly stored: StoredItem; readonly isNewItem: boolean } {
    const before = byId.get(item.id)
    const { recipe } = item
    const key = Number(
      insert.get(
        droppedKeys.get(item.id) ?? highestUsedKey + 1,
        item.id,
        item.task,
        item.capability,
        item.capabilityTitle,
        item.medium,
        item.contentType,
        item.path,
        basename(item.path),
        item.bytes,
        item.modifiedAt,
        item.sha256,
        item.width,
        item.height,
        item.durationInSeconds,
        item.madeAt,
        dayOf(item.madeAt),
        item.title,
        item.prompt,
        item.connectionId,
        item.state,
        item.stars,
        JSON.stringify(item.tags),
        JSON.stringify(item.collections)
      )?.['key']
    )
    highestUsedKey = Math.max(highestUsedKey, key)
    droppedKeys.delete(item.id)
    if (isWritten) dropUnwritten.run(key)
    else addUnwritten.run(key)
    if (recipe === null) dropRecipe.run(key)
    else putRecipe.run(key, JSON.stringify(recipe))
    dropParents.run(key)
    for (const parent of recipe?.parents ?? []) addParent.run(key, parent.id)
    const stored = { ...item, key }
    if (before !== undefined) dropWords.run(key)
    addWords.run(
      key,
      item.title === item.prompt ? '' : toIndexedText(item.title),
      toIndexedText(item.prompt ?? ''),
      toIndexedText(recipe === null ? '' : wordsOfValues(recipe)),
      toIndexedText(`${item.capabilityTitle} ${item.capability}`),
      toIndexedText(item.tags.join(' ')),
      toIndexedText(basename(item.path))
    )
    return { stored, isNewItem: before === undefined }
  }

  /** Saves changed items and flushes them to disk. They must survive a power cut, because Kiln reports them to the user as saved. */
  function putChanged(
    changed: readonly { readonly before: StoredItem; readonly after: StoredItem }[],
    andThen = (): unknown => undefined
  ): ChangedItems {
    database.exec('PRAGMA synchronous = FULL')
    try {
      inTransaction(() => {
        for (const { after } of changed) putOne(after, false)
        andThen()
      })
    } finally {
      database.exec('PRAGMA synchronous = NORMAL')
    }
    for (const { after } of changed) remember(after)
    return { keys: changed.map(({ after }) => after.key), steps: changed.map(({ before, after }) => stepBetween(before, after)) }
  }

  /**
   * Hits of the last search. They are cached because a search needs two queries, for the list and for the counts. Every change clears them.
   */
  let lastHits: { readonly search: string; readonly hits: Uint8Array | null } | null = null

  function hitsOf(search: string): Uint8Array | null {
    if (search.trim() === '') return null
    if (lastHits?.search === search) return lastHits.hits
    const hits = findHits(search)
    lastHits = { search, hits }
    return hits
  }

  /** Returns the hits of all alternatives together. Null if any alternative matches everything. */
  function findHits(search: string): Uint8Array | null {
    const all = searchAlternatives(search).map(hitsOfAlternative)
    const [first = null, ...others] = all
    for (const hits of others) {
      if (first === null || hits === null) return null
      for (const [key, hit] of hits.entries()) if (hit === 1) first[key] = 1
    }
    return first
  }

  function hitsOfAlternative(search: string): Uint8Array | null {
    const query = toFtsQuery(search)
    const unwanted = query === null ? excludedTermsQuery(search) : null
    const wanted = query ?? unwanted
    const filters = searchTermFilters(search)
    if (wanted === null && filters.length === 0) return null
    const hits = new Uint8Array(Number(highestKey.get()?.['key']) + 1).fill(query === null ? 1 : 0)
    if (wanted !== null) for (const key of keysIn(find.get(wanted))) hits[key] = unwanted === null ? 1 : 0
    for (const filter of filters) {
      const fitting = new Set(keysOfFilter(filter))
      for (const [key, hit] of hits.entries()) if (hit === 1 && fitting.has(key) === filter.isUnwanted) hits[key] = 0
    }
    const id = idFromSearch(search)
    if (id !== null) for (const key of keysIn(withId.get(id))) hits[key] = 1
    return hits
  }

  function keysOfFilter(filter: TermFilter): readonly number[] {
    switch (filter.kind) {
      case 'symbol':
        return keysIn(withSymbol.get(filter.text, filter.text, filter.text, filter.text))
      case 'tag':
        return keysIn(withTag.get(filter.tag))
      case 'stars':
        return keysIn(withStars.get(filter.stars))
      case 'size':
        // Matches the actual size or the requested size, which is in the indexed text.
        return [...keysIn(withSize.get(filter.width, filter.height)), ...keysIn(find.get(`"${filter.width} ${filter.height}"`))]
      default:
        return assertNever(filter)
    }
  }

  function keysIn(row: Row | undefined): readonly number[] {
    return JSON.parse(`[${String(row?.['keys'] ?? '')}]`) as number[]
  }

  function readStored(row: Row): StoredItem {
    const item = readItem(row)
    const text = recipeOf.get(item.key)?.['recipe']
    const recipe = text === undefined ? null : recipeSchema.safeParse(JSON.parse(String(text)))
    return { ...item, recipe: recipe?.success === true ? recipe.data : null }
  }
  const bareItems = (keys: readonly number[]): readonly BareItem[] =>
    keys.flatMap((key) => {
      const row = byKey.get(key)
      return row === undefined ? [] : [readItem(row)]
    })
  const itemsWith = (keys: readonly number[]): readonly StoredItem[] =>
    keys.flatMap((key) => {
      const row = byKey.get(key)
      return row === undefined ? [] : [readStored(row)]
    })
  const viewOf = ({ path: place, ...item }: BareItem): LibraryItem => ({
    key: item.key,
    id: item.id,
    task: item.task,
    capability: item.capability,
    medium: item.medium,
    contentType: item.contentType,
    fileName: basename(place),
    bytes: item.bytes,
    version: item.sha256.slice(0, versionLength),
    width: item.width,
    height: item.height,
    durationInSeconds: item.durationInSeconds,
    madeAt: item.madeAt,
    title: item.title,
    prompt: item.prompt,
    stars: item.stars,
    tags: item.tags,
    collections: item.collections,
    connectionId: item.connectionId,
    state: item.state,
    parents: parentsOf.all(item.key).map((row) => String(row['parent']))
  })

  function outputsBeside({ id, task }: BareItem): readonly string[] {
    if (task === null) return [id]
    const ids = outputsOf.all(task, task).map((row) => String(row['id']))
    return ids.toSorted((one, other) => outputIndexOf(one) - outputIndexOf(other))
  }

  const tiles: LibraryIndex['tiles'] = (keys, search) =>
    bareItems(keys).map((item) => ({
      ...viewOf(item),
      marks: { title: searchHighlights(item.title, search), prompt: searchHighlights(item.prompt ?? '', search) }
    }))

  return {
    isNew,
    filled: () => setIndexIncomplete(database, false),
    page: (query) => rows.page(query, hitsOf(query.search)),
    facets: (query) => rows.facets(query, hitsOf(query.search)),
    tiles,
    find: (search, limit) => tiles([...rows.page({ ...unfilteredQuery, search }, hitsOf(search)).keys.subarray(0, limit)], search),
    details: (id) => {
      const row = byId.get(id)
      if (row === undefined) return null
      const { recipe, ...item } = readStored(row)
      const children = childrenOf.all(id).map((child) => String(child['id']))
      return { ...viewOf(item), recipe, sha256: item.sha256, children, outputs: outputsBeside(item) }
    },
    summary: rows.summary,
    stored: itemsWith,
    withIds: (ids) =>
      ids.flatMap((id) => {
        const row = byId.get(id)
        return row === undefined ? [] : [readStored(row)]
      }),
    briefs: (keys) =>
      bareItems(keys).map(({ key, id, path: place, stars, tags, collections }) => ({
        key,
        id,
        path: place,
        person: { stars, tags, collections },
        unwritten: isUnwritten.get(key) === undefined ? null : (itemsWith([key])[0] ?? null)
      })),
    withPaths: (paths) =>
      [...new Set(paths)].flatMap((place) => byPath.all(place).map((row) => ({ key: Number(row['key']), path: place }))),
    fileOf: (id) => {
      const row = byId.get(id)
      if (row === undefined) return null
      const { path: place, contentType, medium, sha256 } = readItem(row)
      return { id, path: place, contentType, medium, sha256 }
    },
    withDigest: (sha256) => byDigest.all(sha256).map(readStored),
    integrityOf: checkDatabaseIntegrity,
    files: (afterKey, limit) =>
      selectFiles.all(afterKey, limit).map((row) => ({
        key: Number(row['key']),
        id: String(row['id']),
        path: String(row['path']),
        bytes: Number(row['bytes']),
        modifiedAt: numberOrNull(row['modified_at']),
        sha256: String(row['sha256']),
        state: row['state'] as ResultFileState,
        madeAt: Number(row['made_at'])
      })),
    locations: (afterKey, limit) => {
      const [ids, paths, times]: [string[], string[], number[]] = [[], [], []]
      let lastKey: number | null = null
      for (const columns of selectPlaces.iterate(afterKey, limit) as Iterable<unknown>) {
        const [id, place, madeAt, key] = columns as [string, string, number, number]
        ids.push(id)
        paths.push(place)
        times.push(madeAt)
        lastKey = key
      }
      return { ids, paths, times, lastKey }
    },
    put: (items, isWritten) => {
      const done = inTransaction(() => items.map((item) => putOne(item, isWritten)))
      for (const { stored } of done) remember(stored)
      const keysOf = (isNewItem: boolean): readonly number[] =>
        done.filter((one) => one.isNewItem === isNewItem).map(({ stored }) => stored.key)
      return { added: keysOf(true), changed: keysOf(false) }
    },
    change: (change) =>
      putChanged(
        itemsWith(change.keys).flatMap((item) => {
          const after = changedBy(item, change)
          return after === null ? [] : [{ before: item, after }]
        })
      ),
    revert: (steps) => {
      const reverted = steps.flatMap((step) => {
        const row = byId.get(step.id)
        if (row === undefined) return []
        const before = readStored(row)
        return [{ before, after: revertedBy(before, step) }]
      })
      return putChanged(reverted).keys
    },
    unwritten: (afterKey, limit) => itemsWith(selectUnwritten.all(afterKey, limit).map(({ key }) => Number(key))),
    written: (items) =>
      inTransaction(() => {
        // An item that changed while its sidecar was being written stays queued.
        for (const item of items) {
          const now = byKey.get(item.key)
          if (now === undefined || JSON.stringify(readStored(now)) === JSON.stringify(item)) dropUnwritten.run(item.key)
        }
      }),
    unwrittenCount: () => Number(countUnwritten.get()?.['count']),
    mark: (findings) =>
      inTransaction(() => {
        for (const { key, state, modifiedAt } of findings) markItem.run(state, modifiedAt, key)
      }),
    withState: (state) => selectState.all(state).map((row) => viewOf(readItem(row))),
    markAllUnwritten: () => {
      database.exec('INSERT OR IGNORE INTO unwritten (key) SELECT key FROM items')
    },
    drop: (keys) => {
      inTransaction(() => {
        for (const key of keys) {
          const row = dropItem.get(key)
          if (row !== undefined) droppedKeys.set(String(row['id']), key)
          dropWords.run(key)
          dropParents.run(key)
          dropRecipe.run(key)
          dropUnwritten.run(key)
        }
      })
      keys.forEach(rows.drop)
    },
    clear: () => {
      inTransaction(() => {
        setIndexIncomplete(database, true)
        database.exec(
          "DELETE FROM items; DELETE FROM recipes; DELETE FROM unwritten; DELETE FROM parents; DELETE FROM collections; INSERT INTO words (words) VALUES ('delete-all')"
        )
      })
      rows.clear()
      droppedKeys.clear()
    },
    collections: () => {
      const counts = new Map(rows.facets(unfilteredQuery, null).collections.map(({ value, count }) => [value, count]))
      return selectCollections.all().map((row) => ({ ...readCollection(row), count: counts.get(Number(row['id'])) ?? 0 }))
    },
    saveCollection: ({ id, name, createdAt }) => {
      const row = id === null ? putCollection.get(null, name, createdAt) : renameCollection.get(name, id)
      return row === undefined ? null : readCollection(row)
    },
    addCollection: ({ id, name, createdAt }) => Number(putCollection.get(id, name, createdAt)?.['id']),
    putCollections: (collections) =>
      inTransaction(() => {
        for (const { id, name, createdAt } of collections) putCollection.run(id, name, createdAt)
      }),
    removeCollection: (id) => {
      const keys = [...rows.page({ ...unfilteredQuery, collection: id }, null).keys]
      const without = itemsWith(keys).map((before) => ({
        before,
        after: { ...before, collections: before.collections.filter((one) => one !== id) }
      }))
      return putChanged(without, () => dropCollection.run(id))
    },
    close: () => {
      if (database.isOpen) database.close()
    }
  }
}

/** Returns the item after a change. Null if nothing changed. */
function changedBy(item: StoredItem, { stars, addTags = [], removeTags = [], addTo, takeFrom }: LibraryChange): StoredItem | null {
  const without = new Set(removeTags)
  const tags = [...new Set([...item.tags.filter((tag) => !without.has(tag)), ...addTags])]
  const collections = [...new Set([...item.collections.filter((id) => id !== takeFrom), ...(addTo === undefined ? [] : [addTo])])]
  const after = { ...item, stars: stars ?? item.stars, tags, collections }
  const isSame = after.stars === item.stars && tags.join('\0') === item.tags.join('\0') && collections.join() === item.collections.join()
  return isSame ? null : after
}

function stepBetween(before: StoredItem, after: StoredItem): ItemChange {
  const missingIn = <T>(all: readonly T[], some: readonly T[]): readonly T[] => all.filter((one) => !some.includes(one))
  return {
    id: before.id,
    stars: before.stars === after.stars ? null : [before.stars, after.stars],
    addedTags: missingIn(after.tags, before.tags),
    removedTags: missingIn(before.tags, after.tags),
    addedTo: missingIn(after.collections, before.collections),
    removedFrom: missingIn(before.collections, after.collections)
  }
}

/**
 * Returns the item without the effect of a step. Keeps stars that have changed since, and tags and collections that the step didn't change.
 */
function revertedBy(item: StoredItem, { stars, addedTags, removedTags, addedTo, removedFrom }: ItemChange): StoredItem {
  return {
    ...item,
    stars: stars !== null && item.stars === stars[1] ? stars[0] : item.stars,
    tags: [...new Set([...item.tags.filter((tag) => !addedTags.includes(tag)), ...removedTags])],
    collections: [...new Set([...item.collections.filter((id) => !addedTo.includes(id)), ...removedFrom])]
  }
}

function readItem(row: Row): BareItem {
  return {
    key: Number(row['key']),
    id: String(row['id']),
    task: textOrNull(row['task']),
    capability: String(row['capability']),
    capabilityTitle: String(row['capability_title']),
    medium: row['medium'] as Medium,
    contentType: String(row['content_type']),
    path: String(row['path']),
    bytes: Number(row['bytes']),
    modifiedAt: numberOrNull(row['modified_at']),
    sha256: String(row['sha256']),
    width: numberOrNull(row['width']),
    height: numberOrNull(row['height']),
    durationInSeconds: numberOrNull(row['seconds']),
    madeAt: Number(row['made_at']),
    title: String(row['title']),
    prompt: textOrNull(row['prompt']),
    connectionId: textOrNull(row['connection_id']),
    state: row['state'] as ResultFileState,
    stars: Number(row['stars']) as Stars,
    tags: JSON.parse(String(row['tags'])) as string[],
    collections: JSON.parse(String(row['collections'])) as number[]
  }
}

function readCollection(row: Row): IndexedCollection {
  return { id: Number(row['id']), name: String(row['name']), createdAt: Number(row['created_at']) }
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value)
}

function dayOf(at: number): number {
  const day = new Date(at)
  return day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate()
}

function ratioOf({ width, height }: Pick<IndexedItem, 'width' | 'height'>): number {
  if (width === null || height === null || width <= 0 || height <= 0) return 1_000
  return Math.min(65_535, Math.max(1, Math.round((width / height) * 1_000)))
}

/** Returns the names and values of all filled-in fields as text. Omits the prompt, which is indexed separately. */
function wordsOfValues({ values, prompt, seed }: Recipe): string {
  const words: string[] = seed === null ? [] : [`seed ${seed}`]
  const add = (name: string, value: unknown): void => {
    if (value === null || value === prompt) return
    if (Array.isArray(value)) value.forEach((one) => add(name, one))
    else if (typeof value === 'object') Object.entries(value).forEach(([inner, one]) => add(inner, one))
    else if (typeof value === 'string' ? !/^(?:https?|data):/i.test(value) : true) words.push(`${name} ${String(value)}`)
  }
  for (const [name, value] of Object.entries(values)) add(name, value)
  return words.join(' ')
}
