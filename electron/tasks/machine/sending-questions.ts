import type { EstimatedPrice } from '../../../shared/form/pricing.ts'
import { exceedsDailyLimit } from '../../../shared/task/daily-limit.ts'
import { committedCredits, type LedgerFigures } from '../../../shared/task/ledger.ts'
import type { ConfirmableQuestionKind, SendConfirmation } from '../../../shared/task/spending.ts'
import type { TaskRecord } from './task-record.ts'

/** The event that confirms each kind of question. */
export const confirmationEventKinds = { price: 'price-agreed', copy: 'copy-agreed' } as const satisfies Record<
  ConfirmableQuestionKind,
  string
>

/**
 * Returns the question to ask before a task is sent at the price `now`. Null if the task may be sent.
 * - If the price has risen, the user must confirm.
 * - An unknown price needs confirmation if the earlier price came from the contract's rules. Confirming every unknown price would block
 *   tasks whenever the service can't estimate.
 * - A task created without a price is sent at any price.
 */
export function priceConfirmation(
  { credits, estimatedBy }: Pick<TaskRecord, 'credits' | 'estimatedBy'>,
  now: EstimatedPrice
): SendConfirmation | null {
  const before = credits.estimated
  if (before === null) return null
  if (now.credits === null) return estimatedBy === 'rules' ? { kind: 'price', before, now: null } : null
  return now.credits > before ? { kind: 'price', before, now: now.credits } : null
}

/**
 * Returns the question to ask if a task would exceed the daily limit, otherwise null. `limit`: in credits, null if none is set.
 * `sentToday`: the account's other tasks that were sent today.
 */
export function limitConfirmation(
  { credits: { estimated } }: Pick<TaskRecord, 'credits'>,
  limit: number | null,
  sentToday: Iterable<LedgerFigures>
): SendConfirmation | null {
  if (limit === null) return null
  const committed = committedCredits(sentToday)
  return exceedsDailyLimit(estimated, committed, limit) ? { kind: 'limit', committed, limit, credits: estimated } : null
}

/** True if a task was sent at or after `startOfDay` and therefore counts towards that day's limit. */
export function isSentSince({ submittedAt, credits }: Pick<TaskRecord, 'submittedAt' | 'credits'>, startOfDay: number): boolean {
  return submittedAt !== null && submittedAt >= startOfDay && credits.state !== 'not-sent'
}
