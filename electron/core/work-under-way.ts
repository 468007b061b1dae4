import { assertNever } from '../../shared/assert-never.ts'
import type { Task } from '../../shared/task.ts'
import { newsKindOf } from '../../shared/task-news.ts'

/**
 * What a task that is not through stands for, outside the window and when Kiln quits. `at-service`: it goes on there by itself. `sending` and
 * `fetching`: files are on their way, by this computer. `waiting`: it was not sent, and nothing is spent on it. `asking`: a person is asked.
 */
export type Work = 'at-service' | 'sending' | 'fetching' | 'waiting' | 'asking'

/** Null: it is through, or hidden. */
export function workOf(task: Task): Work | null {
  if (task.hidden) return null
  if (newsKindOf(task) === 'needs-you') return 'asking'
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

export type WorkCounts = Readonly<Record<Work, number>>
export const noWork: WorkCounts = { 'at-service': 0, sending: 0, fetching: 0, waiting: 0, asking: 0 }

/** Those that somebody works at now. */
export function runningCount(counts: WorkCounts): number {
  return counts['at-service'] + counts.sending + counts.fetching
}

/** How far a round of work is: all that has run since nothing did. `through`: how many of it are. `bytes`: those of its transfers, as far as they are known. */
export type Round = {
  readonly running: number
  readonly through: number
  readonly bytes: { readonly done: number; readonly total: number } | null
}

/** From 0 to 1; `unknown`: it moves, and nobody can say how far it is; null: nothing runs. */
export function progressOf({ running, through, bytes }: Round): number | 'unknown' | null {
  if (running === 0) return null
  if (running + through > 1) return through / (running + through)
  return bytes === null || bytes.total === 0 ? 'unknown' : Math.min(1, bytes.done / bytes.total)
}
