import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Copies a database's current state to `target`, which must not exist. The copy is flushed to disk on return. Writers aren't blocked,
 * because readers in WAL mode don't lock them out.
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
