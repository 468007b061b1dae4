import { assertNever } from '../../../shared/assert-never.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import type { TaskCredits, TaskFailure, HoldReason } from '../../../shared/task/task.ts'
import { kept, word } from '../../../shared/i18n/say.ts'
import type { QueryResponse, SubmitResponse } from './responses.ts'
import {
  collectingStateForNewUrls,
  newCollectingState,
  isCollecting,
  maxTriesBeforeFreshUrl,
  nextRecheck,
  onResultUrls,
  onResultUrlsFault,
  onSaveFault,
  onSaved,
  onDuplicateFound,
  savedOutputsOf
} from './collecting.ts'
import {
  type Decision,
  type DecisionContext,
  accountEffects,
  isWorthJournaling,
  transitionTo,
  retryDelayInMs,
  slowDownEffects,
  unchangedDecision,
  storageEffects
} from './decision.ts'
import { policyFor } from './error-policy.ts'
import {
  unconfirmedFaceSelectionFailure,
  lostFaceSelectionFailure,
  failureFromFault,
  faceSelectionFailure,
  faceSelectionSupportFailure,
  repeatedUploadFailure,
  unconfirmedTimeoutFailure,
  queryFailure,
  noRecentMatchFailure,
  credentialStorageFailure,
  serviceFailure,
  uploadFailure,
  rejectedResendFailure,
  failureWithText
} from './failure-text.ts'
import { isOpenOutput, listedOutputCount, withOutput } from './refresh-result-urls.ts'
import {
  backoffInMs,
  downloadTimeoutInMs,
  unconfirmedTimeoutInMs,
  isWithinResendWindow,
  minChecksWhenUnconfirmed,
  maxRetryAfterInMs,
  maxDelayAfterStartInMs,
  recentTasksDelayInMs,
  selectionGraceInMs,
  selectionTimeoutInMs,
  pollDelayInMs,
  refundCheckDelaysInMs,
  minPollDelayInMs
} from './poll-schedule.ts'
import { classifyStatus } from './classify-status.ts'
import type { TaskEffect, TaskEvent } from './task-event.ts'
import { requestedOutputCount } from './output-count.ts'
import type { SentFaceSelection, TaskOutput, TaskRecord, TaskState } from './task-record.ts'

export type { Decision, DecisionContext } from './decision.ts'

/**
 * Number of `UPLOAD_NOT_READY` responses after which the file is uploaded again. If the service may have accepted the task, Kiln searches
 * the recent tasks instead.
 */
const triesBeforeReupload = 8
/** Number of failed transfers after which Kiln gives up. The task then ends in phase `refused`. */
const triesOfTransfer = 8
/** Number of requests for the recent tasks before Kiln may resend the task. The last request must have had no response. */
const checksBeforeResend = 2
/** Maximum number of idempotency keys for one task. A new key is needed after each expired upload. */
export const maxUploadAttempts = 5

/**
 * A task's state machine. Returns the task after an event, and the event's effects. Has no side effects itself. An unexpected event changes
 * nothing. A late or duplicate response therefore does no harm.
 */
export function decide(record: TaskRecord, event: TaskEvent, context: DecisionContext): Decision {
  switch (event.kind) {
    case 'restarted':
      return onRestart(record, context)
    case 'upload-began':
      return record.state.phase === 'queued'
        ? transitionTo(record, { phase: 'uploading', notBefore: context.now, tries: 0, byHand: null })
        : unchangedDecision(record)
    case 'upload-failed':
      return record.state.phase === 'uploading'
        ? onUploadFault(record, record.state.tries + 1, event.fault, context)
        : unchangedDecision(record)
    case 'upload-refused':
      return onUploadRefused(record, event, context)
    case 'uploaded':
      // No journal entry is needed. After a restart, Kiln finds the stored uploads and builds the body again.
      return record.state.phase === 'uploading'
        ? {
            record: { ...record, failure: null, state: { phase: 'queued', isUploaded: true, notBefore: context.now, tries: 0 } },
            effects: [],
            mustPersist: false
          }
        : unchangedDecision(record)
    case 'uploaded-by-hand':
      return record.state.phase === 'uploading' && record.state.byHand !== null
        ? transitionTo({ ...record, failure: null }, { ...record.state, byHand: null, notBefore: context.now })
        : unchangedDecision(record)
    case 'sending':
      return onSending(record, event.body, context)
    case 'submitted':
      // A task ID is accepted even if Kiln has stopped waiting for it. Every known task is checked until it ends.
      return isOnTheWire(record) || record.state.phase === 'unconfirmed' || (record.state.phase === 'support' && record.taskId === null)
        ? accept(record, event.answer, context)
        : unchangedDecision(record)
    case 'submit-failed':
      return isOnTheWire(record) ? onSubmitFault(record, event.fault, context) : unchangedDecision(record)
    case 'recent-read':
      return onRecentRead(record, event, context)
    case 'recent-failed':
      return onRecentFault(record, event.fault, context)
    case 'queried':
      return onQueried(record, event, context)
    case 'credits-read':
      return onCreditsRead(record, event.answer, context)
    case 'query-failed':
      return onQueryFault(record, event.fault, context)
    case 'faces-chosen':
      return onFacesChosen(record, event.arguments, context)
    case 'faces-taken':
      return onFacesAccepted(record, context)
    case 'choice-failed':
      return onChoiceFault(record, event.fault, context)
    case 'kept':
      return isCollecting(record) ? onSaved(record, event, context) : onSavedLate(record, event, context)
    case 'fetch-again':
      return onFetchAgain(record, event.indexes, context)
    case 'keep-failed':
      return isCollecting(record) ? onSaveFault(record, event.index, event.fault, context) : unchangedDecision(record)
    case 'twin-found':
      return isCollecting(record) ? onDuplicateFound(record, event.index, event.sha256, context) : unchangedDecision(record)
    case 'moved':
      return onMoved(record, event)
    case 'account-held':
      return isUnsent(record) && record.state.phase !== 'held' ? transitionTo(record, heldFor(event.reason)) : unchangedDecision(record)
    case 'account-fixed':
      return record.state.phase === 'held' && record.state.question === null ? resumeTask(record, context) : unchangedDecision(record)
    case 'questioned':
      return isUnsent(record) && record.state.phase !== 'held'
        ? transitionTo({ ...record, failure: null }, { phase: 'held', reason: null, question: event.question })
        : unchangedDecision(record)
    case 'price-agreed':
      return onPriceAgreed(record, context)
    case 'copy-agreed':
      return asksAboutCopy(record) ? resumeUnsent(record, context) : unchangedDecision(record)
    case 'question-dropped':
      return record.state.phase === 'held' && record.state.question?.kind === event.about
        ? resumeTask(record, context)
        : unchangedDecision(record)
    case 'cancelled':
      return onCancelled(record, context)
    case 'cancel-undone':
      return onCancelUndone(record, context)
    case 'look-again':
      return onCheckRequested(record, context)
    case 'woke':
      return { record: { ...record, state: dueNow(record.state, context.now) }, effects: [], mustPersist: false }
    case 'hidden':
      return record.hidden || !canHide(record)
        ? unchangedDecision(record)
        : { record: { ...record, hidden: true }, effects: [], mustPersist: true }
    case 'unhidden':
      return record.hidden ? { record: { ...record, hidden: false }, effects: [], mustPersist: true } : unchangedDecision(record)
    default:
      return assertNever(event)
  }
}

