import { restoredTaskEntry } from '../../../../electron/tasks/machine/restored-task.ts'
import { openJournal, type Journal, type OpenJournalOptions } from '../../../../electron/tasks/journal/open-journal.ts'

/** Opens a journal as the studio does. */
export function openTestJournal(path: string, changes: Partial<OpenJournalOptions> = {}): Promise<Journal> {
  return openJournal(path, { now: Date.now(), afterCopy: restoredTaskEntry, ...changes })
}
