import type { Batch } from '../../shared/batch/batch.ts'
import type { Phase } from '../../shared/task.ts'
import { isOpen } from '../core/fresh-addresses.ts'
import { mayBeTakenBack } from '../core/task-machine.ts'
import type { TaskRecord } from '../core/task-record.ts'

/** While a row is in one of these, it counts against what batches may have at work at once. */
const atWorkIn: ReadonlySet<Phase> = new Set(['uploading', 'submitting', 'unconfirmed', 'running', 'selecting'])

/**
 * The batches, and which of their rows are at work. A row is let out only while there is room for one more, so that a batch that is stopped
 * after its first results has not been sent as a whole, and a service is not asked for five thousand things at once.
 */
export type BatchBook = {
  readonly batches: () => ReadonlyMap<string, Batch>
  readonly put: (batch: Batch) => void
  /** A row is let out: from now on it takes a place, before its phase says so. */
  readonly enter: (record: TaskRecord) => void
  /** Keeps count. True when a place has become free. */
  readonly follow: (record: TaskRecord) => boolean
  readonly isAtWork: (id: string) => boolean
  readonly hasRoom: () => boolean
  /** What is not sent of a stopped batch stays here. */
  readonly isStopped: (record: TaskRecord) => boolean
}

/** A row whose every open file has failed to download takes no place from others: its host may be dead for days. */
function isAtWork({ state }: TaskRecord): boolean {
  if (state.phase === 'collecting') return state.outputs.some((output) => isOpen(output) && output.tries === 0)
  return atWorkIn.has(state.phase)
}

export function createBatchBook(rowsAtOnce: number): BatchBook {
  const batches = new Map<string, Batch>()
  const atWork = new Set<string>()

  const isStopped = (record: TaskRecord): boolean =>
    record.batch !== null && mayBeTakenBack(record) && (batches.get(record.batch.id)?.isStopped ?? false)

  return {
    batches: () => batches,
    put: (batch) => {
      batches.set(batch.id, batch)
    },
    enter: (record) => {
      if (record.batch !== null) atWork.add(record.id)
    },
    follow: (record) => {
      if (record.batch === null) return false
      // A row of a stopped batch that waits in the middle of its uploads takes no place from others.
      if (!isAtWork(record) || isStopped(record)) return atWork.delete(record.id)
      atWork.add(record.id)
      return false
    },
    isAtWork: (id) => atWork.has(id),
    hasRoom: () => atWork.size < rowsAtOnce,
    isStopped
  }
}
