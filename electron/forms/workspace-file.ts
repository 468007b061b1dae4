import { existsSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { withDifferenceCodes } from './with-difference-codes.ts'
import { workspaceMigrations } from './migrations.ts'
import { say } from '../../shared/i18n/say.ts'
import { databaseFaults } from '../database/database-faults.ts'
import { migrateDatabase, schemaVersion } from '../database/migrate-database.ts'
import { openDatabase } from '../database/open-database.ts'
import { sqliteProblem } from '../database/sqlite-problem.ts'

/** Reason why the workspace file was replaced or can't be used, as text for the user. */
export type WorkspaceWarning = { readonly message: string; readonly advice: string }

type WorkspaceFile = { readonly database: DatabaseSync; readonly warning: WorkspaceWarning | null }
/** Reason why a file can't be opened. A damaged or newer file is renamed and replaced by an empty file. */
type OpenProblem = 'damaged' | 'newer' | 'out-of-reach'

/**
 * Number of attempts while another program locks the file, about 2 s in total. Without these attempts, the workspace would stay in memory
 * only until Kiln is restarted.
 */
const triesWhenBusy = 16
const pauseWhenBusyInMs = 100

/** Resolves when no other program locks the file, or after 2 s. Never rejects. */
export async function waitForWorkspaceUnlock(path: string): Promise<void> {
  for (let left = triesWhenBusy; left > 0 && isBusy(path); left -= 1) await setTimeout(pauseWhenBusyInMs)
}

function isBusy(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    using database = openDatabase(path, 'workspace')
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch (error) {
    return sqliteProblem(error) === 'busy'
  }
}

/**
 * Opens the file, or creates it if missing. Never throws because of the file's content. A file that is damaged or too new is renamed within
 * its folder and replaced. If no file can be used, the workspace is kept in memory.
 */
export function openWorkspaceFile(path: string, now: number): WorkspaceFile {
  const opened = tryToOpen(path)
  if (typeof opened === 'object') return { database: opened, warning: null }
  if (opened !== 'out-of-reach') {
    const aside = setAside(path, opened, now)
    const begun = aside === null ? 'out-of-reach' : tryToOpen(path)
    if (aside !== null && typeof begun === 'object') return { database: begun, warning: warningOf(opened, aside) }
  }
  const database = openDatabase(':memory:', 'workspace')
  migrate(database)
  return { database, warning: inMemoryWarning(path) }
}

function tryToOpen(path: string): DatabaseSync | OpenProblem {
  let database: DatabaseSync | null = null
  try {
    database = openDatabase(path, 'workspace')
    const isNewer = schemaVersion(database) > workspaceMigrations.length
    if (!isNewer && databaseFaults(database, 'quick_check', 1).length === 0) {
      migrate(database)
      return database
    }
    database.close()
    return isNewer ? 'newer' : 'damaged'
  } catch (error) {
    database?.close()
    return sqliteProblem(error) === 'damaged' ? 'damaged' : 'out-of-reach'
  }
}

function migrate(database: DatabaseSync): void {
  database.function('with_difference_codes', { deterministic: true }, (sentences) => withDifferenceCodes(String(sentences)))
  migrateDatabase(database, workspaceMigrations)
}

/** Renames the file and its `-wal` and `-shm` files. Returns the new name, or null if they can't be renamed. */
function setAside(path: string, why: 'damaged' | 'newer', now: number): string | null {
  const day = new Date(now).toISOString().slice(0, 10)
  const nameOf = (turn: number): string => join(dirname(path), `desk.${why}-${day}${turn === 1 ? '' : `-${turn}`}.sqlite`)
  let turn = 1
  while (existsSync(nameOf(turn))) turn += 1
  const moved: string[] = []
  try {
    for (const ending of ['-wal', '-shm', '']) {
      if (!existsSync(path + ending)) continue
      renameSync(path + ending, nameOf(turn) + ending)
      moved.push(ending)
    }
    return basename(nameOf(turn))
  } catch {
    // Without its `-wal` file, the database would lose its newest changes.
    for (const ending of moved) renameSync(nameOf(turn) + ending, path + ending)
    return null
  }
}

function warningOf(why: 'damaged' | 'newer', aside: string): WorkspaceWarning {
  const kept = say(
    'Nothing was deleted. Your drafts and presets are in {aside} in Kiln’s data folder. Tasks and results aren’t affected.',
    { aside }
  )
  return why === 'newer'
    ? { message: say('Drafts and presets were saved by a newer version of Kiln. This version starts without them.'), advice: kept }
    : { message: say('Drafts and presets couldn’t be read. Kiln starts without them.'), advice: kept }
}

function inMemoryWarning(path: string): WorkspaceWarning {
  return {
    message: say('Drafts and presets are only kept until you quit Kiln.'),
    advice: say('Kiln can’t write to {path}. Check the free space and your permissions for the folder. Then restart Kiln.', {
      path
    })
  }
}
