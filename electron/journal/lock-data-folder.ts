import { accessSync, constants, renameSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { isJournalBusy, JournalError, problemOf } from './journal-errors.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

/** A Kiln that is closing releases its lock within this many tries, a quarter of a second apart. */
const triesWhenLocked = 3

/**
 * Keeps a second Kiln off the same folder for as long as this process lives: an exclusive lock on a file of its own, which the system
 * releases however the process ends. A lock file that can't be used is replaced, since it holds nothing.
 * @returns releases the lock
 * @throws JournalError `in-use`, or `no-access` if the folder can't be written
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  const path = join(folder, 'in-use.lock')
  try {
    return await retryWhileBusy(
      () => lockOrReplace(path),
      () => setTimeout(250),
      triesWhenLocked
    )
  } catch (error) {
    if (problemOf(error) === null) throw error
    throw new JournalError(isJournalBusy(error) ? 'in-use' : 'no-access', path, error)
  }
}

function lockOrReplace(path: string): () => void {
  try {
    return lock(path)
  } catch (error) {
    const problem = problemOf(error)
    // In place: another Kiln may have locked this very file in the meantime, and keeps its lock then.
    if (problem === 'damaged') truncateSync(path)
    else if (problem === 'no-access' && isUnusable(path)) renameSync(path, `${path}.${Date.now()}`)
    else throw error
  }
  return lock(path)
}

function lock(path: string): () => void {
  const database = new DatabaseSync(path, { timeout: 20 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw error
  }
  return () => database.close()
}

/** True if something is in the place of the lock file that can't be read and written as a file. */
function isUnusable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return !statSync(path).isFile()
  } catch (error) {
    return error instanceof Error && 'code' in error && ['EACCES', 'EPERM'].includes(String(error.code))
  }
}
