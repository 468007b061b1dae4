import type { DatabaseSync } from 'node:sqlite'

/** Runs `work` in one transaction and returns its result. If `work` or the commit throws, nothing is written. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A failed commit, for example on a full disk, may already have ended the transaction.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
