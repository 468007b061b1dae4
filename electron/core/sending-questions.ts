import type { Price } from '../../shared/pricing.ts'
import { committedCredits, type LedgerFigures } from '../../shared/ledger.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { TaskRecord } from './task-record.ts'

/**
 * Whether a task may be sent at the price of now. What costs the same or less goes; what costs more asks first. Where nobody can tell any
 * more, a price that the contract's own rules told asks too; one that only the service could estimate goes, since a service that cannot
 * estimate just now stands in nobody's way. What was asked for without a price goes at any.
 */
export function priceQuestion({ credits, estimatedBy }: Pick<TaskRecord, 'credits' | 'estimatedBy'>, now: Price): SendingQuestion | null {
  const before = credits.estimated
  if (before === null) return null
  if (now.credits === null) return estimatedBy === 'rules' ? { kind: 'price', before, now: null } : null
  return now.credits > before ? { kind: 'price', before, now: now.credits } : null
}

/** Whether a task may be sent within the limit of the day. `sentToday`: the other tasks of its account. `limit` null: there is none. */
export function limitQuestion(
  { credits: { estimated } }: Pick<TaskRecord, 'credits'>,
  limit: number | null,
  sentToday: Iterable<LedgerFigures>
): SendingQuestion | null {
  if (limit === null) return null
  const committed = committedCredits(sentToday)
  return passesLimit(estimated, committed, limit) ? { kind: 'limit', committed, limit, credits: estimated } : null
}

/** A price that nobody knows passes while there is any room: what it turns out to be counts from then on. */
export function passesLimit(credits: number | null, committed: number, limit: number): boolean {
  return credits === null ? committed >= limit : committed + credits > limit
}

/** What counts against the limit of the day that began then, once a task is sent: all that was sent since. */
export function isSentSince({ submittedAt, credits }: Pick<TaskRecord, 'submittedAt' | 'credits'>, startOfDay: number): boolean {
  return submittedAt !== null && submittedAt >= startOfDay && credits.state !== 'not-sent'
}