/** True while the task can be cancelled so that this copy of Kiln never sends it. */
export function canCancel(record: TaskRecord): boolean {
  return isUnsent(record) || asksAboutCopy(record)
}

/** True while the service can't have accepted this task. The task can then safely be put on hold or cancelled. */
export function isUnsent(record: TaskRecord): boolean {
  if (record.inDoubt) return false
  const { state } = record
  return (
    state.phase === 'queued' || state.phase === 'uploading' || state.phase === 'held' || (state.phase === 'submitting' && !state.isSent)
  )
}

function asksAboutCopy({ state }: TaskRecord): boolean {
  return state.phase === 'held' && state.question?.kind === 'copy'
}

/** True if a task can be hidden from the queue. Unfinished tasks can't, because they may still cost credits or need the user. */
export function canHide({ state: { phase } }: TaskRecord): boolean {
  return phase === 'done' || phase === 'failed' || phase === 'refused' || phase === 'cancelled'
}

/** True if a task is hidden. False for unfinished tasks, even if `record.hidden` is true, as in journals of older versions. */
export function isHidden(record: TaskRecord): boolean {
  return record.hidden && canHide(record)
}

function isOnTheWire(record: TaskRecord): boolean {
  return record.state.phase === 'submitting' && record.state.isSent
}

function onRestart(record: TaskRecord, context: DecisionContext): Decision {
  const { state } = record
  // The service may have received a request that was in flight when Kiln ended.
  if (state.phase === 'submitting' && state.isSent) {
    // After this error, only one retry is allowed (spec section 7). The request in flight may have been the retry.
    const mayResend = record.failure?.errorType !== 'CREDENTIAL_STORAGE_UNAVAILABLE'
    return transitionTo(
      { ...record, inDoubt: true },
      { phase: 'unconfirmed', since: context.now, mayResend, isRestored: false, notBefore: context.now, looks: 0 }
    )
  }
  // A face selection was interrupted. The next status query shows whether the service received the selection.
  if (state.phase === 'selecting' && record.choice?.fate === 'on-the-way')
    return transitionTo(
      { ...record, choice: { ...record.choice, fate: 'unknown', since: context.now } },
      { ...state, notBefore: context.now }
    )
  // The question may be from an earlier day, so the daily limit is checked again.
  if (state.phase === 'held' && state.question?.kind === 'limit') return resumeTask(record, context)
  const choice = startedByNow(record.choice, context)
  const soon = endingSoon(state, context)
  if (choice === record.choice && soon === state) return unchangedDecision(record)
  return { record: { ...record, choice, state: soon }, effects: [], mustPersist: false }
}

/** Shortens waits to `maxDelayAfterStartInMs`. A wait that was stored while the clock was wrong could otherwise last for ever. */
function endingSoon(state: TaskState, context: DecisionContext): TaskState {
  const latest = context.now + maxDelayAfterStartInMs * context.timeScale
  const soon = 'notBefore' in state && state.notBefore > latest ? { ...state, notBefore: latest } : state
  if (soon.phase === 'collecting') {
    // A URL that has already failed may have expired. One more failure therefore triggers a request for a new URL. Kiln doesn't request it
    // at once. The file may already be on disk. The service may not list a downloaded file again. Unassigned outputs are included, because
    // they may get a URL later.
    const outputs = soon.outputs.map((output) =>
      output.result === null
        ? { ...output, notBefore: Math.min(output.notBefore, latest), tries: output.tries > 0 ? maxTriesBeforeFreshUrl : 0 }
        : output
    )
    const isSame = outputs.every(
      (output, index) => output.notBefore === soon.outputs[index]?.notBefore && output.tries === soon.outputs[index].tries
    )
    return isSame ? soon : { ...soon, outputs }
  }
  return unconfirmedFromNow(soon, context)
}

