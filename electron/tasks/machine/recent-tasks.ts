import type { TaskRecord, TaskState } from './task-record.ts'
import type { TaskEvent } from './task-event.ts'
import {
  type DecisionContext,
  type Decision,
  transitionTo,
  isWorthJournaling,
  accountEffects,
  retryDelayInMs,
  slowDownEffects
} from './decision.ts'
import { canBeMatched } from './task-predicates.ts'
import { runningFrom, isPastUnconfirmedTimeout, escalateToSupport, supportOnlyState } from './task-transitions.ts'
import { resumeUnsentTask, askAboutDuplicate } from './held-task.ts'
import { credentialStorageFailure, failureFromFault, failureWithCode } from './failure-from-fault.ts'
import { recentTasksDelayInMs, backoffInMs } from './poll-schedule.ts'
import { plainFailure } from '../../../shared/task/failure.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import { policyFor } from './error-policy.ts'

/** After this many requests for the recent tasks, a lost response no longer prevents a resend. */
const checksBeforeResend = 2

export function onRecentTasksRead(
  record: TaskRecord,
  event: Extract<TaskEvent, { kind: 'recent-read' }>,
  context: DecisionContext
): Decision {
  const { state } = record
  const { foundTaskId, foundUnder = null, isAbsent = false } = event
  if (foundTaskId !== null && canBeMatched(record)) {
    // Another copy of the journal sent a later attempt of this task. That attempt's body isn't in this journal.
    const attempt = foundUnder === null ? {} : { idempotencyKey: foundUnder.key, attempt: foundUnder.attempt, body: null }
    const found: TaskRecord = {
      ...record,
      ...attempt,
      taskId: foundTaskId,
      inDoubt: false,
      failure: null,
      acceptedAt: context.now,
      finishedAt: null,
      hidden: false
    }
    return transitionTo({ ...found, submittedAt: record.submittedAt ?? record.createdAt }, runningFrom(context.now), { kind: 'online' })
  }
  if (state.phase !== 'unconfirmed')
    return { record, effects: [{ kind: 'online' }], mustPersist: state.phase === 'running' && state.doubtedSince !== null }
  if (state.isRestored && isAbsent) return resumeUnsentTask(record, context)
  if (state.mayResend) return resend(record, state.looks, context)
  const looks = state.looks + 1
  if (isPastUnconfirmedTimeout(state.since, looks, context)) {
    return state.isRestored
      ? askAboutDuplicate(record)
      : escalateToSupport(record, failureWithCode(record.failure, plainFailure('recent-tasks-without-match'), context.now), context)
  }
  const notBefore = context.now + recentTasksDelayInMs(looks) * context.timeScale
  return {
    record: { ...record, state: { ...state, looks, notBefore } },
    effects: [{ kind: 'online' }],
    mustPersist: isWorthJournaling(looks)
  }
}

function resend(record: TaskRecord, looks: number, context: DecisionContext): Decision {
  const tries = looks + 1
  const sending: TaskRecord = { ...record, state: { phase: 'submitting', isSent: false, notBefore: context.now, tries } }
  return { record: sending, effects: [{ kind: 'online' }], mustPersist: isWorthJournaling(tries) }
}

export function onRecentTasksFault(before: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const { state } = before
  const effects = accountEffects(before, fault)
  if (state.phase !== 'unconfirmed') return { record: before, effects, mustPersist: false }
  const row = policyFor(fault)
  const verdict = row.onQuery
  const isFirstTime = verdict.do === 'once-more' && before.failure?.errorType !== fault.errorType
  if (verdict.do === 'once-more' && !isFirstTime)
    return transitionTo({ ...before, failure: credentialStorageFailure(fault, false, context.now) }, supportOnlyState, ...effects)
  if (verdict.do === 'support')
    return transitionTo({ ...before, failure: failureFromFault(fault, row, context.now) }, supportOnlyState, ...effects)
  const record = isFirstTime ? { ...before, failure: failureFromFault(fault, row, context.now) } : before
  // `isUseless`: true if the service won't return the recent tasks. It may not offer them, or may have failed for ten minutes. Only a
  // resend can then show the outcome. If resending is forbidden, only support can find it out. Network and account problems don't count,
  // because they may end.
  const isThere = fault.kind !== 'not-sent' && verdict.do !== 'hold' && !('slowsAccount' in verdict && verdict.slowsAccount)
  const looks = state.looks + 1
  const isTooLong = isPastUnconfirmedTimeout(state.since, looks, context)
  // Each request with no response takes minutes. Resending with the same idempotency key shows the outcome sooner.
  const isSilent = state.mayResend && fault.kind === 'lost' && looks >= checksBeforeResend
  const isUseless = isThere && (row.onSubmit.do === 'refuse' || isTooLong || isSilent)
  // After the verdict `doubt`, resending is forbidden.
  const mayResend = state.mayResend && verdict.do !== 'doubt'
  if (isUseless && mayResend) return resend(record, state.looks, context)
  // The task was restored from a backup, and the service can't list recent tasks. Only the user can decide whether to send it.
  if (isUseless && state.isRestored) return askAboutDuplicate(record)
  if (isTooLong && isThere)
    return escalateToSupport(record, failureWithCode(record.failure, plainFailure('recent-tasks-timeout'), context.now), context)
  const delayInMs = retryDelayInMs(fault, backoffInMs(looks, context.random), context)
  const next: TaskState = { ...state, mayResend, looks, notBefore: context.now + delayInMs }
  const mustPersist = state.looks === 0 || isFirstTime || mayResend !== state.mayResend
  return { record: { ...record, state: next }, effects: [...effects, ...slowDownEffects(verdict, delayInMs)], mustPersist }
}
