import { join } from 'node:path'
import { listBackups } from './backups.ts'
import { fileSize, journalPath, fileNamesIn } from './journal-files.ts'
import { quarantineFolder, nextJournalPath } from './replace-journal.ts'

/**
 * True if a folder has traces of a journal but no journal. Creating an empty journal there would silently lose every task.
 * A file of 0 bytes counts as missing. SQLite would accept it as a new database.
 */
export async function isJournalMissing(dataDir: string): Promise<boolean> {
  const path = journalPath(dataDir)
  if (((await fileSize(path)) ?? 0) > 0) return false
  const traces = await Promise.all([
    listBackups(dataDir).then((backups) => backups.length > 0),
    fileNamesIn(quarantineFolder(dataDir)).then((names) => names.length > 0),
    fileSize(nextJournalPath(dataDir)).then((bytes) => bytes !== null),
    fileSize(`${path}-wal`).then((bytes) => bytes !== null),
    // Drafts and presets are saved only after a journal was opened. Their file therefore shows that a journal existed.
    fileSize(join(dataDir, 'desk.sqlite')).then((bytes) => (bytes ?? 0) > 0)
  ])
  return traces.includes(true)
}
