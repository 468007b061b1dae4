import type { RecentTask } from './answers.ts'
import type { TaskRecord } from './task-record.ts'

/** How far the service's clock and ours may differ when a task is matched by time. */
const earlierInMs = 60_000
const laterInMs = 5 * 60_000

/**
 * Finds unconfirmed tasks among the recent ones, and by their key also those that went to support (behaviour section 3, Recover): by
 * idempotency key; else by capability and time
 * window, only when exactly one candidate on each side fits. Entries that belong to a task we know are nobody's candidates.
 *
 * @param unconfirmed the tasks whose outcome is not known
 * @param alsoUnknown tasks of the same account whose answer is still on its way, or that went to support without a task id: an entry
 * that could as well be one of theirs is nobody's
 * @param knownTaskIds ids that the journal already follows
 * @returns our task id to the service's
 */
export function matchRecentTasks(
  unconfirmed: readonly TaskRecord[],
  alsoUnknown: readonly TaskRecord[],
  recent: readonly RecentTask[],
  knownTaskIds: { readonly has: (taskId: string) => boolean }
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const nameless = alsoUnknown.filter(({ state }) => state.phase === 'support')
  const free = recent.filter((entry) => !knownTaskIds.has(entry.taskId))
  const taskIdOfKey = new Map(free.flatMap((entry) => (entry.idempotencyKey === null ? [] : [[entry.idempotencyKey, entry.taskId]])))
  for (const record of [...unconfirmed, ...nameless]) {
    const taskId = taskIdOfKey.get(record.idempotencyKey)
    if (taskId !== undefined) found.set(record.id, taskId)
  }
  const taken = new Set(found.values())
  // An entry that names a key is matched by it or not at all.
  const keyless = free.filter((entry) => entry.idempotencyKey === null && !taken.has(entry.taskId))
  const open = unconfirmed.filter((record) => !found.has(record.id))
  for (const record of open) {
    const candidates = keyless.filter((entry) => fitsRecentTask(record, entry))
    const [only] = candidates
    if (candidates.length !== 1 || only === undefined) continue
    const rivals = [...open, ...alsoUnknown].filter((other) => fitsRecentTask(other, only))
    if (rivals.length === 1) found.set(record.id, only.taskId)
  }
  return found
}

/** Whether an entry that names no key could be this task: the same capability, and listed about when it was sent. */
export function fitsRecentTask(record: TaskRecord, entry: Pick<RecentTask, 'capability' | 'createdAt'>): boolean {
  if (entry.capability !== record.capability || entry.createdAt === null || record.submittedAt === null) return false
  return entry.createdAt >= record.submittedAt - earlierInMs && entry.createdAt <= record.submittedAt + laterInMs
}
