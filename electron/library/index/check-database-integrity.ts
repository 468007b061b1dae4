import { DatabaseSync } from 'node:sqlite'

/** Maximum number of faults reported per file. */
const mostFaults = 20

/**
 * Runs SQLite's integrity check on every page of a database file, through a read-only connection. Returns the faults, or an empty list if
 * the file is intact. An error, such as a missing file, counts as a fault. Never throws.
 */
export function checkDatabaseIntegrity(path: string): readonly string[] {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 2_000 })
    const rows = database.prepare(`PRAGMA integrity_check(${mostFaults})`).all()
    return rows.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok')
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    database?.close()
  }
}
