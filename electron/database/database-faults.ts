import type { DatabaseSync } from 'node:sqlite'

/**
 * Returns at most `limit` faults that SQLite finds in the file. Empty if the file is intact. Reads every page. Only `integrity_check`
 * compares indexes with their tables.
 */
export function databaseFaults(database: DatabaseSync, check: 'quick_check' | 'integrity_check', limit: number): readonly string[] {
  const rows = database.prepare(`PRAGMA ${check}(${limit})`).all()
  return rows.map((row) => String(row[check])).filter((line) => line !== 'ok')
}
