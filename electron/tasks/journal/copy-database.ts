import { closeSync, fsyncSync, openSync } from 'node:fs'
import { openDatabase } from '../../database/open-database.ts'

/**
 * Copies a database's current state to `target`, which must not exist. The copy is flushed to disk on return. Writers aren't blocked,
 * because readers in WAL mode don't lock them out.
 */
export function copyDatabase(path: string, target: string): undefined {
  using database = openDatabase(path, 'journal-copy')
  database.prepare('VACUUM INTO ?').run(target)
  const file = openSync(target, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
