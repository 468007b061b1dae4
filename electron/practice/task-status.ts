import type { TaskRecord } from './books.ts'

/** In-progress words in order, each with the part of the task's time at which it ends. The spec does not show any: these are ours. */
const stages = [
  { status: 'queued', until: 0.15 },
  { status: 'preparing', until: 0.35 },
  { status: 'processing', until: 0.85 }
] as const

/** The status word of a task at `now`, in milliseconds since 1970. */
export function taskStatus(task: TaskRecord, now: number): string {
  if (task.end !== null) return task.end.kind
  const part = task.durationInMs === 0 ? 1 : (now - task.createdAt) / task.durationInMs
  return stages.find((stage) => part < stage.until)?.status ?? 'finishing'
}