/** Sets the time of every planned step to `now`. */
function dueNow(state: TaskState, now: number): TaskState {
  switch (state.phase) {
    case 'submitting':
      return state.isSent ? state : { ...state, notBefore: now }
    case 'queued':
    case 'uploading':
    case 'running':
    case 'needs_input':
    case 'selecting':
    case 'unconfirmed':
      return { ...state, notBefore: now }
    case 'collecting':
      return {
        ...state,
        notBefore: now,
        outputs: state.outputs.map((output) => (isOpenOutput(output) ? { ...output, notBefore: now } : output))
      }
    case 'support':
      return state.recheck === null ? state : { ...state, recheck: { ...state.recheck, at: now } }
    case 'failed':
      return state.refundLook === null ? state : { ...state, refundLook: { ...state.refundLook, at: now } }
    case 'done':
    case 'refused':
    case 'held':
    case 'cancelled':
      return state
    default:
      return assertNever(state)
  }
}

/** Restarts the unconfirmed timeout, because Kiln made no checks while it was closed. */
function unconfirmedFromNow(state: TaskState, context: DecisionContext): TaskState {
  if (state.phase === 'unconfirmed' && state.since !== context.now) return { ...state, since: context.now }
  const isUnconfirmed = state.phase === 'running' && state.doubtedSince !== null && state.doubtedSince !== context.now
  return isUnconfirmed ? { ...state, doubtedSince: context.now } : state
}

function startedByNow<T extends { readonly since: number } | null>(what: T, context: DecisionContext): T {
  return what !== null && what.since > context.now ? { ...what, since: context.now } : what
}

/**
 * Handles the user's face selection. A selection is only accepted while the service waits for one. A second selection is never sent while
 * the service may have received the first one.
 */
function onFacesChosen(record: TaskRecord, text: string, context: DecisionContext): Decision {
  if (record.state.phase !== 'needs_input') return unchangedDecision(record)
  return transitionTo(
    { ...record, failure: null, choice: { arguments: text, fate: 'on-the-way', since: context.now } },
    { phase: 'selecting', notBefore: context.now + pollDelayInMs(0) * context.timeScale, faultsInARow: 0 }
  )
}

function onFacesAccepted(record: TaskRecord, context: DecisionContext): Decision {
  const { choice, state } = record
  if (choice === null || choice.fate === 'taken' || choice.fate === 'not-taken') return unchangedDecision(record)
  const taken: TaskRecord = { ...record, failure: null, choice: { ...choice, fate: 'taken', since: context.now } }
  // A status query in the meantime has already changed the state. Its response is newer than this one.
  if (state.phase !== 'selecting') return { record: taken, effects: [], mustPersist: true }
  return transitionTo(taken, runningFrom(context.now + pollDelayInMs(0) * context.timeScale), { kind: 'online' })
}

function onChoiceFault(record: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const { choice, state } = record
  if (state.phase !== 'selecting' || choice === null || choice.fate !== 'on-the-way') return unchangedDecision(record)
  const row = policyFor(fault)
  const delayInMs = retryDelayInMs(fault, pollDelayInMs(0), context)
  const effects = [...accountEffects(record, fault), ...slowDownEffects(row.onQuery, delayInMs)]
  if (row.outcome === 'refused') {
    const failure = faceSelectionFailure(fault, row, context.now)
    return transitionTo(
      { ...record, failure, choice: { ...choice, fate: 'not-taken', since: context.now } },
      { phase: 'needs_input', notBefore: context.now + delayInMs, faultsInARow: 0 },
      ...effects
    )
  }
  const unconfirmedRecord: TaskRecord = {
    ...record,
    businessId: fault.businessId ?? record.businessId,
    choice: { ...choice, fate: 'unknown', since: context.now }
  }
  if (row.onQuery.do === 'support')
    return transitionTo({ ...unconfirmedRecord, failure: faceSelectionSupportFailure(fault, row, context.now) }, supportOnly, ...effects)
  // The service may have received the selection. Kiln queries the task's status and doesn't send the selection again.
  return transitionTo(
    { ...unconfirmedRecord, failure: unconfirmedFaceSelectionFailure(fault, context.now) },
    { ...state, notBefore: context.now },
    ...effects,
    ...(row.onQuery.do === 'doubt' ? [readRecent] : [])
  )
}

/**
 * Handles a status response that says the task waits for faces. `isWaiting`: true if the user has to choose faces. Soon after an accepted
 * selection, the response may be out of date. After a selection with an unknown outcome, Kiln waits for `selectionTimeoutInMs` first.
 */
function waitingForFaces(record: TaskRecord, context: DecisionContext): { readonly isWaiting: boolean; readonly record: TaskRecord } {
  const { choice } = record
  if (choice === null || choice.fate === 'not-taken') return { isWaiting: true, record }
  const passedInMs = context.now - choice.since
  switch (choice.fate) {
    case 'on-the-way':
      return { isWaiting: false, record }
    case 'taken':
      return { isWaiting: passedInMs >= selectionGraceInMs * context.timeScale, record }
    case 'unknown': {
      if (passedInMs < selectionTimeoutInMs * context.timeScale) return { isWaiting: false, record }
      const failure = lostFaceSelectionFailure(context.now)
      return { isWaiting: true, record: { ...record, failure, choice: { ...choice, fate: 'not-taken', since: context.now } } }
    }
    default:
      return assertNever(choice.fate)
  }
}

function heldFor(reason: HoldReason): TaskState {
  return { phase: 'held', reason, question: null }
}

/** Stores the confirmed price as the new estimate. Later prices are compared with this estimate. */
function onPriceAgreed(record: TaskRecord, context: DecisionContext): Decision {
  const { state, credits } = record
  if (state.phase !== 'held' || state.question?.kind !== 'price') return unchangedDecision(record)
  const { now } = state.question
  return resumeTask(
    { ...record, credits: { ...credits, estimated: now }, estimatedBy: now === null ? 'none' : record.estimatedBy },
    context
  )
}

