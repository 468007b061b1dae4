import { openDatabase } from '../../database/open-database.ts'

/**
 * Version, compile options and journal mode of this runtime's SQLite. The journal needs the mode `wal`. Electron builds its own SQLite,
 * which differs from Node's.
 */
export type SqliteFacts = { readonly version: string; readonly options: readonly string[]; readonly journalMode: string }

/** Reads the facts from a new database. `path`: where to create the database. The folder must exist. */
export function readSqliteFacts(path: string): SqliteFacts {
  using database = openDatabase(path, 'journal')
  const read = (sql: string): string[] =>
    database
      .prepare(sql)
      .all()
      .flatMap((row) => Object.values(row).map(String))
  return {
    version: read('SELECT sqlite_version()').join(),
    options: read('PRAGMA compile_options'),
    journalMode: read('PRAGMA journal_mode').join()
  }
}
