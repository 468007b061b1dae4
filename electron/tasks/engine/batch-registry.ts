import type { Batch } from '../../../shared/form/batch/batch.ts'
import type { Phase } from '../../../shared/task/task.ts'
import { isOpenOutput } from '../machine/refresh-result-urls.ts'
import { isUnsent } from '../machine/task-predicates.ts'
import type { TaskRecord } from '../machine/task-record.ts'

/** Phases in which a row counts towards the limit of active batch rows. */
const atWorkIn: ReadonlySet<Phase> = new Set(['uploading', 'submitting', 'unconfirmed', 'running', 'selecting'])

/**
 * Tracks batches and their active rows. A row starts only while fewer rows than the limit are active. The limit prevents thousands of
 * simultaneous requests. It also leaves rows unsent, so that stopping a batch has an effect.
 */
export type BatchRegistry = {
  readonly batches: () => ReadonlyMap<string, Batch>
  readonly set: (batch: Batch) => void
  /** Counts a row as active immediately, before its phase changes. Call when the row starts. */
  readonly enter: (record: TaskRecord) => void
  /** Updates the active rows. Returns true if `record` was active and no longer is. */
  readonly follow: (record: TaskRecord) => boolean
  readonly isAtWork: (id: string) => boolean
  readonly hasCapacity: () => boolean
  /** True for an unsent row of a stopped batch. */
  readonly isStopped: (record: TaskRecord) => boolean
}

/**
 * True if a row counts as active. A row doesn't count if the downloads of all its open files have failed. The host may be unreachable for
 * days.
 */
function isAtWork({ state }: TaskRecord): boolean {
  if (state.phase === 'collecting') return state.outputs.some((output) => isOpenOutput(output) && output.tries === 0)
  return atWorkIn.has(state.phase)
}

export function createBatchRegistry(rowsAtOnce: number): BatchRegistry {
  const batches = new Map<string, Batch>()
  const atWork = new Set<string>()

  const isStopped = (record: TaskRecord): boolean =>
    record.batch !== null && isUnsent(record) && (batches.get(record.batch.id)?.isStopped ?? false)

  return {
    batches: () => batches,
    set: (batch) => {
      batches.set(batch.id, batch)
    },
    enter: (record) => {
      if (record.batch !== null) atWork.add(record.id)
    },
    follow: (record) => {
      if (record.batch === null) return false
      // An unsent row of a stopped batch doesn't count as active, even if its phase is `uploading`.
      if (!isAtWork(record) || isStopped(record)) return atWork.delete(record.id)
      atWork.add(record.id)
      return false
    },
    isAtWork: (id) => atWork.has(id),
    hasCapacity: () => atWork.size < rowsAtOnce,
    isStopped
  }
}