function onCancelled(record: TaskRecord, context: DecisionContext): Decision {
  if (!canCancel(record)) return unchangedDecision(record)
  // Another copy of Kiln may have sent the task, so a charge can't be ruled out.
  const state = record.inDoubt ? record.credits.state : 'not-charged'
  return transitionTo({ ...record, finishedAt: context.now, failure: null, credits: { ...record.credits, state } }, { phase: 'cancelled' })
}

function onCancelUndone(record: TaskRecord, context: DecisionContext): Decision {
  if (record.state.phase !== 'cancelled') return unchangedDecision(record)
  const restored: TaskRecord = { ...record, finishedAt: null, hidden: false }
  return isCancelledUnconfirmed(record) ? askAboutDuplicate(restored) : resumeUnsent(restored, context)
}

/**
 * True if the user cancelled a task that another copy of Kiln may have sent. If the task is in the recent tasks, Kiln still downloads its
 * result.
 */
export function isCancelledUnconfirmed({ state, inDoubt }: TaskRecord): boolean {
  return state.phase === 'cancelled' && inDoubt
}

/** Resumes a task, and treats it as never sent. */
function resumeUnsent(record: TaskRecord, context: DecisionContext): Decision {
  return resumeTask({ ...record, inDoubt: false, credits: { ...record.credits, state: 'not-sent' } }, context)
}

function resumeTask(record: TaskRecord, context: DecisionContext): Decision {
  const next: TaskState =
    record.body === null
      ? { phase: 'queued', notBefore: context.now, tries: 0 }
      : { phase: 'submitting', isSent: false, notBefore: context.now, tries: 0 }
  return transitionTo({ ...record, failure: null }, next)
}

