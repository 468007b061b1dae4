import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Returns a description of the damage to the journal in `dataDir`. Null if the journal is intact or doesn't exist. */
export function journalProblem(dataDir: string): string | null {
  const path = join(dataDir, 'journal.db')
  if (!existsSync(path)) return null
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { timeout: 5_000 })
    const verdict = database.prepare('PRAGMA integrity_check').get()?.['integrity_check']
    return verdict === 'ok' ? null : `journal of ${dataDir}: ${String(verdict)}`
  } catch (error) {
    return `journal of ${dataDir}: ${String(error)}`
  } finally {
    database?.close()
  }
}
