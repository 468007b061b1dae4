import { committedCredits } from './ledger.ts'
import type { SpendingGuard } from './spending.ts'
import type { Task } from './task.ts'

type TaskOfDay = Pick<Task, 'phase' | 'credits' | 'createdAt' | 'submittedAt'>

/**
 * Credits that count against the limit of the day that began at `startOfDay` (milliseconds since 1970). Includes tasks created or sent
 * since then, and tasks still to be sent. A task that waited past midnight is charged today.
 */
export function committedSince(tasks: readonly TaskOfDay[], startOfDay: number): number {
  const counted = tasks.filter(
    ({ createdAt, submittedAt, credits }) => createdAt >= startOfDay || (submittedAt ?? 0) >= startOfDay || credits.state === 'not-sent'
  )
  return committedCredits(counted.map(({ credits, phase }) => ({ ...credits, phase })))
}

/**
 * True if the limit would be exceeded. A task with an unknown price is allowed until the limit is reached. It counts once its price is
 * known.
 */
export function exceedsLimit(credits: number | null, committed: number, limit: number): boolean {
  return credits === null ? committed >= limit : committed + credits > limit
}

/** Null if the limit allows these credits, or if there is no limit. */
export function limitGuard(credits: number | null, committed: number, limit: number | null): SpendingGuard | null {
  return limit !== null && exceedsLimit(credits, committed, limit) ? { kind: 'limit', committed, limit, credits } : null
}