function onSending(record: TaskRecord, body: string, context: DecisionContext): Decision {
  const { state } = record
  const isReady = state.phase === 'queued' || state.phase === 'uploading' || (state.phase === 'submitting' && !state.isSent)
  if (!isReady) return unchangedDecision(record)
  if (record.body !== null && record.body !== body) throw new Error(`I2: task ${record.id} has a different body for this idempotency key.`)
  // The time limit starts with the first send that the service may have accepted. Definitely rejected sends don't count.
  const firstSentAt = (record.inDoubt ? record.submittedAt : null) ?? context.now
  if (record.inDoubt && !isWithinResendWindow(firstSentAt, context.now)) {
    // The service may have forgotten the key by now, so sending again could charge twice.
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

function accept(record: TaskRecord, answer: SubmitResponse, context: DecisionContext): Decision {
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

function runningFrom(notBefore: number, unconfirmedSince: number | null = null): TaskState {
  return { phase: 'running', notBefore, faultsInARow: 0, doubtedSince: unconfirmedSince }
}

/** Applies the response's credits. Values that are missing in the response stay unchanged. */
function withCreditsFrom(credits: TaskCredits, answer: SubmitResponse | QueryResponse): TaskCredits {
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

function onUploadRefused(record: TaskRecord, event: Extract<TaskEvent, { kind: 'upload-refused' }>, context: DecisionContext): Decision {
  if (record.state.phase !== 'uploading') return unchangedDecision(record)
  const failure = failureFromFault(event.fault, policyFor(event.fault), context.now)
  return transitionTo({ ...record, failure }, { ...record.state, byHand: event.upload })
}

function onUploadFault(record: TaskRecord, tries: number, fault: Fault, context: DecisionContext): Decision {
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
  if (givesUp) return refuse(failed, context, effects)
  if (!isStorage && row.onSubmit.do === 'hold') return transitionTo(failed, heldFor(row.onSubmit.reason), ...effects)
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

function refuse(record: TaskRecord, context: DecisionContext, effects: readonly TaskEffect[]): Decision {
  return transitionTo(
    { ...record, finishedAt: context.now, credits: { ...record.credits, state: 'not-charged' } },
    { phase: 'refused' },
    ...effects
  )
}

function onSubmitFault(before: TaskRecord, fault: Fault, context: DecisionContext): Decision {
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
      return before.inDoubt ? doubt(false) : refuse(record, context, effects)
    case 'hold':
      return before.inDoubt ? doubt(true) : transitionTo(record, heldFor(verdict.reason), ...effects)
    case 'upload-again':
      return before.inDoubt ? doubt(false) : uploadAgain(record, context, effects)
    case 'wait': {
      if (isFileMissing) return before.inDoubt ? doubt(false) : uploadAgain(record, context, effects)
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
      // Most repetitions of the same error aren't journaled, because they add no information.
      const mustPersist = isWorthJournaling(tries) || record.inDoubt !== before.inDoubt || !isRepeated
      return { record: waiting, effects: [...effects, ...slowDownEffects(verdict, delayInMs)], mustPersist }
    }
    case 'once-more': {
      if (isRepeated) return transitionTo({ ...record, failure: credentialStorageFailure(fault, row, false, context.now) }, supportOnly)
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
        ...(fault.hint === 'GET_RECENT_TASKS' ? [readRecent] : [])
      )
    case 'support':
      return transitionTo(record, supportOnly)
    default:
      return assertNever(verdict)
  }
}

/** State of a task whose outcome only support can find out. No checks are planned. */
const supportOnly = { phase: 'support', recheck: null, outputs: [] } as const satisfies TaskState

function unconfirmed(
  before: TaskRecord,
  record: TaskRecord,
  fault: Fault,
  mayResend: boolean,
  context: DecisionContext,
  effects: readonly TaskEffect[]
): Decision {
  // The number of checks continues from the sends. If the service always drops the connection, Kiln checks less and less often.
  const looks = before.state.phase === 'submitting' ? before.state.tries : 0
  const notBefore = context.now + retryDelayInMs(fault, recentTasksDelayInMs(looks), context)
  const state: TaskState = { phase: 'unconfirmed', since: context.now, mayResend, isRestored: false, notBefore, looks }
  // After a restart, Kiln derives this state from the journaled `sending` event. Only a forbidden resend must be stored.
  const mustPersist = !before.inDoubt || !mayResend || isWorthJournaling(looks)
  return { record: { ...record, inDoubt: true, state }, effects, mustPersist }
}

function uploadAgain(record: TaskRecord, context: DecisionContext, effects: readonly TaskEffect[]): Decision {
  // With no local file, the expired file is a typed URL. It can't be uploaded again, and resending it would fail again.
  if (record.inputs.length === 0 || record.attempt >= maxUploadAttempts)
    return refuse({ ...record, failure: repeatedUploadFailure(record) }, context, effects)
  const delayInMs = record.attempt === 1 ? 0 : backoffInMs(record.attempt, context.random) * context.timeScale
  const renewed: TaskRecord = { ...record, idempotencyKey: context.nextKey, attempt: record.attempt + 1, body: null, submittedAt: null }
  return transitionTo(
    renewed,
    { phase: 'uploading', notBefore: context.now + delayInMs, tries: 0, byHand: null },
    { kind: 'forget-uploads' }
  )
}

function onRecentRead(record: TaskRecord, event: Extract<TaskEvent, { kind: 'recent-read' }>, context: DecisionContext): Decision {
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
  if (state.isRestored && isAbsent) return resumeUnsent(record, context)
  if (state.mayResend) return resend(record, state.looks, context)
  const looks = state.looks + 1
  if (isPastUnconfirmedTimeout(state.since, looks, context)) {
    return state.isRestored
      ? askAboutDuplicate(record)
      : escalateToSupport(record, noRecentMatchFailure(record.failure, context.now), context)
  }
  const notBefore = context.now + recentTasksDelayInMs(looks) * context.timeScale
  return {
    record: { ...record, state: { ...state, looks, notBefore } },
    effects: [{ kind: 'online' }],
    mustPersist: isWorthJournaling(looks)
  }
}

/**
 * True if an entry in the recent tasks may be matched to this task. This includes tasks that count as unsent, and tasks that Kiln has
 * stopped searching for.
 */
export function canBeMatched(record: TaskRecord): boolean {
  const { phase } = record.state
  return (
    phase === 'unconfirmed' ||
    phase === 'held' ||
    (phase === 'support' && record.taskId === null) ||
    isUnsent(record) ||
    isCancelledUnconfirmed(record)
  )
}

function resend(record: TaskRecord, looks: number, context: DecisionContext): Decision {
  const tries = looks + 1
  const sending: TaskRecord = { ...record, state: { phase: 'submitting', isSent: false, notBefore: context.now, tries } }
  return { record: sending, effects: [{ kind: 'online' }], mustPersist: isWorthJournaling(tries) }
}

/** Puts the task on hold and asks the user whether to send it. Another copy of Kiln may have sent it already. */
function askAboutDuplicate(record: TaskRecord): Decision {
  return transitionTo({ ...record, failure: null }, { phase: 'held', reason: null, question: { kind: 'copy' } })
}

/**
 * Moves a task to `support`, with its credits pending. If its task ID is known, Kiln still checks it from time to time.
 */
function escalateToSupport(
  record: TaskRecord,
  failure: TaskFailure,
  context: DecisionContext,
  ...effects: readonly TaskEffect[]
): Decision {
  const credits: TaskCredits = { ...record.credits, state: 'pending' }
  const recheck = record.taskId === null ? null : nextRecheck(0, context)
  return transitionTo({ ...record, failure, credits }, { phase: 'support', recheck, outputs: [] }, ...effects)
}

const unreadable = word('Kiln couldn’t read the recent tasks. It’s not yet known whether the task was charged.')
const stillUnconfirmed = word(
  'The service couldn’t report this task’s status for ten minutes. It’s not yet known whether the task was charged.'
)

/** True if an unconfirmed task was checked long enough and often enough. Time alone isn't enough, because the computer may have slept. */
function isPastUnconfirmedTimeout(since: number, looks: number, context: DecisionContext): boolean {
  return looks >= minChecksWhenUnconfirmed && context.now - since > unconfirmedTimeoutInMs * context.timeScale
}

function onRecentFault(before: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const { state } = before
  const effects = accountEffects(before, fault)
  if (state.phase !== 'unconfirmed') return { record: before, effects, mustPersist: false }
  const row = policyFor(fault)
  const verdict = row.onQuery
  const isFirstTime = verdict.do === 'once-more' && before.failure?.errorType !== fault.errorType
  if (verdict.do === 'once-more' && !isFirstTime)
    return transitionTo({ ...before, failure: credentialStorageFailure(fault, row, false, context.now) }, supportOnly, ...effects)
  if (verdict.do === 'support')
    return transitionTo({ ...before, failure: failureFromFault(fault, row, context.now) }, supportOnly, ...effects)
  const record = isFirstTime ? { ...before, failure: failureFromFault(fault, row, context.now) } : before
  // `isUseless`: true if the service won't return the recent tasks. It may not offer them, or may have failed for ten minutes. Only a
  // resend can then show the outcome, or support if resending is forbidden. Network and account problems don't count, because they may end.
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
  if (isTooLong && isThere) return escalateToSupport(record, unconfirmedTimeoutFailure(record.failure, unreadable, context.now), context)
  const delayInMs = retryDelayInMs(fault, backoffInMs(looks, context.random), context)
  const next: TaskState = { ...state, mayResend, looks, notBefore: context.now + delayInMs }
  const mustPersist = state.looks === 0 || isFirstTime || mayResend !== state.mayResend
  return { record: { ...record, state: next }, effects: [...effects, ...slowDownEffects(verdict, delayInMs)], mustPersist }
}

function onQueried(record: TaskRecord, event: Extract<TaskEvent, { kind: 'queried' }>, context: DecisionContext): Decision {
  const { state } = record
  const { answer, stems, requestId } = event
  const isAsked =
    state.phase === 'running' ||
    state.phase === 'needs_input' ||
    state.phase === 'selecting' ||
    state.phase === 'collecting' ||
    (state.phase === 'support' && record.taskId !== null)
  if (!isAsked) return unchangedDecision(record)
  const meaning = classifyStatus(answer.status)
  let told: TaskRecord = {
    ...record,
    status: answer.status ?? record.status,
    polls: record.polls + 1,
    credits: withCreditsFrom(record.credits, answer),
    failure: null,
    // If the task no longer waits for faces, the service received the selection. The response may have been lost.
    choice: state.phase === 'selecting' && meaning !== 'needs-input' ? acceptedChoice(record.choice, context) : record.choice
  }
  const changed = told.status !== record.status || told.credits !== record.credits || record.failure !== null || state.phase === 'support'
  const ageInMs = context.now - (record.acceptedAt ?? record.createdAt)
  const askedDelayInMs = answer.retryAfterInMs === null ? pollDelayInMs(ageInMs / context.timeScale) : answer.retryAfterInMs
  const delayInMs = Math.min(Math.max(askedDelayInMs, minPollDelayInMs), maxRetryAfterInMs)
  const notBefore = context.now + delayInMs * context.timeScale
  const hasOutputs = state.phase === 'collecting' || (state.phase === 'support' && state.outputs.length > 0)

  if (hasOutputs && meaning !== 'failure') {
    const hasFiles = savedOutputsOf(record).length > 0
    const isOnlyWaiting = state.phase === 'support' || state.outputs.every((output) => !isOpenOutput(output) || output.needsFreshUrl)
    // The service reported success earlier, but now reports progress. No file of the task is known to be on this computer.
    const isUnfinished = answer.urls.length === 0 && meaning !== 'success' && !hasFiles && isOnlyWaiting
    if (isUnfinished) told = { ...told, formerStems: state.outputs.map(({ stem }) => stem) }
    else {
      const collecting =
        state.phase === 'collecting' ? state : collectingStateForNewUrls(state.outputs, context.now, (state.recheck?.looks ?? 0) + 1)
      return onResultUrls({ ...told, failure: record.failure, state: collecting }, answer, stems, context)
    }
  }
  switch (meaning) {
    case 'success': {
      if (answer.urls.length > 0) {
        const { formerStems: _, ...finished } = told
        return transitionTo(finished, newCollectingState(answer.urls, stems, context.now), { kind: 'online' })
      }
      return onNoFiles({ ...told, failure: record.failure }, told.status !== record.status, notBefore, context)
    }
    case 'failure': {
      const failure = serviceFailure(answer.failureMessage, requestId, context.now)
      const credits = creditsOfFailure(record.credits, answer)
      const failed = { ...told, failure, credits, finishedAt: context.now }
      return transitionTo(failed, failedWith(credits, 0, savedOutputsOf(record), context), { kind: 'online' }, ...partsOf(record))
    }
    case 'needs-input': {
      const { isWaiting, record: waiting } = waitingForFaces({ ...told, failure: failureOfLastChoice(record) }, context)
      if (!isWaiting) {
        const next: TaskState = state.phase === 'selecting' ? { phase: 'selecting', notBefore, faultsInARow: 0 } : runningFrom(notBefore)
        return follow(waiting, next, told.status !== record.status || state.phase === 'support')
      }
      const { record: asked, mustPersist } = follow(
        waiting,
        { phase: 'needs_input', notBefore: Math.max(notBefore, context.now + 30_000 * context.timeScale), faultsInARow: 0 },
        changed || state.phase !== 'needs_input'
      )
      return { record: asked, mustPersist, effects: [...online, ...partsOf(record)] }
    }
    case 'progress': {
      const wasUnconfirmed = state.phase === 'running' && (state.doubtedSince !== null || state.faultsInARow > 0)
      const { record: running, mustPersist } = follow(told, runningFrom(notBefore), changed || wasUnconfirmed || state.phase !== 'running')
      return { record: running, mustPersist, effects: [...online, ...partsOf(record)] }
    }
    default:
      return assertNever(meaning)
  }
}

/**
 * Handles a finished task with no files in the response. Kiln keeps checking, because the service may list the files later. After
 * `downloadTimeoutInMs`, the task moves to `support`.
 */
function onNoFiles(record: TaskRecord, hasNewStatus: boolean, notBefore: number, context: DecisionContext): Decision {
  const { state } = record
  if (state.phase === 'support') {
    const recheck = nextRecheck((state.recheck?.looks ?? 0) + 1, context)
    return { record: { ...record, state: { ...state, recheck } }, effects: online, mustPersist: true }
  }
  const since = state.phase === 'running' ? state.doubtedSince : null
  if (since !== null && context.now - since > downloadTimeoutInMs * context.timeScale) {
    const failure = namesNoFile(record, kept('Send the support bundle to the service. Kiln checks again from time to time.'), context.now)
    return transitionTo({ ...record, failure }, { phase: 'support', recheck: nextRecheck(0, context), outputs: [] }, ...online)
  }
  const words = kept('Kiln keeps checking this task.')
  const failure = since === null ? namesNoFile(record, words, context.now) : record.failure
  return follow({ ...record, failure }, runningFrom(notBefore, since ?? context.now), hasNewStatus || since === null)
}

function namesNoFile(record: TaskRecord, advice: string, at: number): TaskFailure {
  return failureWithText(record.failure, {
    message: kept('The service reports this task as done, but lists no files. Checking again is free.'),
    advice,
    at
  })
}

/** Returns the effect that deletes the partial downloads of a task with no more downloads to make. Empty if nothing was downloaded. */
function partsOf({ state }: TaskRecord): readonly TaskEffect[] {
  if (state.phase !== 'collecting') return []
  const places = state.outputs.flatMap((output, index) => (isOpenOutput(output) ? [{ stem: output.stem, index }] : []))
  return places.length === 0 ? [] : [{ kind: 'discard-parts', outputs: places }]
}

function acceptedChoice(choice: SentFaceSelection | null, context: DecisionContext): SentFaceSelection | null {
  return choice === null || choice.fate === 'taken' ? choice : { ...choice, fate: 'taken', since: context.now }
}

/** Returns the failure of the last face selection. It stays visible until the task continues or the user selects again. */
function failureOfLastChoice(record: TaskRecord): TaskFailure | null {
  const isAboutChoice = record.choice?.fate === 'not-taken' || record.choice?.fate === 'unknown'
  return isAboutChoice ? record.failure : null
}

const online: readonly TaskEffect[] = [{ kind: 'online' }]
const readRecent: TaskEffect = { kind: 'read-recent' }

function follow(record: TaskRecord, state: TaskState, mustPersist: boolean): Decision {
  return { record: { ...record, state }, effects: online, mustPersist }
}

function onQueryFault(before: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const { state } = before
  if (isCollecting(before)) {
    const decision = onResultUrlsFault(before, fault, context)
    const record = withUnknownCredits(decision.record, fault)
    return {
      ...decision,
      record,
      effects: decision.record.state.phase === 'collecting' ? decision.effects : [...decision.effects, ...partsOf(before)]
    }
  }
  if (state.phase === 'failed')
    return transitionTo(before, failedWith(before.credits, (state.refundLook?.looks ?? 0) + 1, state.outputs, context))
  if (state.phase === 'support') {
    const recheck = nextRecheck((state.recheck?.looks ?? 0) + 1, context)
    return { record: { ...before, state: { ...state, recheck } }, effects: accountEffects(before, fault), mustPersist: true }
  }
  if (state.phase !== 'running' && state.phase !== 'needs_input' && state.phase !== 'selecting') return unchangedDecision(before)
  const row = policyFor(fault)
  const verdict = row.onQuery
  const faultsInARow = state.faultsInARow + 1
  const effects = accountEffects(before, fault).filter(({ kind }) => {
    if (kind === 'hold-account') return verdict.do === 'hold'
    // Reloads the contract only after the first fault in a row, not after every query.
    return kind !== 'capabilities-moved' || faultsInARow === 1
  })
  const failure: TaskFailure = failureFromFault(fault, row, context.now)
  const record: TaskRecord = withUnknownCredits(
    { ...before, polls: before.polls + 1, businessId: fault.businessId ?? before.businessId },
    fault
  )
  const delayInMs = retryDelayInMs(fault, Math.max(pollDelayInMs(0), backoffInMs(faultsInARow, context.random)), context)
  const notBefore = context.now + delayInMs

  switch (verdict.do) {
    case 'hold':
    case 'poll-on':
      return {
        record: {
          ...record,
          failure: wordsOfQueryFault(record, fault, verdict.do, context),
          state: { ...state, faultsInARow, notBefore }
        },
        effects: [...effects, ...slowDownEffects(verdict, delayInMs)],
        mustPersist: faultsInARow === 1
      }
    case 'doubt': {
      const unconfirmedSince = (state.phase === 'running' ? state.doubtedSince : null) ?? context.now
      if (isPastUnconfirmedTimeout(unconfirmedSince, faultsInARow, context))
        return escalateToSupport(record, unconfirmedTimeoutFailure(failure, stillUnconfirmed, context.now), context, ...effects)
      const isFirst = state.phase !== 'running' || state.doubtedSince === null || faultsInARow === 1
      return {
        record: { ...record, failure, state: { phase: 'running', notBefore, faultsInARow, doubtedSince: unconfirmedSince } },
        effects: isFirst ? [...effects, { kind: 'read-recent' }] : effects,
        mustPersist: isFirst
      }
    }
    case 'once-more':
      return before.failure?.errorType === fault.errorType
        ? transitionTo(
            { ...record, failure: credentialStorageFailure(fault, row, true, context.now) },
            { ...supportOnly, recheck: nextRecheck(0, context) }
          )
        : transitionTo({ ...record, failure: queryFailure(fault, context.now) }, { ...state, faultsInARow, notBefore })
    case 'support':
      return transitionTo({ ...record, failure }, supportOnly)
    default:
      return assertNever(verdict)
  }
}

/** Marks the credits as pending if the fault leaves a charge or refund unknown. Overrides an earlier report (spec section 3). */
function withUnknownCredits(record: TaskRecord, fault: Fault): TaskRecord {
  return policyFor(fault).isAboutCredits === true ? { ...record, credits: { ...record.credits, state: 'pending' } } : record
}

/** Returns the failure to show after a failed query. A failed face selection stays visible. Account and network problems have a banner. */
function wordsOfQueryFault(record: TaskRecord, fault: Fault, verdict: 'hold' | 'poll-on', context: DecisionContext): TaskFailure | null {
  const told = failureOfLastChoice(record)
  if (told !== null) return told
  return verdict === 'poll-on' && fault.kind === 'refusal' ? queryFailure(fault, context.now) : record.failure
}

/** Handles a download that ended after the task had moved to `support`. The saved file is kept. */
function onSavedLate(record: TaskRecord, event: Extract<TaskEvent, { kind: 'kept' }>, context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'support' || state.outputs[event.index]?.result !== null) return unchangedDecision(record)
  const { result, downloadSha256, isTorn } = event
  const outputs = withOutput(state.outputs, event.index, { result, downloadSha256, isTorn })
  if (outputs.some(isOpenOutput)) return transitionTo(record, { ...state, outputs })
  return transitionTo({ ...record, failure: null, finishedAt: context.now }, { phase: 'done', outputs })
}

/** Downloads results again, which is free. Requests new URLs first, because the old ones may have expired. */
function onFetchAgain(record: TaskRecord, indexes: readonly number[], context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'done' || !state.outputs.some((_, index) => indexes.includes(index))) return unchangedDecision(record)
  const outputs = state.outputs.map((output, index) =>
    indexes.includes(index) ? { ...output, result: null, isTorn: false, tornTries: 0, isProven: true } : output
  )
  return transitionTo({ ...record, failure: null }, collectingStateForNewUrls(outputs, context.now))
}

function onMoved(record: TaskRecord, event: Extract<TaskEvent, { kind: 'moved' }>): Decision {
  const { state } = record
  if (state.phase !== 'collecting') return unchangedDecision(record)
  const outputs = state.outputs.map((output, index) =>
    index === event.index && output.result === null ? { ...output, stem: event.stem } : output
  )
  return transitionTo(record, { ...state, outputs })
}

function onCheckRequested(record: TaskRecord, context: DecisionContext): Decision {
  const { state } = record
  switch (state.phase) {
    case 'queued':
    case 'uploading':
    case 'submitting':
    case 'running':
    case 'needs_input':
    case 'selecting':
    case 'unconfirmed':
      return { record: { ...record, state: dueNow(state, context.now) }, effects: [], mustPersist: false }
    case 'collecting':
      return { record: { ...record, state: withNewUrlsRequested(state, context.now) }, effects: [], mustPersist: false }
    case 'support':
      if (state.outputs.length > 0) return transitionTo(record, collectingStateForNewUrls(state.outputs, context.now, state.recheck?.looks))
      return record.taskId === null
        ? transitionTo(record, {
            phase: 'unconfirmed',
            since: context.now,
            mayResend: false,
            isRestored: false,
            notBefore: context.now,
            looks: 0
          })
        : transitionTo(record, runningFrom(context.now, context.now))
    case 'failed':
      return isCreditOutcomeOpen(record.credits)
        ? {
            record: { ...record, state: { ...state, refundLook: { at: context.now, looks: state.refundLook?.looks ?? 0 } } },
            effects: [],
            mustPersist: false
          }
        : unchangedDecision(record)
    case 'done':
      // If there are fewer files than requested, the service may list the others now.
      return listedOutputCount(state.outputs) < requestedOutputCount(record)
        ? transitionTo({ ...record, failure: null }, collectingStateForNewUrls(state.outputs, context.now))
        : unchangedDecision(record)
    case 'refused':
    case 'held':
    case 'cancelled':
      return unchangedDecision(record)
    default:
      return assertNever(state)
  }
}

/** Requests a new URL at once for each output whose download failed. Downloads in progress continue. */
function withNewUrlsRequested(state: Extract<TaskState, { phase: 'collecting' }>, now: number): TaskState {
  const outputs = state.outputs.map((output) =>
    isOpenOutput(output) ? { ...output, notBefore: now, needsFreshUrl: output.needsFreshUrl || output.tries > 0 } : output
  )
  return { ...state, outputs, notBefore: now }
}

/** True while a failed task's credits aren't settled. Either a refund is expected, or the charge is unknown. */
export function isCreditOutcomeOpen({ state }: TaskCredits): boolean {
  return state === 'refund-expected' || state === 'pending' || state === 'deferred'
}

/** Returns a failed task's credits after a query response. The state is `pending` if the response doesn't show a charge or refund. */
function creditsOfFailure(before: TaskCredits, answer: QueryResponse): TaskCredits {
  const after = withCreditsFrom(before, answer)
  const wasPaid = (before.consumed ?? 0) > 0 || before.state === 'refund-expected'
  if (answer.creditsConsumed === 0 && answer.usageDeferred !== true) return { ...after, state: wasPaid ? 'refunded' : 'not-charged' }
  if ((after.consumed ?? 0) > 0) return { ...after, state: 'refund-expected' }
  return { ...after, state: 'pending' }
}

function failedWith(credits: TaskCredits, looks: number, outputs: readonly TaskOutput[], context: DecisionContext): TaskState {
  const delayInMs = isCreditOutcomeOpen(credits) ? refundCheckDelaysInMs[looks] : undefined
  return {
    phase: 'failed',
    refundLook: delayInMs === undefined ? null : { at: context.now + delayInMs * context.timeScale, looks },
    outputs
  }
}

/** Handles a query of a failed task whose credits aren't settled. Changes only the credits and the next check. */
function onCreditsRead(record: TaskRecord, answer: QueryResponse, context: DecisionContext): Decision {
  if (record.state.phase !== 'failed' || !isCreditOutcomeOpen(record.credits)) return unchangedDecision(record)
  const credits = classifyStatus(answer.status) === 'failure' ? creditsOfFailure(record.credits, answer) : record.credits
  const looks = (record.state.refundLook?.looks ?? 0) + 1
  return transitionTo({ ...record, credits, polls: record.polls + 1 }, failedWith(credits, looks, record.state.outputs, context), {
    kind: 'online'
  })
}
