import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoredItem } from './indexed-item.ts'
import type { ItemReader } from './item-reader.ts'
import { runTransaction, type TransactionDependencies } from './run-transaction.ts'

/** The keys of the items whose sidecars are out of date. */
export class UnwrittenSidecars {
  readonly #database: DatabaseSync
  readonly #dependencies: TransactionDependencies & { readonly reader: ItemReader }
  readonly #insert: StatementSync
  readonly #delete: StatementSync
  readonly #select: StatementSync

  constructor(dependencies: TransactionDependencies & { readonly reader: ItemReader }) {
    const { database } = dependencies
    this.#database = database
    this.#dependencies = dependencies
    this.#insert = database.prepare('INSERT OR IGNORE INTO unwritten (key) VALUES (?)')
    this.#delete = database.prepare('DELETE FROM unwritten WHERE key = ?')
    this.#select = database.prepare('SELECT key FROM unwritten WHERE key > ? ORDER BY key LIMIT ?')
  }

  add(key: number): void {
    this.#insert.run(key)
  }

  remove(key: number): void {
    this.#delete.run(key)
  }

  addAll(): void {
    this.#database.exec('INSERT OR IGNORE INTO unwritten (key) SELECT key FROM items')
  }

  /** Returns at most `limit` items in key order, starting after `afterKey`. */
  page(afterKey: number, limit: number): readonly StoredItem[] {
    return this.#dependencies.reader.stored(this.#select.all(afterKey, limit).map(({ key }) => Number(key)))
  }

  /** Records that the sidecars of these items were written. */
  markWritten(items: readonly StoredItem[]): void {
    const { reader } = this.#dependencies
    runTransaction(this.#dependencies, () => {
      // An item that changed while its sidecar was being written stays queued.
      for (const item of items) {
        const now = reader.find(item.key)
        if (now === null || JSON.stringify(now) === JSON.stringify(item)) this.remove(item.key)
      }
    })
  }
}
