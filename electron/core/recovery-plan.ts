import type { RecentTask } from './responses.ts'
import type { TaskRecord } from './task-record.ts'

/** Tolerated difference between the service's clock and this computer's clock when a task is matched by time. */
const earlierInMs = 60_000
const laterInMs = 5 * 60_000
/** A list reaches back to a task if it has an entry that is older by at least this. The margin covers any difference between the clocks. */
const safelyOlderInMs = 3_600_000

export type RecoveryInput = {
  /** Tasks without a task ID: unconfirmed, or not sent yet according to this journal. */
  readonly records: readonly TaskRecord[]
  readonly recent: readonly RecentTask[]
  /** The service's task IDs that the journal already has. */
  readonly knownTaskIds: { readonly has: (taskId: string) => boolean }
  /** A task's key and the keys of its possible later attempts, in order. */
  readonly keysOf: (record: TaskRecord) => readonly string[]
}

/** `under`: the key and the attempt that the task was found under. Null if it is the attempt in the journal. */
export type FoundTask = { readonly taskId: string; readonly under: { readonly key: string; readonly attempt: number } | null }

/**
 * Finds tasks among the recent ones by idempotency key. An entry without a key may belong to another client, even if its capability and
 * time match. Only the user can identify it as one of these tasks (I3).
 *
 * @returns matches by Kiln's own task ID
 */
export function matchRecentTasks(question: RecoveryInput): ReadonlyMap<string, FoundTask> {
  const { records, recent, knownTaskIds, keysOf } = question
  const found = new Map<string, FoundTask>()
  const free = recent.filter((entry) => !knownTaskIds.has(entry.taskId))
  const taskIdOfKey = new Map(free.flatMap((entry) => (entry.idempotencyKey === null ? [] : [[entry.idempotencyKey, entry.taskId]])))
  for (const record of taskIdOfKey.size === 0 ? [] : records) {
    for (const [later, key] of keysOf(record).entries()) {
      const taskId = taskIdOfKey.get(key)
      if (taskId !== undefined) found.set(record.id, { taskId, under: later === 0 ? null : { key, attempt: record.attempt + later } })
    }
  }
  return found
}

/**
 * Whether a list proves that a task was never sent. Every entry must have a key, and none may be the task's own. One entry must be older
 * than the task.
 */
export function provesAbsence(record: TaskRecord, recent: readonly RecentTask[], keys: readonly string[]): boolean {
  return (
    recent.every(({ idempotencyKey }) => idempotencyKey !== null && !keys.includes(idempotencyKey)) &&
    recent.some(({ createdAt }) => createdAt !== null && createdAt < record.createdAt - safelyOlderInMs)
  )
}

/** Whether an entry without a key could be this task. It must have enough data to ask the user about it. */
export function isLikelyMatch(record: TaskRecord, entry: Pick<RecentTask, 'capability' | 'createdAt'>): boolean {
  return entry.capability !== null && entry.createdAt !== null && isPossibleMatch(record, entry)
}

/** Whether an entry's capability and time match this task. Missing values match any submitted task. */
export function isPossibleMatch(record: TaskRecord, entry: Pick<RecentTask, 'capability' | 'createdAt'>): boolean {
  if (record.submittedAt === null || (entry.capability !== null && entry.capability !== record.capability)) return false
  if (entry.createdAt === null) return true
  return entry.createdAt >= record.submittedAt - earlierInMs && entry.createdAt <= record.submittedAt + laterInMs
}
