import type { Fault } from '../../../shared/task/fault.ts'
import { policyFor } from './error-policy.ts'
import { maxRetryAfterInMs } from './poll-schedule.ts'
import type { TaskEffect } from './task-event.ts'
import type { TaskRecord, TaskState } from './task-record.ts'

/**
 * Inputs of a decision besides the task and the event. Times in milliseconds since 1970. `random` is in [0, 1). `timeScale` multiplies
 * every delay. `nextKey` is the idempotency key of the task's next attempt, derived from the current one.
 */
export type DecisionContext = { readonly now: number; readonly random: number; readonly timeScale: number; readonly nextKey: string }

/** The task after the event. `mustPersist` is false if nothing has changed that must survive a restart. */
export type Decision = { readonly record: TaskRecord; readonly effects: readonly TaskEffect[]; readonly mustPersist: boolean }

export function unchangedDecision(record: TaskRecord): Decision {
  return { record, effects: [], mustPersist: false }
}

export function transitionTo(record: TaskRecord, state: TaskState, ...effects: readonly TaskEffect[]): Decision {
  return { record: { ...record, state }, effects, mustPersist: true }
}

/**
 * Returns the delay before the next attempt, in milliseconds, already multiplied by `timeScale`. Before scaling, it's the delay that the
 * service requested, but at least `backoffDelayInMs`. `maxRetryAfterInMs` is the maximum.
 */
export function retryDelayInMs(fault: Fault, backoffDelayInMs: number, { timeScale }: DecisionContext): number {
  return Math.min(Math.max(fault.retryAfterInMs ?? 0, backoffDelayInMs), maxRetryAfterInMs) * timeScale
}

/**
 * True if a repeated failure is written to the journal. Only failures 1, 2, 4, 8 and so on are written. Retries that fail for days then add
 * tens of rows instead of thousands.
 */
export function isWorthJournaling(tries: number): boolean {
  return (tries & (tries - 1)) === 0
}

/** Returns the effects of a failed service call on the account and the network state. For storage calls, see `storageEffects`. */
export function accountEffects(record: TaskRecord, fault: Fault): readonly TaskEffect[] {
  // A sign-in page may have replaced only this response. `out-of-reach` checks this with a free request. Reading the recent tasks is itself
  // a free request.
  if (fault.networkBlock === 'sign-in-page') return fault.step === 'recent' ? [] : [{ kind: 'out-of-reach' }]
  if (fault.kind === 'not-sent' || fault.networkBlock !== null) return [{ kind: 'offline', networkBlock: fault.networkBlock }]
  if (fault.errorType === 'CAPABILITY_NOT_ENABLED') return [{ kind: 'capabilities-moved' }]
  const verdict = policyFor(fault).onSubmit
  if (verdict.do !== 'hold') return []
  const credits = verdict.reason === 'credits' ? record.credits.estimated : null
  return [{ kind: 'hold-account', reason: verdict.reason, message: fault.message, requestId: fault.requestId, credits }]
}

/** Returns the effects of a failed transfer. Storage has its own host, so a failure doesn't prove that the network is down. */
export function storageEffects(fault: Fault): readonly TaskEffect[] {
  return fault.kind === 'not-sent' ? [{ kind: 'out-of-reach' }] : []
}

export function slowDownEffects(verdict: { readonly do: string }, delayInMs: number): readonly TaskEffect[] {
  return 'slowsAccount' in verdict && verdict.slowsAccount === true ? [{ kind: 'slow-down', delayInMs }] : []
}
