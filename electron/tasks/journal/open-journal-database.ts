import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../../database/open-database.ts'
import { quickCheckDatabase, type DatabaseFileState } from './quick-check-database.ts'
import { JournalError, journalErrorFrom } from './journal-errors.ts'
import { fileSize } from './journal-files.ts'
import { migrateJournal } from './migrate-journal.ts'
import { journalMigrations } from './migrations.ts'
import { runInJournalThread } from './run-in-journal-thread.ts'

/**
 * Maximum size of a file that is checked on the main thread. A check reads the whole file, at about 1 ms per MB. A larger file is checked
 * and migrated in a separate thread.
 */
const largestFileOnMainThreadInBytes = 16 * 1024 * 1024

/**
 * Opens the journal's file, creates it if none exists, and migrates its schema.
 * @throws JournalError. A damaged or newer file is left unchanged.
 */
export async function openJournalDatabase(path: string): Promise<DatabaseSync> {
  const bytes = await fileSize(path)
  if (bytes !== null) await prepareDatabaseFile(path, bytes)
  let database: DatabaseSync | null = null
  try {
    database = openDatabase(path, 'journal')
    await migrateJournal(database)
    return database
  } catch (error) {
    database?.close()
    throw journalErrorFrom(path, error)
  }
}

/** Throws a JournalError if this version of Kiln can't use the file. Also migrates a large file. */
async function prepareDatabaseFile(path: string, bytes: number): Promise<void> {
  const isLarge = bytes > largestFileOnMainThreadInBytes
  let state: DatabaseFileState
  try {
    // If a thread can't be started, the main thread checks the journal.
    state = isLarge ? await runInJournalThread({ do: 'check', path }).catch(() => quickCheckDatabase(path)) : quickCheckDatabase(path)
  } catch (error) {
    throw journalErrorFrom(path, error)
  }
  // The version is checked first, because a newer version's data may look damaged to this version.
  if (state.version > journalMigrations.length) throw new JournalError('newer', path)
  if (state.fault !== null) throw new JournalError('damaged', path, new Error(state.fault))
  // If the thread can't migrate the file, the main thread does.
  if (isLarge && state.version < journalMigrations.length) await runInJournalThread({ do: 'migrate', path }).catch(() => undefined)
}
