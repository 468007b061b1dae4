import type { DatabaseSync } from 'node:sqlite'
import { readFileIdentity, fileIdentitySchema, isSameFile, type FileIdentity } from './file-identity.ts'
import type { JournalRow, TaskRowStore } from './task-row-store.ts'
import type { TaskRecord } from '../machine/task-record.ts'

export type CopyDetectionOptions = {
  /** Current time, in milliseconds since 1970. */
  readonly now: number
  /** Returns the row to write for a task in a copied journal. Null if the task doesn't change. */
  readonly afterCopy: (record: TaskRecord, now: number) => JournalRow | null
  /** True for a file known to be a copy, such as a backup being restored. The default is false. */
  readonly isCopy?: boolean
}

/**
 * Detects whether the journal was copied or restored since it was last open. If so, its tasks may have been sent from the original file.
 * Unsent tasks are therefore marked as unconfirmed. Stores the file's identity in the same transaction. A journal without a stored identity
 * is trusted.
 */
export async function handleCopiedJournal(
  database: DatabaseSync,
  path: string,
  rows: TaskRowStore,
  rules: CopyDetectionOptions
): Promise<void> {
  const found = await readFileIdentity(path)
  const stored = storedIdentity(database)
  const isCopy = rules.isCopy === true || stored === 'unreadable' || (stored !== null && !isSameFile(stored, found))
  const identity = isCopy || stored === null ? found : merged(stored, found)
  if (!isCopy && JSON.stringify(identity) === JSON.stringify(stored)) return
  database.exec('BEGIN IMMEDIATE')
  try {
    if (isCopy) await markTasksUnconfirmed(rows, rules)
    database.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('file', ?)").run(JSON.stringify(identity))
    database.exec('COMMIT')
  } catch (error) {
    // A failed commit, for example on a full disk, may already have ended the transaction.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

async function markTasksUnconfirmed(rows: TaskRowStore, { afterCopy, now }: CopyDetectionOptions): Promise<void> {
  for await (const page of rows.pages()) {
    for (const record of page) {
      const entry = record === null ? null : afterCopy(record, now)
      if (entry !== null) rows.update(entry)
    }
  }
}

/** Returns the stored file identity. Null if no identity was stored. `unreadable` if it can't be parsed. */
function storedIdentity(database: DatabaseSync): FileIdentity | 'unreadable' | null {
  const row = database.prepare("SELECT value FROM meta WHERE name = 'file'").get()
  if (row === undefined) return null
  try {
    return fileIdentitySchema.parse(JSON.parse(String(row['value'])))
  } catch {
    return 'unreadable'
  }
}

/** Combines both identities. The file system may report a birth time only some time after the file was created. */
function merged(stored: FileIdentity, found: FileIdentity): FileIdentity {
  return { inode: found.inode ?? stored.inode, birthTimeInNs: found.birthTimeInNs ?? stored.birthTimeInNs }
}
