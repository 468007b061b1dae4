import { existsSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { withDifferenceCodes } from './code-of-difference.ts'
import { workspaceMigrations } from './migrations.ts'
import { say } from '../../shared/i18n/say.ts'

/** Reason why the workspace file was replaced or can't be used, as text for the user. */
export type WorkspaceWarning = { readonly message: string; readonly advice: string }

type WorkspaceFile = { readonly database: DatabaseSync; readonly warning: WorkspaceWarning | null }
/** Reason why a file can't be opened. A damaged or newer file is renamed and replaced by an empty file. */
type OpenProblem = 'damaged' | 'newer' | 'out-of-reach'

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const corrupt = 11
const notADatabase = 26
const busy = 5

/** Maximum time that SQLite waits for another program's lock. The main thread is blocked during the wait. */
const busyTimeoutInMs = 20
/**
 * Number of attempts while another program locks the file, about 2 s in total. Without these attempts, the workspace would only be kept
 * in memory until Kiln is restarted.
 */
const triesWhenBusy = 16
const pauseWhenBusyInMs = 100

/** Resolves when no other program locks the file, or after 2 s. Never rejects. */
export async function waitForWorkspaceUnlock(path: string): Promise<void> {
  for (let left = triesWhenBusy; left > 0 && isBusy(path); left -= 1) await setTimeout(pauseWhenBusyInMs)
}

function isBusy(path: string): boolean {
  if (!existsSync(path)) return false
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: busyTimeoutInMs })
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch (error) {
    return codeOf(error) === busy
  } finally {
    database?.close()
  }
}

/**
 * Opens the file, or creates it if missing. Never throws because of the file's content. A file that is damaged or too new is renamed within
 * its folder and replaced. If no file can be used, the workspace is kept in memory.
 */
export function openWorkspaceFile(path: string, now: number): WorkspaceFile {
  const opened = tryToOpen(path)
  if (opened instanceof DatabaseSync) return { database: opened, warning: null }
  if (opened !== 'out-of-reach') {
    const aside = setAside(path, opened, now)
    const begun = aside === null ? 'out-of-reach' : tryToOpen(path)
    if (aside !== null && begun instanceof DatabaseSync) return { database: begun, warning: warningOf(opened, aside) }
  }
  const database = new DatabaseSync(':memory:')
  migrate(database)
  return { database, warning: inMemoryWarning(path) }
}

function tryToOpen(path: string): DatabaseSync | OpenProblem {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: busyTimeoutInMs })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    const version = versionOf(database)
    const check = version > workspaceMigrations.length ? 'newer' : database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
    if (check === 'ok') {
      migrate(database)
      return database
    }
    database.close()
    return check === 'newer' ? 'newer' : 'damaged'
  } catch (error) {
    database?.close()
    return [corrupt, notADatabase].includes(codeOf(error)) ? 'damaged' : 'out-of-reach'
  }
}

function migrate(database: DatabaseSync): void {
  if (versionOf(database) === workspaceMigrations.length) return
  database.function('with_difference_codes', { deterministic: true }, (sentences) => withDifferenceCodes(String(sentences)))
  for (const [index, step] of workspaceMigrations.entries()) {
    if (index >= versionOf(database)) database.exec(`BEGIN IMMEDIATE; ${step}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
}

/** Returns SQLite's primary result code, without the details in its upper bits. 0 if `error` isn't a SQLite error. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
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
