import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../database/in-transaction.ts'
import type { ItemSearch } from './item-search.ts'

export type TransactionDependencies = { readonly database: DatabaseSync; readonly search: ItemSearch }

/** Runs `work` in one transaction, and rolls it back after an error. Clears the cached search hits, because they become outdated. */
export function runTransaction<T>({ database, search }: TransactionDependencies, work: () => T): T {
  search.clearHits()
  return inTransaction(database, work)
}
