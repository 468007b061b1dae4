import { DatabaseSync } from 'node:sqlite'

/** What the SQLite inside this runtime is, and whether it writes as the journal asks for. Electron builds its own, unlike Node's. */
export type SqliteFacts = { readonly version: string; readonly options: readonly string[]; readonly journalMode: string }

/** `path`: of a database that is made for this, in a folder that is there. */
export function sqliteFacts(path: string): SqliteFacts {
  const database = new DatabaseSync(path)
  try {
    const read = (sql: string): string[] =>
      database
        .prepare(sql)
        .all()
        .flatMap((row) => Object.values(row).map(String))
    return {
      version: read('SELECT sqlite_version()').join(),
      options: read('PRAGMA compile_options'),
      journalMode: read('PRAGMA journal_mode = WAL').join()
    }
  } finally {
    database.close()
  }
}
