import type { DatabaseSync } from 'node:sqlite'
import { identityOf, identitySchema, isSameFile, type FileIdentity } from './file-identity.ts'
import type { JournalEntry, TaskRows } from './task-rows.ts'
import type { TaskRecord } from '../core/task-record.ts'

export type CopyRules = {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The task as it must be once its journal turned out to be a copy; null if there is nothing to doubt. */
  readonly afterCopy: (record: TaskRecord, now: number) => JournalEntry | null
  /** True for a file that is known to be a copy, such as a backup that is restored. Default false. */
  readonly isCopy?: boolean
}

/**
 * Notices that the file was copied or restored since it was last open: its tasks may have been sent since from the original. In one transaction,
 * doubts them and stores the identity of this file. A journal that never stored an identity is believed.
 */
export async function doubtCopy(database: DatabaseSync, path: string, rows: TaskRows, rules: CopyRules): Promise<void> {
  const found = await identityOf(path)
  const stored = storedIdentity(database)
  const isCopy = rules.isCopy === true || stored === 'unreadable' || (stored !== null && !isSameFile(stored, found))
  const identity = isCopy || stored === null ? found : merged(stored, found)
  if (!isCopy && JSON.stringify(identity) === JSON.stringify(stored)) return
  database.exec('BEGIN IMMEDIATE')
  try {
    if (isCopy) await doubtTasks(rows, rules)
    database.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('file', ?)").run(JSON.stringify(identity))
    database.exec('COMMIT')
  } catch (error) {
    // A failed commit (a full disk, say) may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

async function doubtTasks(rows: TaskRows, { afterCopy, now }: CopyRules): Promise<void> {
  for await (const page of rows.pages()) {
    for (const record of page) {
      const entry = record === null ? null : afterCopy(record, now)
      if (entry !== null) rows.update(entry)
    }
  }
}

/** Null: none was stored yet. */
function storedIdentity(database: DatabaseSync): FileIdentity | 'unreadable' | null {
  const row = database.prepare("SELECT value FROM meta WHERE name = 'file'").get()
  if (row === undefined) return null
  try {
    return identitySchema.parse(JSON.parse(String(row['value'])))
  } catch {
    return 'unreadable'
  }
}

/** A birth time is only known some time after the file was made. */
function merged(stored: FileIdentity, found: FileIdentity): FileIdentity {
  return { inode: found.inode ?? stored.inode, birthTimeInNs: found.birthTimeInNs ?? stored.birthTimeInNs }
}
