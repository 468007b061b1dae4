import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { schemaVersion } from '../../database/migrate-database.ts'
import { openDatabase } from '../../database/open-database.ts'
import { sqliteProblem } from '../../database/sqlite-problem.ts'
import { indexSchema, indexVersion } from './index-schema.ts'
import { SalvagedItems, salvageUnwritten, type SalvagedItem } from './salvaged-items.ts'

/** `application_id` of an incomplete index. Complete indexes, and those from earlier versions of Kiln, have 0. Stored. Don't change. */
const unfilled = 1

/**
 * `isNew`: true if the index must be filled from the folder and the journal. Some items may already be in it, if Kiln was closed before
 * the index was complete.
 */
type IndexFile = { readonly database: DatabaseSync; readonly isNew: boolean }

/** How long opening is retried if the file is busy or can't be read. SQLite itself waits for up to 2 seconds if the file is busy. */
const openingTimeInMs = 4_000
const openingPauseInMs = 500

/**
 * Opens the index. Replaces an index that is damaged or has another version. Uses a database in memory if no file can be created.
 * @throws SQLite's error if an existing file is busy or can't be read. Nothing is deleted then, because only this file may have the data of
 * unwritten sidecars.
 */
export function openIndexFile(path: string): IndexFile {
  const endsAt = performance.now() + openingTimeInMs
  for (;;) {
    try {
      // If a replacement file exists, Kiln was killed during an earlier replacement.
      return (existsSync(replacementOf(path)) ? null : open(path)) ?? replaceIndexFile(path)
    } catch (error) {
      if (isEmpty(path)) return begun(openDatabase(':memory:', 'library-index'))
      if (performance.now() > endsAt) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, openingPauseInMs)
    }
  }
}

/**
 * Replaces the index with an empty index. Keeps as much of the old index's unwritten metadata as can be read. The new file is complete
 * before the old file is deleted. Nothing is therefore lost if Kiln is killed.
 */
export function replaceIndexFile(path: string): IndexFile {
  const replacement = replacementOf(path)
  const salvaged = [replacement, path].filter((file) => existsSync(file)).flatMap(salvageUnwritten)
  createReplacement(replacement, salvaged)
  deleteIndexFile(path)
  try {
    if (existsSync(replacement)) renameSync(replacement, path)
    const created = open(path, salvaged)
    if (created !== null) return created
  } catch {
    // The file can't be created.
  }
  return begun(openDatabase(':memory:', 'library-index'), salvaged)
}

const replacementOf = (path: string): string => `${path}.new`

/**
 * Creates an index with the salvaged metadata at `replacement`. Doesn't leave a file if that fails, for example because the disk is full.
 * The old index must then be deleted first.
 */
function createReplacement(replacement: string, salvaged: readonly SalvagedItem[]): void {
  try {
    let created = open(replacement)
    if (created === null) {
      deleteIndexFile(replacement)
      created = open(replacement)
    }
    using database = created?.database
    if (database !== undefined) new SalvagedItems(database).put(salvaged)
  } catch {
    deleteIndexFile(replacement)
  }
}

/** Deletes the database file and the files that SQLite keeps beside it. */
function deleteIndexFile(path: string): void {
  try {
    for (const ending of ['-wal', '-shm', '']) rmSync(path + ending, { force: true })
  } catch {
    // Another program has the file open. Kiln uses an index in memory until the next start.
  }
}

/**
 * Opens an index file. Returns null if the file is damaged, has another version or isn't Kiln's. The file must then be replaced. @throws
 * all other errors.
 */
function open(path: string, salvaged: readonly SalvagedItem[] = []): IndexFile | null {
  let database: DatabaseSync | null = null
  try {
    database = openDatabase(path, 'library-index')
    const version = schemaVersion(database)
    if (version === 0) return begun(database, salvaged)
    if (version === indexVersion) return { database, isNew: isUnfilled(database) }
    database.close()
    return null
  } catch (error) {
    database?.close()
    // The schema can't be created in a database that has other tables.
    if (['damaged', 'invalid-sql'].includes(sqliteProblem(error) ?? '')) return null
    throw error
  }
}

function begun(database: DatabaseSync, salvaged: readonly SalvagedItem[] = []): IndexFile {
  database.exec(`BEGIN IMMEDIATE; ${indexSchema}; PRAGMA application_id = ${unfilled}`)
  new SalvagedItems(database).put(salvaged)
  database.exec('COMMIT')
  return { database, isNew: true }
}

/** True if the file doesn't exist or is empty. */
function isEmpty(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
}

function isUnfilled(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA application_id').get()?.['application_id'] === unfilled
}

/** Records whether the index may lack results from the folder or the journal. If `isMissing` is true, the next start adds them. */
export function setIndexIncomplete(database: DatabaseSync, isMissing: boolean): void {
  database.exec(`PRAGMA application_id = ${isMissing ? unfilled : 0}`)
}
