import { databaseFaults } from '../../database/database-faults.ts'
import { schemaVersion } from '../../database/migrate-database.ts'
import { openDatabase } from '../../database/open-database.ts'

/** `version` is the schema version. `fault` is the first fault that SQLite's check found. Null if the file is intact. */
export type DatabaseFileState = { readonly version: number; readonly fault: string | null }

/** Reads every page and doesn't change the file. @throws SQLite's error if the file can't be read */
export function quickCheckDatabase(path: string): DatabaseFileState {
  using database = openDatabase(path, 'journal-check')
  return { version: schemaVersion(database), fault: databaseFaults(database, 'quick_check', 1)[0] ?? null }
}
