import { DatabaseSync } from 'node:sqlite'

/** `version` is the schema version. `fault` is the first fault that SQLite's check found. Null if the file is intact. */
export type DatabaseFileState = { readonly version: number; readonly fault: string | null }

/**
 * Reads every page through a read-only connection. A writable connection would merge the write-ahead log into the file when it closes.
 * Throws SQLite's error if the file can't be read.
 */
export function quickCheckDatabase(path: string): DatabaseFileState {
  const database = new DatabaseSync(path, { timeout: 20, readOnly: true })
  try {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
    const verdict = String(database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'])
    return { version, fault: verdict === 'ok' ? null : verdict }
  } finally {
    database.close()
  }
}
