import { existsSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { migrations } from './migrations.ts'
import { say } from '../../shared/words/say.ts'

/** Why the desk is not the one that it was, in words for people. */
export type DeskNotice = { readonly message: string; readonly advice: string }

type DeskFile = { readonly database: DatabaseSync; readonly notice: DeskNotice | null }
/** What stands in the way of a file: it is set aside, or it can't be reached at all. */
type Obstacle = 'damaged' | 'newer' | 'out-of-reach'

/** SQLite's own numbers for a file that is no database, and one that is torn. */
const corrupt = 11
const notADatabase = 26
const busy = 5

/** How long SQLite waits for another program's lock. The main thread is blocked meanwhile. */
const busyTimeoutInMs = 20
/** A desk that can't be opened is in memory until the next start, so it is worth a wait of 2 s. */
const triesWhenBusy = 16
const pauseWhenBusyInMs = 100

/** Resolves when no other program holds the file, or after 2 s. Never rejects. */
export async function waitWhileBusy(path: string): Promise<void> {
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
 * Opens the file, and makes it when there is none. Never throws for what the file is: one that is damaged or of a newer Kiln is set aside
 * under another name in the same folder and a new one is begun; where no file can be had the desk is in memory.
 */
export function openDeskFile(path: string, now: number): DeskFile {
  const opened = tryToOpen(path)
  if (opened instanceof DatabaseSync) return { database: opened, notice: null }
  if (opened !== 'out-of-reach') {
    const aside = setAside(path, opened, now)
    const begun = aside === null ? 'out-of-reach' : tryToOpen(path)
    if (aside !== null && begun instanceof DatabaseSync) return { database: begun, notice: noticeOf(opened, aside) }
  }
  const database = new DatabaseSync(':memory:')
  migrate(database)
  return { database, notice: inMemoryNotice(path) }
}

function tryToOpen(path: string): DatabaseSync | Obstacle {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: busyTimeoutInMs })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    const version = versionOf(database)
    const check = version > migrations.length ? 'newer' : database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
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
  for (const [index, step] of migrations.entries()) {
    if (index >= versionOf(database)) database.exec(`BEGIN IMMEDIATE; ${step}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
}

/** SQLite's main error number, without the details in its upper bits. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}

/** Moves the file and what belongs to it; gives the new name, or null where the folder does not let it go. */
function setAside(path: string, why: 'damaged' | 'newer', now: number): string | null {
  const day = new Date(now).toISOString().slice(0, 10)
  const nameOf = (turn: number): string => join(dirname(path), `desk.${why}-${day}${turn === 1 ? '' : `-${turn}`}.sqlite`)
  let turn = 1
  while (existsSync(nameOf(turn))) turn += 1
  try {
    for (const ending of ['-wal', '-shm', '']) if (existsSync(path + ending)) renameSync(path + ending, nameOf(turn) + ending)
    return basename(nameOf(turn))
  } catch {
    return null
  }
}

function noticeOf(why: 'damaged' | 'newer', aside: string): DeskNotice {
  const kept = say('Nothing was deleted: they are in {aside} in Kiln’s data folder. Tasks and results are not touched by this.', { aside })
  return why === 'newer'
    ? { message: say('Drafts and presets were written by a newer Kiln and start anew here.'), advice: kept }
    : { message: say('Drafts and presets could not be read and start anew.'), advice: kept }
}

function inMemoryNotice(path: string): DeskNotice {
  return {
    message: say('Drafts and presets are not kept over a restart just now.'),
    advice: say('Kiln can’t write {path}: look whether the disk is full and the folder may be written to, then start Kiln again.', { path })
  }
}
