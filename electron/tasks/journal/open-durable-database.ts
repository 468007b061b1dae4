import { DatabaseSync } from 'node:sqlite'

/** Maximum time that SQLite waits for another program's lock. The main thread is blocked meanwhile. */
const busyTimeoutInMs = 20

/** Opens a database whose commits are on disk when they return. The caller closes it. @throws SQLite's error */
export function openDurableDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutInMs })
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    // Without these two settings, macOS leaves the last writes in the drive's cache.
    if (process.platform === 'darwin') database.exec('PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
