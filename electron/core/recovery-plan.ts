import type { RecentTask } from './answers.ts'
import type { TaskRecord } from './task-record.ts'

/** How far the service's clock and ours may differ when a task is matched by time. */
const earlierInMs = 60_000
const laterInMs = 5 * 60_000
/** A list reaches back to a task if it holds one that is older by this, whatever the service's clock says. */
const safelyOlderInMs = 3_600_000

export type RecoveryQuestion = {
  /** Tasks without a task id: their outcome is not known, or they are not sent yet as far as this journal knows. */
  readonly records: readonly TaskRecord[]
  readonly recent: readonly RecentTask[]
  /** Ids that the journal follows already. */
  readonly knownTaskIds: { readonly has: (taskId: string) => boolean }
  /** The key of a task, and those that its later attempts would have, in order. */
  readonly keysOf: (record: TaskRecord) => readonly string[]
}

/** `under`: the key of a later attempt than the journal knows of. */
export type FoundTask = { readonly taskId: string; readonly under: { readonly key: string; readonly attempt: number } | null }

/**
 * Finds tasks among the recent ones by idempotency key. An entry without a key may be another client's, whatever its capability and time, so
 * that only the person can say that it is one of these tasks (I3).
 *
 * @returns our task id to what was found
 */
export function matchRecentTasks(question: RecoveryQuestion): ReadonlyMap<string, FoundTask> {
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

/** Whether a list proves that a task was never sent: it names a key for every task, reaches back to before this one, and none is its own. */
export function provesAbsence(record: TaskRecord, recent: readonly RecentTask[], keys: readonly string[]): boolean {
  return (
    recent.every(({ idempotencyKey }) => idempotencyKey !== null && !keys.includes(idempotencyKey)) &&
    recent.some(({ createdAt }) => createdAt !== null && createdAt < record.createdAt - safelyOlderInMs)
  )
}

/** Whether an entry without a key could be this task by all that it says, and says enough to ask a person about it. */
export function fitsRecentTask(record: TaskRecord, entry: Pick<RecentTask, 'capability' | 'createdAt'>): boolean {
  return entry.capability !== null && entry.createdAt !== null && couldBeRecentTask(record, entry)
}

/** Whether nothing that an entry says contradicts that it is this task. A capability or a time that it does not name contradicts nothing. */
export function couldBeRecentTask(record: TaskRecord, entry: Pick<RecentTask, 'capability' | 'createdAt'>): boolean {
  if (record.submittedAt === null || (entry.capability !== null && entry.capability !== record.capability)) return false
  if (entry.createdAt === null) return true
  return entry.createdAt >= record.submittedAt - earlierInMs && entry.createdAt <= record.submittedAt + laterInMs
}
