import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { JournalError } from './journal-errors.ts'

/**
 * Keeps a second Kiln off the same folder for as long as this process lives: an exclusive lock on a file of its own, which the
 * system lets go of by itself however the process ends.
 * @returns lets go of the lock
 * @throws JournalError `in-use`
 */
export function lockDataFolder(folder: string): () => void {
  const path = join(folder, 'in-use.lock')
  const lock = new DatabaseSync(path, { timeout: 500 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new JournalError('in-use', path, `Another Kiln is open on ${folder}. Use that one, or close it first.`, error)
  }
  return () => lock.close()
}
