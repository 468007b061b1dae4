import { basename } from 'node:path'
import type { SQLOutputValue } from 'node:sqlite'
import type {
  FileState,
  LibraryChange,
  LibraryCollection,
  LibraryDetails,
  LibraryFacets,
  LibraryItem,
  LibraryQuery,
  LibraryShelf,
  LibraryTile,
  Stars
} from '../../shared/library.ts'
import { outputIndexOf } from '../../shared/item-id.ts'
import { wholeLibrary } from '../../shared/library.ts'
import type { Medium } from '../../shared/json-schema.ts'
import { recipeSchema, type Recipe } from '../../shared/recipe.ts'
import type { FileFinding } from './look-at-files.ts'
import { markUnfilled, openIndexFile } from './index-file.ts'
import { integrityOf } from './integrity-of.ts'
import { createIndexRows } from './index-rows.ts'
import { asIndexed, ftsQueryOf, marksIn, unwantedOnly } from './index-words.ts'

/** An item as it is put into the index. `modifiedAt`: what the file said when it was looked at last; null: not looked at. */
export type IndexedItem = Omit<LibraryItem, 'key' | 'fileName' | 'parents'> & {
  readonly path: string
  readonly sha256: string
  readonly modifiedAt: number | null
  readonly capabilityTitle: string
  readonly recipe: Recipe | null
}
/** As it stands in the index. */
export type StoredItem = IndexedItem & { readonly key: number }

/** Where the index thinks that a file is, and what it was. */
export type IndexedFile = Pick<StoredItem, 'key' | 'id' | 'path' | 'bytes' | 'modifiedAt' | 'sha256' | 'state' | 'madeAt'>
export type ServedFile = Pick<StoredItem, 'id' | 'path' | 'contentType' | 'medium' | 'sha256'>
/** Id, path and time of saving of each item, each in a list of its own: what goes from thread to thread goes quicker so. `lastKey` null: no item. */
export type IndexedPlaces = {
  readonly ids: readonly string[]
  readonly paths: readonly string[]
  readonly times: readonly number[]
  readonly lastKey: number | null
}
export type IndexedCollection = Omit<LibraryCollection, 'count'>

/** The index of the library: everything that is known of each item, and its words. Synchronous; lives in a thread of its own. */
export type LibraryIndex = {
  /** As it was opened: it is to be filled from the folder and the journal. It may hold a part of them. */
  readonly isNew: boolean
  /** It holds all of them now. */
  readonly filled: () => void
  readonly shelf: (query: LibraryQuery) => Omit<LibraryShelf, 'revision'>
  readonly facets: (query: LibraryQuery) => LibraryFacets
  /** In the order that was asked for; keys that are not there any more are left out. */
  readonly tiles: (keys: readonly number[], search: string) => readonly LibraryTile[]
  /** The newest that a search finds, with their marks; what a shelf would begin with. */
  readonly find: (search: string, limit: number) => readonly LibraryTile[]
  readonly details: (id: string) => LibraryDetails | null
  readonly stored: (keys: readonly number[]) => readonly StoredItem[]
  readonly withIds: (ids: readonly string[]) => readonly StoredItem[]
  /** Only what is needed to serve it; null: it is not there. */
  readonly fileOf: (id: string) => ServedFile | null
  readonly withDigest: (sha256: string) => readonly StoredItem[]
  /** In the order of their keys, from the one after `afterKey` on; at most so many. */
  readonly files: (afterKey: number, limit: number) => readonly IndexedFile[]
  /** Of any SQLite file of Kiln: this thread may take its time. */
  readonly integrityOf: (path: string) => readonly string[]
  /** The same in short: what main keeps at hand. */
  readonly places: (afterKey: number, limit: number) => IndexedPlaces
  /** One transaction. An item that is there already keeps its key. `isWritten`: their sidecars say the same already. */
  readonly put: (
    items: readonly IndexedItem[],
    isWritten: boolean
  ) => { readonly added: readonly number[]; readonly changed: readonly number[] }
  /** One transaction; the items that are another one by it. */
  readonly change: (change: LibraryChange) => readonly StoredItem[]
  /** Items that are another one than their sidecars say, since they were put or changed; at most so many. */
  readonly unwritten: (limit: number) => readonly StoredItem[]
  readonly written: (items: readonly StoredItem[]) => void
  readonly unwrittenCount: () => number
  /** What a look at the files found. */
  readonly mark: (findings: readonly FileFinding[]) => void
  readonly withState: (state: FileState) => readonly LibraryItem[]
  /** Every sidecar is to be written. */
  readonly markAllUnwritten: () => void
  readonly drop: (keys: readonly number[]) => void
  readonly clear: () => void
  readonly collections: () => readonly LibraryCollection[]
  /** `id` null: a new one. Null: it is not there. */
  readonly keepCollection: (collection: {
    readonly id: number | null
    readonly name: string
    readonly createdAt: number
  }) => IndexedCollection | null
  readonly putCollections: (collections: readonly IndexedCollection[]) => void
  /** Keys of the items that were in it. */
  readonly removeCollection: (id: number) => readonly number[]
  readonly close: () => void
}

