import type { RecentTask } from './responses.ts'
import type { TaskRecord } from './task-record.ts'

/** How far the service's clock and ours may differ when a task is matched by time. */
const earlierInMs = 60_000
const laterInMs = 5 * 60_000
/** A list covers a task if it has an entry older by at least this. The service's clock doesn't matter then. */
const safelyOlderInMs = 3_600_000

export type RecoveryInput = {
  /** Tasks without a task ID: unconfirmed, or not sent yet as far as this journal knows. */
  readonly records: readonly TaskRecord[]
  readonly recent: readonly RecentTask[]
  /** Ids of tasks that the journal already follows. */
  readonly knownTaskIds: { readonly has: (taskId: string) => boolean }
  /** The key of a task and the keys of its possible later attempts, in order. */
  readonly keysOf: (record: TaskRecord) => readonly string[]
}

/** `under`: set if the key is that of a later attempt than the journal knows. */
export type FoundTask = { readonly taskId: string; readonly under: { readonly key: string; readonly attempt: number } | null }

/**
 * Finds tasks among the recent ones by idempotency key. An entry without a key may be another client's. This holds even if its capability
 * and time match. Only the user can say that it is one of these tasks (I3).
 *
 * @returns matches by our task ID
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
