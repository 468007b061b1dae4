import type { TaskRecord, TaskState } from './task-record.ts'
import type { TaskEvent, TaskEffect } from './task-event.ts'
import {
  type DecisionContext,
  type Decision,
  unchangedDecision,
  transitionTo,
  storageEffects,
  accountEffects,
  retryDelayInMs,
  isWorthJournaling,
  slowDownEffects
} from './decision.ts'
import { failureFromFault, uploadFailure, repeatedUploadFailure } from './failure-from-fault.ts'
import { policyFor } from './error-policy.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import { rejectTask } from './task-transitions.ts'
import { heldStateFor } from './held-task.ts'
import { backoffInMs } from './poll-schedule.ts'

/** Number of failed transfers after which Kiln gives up. The task then ends in phase `refused`. */
const triesOfTransfer = 8

/** Maximum number of idempotency keys for one task. A new key is needed after each expired upload. */
export const maxUploadAttempts = 5

export function onUploadRejected(
  record: TaskRecord,
  event: Extract<TaskEvent, { kind: 'upload-refused' }>,
  context: DecisionContext
): Decision {
  if (record.state.phase !== 'uploading') return unchangedDecision(record)
  const failure = failureFromFault(event.fault, policyFor(event.fault), context.now)
  return transitionTo({ ...record, failure }, { ...record.state, byHand: event.upload })
}

export function onUploadFault(record: TaskRecord, tries: number, fault: Fault, context: DecisionContext): Decision {
  const row = policyFor(fault)
  const isStorage = fault.step === 'transfer'
  const effects = isStorage ? storageEffects(fault) : accountEffects(record, fault)
  const isStop =
    row.onSubmit.do === 'refuse' ||
    row.onSubmit.do === 'support' ||
    (row.onSubmit.do === 'once-more' && record.failure?.errorType === fault.errorType)
  // The number of transfers is limited. A transfer that always fails late would otherwise restart for ever. Offline attempts don't count.
  const givesUp = fault.kind === 'local' || (isStorage ? fault.kind !== 'not-sent' && tries >= triesOfTransfer : isStop)
  const failed: TaskRecord = { ...record, failure: uploadFailure(fault, row, givesUp, context.now) }
  if (givesUp) return rejectTask(failed, context, effects)
  if (!isStorage && row.onSubmit.do === 'hold') return transitionTo(failed, heldStateFor(row.onSubmit.reason), ...effects)
  const delayInMs = retryDelayInMs(fault, backoffInMs(tries, context.random), context)
  const notBefore = context.now + delayInMs
  // Nothing has left this computer, so the task returns to the queue and waits for the network.
  const wasNotSent = !isStorage && fault.kind === 'not-sent'
  const state: TaskState = wasNotSent ? { phase: 'queued', notBefore, tries } : { phase: 'uploading', notBefore, tries, byHand: null }
  const mustPersist = isWorthJournaling(tries)
  return {
    record: { ...failed, state },
    effects: wasNotSent ? effects : [...effects, ...slowDownEffects(row.onSubmit, delayInMs)],
    mustPersist
  }
}

export function retryUpload(record: TaskRecord, context: DecisionContext, effects: readonly TaskEffect[]): Decision {
  // Without a local file, the expired input is a URL that the user typed. Kiln can't upload it again, and resending it would fail again.
  if (record.inputs.length === 0 || record.attempt >= maxUploadAttempts)
    return rejectTask({ ...record, failure: repeatedUploadFailure(record) }, context, effects)
  const delayInMs = record.attempt === 1 ? 0 : backoffInMs(record.attempt, context.random) * context.timeScale
  const renewed: TaskRecord = { ...record, idempotencyKey: context.nextKey, attempt: record.attempt + 1, body: null, submittedAt: null }
  return transitionTo(
    renewed,
    { phase: 'uploading', notBefore: context.now + delayInMs, tries: 0, byHand: null },
    { kind: 'forget-uploads' }
  )
}
