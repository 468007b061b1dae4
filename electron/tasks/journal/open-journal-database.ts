import { DatabaseSync } from 'node:sqlite'
import { quickCheckDatabase, type DatabaseFileState } from './check-file.ts'
import { JournalError, journalErrorFrom } from './journal-errors.ts'
import { fileSize } from './journal-files.ts'
import { journalMigrations } from './migrations.ts'
import { runInJournalThread } from './run-in-journal-thread.ts'

/** Maximum time that SQLite waits for another program's lock. The main thread is blocked meanwhile. */
const busyTimeoutInMs = 20
/** A check reads the whole file, at about 1 ms per MB. A larger file is checked in a thread, so that the main thread isn't blocked. */
const largestCheckOnMainThreadInBytes = 16 * 1024 * 1024

/**
 * Opens the journal's file, creates it if none exists, and migrates its schema.
 * @throws JournalError. A damaged or newer file is left unchanged.
 */
export async function openJournalDatabase(path: string): Promise<DatabaseSync> {
  const bytes = await fileSize(path)
  if (bytes !== null) await checkDatabaseFile(path, bytes)
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: busyTimeoutInMs })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    // Without these two settings, macOS leaves the last writes in the drive's cache.
    if (process.platform === 'darwin') database.exec('PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1')
    migrate(database)
    return database
  } catch (error) {
    database?.close()
    throw journalErrorFrom(path, error)
  }
}

/** Throws a JournalError if this version of Kiln can't use the file. */
async function checkDatabaseFile(path: string, bytes: number): Promise<void> {
  let state: DatabaseFileState
  try {
    // If a thread can't be started, the main thread checks the journal.
    const isLarge = bytes > largestCheckOnMainThreadInBytes
    state = isLarge ? await runInJournalThread({ do: 'check', path }).catch(() => quickCheckDatabase(path)) : quickCheckDatabase(path)
  } catch (error) {
    throw journalErrorFrom(path, error)
  }
  // The version is checked first, because a newer version's data may look damaged to this version.
  if (state.version > journalMigrations.length) throw new JournalError('newer', path)
  if (state.fault !== null) throw new JournalError('damaged', path, new Error(state.fault))
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
  for (const [index, step] of journalMigrations.entries()) {
    if (index < version) continue
    database.exec(`BEGIN IMMEDIATE; ${step}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}
