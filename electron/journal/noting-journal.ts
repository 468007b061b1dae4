import type { Journal } from './open-journal.ts'

/** The journal, telling what came of each write: null when it is on disk, else what was thrown. */
export function notingJournal(journal: Journal, note: (error: unknown) => void): Journal {
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
