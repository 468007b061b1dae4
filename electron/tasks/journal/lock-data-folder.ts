import { accessSync, constants, renameSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../database/open-database.ts'
import { isJournalBusyError, JournalError, journalProblemFrom } from './journal-errors.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

/** Number of attempts, a quarter of a second apart. A closing Kiln releases its lock within that time. */
const triesWhenLocked = 3

/**
 * Prevents a second Kiln from using the same folder while this process runs. Holds an exclusive lock on a separate file. The system
 * releases the lock however the process ends. An unusable lock file is replaced, because it doesn't hold any data.
 * @returns a function that releases the lock
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
    if (journalProblemFrom(error) === null) throw error
    throw new JournalError(isJournalBusyError(error) ? 'in-use' : 'no-access', path, error)
  }
}

function lockOrReplace(path: string): () => void {
  try {
    return lock(path)
  } catch (error) {
    const problem = journalProblemFrom(error)
    // The file is truncated in place. Another Kiln that has just locked the file therefore keeps its lock.
    if (problem === 'damaged') truncateSync(path)
    else if (problem === 'no-access' && isUnusable(path)) renameSync(path, `${path}.${Date.now()}`)
    else throw error
  }
  return lock(path)
}

function lock(path: string): () => void {
  const database = openDatabase(path, 'data-folder-lock')
  return () => database.close()
}

/** True if the lock file can't be read or written, or isn't a file. False if it doesn't exist. */
function isUnusable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return !statSync(path).isFile()
  } catch (error) {
    return error instanceof Error && 'code' in error && ['EACCES', 'EPERM'].includes(String(error.code))
  }
}
