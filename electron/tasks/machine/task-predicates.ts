import type { TaskRecord } from './task-record.ts'

/** True while the service can't have accepted this task. The task can then safely be put on hold or cancelled. */
export function isUnsent(record: TaskRecord): boolean {
  if (record.inDoubt) return false
  const { state } = record
  return (
    state.phase === 'queued' || state.phase === 'uploading' || state.phase === 'held' || (state.phase === 'submitting' && !state.isSent)
  )
}

/** True if a task can be hidden from the queue. Unfinished tasks can't, because they may still cost credits or need the user. */
export function canHide({ state: { phase } }: TaskRecord): boolean {
  return phase === 'done' || phase === 'failed' || phase === 'refused' || phase === 'cancelled'
}

/** True if a task is hidden. False for unfinished tasks, even if `record.hidden` is true, as in journals of older versions. */
export function isHidden(record: TaskRecord): boolean {
  return record.hidden && canHide(record)
}

export function isSubmissionSent(record: TaskRecord): boolean {
  return record.state.phase === 'submitting' && record.state.isSent
}

/**
 * True if the user cancelled a task that another copy of Kiln may have sent. If the task is in the recent tasks, Kiln still downloads its
 * result.
 */
export function isCancelledUnconfirmed({ state, inDoubt }: TaskRecord): boolean {
  return state.phase === 'cancelled' && inDoubt
}

/**
 * True if an entry in the recent tasks may be matched to this task. This includes tasks that count as unsent, and tasks that Kiln has
 * stopped searching for.
 */
export function canBeMatched(record: TaskRecord): boolean {
  const { phase } = record.state
  return (
    phase === 'unconfirmed' ||
    phase === 'held' ||
    (phase === 'support' && record.taskId === null) ||
    isUnsent(record) ||
    isCancelledUnconfirmed(record)
  )
}
