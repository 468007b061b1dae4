import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { indexSchema, indexVersion } from './index-schema.ts'

/** `application_id` of an incomplete index. Complete indexes, and those from earlier versions of Kiln, have 0. Stored. Don't change. */
const unfilled = 1

/**
 * `isNew`: true if the index must be filled from the folder and the journal. Some items may already be in it, if Kiln was closed before
 * the index was complete.
 */
type IndexFile = { readonly database: DatabaseSync; readonly isNew: boolean }

/**
 * Opens the index. Replaces an index that is damaged or has another version. No data is lost, because all of it exists elsewhere too. Uses
 * a database in memory if no file can be created.
 */
export function openIndexFile(path: string): IndexFile {
  const opened = open(path)
  if (opened !== null) return opened
  deleteIndexFile(path)
  return open(path) ?? begun(new DatabaseSync(':memory:'))
}

/** Deletes the database file and the files that SQLite keeps beside it. */
export function deleteIndexFile(path: string): void {
  try {
    for (const ending of ['-wal', '-shm', '']) rmSync(path + ending, { force: true })
  } catch {
    // Another program has the file open. Kiln uses an index in memory until the next start.
  }
}

/** True for SQLite's errors about damaged files (11) and files that aren't databases (26). */
export function isCorruptionError(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && [11, 26].includes(error.errcode & 0xff)
}

function open(path: string): IndexFile | null {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: 2_000 })
    // A power cut may lose the last changes. They are imported again from the folder and the journal.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000')
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
    if (version === 0) return begun(database)
    if (version === indexVersion) return { database, isNew: isUnfilled(database) }
  } catch {
    // The file is damaged or can't be opened.
  }
  database?.close()
  return null
}

function begun(database: DatabaseSync): IndexFile {
  database.exec(`BEGIN IMMEDIATE; ${indexSchema}; PRAGMA application_id = ${unfilled}; COMMIT`)
  return { database, isNew: true }
}

function isUnfilled(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA application_id').get()?.['application_id'] === unfilled
}

/** Records whether the index may lack results from the folder or the journal. If `isMissing` is true, the next start adds them. */
export function setIndexIncomplete(database: DatabaseSync, isMissing: boolean): void {
  database.exec(`PRAGMA application_id = ${isMissing ? unfilled : 0}`)
}
