import type { StatementSync } from 'node:sqlite'
import type { LibraryCollection } from '../../../shared/library/library.ts'
import { unfilteredQuery } from '../../../shared/library/query-defaults.ts'
import type { IndexRows } from './index-rows.ts'
import type { IndexedCollection } from './indexed-item.ts'
import type { ChangedItems } from './item-change.ts'
import type { IndexRecord } from './item-from-row.ts'
import type { ItemReader } from './item-reader.ts'
import type { ItemWriter } from './item-writer.ts'
import { runTransaction, type TransactionDependencies } from './run-transaction.ts'

export type IndexedCollectionsDependencies = TransactionDependencies & {
  readonly rows: IndexRows
  readonly reader: ItemReader
  readonly writer: ItemWriter
}

/** The collections in the index. Items refer to them by ID. */
export class IndexedCollections {
  readonly #dependencies: IndexedCollectionsDependencies
  readonly #select: StatementSync
  readonly #put: StatementSync
  readonly #rename: StatementSync
  readonly #delete: StatementSync

  constructor(dependencies: IndexedCollectionsDependencies) {
    const { database } = dependencies
    this.#dependencies = dependencies
    this.#select = database.prepare('SELECT id, name, created_at FROM collections ORDER BY name COLLATE NOCASE, id')
    this.#put = database.prepare(
      'INSERT INTO collections (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id, name, created_at'
    )
    this.#rename = database.prepare('UPDATE collections SET name = ? WHERE id = ? RETURNING id, name, created_at')
    this.#delete = database.prepare('DELETE FROM collections WHERE id = ?')
  }

  all(): readonly LibraryCollection[] {
    const counts = new Map(this.#dependencies.rows.facets(unfilteredQuery, null).collections.map(({ value, count }) => [value, count]))
    return this.#select.all().map((row) => ({ ...collectionFromRow(row), count: counts.get(Number(row['id'])) ?? 0 }))
  }

  /** Creates a collection if `id` is null, otherwise renames it. Returns null if the collection doesn't exist. */
  save({
    id,
    name,
    createdAt
  }: {
    readonly id: number | null
    readonly name: string
    readonly createdAt: number
  }): IndexedCollection | null {
    const row = id === null ? this.#put.get(null, name, createdAt) : this.#rename.get(name, id)
    return row === undefined ? null : collectionFromRow(row)
  }

  /** Adds a collection with this ID, or with any free ID if `id` is null. Returns the ID. */
  add({ id, name, createdAt }: { readonly id: number | null; readonly name: string; readonly createdAt: number }): number {
    return Number(this.#put.get(id, name, createdAt)?.['id'])
  }

  put(collections: readonly IndexedCollection[]): void {
    runTransaction(this.#dependencies, () => {
      for (const { id, name, createdAt } of collections) this.#put.run(id, name, createdAt)
    })
  }

  remove(id: number): ChangedItems {
    const { rows, reader, writer } = this.#dependencies
    const keys = [...rows.page({ ...unfilteredQuery, collection: id }, null).keys]
    const without = reader.stored(keys).map((before) => ({
      before,
      after: { ...before, collections: before.collections.filter((one) => one !== id) }
    }))
    return writer.putChanged(without, () => this.#delete.run(id))
  }
}

function collectionFromRow(row: IndexRecord): IndexedCollection {
  return { id: Number(row['id']), name: String(row['name']), createdAt: Number(row['created_at']) }
}
