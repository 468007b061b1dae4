import type {
  LibraryChange,
  LibraryCollection,
  LibraryFacets,
  LibraryItem,
  LibraryItemDetails,
  LibraryQuery,
  LibraryQueryResult,
  LibrarySelectionSummary,
  LibraryTile,
  ResultFileState
} from '../../../shared/library/library.ts'
import { unfilteredQuery } from '../../../shared/library/query-defaults.ts'
import type { FileCheckResult } from '../verify-files.ts'
import { checkDatabaseIntegrity } from './check-database-integrity.ts'
import { openIndexFile } from './index-file.ts'
import { createIndexRows } from './index-rows.ts'
import { IndexedCollections } from './indexed-collections.ts'
import type { IndexedCollection, IndexedFile, IndexedItem, IndexedLocations, ItemSummary, ServedFile, StoredItem } from './indexed-item.ts'
import type { ChangedItems, ItemChange } from './item-change.ts'
import { ItemReader } from './item-reader.ts'
import { ItemSearch } from './item-search.ts'
import { ItemWriter } from './item-writer.ts'
import { loadIndexRows } from './load-index-rows.ts'
import { SalvagedItems, type SalvagedItem } from './salvaged-items.ts'
import { UnwrittenSidecars } from './unwritten-sidecars.ts'

/** The library index: all data about each item, and its searchable text. Synchronous, so it runs in a separate thread. */
export type LibraryIndex = {
  /**
   * True if the index was incomplete when opened. It must be filled from the folder and the journal, but may already contain some items.
   */
  readonly isNew: boolean
  /** Returns the metadata of items that must be imported again. It is newer than their sidecars. */
  readonly salvaged: () => readonly SalvagedItem[]
  /** Saves the metadata of items before their import, so that a crash during the import loses nothing. */
  readonly salvage: (items: readonly SalvagedItem[]) => void
  readonly forgetSalvaged: (ids: readonly string[]) => void
  /** Marks the index as complete, and forgets the salvaged metadata. */
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

export function openIndex(path: string): LibraryIndex {
  const { database, isNew } = openIndexFile(path)
  const rows = createIndexRows()
  const search = new ItemSearch(database)
  const reader = new ItemReader(database)
  const unwritten = new UnwrittenSidecars({ database, search, reader })
  const salvaged = new SalvagedItems(database)
  const writer = new ItemWriter({ database, search, rows, reader, unwritten, salvaged })
  const collections = new IndexedCollections({ database, search, rows, reader, writer })
  loadIndexRows(database, rows)

  return {
    isNew,
    salvaged: () => salvaged.all(),
    salvage: (items) => salvaged.put(items),
    forgetSalvaged: (ids) => ids.forEach((id) => salvaged.remove(id)),
    filled: () => writer.filled(),
    page: (query) => rows.page(query, search.hitsOf(query.search)),
    facets: (query) => rows.facets(query, search.hitsOf(query.search)),
    tiles: (keys, text) => reader.tiles(keys, text),
    find: (text, limit) => {
      const { keys } = rows.page({ ...unfilteredQuery, search: text }, search.hitsOf(text))
      return reader.tiles([...keys.subarray(0, limit)], text)
    },
    details: (id) => reader.details(id),
    summary: rows.summary,
    stored: (keys) => reader.stored(keys),
    withIds: (ids) => reader.withIds(ids),
    briefs: (keys) => reader.briefs(keys),
    withPaths: (paths) => reader.withPaths(paths),
    fileOf: (id) => reader.fileOf(id),
    files: (afterKey, limit) => reader.files(afterKey, limit),
    integrityOf: checkDatabaseIntegrity,
    locations: (afterKey, limit) => reader.locations(afterKey, limit),
    put: (items, isWritten) => writer.put(items, isWritten),
    change: (change) => writer.change(change),
    revert: (steps) => writer.revert(steps),
    unwritten: (afterKey, limit) => unwritten.page(afterKey, limit),
    written: (items) => unwritten.markWritten(items),
    mark: (findings) => writer.mark(findings),
    withState: (state) => reader.withState(state),
    markAllUnwritten: () => unwritten.addAll(),
    drop: (keys) => writer.drop(keys),
    clear: () => writer.clear(),
    collections: () => collections.all(),
    saveCollection: (collection) => collections.save(collection),
    addCollection: (collection) => collections.add(collection),
    putCollections: (all) => collections.put(all),
    removeCollection: (id) => collections.remove(id),
    close: () => {
      if (database.isOpen) database.close()
    }
  }
}
