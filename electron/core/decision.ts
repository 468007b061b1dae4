import type { Fault } from '../../shared/fault.ts'
import { policyFor } from './error-policy.ts'
import { longestRetryAfterInMs } from './poll-schedule.ts'
import type { Notice } from './task-event.ts'
import type { TaskRecord, TaskState } from './task-record.ts'

/**
 * What a decision may know besides the task and the event. Times in milliseconds since 1970. `random` is in [0, 1). `timeScale` multiplies
 * every delay. `nextKey` is the idempotency key of the task's next attempt, derived from the current one.
 */
export type DecisionContext = { readonly now: number; readonly random: number; readonly timeScale: number; readonly nextKey: string }

/** The task after the event. `isNews` is false if nothing has changed that must survive a restart. */
export type Decision = { readonly record: TaskRecord; readonly notices: readonly Notice[]; readonly isNews: boolean }

export function stay(record: TaskRecord): Decision {
  return { record, notices: [], isNews: false }
}

export function move(record: TaskRecord, state: TaskState, ...notices: readonly Notice[]): Decision {
  return { record: { ...record, state }, notices, isNews: true }
}

/** The delay before the next try: what the service asked for, but never less than the backoff. In milliseconds, scaled. */
export function retryDelayInMs(fault: Fault, backoffDelayInMs: number, { timeScale }: DecisionContext): number {
  return Math.min(Math.max(fault.retryAfterInMs ?? 0, backoffDelayInMs), longestRetryAfterInMs) * timeScale
}

/**
 * Whether a repeated failure is worth a row in the journal: the first, the second, the fourth and so on. A loop that fails for days then
 * leaves tens of rows, not thousands.
 */
export function isWorthJournaling(tries: number): boolean {
  return (tries & (tries - 1)) === 0
}

/** What a fault of a call to the service says about the account or the network. For calls to storage see `storageNotices`. */
export function accountNotices(record: TaskRecord, fault: Fault): readonly Notice[] {
  // A page that one call met may be that call's own trouble. A free call finds out before the whole account counts as offline.
  if (fault.obstacle === 'sign-in-page') return fault.step === 'recent' ? [] : [{ kind: 'out-of-reach' }]
  if (fault.kind === 'not-sent' || fault.obstacle !== null) return [{ kind: 'offline', obstacle: fault.obstacle }]
  if (fault.errorType === 'CAPABILITY_NOT_ENABLED') return [{ kind: 'capabilities-moved' }]
  const verdict = policyFor(fault).onSubmit
  if (verdict.do !== 'hold') return []
  const credits = verdict.reason === 'credits' ? record.credits.estimated : null
  return [{ kind: 'hold-account', reason: verdict.reason, message: fault.message, requestId: fault.requestId, credits }]
}

/** Storage is another host than the service: if it cannot be reached, that may be the network, or may not. */
export function storageNotices(fault: Fault): readonly Notice[] {
  return fault.kind === 'not-sent' ? [{ kind: 'out-of-reach' }] : []
}

export function slowDown(verdict: { readonly do: string }, delayInMs: number): readonly Notice[] {
  return 'slowsEverybody' in verdict && verdict.slowsEverybody === true ? [{ kind: 'slow-down', delayInMs }] : []
}
