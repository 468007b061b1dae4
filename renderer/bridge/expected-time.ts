import type { Phase, Task } from '../../shared/task.ts'

/** How long one's own past runs of a capability took, from accepted to on disk. */
export type ExpectedTime = { readonly p50InMs: number; readonly p90InMs: number; readonly runs: number }

/** From the newest 50 finished runs; null before there are three, since fewer say nothing. */
export function expectedTime(newestFirst: readonly Task[], capability: string): ExpectedTime | null {
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

/** The glow of a task that is being made: elapsed over expected (p90), 0 to 1. Null when nothing is expected or it has not begun. */
export function heatOf(task: Pick<Task, 'acceptedAt'>, expected: ExpectedTime | null, now: number): number | null {
  if (task.acceptedAt === null || expected === null || expected.p90InMs <= 0) return null
  return Math.min(1, Math.max(0, (now - task.acceptedAt) / expected.p90InMs))
}

const working: ReadonlySet<Phase> = new Set(['uploading', 'submitting', 'running', 'selecting', 'collecting'])
/** Something is being done for it this very moment, here or at the service. */
export function isWorking(task: Pick<Task, 'phase'> & Partial<Pick<Task, 'handUpload'>>): boolean {
  return working.has(task.phase) && !waitsForHand(task)
}

const needing: ReadonlySet<Phase> = new Set(['needs_input', 'unconfirmed', 'support'])
/** Waits for the person, or for evidence that a person may have to bring: what the gold badge counts. */
export function needsYou(task: Pick<Task, 'phase' | 'hidden'> & Partial<Pick<Task, 'handUpload' | 'question'>>): boolean {
  const { question = null } = task
  return (needing.has(task.phase) || waitsForHand(task) || question !== null) && !task.hidden
}

/** An upload command that a person has to run. */
function waitsForHand({ handUpload = null }: Partial<Pick<Task, 'handUpload'>>): boolean {
  return handUpload !== null
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
