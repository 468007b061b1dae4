import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Copies a database's current state, durably, to a path where no file exists. Writers aren't blocked, because a reader in WAL mode holds no
 * lock that they need.
 */
export function copyDatabase(path: string, target: string): undefined {
  const database = new DatabaseSync(path, { timeout: 5_000, readOnly: true })
  try {
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
  const file = openSync(target, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
