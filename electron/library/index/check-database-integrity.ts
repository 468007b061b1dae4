import { databaseFaults } from '../../database/database-faults.ts'
import { openDatabase } from '../../database/open-database.ts'

/** Maximum number of faults reported per file. */
const mostFaults = 20

/**
 * Runs SQLite's integrity check on every page of a database file, through a read-only connection. Returns the faults, or an empty list if
 * the file is intact. An error, such as a missing file, counts as a fault. Never throws.
 */
export function checkDatabaseIntegrity(path: string): readonly string[] {
  try {
    using database = openDatabase(path, 'library-index-check')
    return databaseFaults(database, 'integrity_check', mostFaults)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
