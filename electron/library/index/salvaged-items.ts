import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Stars } from '../../../shared/library/library.ts'
import { openDatabase } from '../../database/open-database.ts'
import type { UserMetadata } from './indexed-item.ts'
import type { IndexRecord } from './item-from-row.ts'

/** Metadata that only the index had, because the item's sidecar was missing or out of date. */
export type SalvagedItem = { readonly id: string; readonly person: UserMetadata }

/**
 * Creates the table for salvaged metadata. It isn't part of the schema, because it was added later. It is empty unless items must be
 * imported again. Stored. Don't rename.
 */
function createTable(database: DatabaseSync): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS salvaged (id TEXT PRIMARY KEY, stars INTEGER NOT NULL, tags TEXT NOT NULL, collections TEXT NOT NULL) STRICT'
  )
}

function selectUnwritten(database: DatabaseSync): StatementSync {
  return database.prepare('SELECT id, stars, tags, collections FROM items JOIN unwritten USING (key)')
}

function selectSalvaged(database: DatabaseSync): StatementSync {
  return database.prepare('SELECT id, stars, tags, collections FROM salvaged')
}

/** Reads as much unwritten metadata as possible from a file that is damaged or has another version. Never throws. */
export function salvageUnwritten(path: string): readonly SalvagedItem[] {
  const salvaged = new Map<string, SalvagedItem>()
  for (const select of [selectSalvaged, selectUnwritten]) {
    try {
      using database = openDatabase(path, 'library-index')
      for (const row of select(database).iterate()) salvaged.set(String(row['id']), itemFromRecord(row))
    } catch {
      // The other rows can't be read, or the table doesn't exist.
    }
  }
  return [...salvaged.values()]
}

/** Metadata in the index that is newer than the sidecars of items that must be imported again. */
export class SalvagedItems {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #delete: StatementSync
  readonly #select: StatementSync

  constructor(database: DatabaseSync) {
    createTable(database)
    this.#database = database
    this.#insert = database.prepare('INSERT OR REPLACE INTO salvaged (id, stars, tags, collections) VALUES (?, ?, ?, ?)')
    this.#delete = database.prepare('DELETE FROM salvaged WHERE id = ?')
    this.#select = selectSalvaged(database)
  }

  all(): readonly SalvagedItem[] {
    return this.#select.all().map(itemFromRecord)
  }

  put(items: readonly SalvagedItem[]): void {
    for (const { id, person } of items) this.#insert.run(id, person.stars, JSON.stringify(person.tags), JSON.stringify(person.collections))
  }

  /** Copies the metadata of all items whose sidecars are out of date. Call in the transaction that deletes these items. */
  addUnwritten(): void {
    this.put(selectUnwritten(this.#database).all().map(itemFromRecord))
  }

  remove(id: string): void {
    this.#delete.run(id)
  }
}

function itemFromRecord(row: IndexRecord): SalvagedItem {
  return {
    id: String(row['id']),
    person: {
      stars: Number(row['stars']) as Stars,
      tags: JSON.parse(String(row['tags'])) as string[],
      collections: JSON.parse(String(row['collections'])) as number[]
    }
  }
}
