import { restoredEntry } from '../../electron/core/restored-task.ts'
import { openJournal, type Journal, type OpenOptions } from '../../electron/journal/open-journal.ts'

/** Opens a journal as the studio does. */
export function openForTest(path: string, changes: Partial<OpenOptions> = {}): Promise<Journal> {
  return openJournal(path, { now: Date.now(), afterCopy: restoredEntry, ...changes })
}
