import { committedCredits } from './ledger.ts'
import type { SpendingGuard } from './spending.ts'
import type { Task } from './task.ts'

type TaskOfDay = Pick<Task, 'phase' | 'credits' | 'createdAt' | 'submittedAt'>

/**
 * Returns the credits that count against the daily limit. `startOfDay` is in milliseconds since 1970. Counts tasks that were created or
 * sent since then. Also counts all tasks that are still to be sent. A task that waited past midnight is charged on the new day.
 */
export function creditsCommittedSince(tasks: readonly TaskOfDay[], startOfDay: number): number {
  const counted = tasks.filter(
    ({ createdAt, submittedAt, credits }) => createdAt >= startOfDay || (submittedAt ?? 0) >= startOfDay || credits.state === 'not-sent'
  )
  return committedCredits(counted.map(({ credits, phase }) => ({ ...credits, phase })))
}

/**
 * True if a task for `credits` would exceed the limit. A task with an unknown price (null) is allowed until the limit is reached. The task
 * counts against the limit once its price is known.
 */
export function exceedsDailyLimit(credits: number | null, committed: number, limit: number): boolean {
  return credits === null ? committed >= limit : committed + credits > limit
}

/** Returns a guard if a task for `credits` would exceed the limit. Null if the limit isn't set or wouldn't be exceeded. */
export function dailyLimitGuard(credits: number | null, committed: number, limit: number | null): SpendingGuard | null {
  return limit !== null && exceedsDailyLimit(credits, committed, limit) ? { kind: 'limit', committed, limit, credits } : null
}
