import type { DatabaseSync } from 'node:sqlite'
import type { ItemSearch } from './item-search.ts'

export type TransactionDependencies = { readonly database: DatabaseSync; readonly search: ItemSearch }

/** Runs `work` in one transaction, and rolls it back after an error. Clears the cached search hits, because they become outdated. */
export function runTransaction<T>({ database, search }: TransactionDependencies, work: () => T): T {
  search.clearHits()
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
