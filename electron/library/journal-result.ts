import { setImmediate } from 'node:timers/promises'
import { slicesWithPauses } from '../../shared/slices-with-pauses.ts'
import type { SavedResult, TaskRecord } from '../tasks/machine/task-record.ts'

/** A result in the journal with its task. */
export type JournalResult = { readonly record: TaskRecord; readonly result: SavedResult }

/** Reads results in slices. Other work can run between two slices. Rejects with the reason of `closing` once it is aborted. */
export async function* readJournalResults(
  journalResults: () => Iterable<JournalResult>,
  closing: AbortSignal
): AsyncGenerator<readonly JournalResult[]> {
  for await (const slice of slicesWithPauses(journalResults(), () => setImmediate())) {
    closing.throwIfAborted()
    yield slice
  }
}
