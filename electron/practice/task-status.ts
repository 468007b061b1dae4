import type { ServiceTask } from './ledger-store.ts'

/**
 * In-progress statuses, in order. `until` is the fraction of the task's duration at which the status ends. The spec doesn't define
 * in-progress statuses, so these are Kiln's own.
 */
const stages = [
  { status: 'queued', until: 0.15 },
  { status: 'preparing', until: 0.35 },
  { status: 'processing', until: 0.85 }
] as const

/** Fraction of a task's duration after which the task waits for any required face selection. */
const asksAfter = 0.35

/** True if the task waits for a selection of faces. */
export function isWaitingForFaces(task: ServiceTask, now: number): boolean {
  return task.end === null && task.asked !== null && task.choice === null && now - task.createdAt >= task.durationInMs * asksAfter
}

/** Returns a task's status at `now`, in milliseconds since 1970. */
export function taskStatus(task: ServiceTask, now: number): string {
  if (task.end !== null) return task.end.kind
  const part = task.durationInMs === 0 ? 1 : (now - task.createdAt) / task.durationInMs
  if (isWaitingForFaces(task, now)) return 'needs_input'
  return stages.find((stage) => part < stage.until)?.status ?? 'finishing'
}
