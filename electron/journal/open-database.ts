import { DatabaseSync } from 'node:sqlite'
import { checkFile, type FileState } from './check-file.ts'
import { JournalError, journalErrorFrom } from './journal-errors.ts'
import { fileSize } from './journal-files.ts'
import { migrations } from './migrations.ts'
import { runInThread } from './run-in-thread.ts'

/** How long SQLite waits for another program's lock. The main thread is blocked meanwhile. */
const busyTimeoutInMs = 20
/** A check reads the whole file, at about 1 ms per MB. A larger file is checked in a thread, so that the main thread isn't blocked. */
const largestCheckOnMainThreadInBytes = 16 * 1024 * 1024

/**
 * Opens the journal's file, creates it if there is none, and brings its schema up to date.
 * @throws JournalError; not a byte of a damaged or newer file has changed then.
 */
export async function openDatabase(path: string): Promise<DatabaseSync> {
  const bytes = await fileSize(path)
  if (bytes !== null) await judgeFile(path, bytes)
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: busyTimeoutInMs })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    // Without these two, macOS leaves the last writes in the drive's cache.
    if (process.platform === 'darwin') database.exec('PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1')
    migrate(database)
    return database
  } catch (error) {
    database?.close()
    throw journalErrorFrom(path, error)
  }
}

/** Throws a JournalError if this version of Kiln can't use the file. */
async function judgeFile(path: string, bytes: number): Promise<void> {
  let state: FileState
  try {
    // A thread that can't be started must not make the journal unreadable.
    const isLarge = bytes > largestCheckOnMainThreadInBytes
    state = isLarge ? await runInThread({ do: 'check', path }).catch(() => checkFile(path)) : checkFile(path)
  } catch (error) {
    throw journalErrorFrom(path, error)
  }
  // What a newer version wrote need not look sound to this one.
  if (state.version > migrations.length) throw new JournalError('newer', path)
  if (state.fault !== null) throw new JournalError('damaged', path, new Error(state.fault))
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue
    database.exec(`BEGIN IMMEDIATE; ${step}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}
