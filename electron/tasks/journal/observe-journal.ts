import type { Journal } from './open-journal.ts'

/**
 * Wraps the journal. Calls `note` after each write of a task or a batch. The argument is null if the write is on disk, otherwise the error.
 */
export function observeJournal(journal: Journal, note: (error: unknown) => void): Journal {
  const noting =
    <Parameters extends readonly unknown[]>(write: (...parameters: Parameters) => void) =>
    (...parameters: Parameters): void => {
      try {
        write(...parameters)
      } catch (error) {
        note(error)
        throw error
      }
      note(null)
    }
  return {
    ...journal,
    insert: noting(journal.insert),
    write: noting(journal.write),
    insertBatch: noting(journal.insertBatch),
    writeBatch: noting(journal.writeBatch)
  }
}
