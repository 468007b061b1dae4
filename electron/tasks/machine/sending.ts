import type { TaskRecord, TaskState } from './task-record.ts'
import {
  type DecisionContext,
  type Decision,
  unchangedDecision,
  transitionTo,
  accountEffects,
  retryDelayInMs,
  isWorthJournaling,
  slowDownEffects
} from './decision.ts'
import { isWithinResendWindow, pollDelayInMs, backoffInMs, recentTasksDelayInMs } from './poll-schedule.ts'
import type { SubmitResponse } from './responses.ts'
import { withCreditsFrom } from './task-credits.ts'
import { runningFrom, rejectTask, supportOnlyState, readRecentTasksEffect } from './task-transitions.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import { policyFor } from './error-policy.ts'
import { rejectedResendFailure, failureFromFault, credentialStorageFailure } from './failure-from-fault.ts'
import { heldStateFor } from './held-task.ts'
import { retryUpload } from './uploading.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { TaskEffect } from './task-event.ts'

/**
 * Number of `UPLOAD_NOT_READY` responses after which the file is uploaded again. If the service may have accepted the task, Kiln searches
 * the recent tasks instead.
 */
const triesBeforeReupload = 8

export function onSending(record: TaskRecord, body: string, context: DecisionContext): Decision {
  const { state } = record
  const isReady = state.phase === 'queued' || state.phase === 'uploading' || (state.phase === 'submitting' && !state.isSent)
  if (!isReady) return unchangedDecision(record)
  if (record.body !== null && record.body !== body) throw new Error(`I2: task ${record.id} has a different body for this idempotency key.`)
  // The time limit starts with the first send that the service may have accepted. Definitely rejected sends don't count.
  const firstSentAt = (record.inDoubt ? record.submittedAt : null) ?? context.now
  if (record.inDoubt && !isWithinResendWindow(firstSentAt, context.now)) {
    // The service may have forgotten the idempotency key by now, so sending again could charge twice.
    return transitionTo(record, {
      phase: 'unconfirmed',
      since: context.now,
      mayResend: false,
      isRestored: false,
      notBefore: context.now,
      looks: 0
    })
  }
  const tries = 'tries' in state ? state.tries : 0
  return transitionTo(
    { ...record, body, submittedAt: firstSentAt, credits: { ...record.credits, state: 'pending' } },
    { phase: 'submitting', isSent: true, notBefore: context.now, tries }
  )
}

export function onAccepted(record: TaskRecord, answer: SubmitResponse, context: DecisionContext): Decision {
  const accepted: TaskRecord = {
    ...record,
    taskId: answer.taskId,
    inDoubt: false,
    failure: null,
    acceptedAt: context.now,
    credits: withCreditsFrom(record.credits, answer)
  }
  return transitionTo(accepted, runningFrom(context.now + pollDelayInMs(0) * context.timeScale), { kind: 'online' })
}

export function onSubmitFault(before: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const row = policyFor(fault)
  const verdict = row.onSubmit
  const isStillUnconfirmed = before.inDoubt && row.outcome === 'refused'
  const tries = (before.state.phase === 'submitting' ? before.state.tries : 0) + 1
  // After repeated `UPLOAD_NOT_READY`, the service may have lost the file. If it definitely didn't accept the task, Kiln uploads again.
  const isRepeated = before.failure?.errorType === fault.errorType
  const isFileMissing = fault.errorType === 'UPLOAD_NOT_READY' && isRepeated && tries >= triesBeforeReupload
  const mayResend = verdict.do === 'hold' || (verdict.do === 'wait' && !isFileMissing)
  const failure = isStillUnconfirmed ? rejectedResendFailure(fault, row, mayResend, context.now) : failureFromFault(fault, row, context.now)
  const record: TaskRecord = {
    ...before,
    failure,
    // Only these verdicts mean that the task ID in the response is this task's ID.
    taskId: verdict.do === 'follow-or-look' || verdict.do === 'support' ? (fault.taskId ?? before.taskId) : before.taskId,
    businessId: fault.businessId ?? before.businessId,
    inDoubt: before.inDoubt || row.outcome !== 'refused',
    credits: before.inDoubt || row.outcome !== 'refused' ? before.credits : { ...before.credits, state: 'not-sent' }
  }
  const effects = accountEffects(record, fault)
  const doubt = (isResendAllowed: boolean): Decision => unconfirmed(before, record, fault, isResendAllowed, context, effects)

  switch (verdict.do) {
    case 'refuse':
      return before.inDoubt ? doubt(false) : rejectTask(record, context, effects)
    case 'hold':
      return before.inDoubt ? doubt(true) : transitionTo(record, heldStateFor(verdict.reason), ...effects)
    case 'upload-again':
      return before.inDoubt ? doubt(false) : retryUpload(record, context, effects)
    case 'wait': {
      if (isFileMissing) return before.inDoubt ? doubt(false) : retryUpload(record, context, effects)
      const delayInMs = retryDelayInMs(fault, backoffInMs(tries, context.random), context)
      const notBefore = context.now + delayInMs
      if (fault.kind === 'not-sent') {
        return record.inDoubt
          ? transitionTo(
              record,
              { phase: 'unconfirmed', since: context.now, mayResend: true, isRestored: false, notBefore, looks: 0 },
              ...effects
            )
          : transitionTo(record, { phase: 'queued', notBefore, tries }, ...effects)
      }
      const waiting: TaskRecord = { ...record, state: { phase: 'submitting', isSent: false, notBefore, tries } }
      // Most repetitions of the same error aren't written to the journal, because they don't add information.
      const mustPersist = isWorthJournaling(tries) || record.inDoubt !== before.inDoubt || !isRepeated
      return { record: waiting, effects: [...effects, ...slowDownEffects(verdict, delayInMs)], mustPersist }
    }
    case 'once-more': {
      if (isRepeated) return transitionTo({ ...record, failure: credentialStorageFailure(fault, false, context.now) }, supportOnlyState)
      const notBefore = context.now + retryDelayInMs(fault, backoffInMs(tries, context.random), context)
      return transitionTo(record, { phase: 'submitting', isSent: false, notBefore, tries })
    }
    case 'reconcile':
      return doubt(verdict.mayResend)
    case 'follow-or-look':
      if (record.taskId === null) return doubt(false)
      return transitionTo(
        { ...record, acceptedAt: record.acceptedAt ?? context.now },
        runningFrom(context.now + retryDelayInMs(fault, pollDelayInMs(0), context), context.now),
        // Kiln always follows this hint, even if the response contains the task ID.
        ...(fault.hint === 'GET_RECENT_TASKS' ? [readRecentTasksEffect] : [])
      )
    case 'support':
      return transitionTo(record, supportOnlyState)
    default:
      return assertNever(verdict)
  }
}

function unconfirmed(
  before: TaskRecord,
  record: TaskRecord,
  fault: Fault,
  mayResend: boolean,
  context: DecisionContext,
  effects: readonly TaskEffect[]
): Decision {
  // The number of checks starts at the number of sends. If the service always drops the connection, Kiln checks less and less often.
  const looks = before.state.phase === 'submitting' ? before.state.tries : 0
  const notBefore = context.now + retryDelayInMs(fault, recentTasksDelayInMs(looks), context)
  const state: TaskState = { phase: 'unconfirmed', since: context.now, mayResend, isRestored: false, notBefore, looks }
  // After a restart, Kiln derives this state from the `sending` event in the journal. Only a forbidden resend must be stored.
  const mustPersist = !before.inDoubt || !mayResend || isWorthJournaling(looks)
  return { record: { ...record, inDoubt: true, state }, effects, mustPersist }
}
