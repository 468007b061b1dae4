import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { indexSchema, indexVersion } from './index-schema.ts'

/** In the file's `application_id`. Indexes of earlier versions have 0 there. Stored; do not change. */
const unfilled = 1

/** `isNew`: it is to be filled from the folder and the journal. It may hold a part already, if Kiln was closed meanwhile. */
type IndexFile = { readonly database: DatabaseSync; readonly isNew: boolean }

/**
 * Opens the index, and begins it anew when it is damaged or of another version: all that it holds stands elsewhere too. Where no file can be
 * had it is in memory.
 */
export function openIndexFile(path: string): IndexFile {
  const opened = open(path)
  if (opened !== null) return opened
  throwAway(path)
  return open(path) ?? begun(new DatabaseSync(':memory:'))
}

/** The file is gone when the index is opened next. */
export function throwAway(path: string): void {
  try {
    for (const ending of ['-wal', '-shm', '']) rmSync(path + ending, { force: true })
  } catch {
    // Held by another program: an index in memory serves meanwhile.
  }
}

/** SQLite's own numbers for a file that is torn, and one that is no database. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && [11, 26].includes(error.errcode & 0xff)
}

function open(path: string): IndexFile | null {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: 2_000 })
    // A power cut may cost the last moments: they are read again from the folder and the journal.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000')
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
    if (version === 0) return begun(database)
    if (version === indexVersion) return { database, isNew: isUnfilled(database) }
  } catch {
    // Damaged, or out of reach.
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

/** Whether something of the folder or the journal may be missing in it, which a start then makes up for. */
export function markUnfilled(database: DatabaseSync, isMissing: boolean): void {
  database.exec(`PRAGMA application_id = ${isMissing ? unfilled : 0}`)
}
