import type { RecentTask } from './responses.ts'
import type { TaskRecord } from './task-record.ts'

/** How much earlier or later than the submission a matching recent task may have been created. The clocks may differ. */
const earlierInMs = 60_000
const laterInMs = 5 * 60_000
/** Minimum age difference at which an older entry proves that the recent tasks go back far enough. The clocks may differ. */
const safelyOlderInMs = 3_600_000

export type RecentTaskMatchInput = {
  /** Tasks without a task ID for which `canBeMatched` returns true. */
  readonly records: readonly TaskRecord[]
  readonly recent: readonly RecentTask[]
  /** The service's task IDs that the journal already has. */
  readonly knownTaskIds: { readonly has: (taskId: string) => boolean }
  /** Returns a task's idempotency key and the keys of its possible later attempts, in order. */
  readonly keysOf: (record: TaskRecord) => readonly string[]
}

/** `under`: the later idempotency key and attempt with which the task was found. Null if they are the ones in the journal. */
export type FoundTask = { readonly taskId: string; readonly under: { readonly key: string; readonly attempt: number } | null }

/**
 * Finds tasks in the recent tasks by idempotency key. An entry without a key may belong to another client, even if its capability and time
 * match. Only the user can decide whether such an entry is one of these tasks.
 *
 * @returns found tasks, by the record's `id`
 */
export function matchRecentTasks(question: RecentTaskMatchInput): ReadonlyMap<string, FoundTask> {
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
 * True if the recent tasks prove that a task was never sent. Every entry must have an idempotency key, and none may be in `keys`. One entry
 * must be older than the task, so that the list reaches far enough back.
 */
export function provesAbsence(record: TaskRecord, recent: readonly RecentTask[], keys: readonly string[]): boolean {
  return (
    recent.every(({ idempotencyKey }) => idempotencyKey !== null && !keys.includes(idempotencyKey)) &&
    recent.some(({ createdAt }) => createdAt !== null && createdAt < record.createdAt - safelyOlderInMs)
  )
}

/**
 * True if an entry could be this task and has a capability and a time. The user needs both to decide. Call only for entries without an
 * idempotency key.
 */
export function isMatchCandidate(record: TaskRecord, entry: Pick<RecentTask, 'capability' | 'createdAt'>): boolean {
  return entry.capability !== null && entry.createdAt !== null && isPossibleMatch(record, entry)
}

/** True if an entry's capability and time match this submitted task. A missing capability or time matches any task. */
export function isPossibleMatch(record: TaskRecord, entry: Pick<RecentTask, 'capability' | 'createdAt'>): boolean {
  if (record.submittedAt === null || (entry.capability !== null && entry.capability !== record.capability)) return false
  if (entry.createdAt === null) return true
  return entry.createdAt >= record.submittedAt - earlierInMs && entry.createdAt <= record.submittedAt + laterInMs
}
