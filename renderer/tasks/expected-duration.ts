import type { Phase, Task } from '../../shared/task/task.ts'

/**
 * Usual duration of a capability's tasks, from acceptance by the service to completion. `p50InMs` is the median and `p90InMs` the 90th
 * percentile. `runs` is the number of tasks that the estimate is based on.
 */
export type ExpectedDuration = { readonly p50InMs: number; readonly p90InMs: number; readonly runs: number }

/**
 * Estimates a capability's usual duration from its newest 50 finished tasks. Null if there are fewer than three, which are too few for an
 * estimate.
 */
export function expectedDuration(newestFirst: readonly Task[], capability: string): ExpectedDuration | null {
  const durations: number[] = []
  for (const task of newestFirst) {
    if (task.capability !== capability || task.phase !== 'done' || task.acceptedAt === null || task.finishedAt === null) continue
    durations.push(task.finishedAt - task.acceptedAt)
    if (durations.length === 50) break
  }
  if (durations.length < 3) return null
  durations.sort((one, other) => one - other)
  return { p50InMs: percentile(durations, 0.5), p90InMs: percentile(durations, 0.9), runs: durations.length }
}

/**
 * Returns the progress of a running task from 0 to 1. This is the elapsed time divided by the expected p90 time. Null if there is no
 * estimate, or if the service hasn't accepted the task yet. `now` is in milliseconds since 1970.
 */
export function expectedProgress(task: Pick<Task, 'acceptedAt'>, expected: ExpectedDuration | null, now: number): number | null {
  if (task.acceptedAt === null || expected === null || expected.p90InMs <= 0) return null
  return Math.min(1, Math.max(0, (now - task.acceptedAt) / expected.p90InMs))
}

const working: ReadonlySet<Phase> = new Set(['uploading', 'submitting', 'running', 'selecting', 'collecting'])
/** True if Kiln or the service is working on the task right now. */
export function isTaskInProgress(task: Pick<Task, 'phase'> & Partial<Pick<Task, 'manualUpload' | 'failure'>>): boolean {
  return working.has(task.phase) && !waitsForHand(task) && !waitsToBeSaved(task)
}

const needing: ReadonlySet<Phase> = new Set(['needs_input', 'unconfirmed', 'support'])
/**
 * True if a task needs the user's attention, such as for a face selection. False for a hidden task. The sidebar's badge counts these tasks.
 */
export function needsAttention(task: Pick<Task, 'phase' | 'hidden'> & Partial<Pick<Task, 'manualUpload' | 'question'>>): boolean {
  const { question = null } = task
  return (needing.has(task.phase) || waitsForHand(task) || question !== null) && !task.hidden
}

/** True if the user has to run an upload command. */
function waitsForHand({ manualUpload = null }: Partial<Pick<Task, 'manualUpload'>>): boolean {
  return manualUpload !== null
}

function waitsToBeSaved({ phase, failure = null }: Pick<Task, 'phase'> & Partial<Pick<Task, 'failure'>>): boolean {
  return phase === 'collecting' && failure !== null
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
