import type { TaskCredits } from '../../../shared/task/task.ts'
import type { SubmitResponse, QueryResponse } from './responses.ts'
import type { TaskRecord } from './task-record.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import { policyFor } from './error-policy.ts'

/** Applies the response's credits. Values that are missing in the response stay unchanged. */
export function withCreditsFrom(credits: TaskCredits, answer: SubmitResponse | QueryResponse): TaskCredits {
  const required = answer.creditsRequired ?? credits.required
  const consumed = answer.creditsConsumed ?? credits.consumed
  const usageDeferred = answer.usageDeferred ?? credits.usageDeferred
  const isSaidBefore = required === credits.required && consumed === credits.consumed && usageDeferred === credits.usageDeferred
  const isUndecided = credits.state === 'not-sent' || credits.state === 'pending'
  const state = isSaidBefore && !isUndecided ? credits.state : stateOf(consumed, usageDeferred)
  return isSaidBefore && state === credits.state ? credits : { ...credits, required, consumed, usageDeferred, state }
}

function stateOf(consumed: number | null, usageDeferred: boolean | null): TaskCredits['state'] {
  if (consumed !== null && consumed > 0) return 'charged'
  return usageDeferred === true ? 'deferred' : 'pending'
}

/** Marks the credits as pending if the fault leaves a charge or refund unknown. Overrides an earlier report (spec section 3). */
export function withUnknownCredits(record: TaskRecord, fault: Fault): TaskRecord {
  return policyFor(fault).isAboutCredits === true ? { ...record, credits: { ...record.credits, state: 'pending' } } : record
}

/** True while a failed task's credits aren't settled. Either a refund is expected, or the charge is unknown. */
export function isCreditOutcomeOpen({ state }: TaskCredits): boolean {
  return state === 'refund-expected' || state === 'pending' || state === 'deferred'
}

/** Returns a failed task's credits after a query response. The state is `pending` if the response doesn't show a charge or refund. */
export function creditsOfFailure(before: TaskCredits, answer: QueryResponse): TaskCredits {
  const after = withCreditsFrom(before, answer)
  const wasPaid = (before.consumed ?? 0) > 0 || before.state === 'refund-expected'
  if (answer.creditsConsumed === 0 && answer.usageDeferred !== true) return { ...after, state: wasPaid ? 'refunded' : 'not-charged' }
  if ((after.consumed ?? 0) > 0) return { ...after, state: 'refund-expected' }
  return { ...after, state: 'pending' }
}
