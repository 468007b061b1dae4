import { assertNever } from '../../../shared/assert-never.ts'
import type { Task } from '../../../shared/task/task.ts'
import { notificationKindOf } from '../../../shared/task/task-notifications.ts'

/**
 * State of an unfinished task, for the tray and the quit dialog.
 * - `at-service`: the service is processing the task, and continues even if Kiln quits.
 * - `sending`: Kiln is uploading the task's files.
 * - `fetching`: Kiln is downloading the results.
 * - `waiting`: the task hasn't been sent, so nothing is charged.
 * - `asking`: the task is waiting for the user.
 */
export type UnfinishedTaskState = 'at-service' | 'sending' | 'fetching' | 'waiting' | 'asking'

/** Returns the state of an unfinished task. Null if the task is finished or hidden. */
export function unfinishedTaskState(task: Task): UnfinishedTaskState | null {
  if (task.hidden) return null
  if (notificationKindOf(task) === 'needs-you') return 'asking'
  switch (task.phase) {
    case 'submitting':
    case 'unconfirmed':
    case 'running':
    case 'selecting':
      return 'at-service'
    case 'uploading':
      return 'sending'
    case 'collecting':
      return 'fetching'
    case 'queued':
    case 'held':
      return 'waiting'
    case 'needs_input':
    case 'support':
      return 'asking'
    case 'done':
    case 'failed':
    case 'refused':
    case 'cancelled':
      return null
    default:
      return assertNever(task.phase)
  }
}

export type UnfinishedTaskCounts = Readonly<Record<UnfinishedTaskState, number>>
export const emptyUnfinishedTaskCounts: UnfinishedTaskCounts = { 'at-service': 0, sending: 0, fetching: 0, waiting: 0, asking: 0 }

/** Returns the number of tasks that the service is processing or that are transferring files. Waiting tasks aren't included. */
export function runningTaskCount(counts: UnfinishedTaskCounts): number {
  return counts['at-service'] + counts.sending + counts.fetching
}

/**
 * Progress of all tasks since Kiln was last idle. `through`: number of tasks finished since then. `bytes`: total of all current transfers
 * whose size is known. Null if no size is known.
 */
export type OverallProgress = {
  readonly running: number
  readonly through: number
  readonly bytes: { readonly done: number; readonly total: number } | null
}

/** Returns the overall progress, from 0 to 1. `unknown` if the only running task's size isn't known. Null if no task is running. */
export function overallProgressFraction({ running, through, bytes }: OverallProgress): number | 'unknown' | null {
  if (running === 0) return null
  if (running + through > 1) return through / (running + through)
  return bytes === null || bytes.total === 0 ? 'unknown' : Math.min(1, bytes.done / bytes.total)
}