type Row = Record<string, SQLOutputValue>
/** What is read of all items at once, in the order of its columns. */
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
  collections: string
]
const none: readonly never[] = []
type BareItem = Omit<StoredItem, 'recipe'>

export function openIndex(path: string): LibraryIndex {
  const { database, isNew } = openIndexFile(path)
  const rows = createIndexRows()
  const insert = database.prepare(`INSERT INTO items
    (id, task, capability, capability_title, medium, content_type, path, file_name, bytes, modified_at, sha256, width, height, seconds, made_at, day,
     title, prompt, connection_id, state, stars, tags, collections)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET task = excluded.task, capability = excluded.capability, capability_title = excluded.capability_title,
     medium = excluded.medium, content_type = excluded.content_type, path = excluded.path, file_name = excluded.file_name, bytes = excluded.bytes,
     modified_at = excluded.modified_at, sha256 = excluded.sha256, width = excluded.width, height = excluded.height, seconds = excluded.seconds,
     made_at = excluded.made_at, day = excluded.day, title = excluded.title, prompt = excluded.prompt, connection_id = excluded.connection_id,
     state = excluded.state, stars = excluded.stars, tags = excluded.tags, collections = excluded.collections
    RETURNING key`)
  const byKey = database.prepare('SELECT * FROM items WHERE key = ?')
  const byId = database.prepare('SELECT * FROM items WHERE id = ?')
  const byDigest = database.prepare('SELECT * FROM items WHERE sha256 = ?')
  const parentsOf = database.prepare('SELECT parent FROM parents WHERE child = ? ORDER BY parent')
  // By task, the oldest first, and each task's outputs in the service's order: they can be saved in any order.
  const childrenOf = database.prepare(`SELECT items.id FROM parents JOIN items ON items.key = parents.child WHERE parents.parent = ?
    ORDER BY min(items.made_at) OVER (PARTITION BY coalesce(items.task, items.id)), items.task, length(items.id), items.id`)
  // By the index of ids, which begin with their task's and a dot; behind the dot comes the slash.
  const outputsOf = database.prepare("SELECT id FROM items WHERE id > ? || '.' AND id < ? || '/'")
  const addParent = database.prepare('INSERT OR IGNORE INTO parents (child, parent) VALUES (?, ?)')
  const dropParents = database.prepare('DELETE FROM parents WHERE child = ?')
  const recipeOf = database.prepare('SELECT recipe FROM recipes WHERE key = ?')
  const putRecipe = database.prepare('INSERT OR REPLACE INTO recipes (key, recipe) VALUES (?, ?)')
  const dropRecipe = database.prepare('DELETE FROM recipes WHERE key = ?')
  const dropItem = database.prepare('DELETE FROM items WHERE key = ?')
  const addUnwritten = database.prepare('INSERT OR IGNORE INTO unwritten (key) VALUES (?)')
  const dropUnwritten = database.prepare('DELETE FROM unwritten WHERE key = ?')
  const selectUnwritten = database.prepare('SELECT key FROM unwritten ORDER BY key LIMIT ?')
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
  // One long text instead of tens of thousands of rows: several times as quick.
  const find = database.prepare('SELECT group_concat(rowid) AS keys FROM words WHERE words MATCH ?')
  const highestKey = database.prepare('SELECT coalesce(max(key), 0) AS key FROM items')
  const selectCollections = database.prepare('SELECT id, name, created_at FROM collections ORDER BY name COLLATE NOCASE, id')
  const putCollection = database.prepare(
    'INSERT INTO collections (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id, name, created_at'
  )
  const renameCollection = database.prepare('UPDATE collections SET name = ? WHERE id = ? RETURNING id, name, created_at')
  const dropCollection = database.prepare('DELETE FROM collections WHERE id = ?')

  rememberAll()

  /** With no prompt and no path read: the first question after a start waits for this. */
  function rememberAll(): void {
    const select =
      database.prepare(`SELECT key, made_at, day, medium, capability, capability_title, connection_id, bytes, width, height, file_name,
      stars, tags, collections FROM items`)
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
        collections
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
        collections: collections === '[]' ? none : (JSON.parse(collections) as number[])
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
      collections: item.collections
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
      item.title === item.prompt ? '' : asIndexed(item.title),
      asIndexed(item.prompt ?? ''),
      asIndexed(recipe === null ? '' : wordsOfValues(recipe)),
      asIndexed(`${item.capabilityTitle} ${item.capability}`),
      asIndexed(item.tags.join(' ')),
      asIndexed(basename(item.path))
    )
    return { stored, isNewItem: before === undefined }
  }

  /** Of the search that was asked last: what is found and what is counted are two questions. Forgotten with every change. */
  let lastHits: { readonly search: string; readonly hits: Uint8Array | null } | null = null

  function hitsOf(search: string): Uint8Array | null {
    if (search.trim() === '') return null
    if (lastHits?.search === search) return lastHits.hits
    const hits = findHits(search)
    lastHits = { search, hits }
    return hits
  }

  function findHits(search: string): Uint8Array | null {
    const query = ftsQueryOf(search)
    const unwanted = query === null ? unwantedOnly(search) : null
    const wanted = query ?? unwanted
    if (wanted === null) return null
    const hits = new Uint8Array(Number(highestKey.get()?.['key']) + 1).fill(unwanted === null ? 0 : 1)
    for (const key of JSON.parse(`[${String(find.get(wanted)?.['keys'] ?? '')}]`) as number[]) hits[key] = unwanted === null ? 1 : 0
    return hits
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
      marks: { title: marksIn(item.title, search), prompt: marksIn(item.prompt ?? '', search) }
    }))

  return {
    isNew,
    filled: () => markUnfilled(database, false),
    shelf: (query) => rows.shelf(query, hitsOf(query.search)),
    facets: (query) => rows.facets(query, hitsOf(query.search)),
    tiles,
    find: (search, limit) => tiles([...rows.shelf({ ...wholeLibrary, search }, hitsOf(search)).keys.subarray(0, limit)], search),
    details: (id) => {
      const row = byId.get(id)
      if (row === undefined) return null
      const { recipe, ...item } = readStored(row)
      const children = childrenOf.all(id).map((child) => String(child['id']))
      return { ...viewOf(item), recipe, sha256: item.sha256, children, outputs: outputsBeside(item) }
    },
    stored: itemsWith,
    withIds: (ids) =>
      ids.flatMap((id) => {
        const row = byId.get(id)
        return row === undefined ? [] : [readStored(row)]
      }),
    fileOf: (id) => {
      const row = byId.get(id)
      if (row === undefined) return null
      const { path: place, contentType, medium, sha256 } = readItem(row)
      return { id, path: place, contentType, medium, sha256 }
    },
    withDigest: (sha256) => byDigest.all(sha256).map(readStored),
    integrityOf,
    files: (afterKey, limit) =>
      selectFiles.all(afterKey, limit).map((row) => ({
        key: Number(row['key']),
        id: String(row['id']),
        path: String(row['path']),
        bytes: Number(row['bytes']),
        modifiedAt: numberOrNull(row['modified_at']),
        sha256: String(row['sha256']),
        state: row['state'] as FileState,
        madeAt: Number(row['made_at'])
      })),
    places: (afterKey, limit) => {
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
    change: (change) => {
      const changed = itemsWith(change.keys).flatMap((item) => {
        const after = changedBy(item, change)
        return after === null ? [] : [after]
      })
      inTransaction(() => {
        for (const item of changed) putOne(item, false)
      })
      changed.forEach(remember)
      return changed
    },
    unwritten: (limit) => itemsWith(selectUnwritten.all(limit).map(({ key }) => Number(key))),
    written: (items) =>
      inTransaction(() => {
        // What was changed again while its sidecar was written is written once more.
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
          dropItem.run(key)
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
        markUnfilled(database, true)
        database.exec(
          "DELETE FROM items; DELETE FROM recipes; DELETE FROM unwritten; DELETE FROM parents; DELETE FROM collections; INSERT INTO words (words) VALUES ('delete-all')"
        )
      })
      rows.clear()
    },
    collections: () => {
      const counts = new Map(rows.facets(wholeLibrary, null).collections.map(({ value, count }) => [value, count]))
      return selectCollections.all().map((row) => ({ ...readCollection(row), count: counts.get(Number(row['id'])) ?? 0 }))
    },
    keepCollection: ({ id, name, createdAt }) => {
      const row = id === null ? putCollection.get(null, name, createdAt) : renameCollection.get(name, id)
      return row === undefined ? null : readCollection(row)
    },
    putCollections: (collections) =>
      inTransaction(() => {
        for (const { id, name, createdAt } of collections) putCollection.run(id, name, createdAt)
      }),
    removeCollection: (id) => {
      const keys = [...rows.shelf({ ...wholeLibrary, collection: id }, null).keys]
      const without = itemsWith(keys).map((item) => ({ ...item, collections: item.collections.filter((one) => one !== id) }))
      inTransaction(() => {
        for (const item of without) putOne(item, false)
        dropCollection.run(id)
      })
      without.forEach(remember)
      return keys
    },
    close: () => {
      if (database.isOpen) database.close()
    }
  }
}

/** Null: it is as it was. */
function changedBy(item: StoredItem, { stars, addTags = [], removeTags = [], addTo, takeFrom }: LibraryChange): StoredItem | null {
  const without = new Set(removeTags)
  const tags = [...new Set([...item.tags.filter((tag) => !without.has(tag)), ...addTags])]
  const collections = [...new Set([...item.collections.filter((id) => id !== takeFrom), ...(addTo === undefined ? [] : [addTo])])]
  const after = { ...item, stars: stars ?? item.stars, tags, collections }
  const isSame = after.stars === item.stars && tags.join('\0') === item.tags.join('\0') && collections.join() === item.collections.join()
  return isSame ? null : after
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
    state: row['state'] as FileState,
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

/** Names and values of everything that was filled in, except for the prompt, which has a place of its own. */
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
