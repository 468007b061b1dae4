import type { Batch } from '../../shared/batch/batch.ts'
import type { Phase } from '../../shared/task.ts'
import { isOpen } from '../core/refresh-result-urls.ts'
import { isUnsent } from '../core/task-machine.ts'
import type { TaskRecord } from '../core/task-record.ts'

/** Phases in which a row counts against the limit of active batch rows. */
const atWorkIn: ReadonlySet<Phase> = new Set(['uploading', 'submitting', 'unconfirmed', 'running', 'selecting'])

/**
 * The batches and their active rows. A row starts only while there is room. A batch stopped after its first results is therefore not fully
 * sent. The service never gets five thousand requests at once.
 */
export type BatchRegistry = {
  readonly batches: () => ReadonlyMap<string, Batch>
  readonly set: (batch: Batch) => void
  /** Called when a row starts. It takes a place at once, before its phase changes. */
  readonly enter: (record: TaskRecord) => void
  /** Updates the count. Returns true if a place became free. */
  readonly follow: (record: TaskRecord) => boolean
  readonly isAtWork: (id: string) => boolean
  readonly hasCapacity: () => boolean
  /** True for an unsent row of a stopped batch. */
  readonly isStopped: (record: TaskRecord) => boolean
}

/** A row whose every open file has failed to download takes no place from others. Its host may be dead for days. */
function isAtWork({ state }: TaskRecord): boolean {
  if (state.phase === 'collecting') return state.outputs.some((output) => isOpen(output) && output.tries === 0)
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
      // A row of a stopped batch that waits during its uploads takes no place from others.
      if (!isAtWork(record) || isStopped(record)) return atWork.delete(record.id)
      atWork.add(record.id)
      return false
    },
    isAtWork: (id) => atWork.has(id),
    hasCapacity: () => atWork.size < rowsAtOnce,
    isStopped
  }
}
