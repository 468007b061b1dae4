import { assertNever } from '../../shared/assert-never.ts'
import type { Fault } from '../../shared/fault.ts'
import type { Credits, Failure, HoldReason } from '../../shared/task.ts'
import { kept, word } from '../../shared/words/say.ts'
import type { Queried, Submitted } from './answers.ts'
import {
  collectingAfresh,
  collectingFrom,
  isCollecting,
  lastTryOfAddress,
  nextRecheck,
  onAddresses,
  onAddressFault,
  onKeepFault,
  onKept,
  onTwinFound,
  savedOf
} from './collecting.ts'
import {
  type Decision,
  type DecisionContext,
  accountNotices,
  isWorthJournaling,
  move,
  retryDelayInMs,
  slowDown,
  stay,
  storageNotices
} from './decision.ts'
import { policyFor } from './error-policy.ts'
import {
  choiceInDoubt,
  choiceNotTaken,
  failureFrom,
  failureOfChoice,
  failureOfChoiceForSupport,
  failureOfLastUpload,
  failureOfPatience,
  failureOfQuery,
  failureOfRecognition,
  failureOfSecondTry,
  failureOfService,
  failureOfUpload,
  failureWhileInDoubt,
  failureWithWords
} from './failure-words.ts'
import { isOpen, namedCount, put } from './fresh-addresses.ts'
import {
  backoffInMs,
  collectPatienceInMs,
  doubtLimitInMs,
  isWithinResendWindow,
  leastLooksInDoubt,
  longestRetryAfterInMs,
  longestWaitAfterStartInMs,
  lookDelayInMs,
  patienceAfterChoiceInMs,
  patienceInDoubtOfChoiceInMs,
  pollDelayInMs,
  refundLookDelaysInMs,
  shortestPollDelayInMs
} from './poll-schedule.ts'
import { meaningOfStatus } from './status-words.ts'
import type { Notice, TaskEvent } from './task-event.ts'
import { outputsAskedFor } from './output-count.ts'
import type { FaceChoice, Output, TaskRecord, TaskState } from './task-record.ts'

export type { Decision, DecisionContext } from './decision.ts'

/** How often `UPLOAD_NOT_READY` is retried before the file is uploaded again or the task is only looked for, and a failing transfer before the task is rejected. */
const triesBeforeFreshUpload = 8
const triesOfTransfer = 8
/** How often the recent tasks are asked for without a response before a key that may be sent again is. */
const looksBeforeResend = 2
/** How many keys one task may use on uploads that the service calls expired. */
export const attemptsOfUpload = 5

/**
 * THE rules of behaviour sections 2 to 4: (task, event) to (task, notices). Pure. An event that does not fit the phase changes
 * nothing, so that a late or doubled answer can do no harm.
 */
export function decide(record: TaskRecord, event: TaskEvent, context: DecisionContext): Decision {
  switch (event.kind) {
    case 'restarted':
      return onRestart(record, context)
    case 'upload-began':
      return record.state.phase === 'queued'
        ? move(record, { phase: 'uploading', notBefore: context.now, tries: 0, byHand: null })
        : stay(record)
    case 'upload-failed':
      return record.state.phase === 'uploading' ? onUploadFault(record, record.state.tries + 1, event.fault, context) : stay(record)
    case 'upload-refused':
      return onUploadRefused(record, event, context)
    case 'uploaded':
      // Not journaled: after a restart the uploads are looked up, and the body is made again.
      return record.state.phase === 'uploading'
        ? {
            record: { ...record, failure: null, state: { phase: 'queued', isUploaded: true, notBefore: context.now, tries: 0 } },
            notices: [],
            isNews: false
          }
        : stay(record)
    case 'uploaded-by-hand':
      return record.state.phase === 'uploading' && record.state.byHand !== null
        ? move({ ...record, failure: null }, { ...record.state, byHand: null, notBefore: context.now })
        : stay(record)
    case 'sending':
      return onSending(record, event.body, context)
    case 'submitted':
      // I4: a task id is taken whenever it comes, also after the machine has given up waiting for it.
      return isOnTheWire(record) || record.state.phase === 'unconfirmed' || (record.state.phase === 'support' && record.taskId === null)
        ? accept(record, event.answer, context)
        : stay(record)
    case 'submit-failed':
      return isOnTheWire(record) ? onSubmitFault(record, event.fault, context) : stay(record)
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
      return onFacesTaken(record, context)
    case 'choice-failed':
      return onChoiceFault(record, event.fault, context)
    case 'kept':
      return isCollecting(record) ? onKept(record, event, context) : onKeptLate(record, event, context)
    case 'fetch-again':
      return onFetchAgain(record, event.indexes, context)
    case 'keep-failed':
      return isCollecting(record) ? onKeepFault(record, event.index, event.fault, context) : stay(record)
    case 'twin-found':
      return isCollecting(record) ? onTwinFound(record, event.index, event.sha256, context) : stay(record)
    case 'moved':
      return onMoved(record, event)
    case 'account-held':
      return mayBeTakenBack(record) && record.state.phase !== 'held' ? move(record, heldBy(event.reason)) : stay(record)
    case 'account-mended':
      return record.state.phase === 'held' && record.state.question === null ? goOn(record, context) : stay(record)
    case 'questioned':
      return mayBeTakenBack(record) && record.state.phase !== 'held'
        ? move({ ...record, failure: null }, { phase: 'held', reason: null, question: event.question })
        : stay(record)
    case 'price-agreed':
      return onPriceAgreed(record, context)
    case 'question-dropped':
      return record.state.phase === 'held' && record.state.question?.kind === event.about ? goOn(record, context) : stay(record)
    case 'cancelled':
      return mayBeTakenBack(record)
        ? move(
            { ...record, finishedAt: context.now, failure: null, credits: { ...record.credits, state: 'not-charged' } },
            { phase: 'cancelled' }
          )
        : stay(record)
    case 'look-again':
      return onLookAgain(record, context)
    case 'woke':
      return { record: { ...record, state: dueNow(record.state, context.now) }, notices: [], isNews: false }
    case 'hidden':
      return record.hidden ? stay(record) : { record: { ...record, hidden: true }, notices: [], isNews: true }
    default:
      return assertNever(event)
  }
}

/** True while nothing of this task can be at the service: it can be taken back, or held, without a doubt. */
export function mayBeTakenBack(record: TaskRecord): boolean {
  if (record.inDoubt) return false
  const { state } = record
  return (
    state.phase === 'queued' || state.phase === 'uploading' || state.phase === 'held' || (state.phase === 'submitting' && !state.isSent)
  )
}

function isOnTheWire(record: TaskRecord): boolean {
  return record.state.phase === 'submitting' && record.state.isSent
}

function onRestart(record: TaskRecord, context: DecisionContext): Decision {
  const { state } = record
  // I3: what was on the wire when the app died may have arrived.
  if (state.phase === 'submitting' && state.isSent) {
    // This one may be tried once more, and that try may have been the one that was on the wire (spec section 7).
    const mayResend = record.failure?.errorType !== 'CREDENTIAL_STORAGE_UNAVAILABLE'
    return move(
      { ...record, inDoubt: true },
      { phase: 'unconfirmed', since: context.now, mayResend, isRestored: false, notBefore: context.now, looks: 0 }
    )
  }
  // An interrupted choice of faces is looked at before anything else: the query tells whether it arrived.
  if (state.phase === 'selecting' && record.choice?.fate === 'on-the-way')
    return move({ ...record, choice: { ...record.choice, fate: 'unknown', since: context.now } }, { ...state, notBefore: context.now })
  // The limit of today is another one than that of the day on which it was asked about.
  if (state.phase === 'held' && state.question?.kind === 'limit') return goOn(record, context)
  const choice = begunByNow(record.choice, context)
  const soon = endingSoon(state, context)
  if (choice === record.choice && soon === state) return stay(record)
  return { record: { ...record, choice, state: soon }, notices: [], isNews: false }
}

/** A clock that was wrong when a wait was written down must not make it last for ever. Asking early costs nothing. */
function endingSoon(state: TaskState, context: DecisionContext): TaskState {
  const latest = context.now + longestWaitAfterStartInMs * context.timeScale
  const soon = 'notBefore' in state && state.notBefore > latest ? { ...state, notBefore: latest } : state
  if (soon.phase === 'collecting') {
    // An address that failed before may have expired meanwhile: one more failure, and the service is asked for another. Not before that: the
    // file may be on disk already, and a service may not name again what was downloaded. A vacant output may get an address later.
    const outputs = soon.outputs.map((output) =>
      output.result === null
        ? { ...output, notBefore: Math.min(output.notBefore, latest), tries: output.tries > 0 ? lastTryOfAddress : 0 }
        : output
    )
    const isSame = outputs.every(
      (output, index) => output.notBefore === soon.outputs[index]?.notBefore && output.tries === soon.outputs[index].tries
    )
    return isSame ? soon : { ...soon, outputs }
  }
  return doubtedFromNow(soon, context)
}

/** Everything that waits for a time is due now. */
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
      return { ...state, notBefore: now, outputs: state.outputs.map((output) => (isOpen(output) ? { ...output, notBefore: now } : output)) }
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

/** While Kiln was closed the service was not asked: the ten minutes for evidence begin again. */
function doubtedFromNow(state: TaskState, context: DecisionContext): TaskState {
  if (state.phase === 'unconfirmed' && state.since !== context.now) return { ...state, since: context.now }
  const isDoubted = state.phase === 'running' && state.doubtedSince !== null && state.doubtedSince !== context.now
  return isDoubted ? { ...state, doubtedSince: context.now } : state
}

function begunByNow<T extends { readonly since: number } | null>(what: T, context: DecisionContext): T {
  return what !== null && what.since > context.now ? { ...what, since: context.now } : what
}

/** Faces are chosen by a person, and only while the service waits for them: never a second time while a first choice may have arrived. */
function onFacesChosen(record: TaskRecord, text: string, context: DecisionContext): Decision {
  if (record.state.phase !== 'needs_input') return stay(record)
  return move(
    { ...record, failure: null, choice: { arguments: text, fate: 'on-the-way', since: context.now } },
    { phase: 'selecting', notBefore: context.now + pollDelayInMs(0) * context.timeScale, faultsInARow: 0 }
  )
}

function onFacesTaken(record: TaskRecord, context: DecisionContext): Decision {
  const { choice, state } = record
  if (choice === null || choice.fate === 'taken' || choice.fate === 'not-taken') return stay(record)
  const taken: TaskRecord = { ...record, failure: null, choice: { ...choice, fate: 'taken', since: context.now } }
  // What a query told meanwhile is newer than this answer.
  if (state.phase !== 'selecting') return { record: taken, notices: [], isNews: true }
  return move(taken, runningFrom(context.now + pollDelayInMs(0) * context.timeScale), { kind: 'online' })
}

function onChoiceFault(record: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const { choice, state } = record
  if (state.phase !== 'selecting' || choice === null || choice.fate !== 'on-the-way') return stay(record)
  const row = policyFor(fault)
  const delayInMs = retryDelayInMs(fault, pollDelayInMs(0), context)
  const notices = [...accountNotices(record, fault), ...slowDown(row.onQuery, delayInMs)]
  if (row.known === 'refused') {
    const failure = failureOfChoice(fault, row, context.now)
    return move(
      { ...record, failure, choice: { ...choice, fate: 'not-taken', since: context.now } },
      { phase: 'needs_input', notBefore: context.now + delayInMs, faultsInARow: 0 },
      ...notices
    )
  }
  const inDoubt: TaskRecord = {
    ...record,
    businessId: fault.businessId ?? record.businessId,
    choice: { ...choice, fate: 'unknown', since: context.now }
  }
  if (row.onQuery.do === 'support')
    return move({ ...inDoubt, failure: failureOfChoiceForSupport(fault, row, context.now) }, supportOnly, ...notices)
  // I3: it may have arrived. The task itself is asked, and nothing is sent a second time.
  return move(
    { ...inDoubt, failure: choiceInDoubt(fault, context.now) },
    { ...state, notBefore: context.now },
    ...notices,
    ...(row.onQuery.do === 'doubt' ? [readRecent] : [])
  )
}

/**
 * The service says that it waits for faces. After a choice that it took, it gets time to go on before it is believed that it waits for
 * another one; after a choice of unknown fate, several looks have to say so before a person may choose again.
 */
function waitingForFaces(record: TaskRecord, context: DecisionContext): { readonly isWaiting: boolean; readonly record: TaskRecord } {
  const { choice } = record
  if (choice === null || choice.fate === 'not-taken') return { isWaiting: true, record }
  const passedInMs = context.now - choice.since
  switch (choice.fate) {
    case 'on-the-way':
      return { isWaiting: false, record }
    case 'taken':
      return { isWaiting: passedInMs >= patienceAfterChoiceInMs * context.timeScale, record }
    case 'unknown': {
      if (passedInMs < patienceInDoubtOfChoiceInMs * context.timeScale) return { isWaiting: false, record }
      const failure = choiceNotTaken(context.now)
      return { isWaiting: true, record: { ...record, failure, choice: { ...choice, fate: 'not-taken', since: context.now } } }
    }
    default:
      return assertNever(choice.fate)
  }
}

function heldBy(reason: HoldReason): TaskState {
  return { phase: 'held', reason, question: null }
}

/** The person says yes. A price that they agreed to is the one that later prices are compared with. */
function onPriceAgreed(record: TaskRecord, context: DecisionContext): Decision {
  const { state, credits } = record
  if (state.phase !== 'held' || state.question === null || state.question.kind === 'limit') return stay(record)
  if (state.question.kind === 'copy') return goOn({ ...record, inDoubt: false, credits: { ...credits, state: 'not-sent' } }, context)
  const { now } = state.question
  return goOn({ ...record, credits: { ...credits, estimated: now }, estimatedBy: now === null ? 'nobody' : record.estimatedBy }, context)
}

function goOn(record: TaskRecord, context: DecisionContext): Decision {
  const next: TaskState =
    record.body === null
      ? { phase: 'queued', notBefore: context.now, tries: 0 }
      : { phase: 'submitting', isSent: false, notBefore: context.now, tries: 0 }
  return move({ ...record, failure: null }, next)
}

function onSending(record: TaskRecord, body: string, context: DecisionContext): Decision {
  const { state } = record
  const isReady = state.phase === 'queued' || state.phase === 'uploading' || (state.phase === 'submitting' && !state.isSent)
  if (!isReady) return stay(record)
  if (record.body !== null && record.body !== body) throw new Error(`I2: task ${record.id} has another body under the same key.`)
  // A send that was definitely not taken is none: the service knows its key from the first one that may have been.
  const firstSentAt = (record.inDoubt ? record.submittedAt : null) ?? context.now
  if (record.inDoubt && !isWithinResendWindow(firstSentAt, context.now)) {
    // The service may have forgotten the key by now: sending again could pay twice.
    return move(record, { phase: 'unconfirmed', since: context.now, mayResend: false, isRestored: false, notBefore: context.now, looks: 0 })
  }
  const tries = 'tries' in state ? state.tries : 0
  return move(
    { ...record, body, submittedAt: firstSentAt, credits: { ...record.credits, state: 'pending' } },
    { phase: 'submitting', isSent: true, notBefore: context.now, tries }
  )
}

function accept(record: TaskRecord, answer: Submitted, context: DecisionContext): Decision {
  const accepted: TaskRecord = {
    ...record,
    taskId: answer.taskId,
    inDoubt: false,
    failure: null,
    acceptedAt: context.now,
    credits: withAnswer(record.credits, answer)
  }
  return move(accepted, runningFrom(context.now + pollDelayInMs(0) * context.timeScale), { kind: 'online' })
}

function runningFrom(notBefore: number, doubtedSince: number | null = null): TaskState {
  return { phase: 'running', notBefore, faultsInARow: 0, doubtedSince }
}

/** Credits as answered; what the answer does not say stays as it was. Never invented. */
function withAnswer(credits: Credits, answer: Submitted | Queried): Credits {
  const required = answer.creditsRequired ?? credits.required
  const consumed = answer.creditsConsumed ?? credits.consumed
  const usageDeferred = answer.usageDeferred ?? credits.usageDeferred
  const isSaidBefore = required === credits.required && consumed === credits.consumed && usageDeferred === credits.usageDeferred
  const isUndecided = credits.state === 'not-sent' || credits.state === 'pending'
  const state = isSaidBefore && !isUndecided ? credits.state : stateOf(consumed, usageDeferred)
  return isSaidBefore && state === credits.state ? credits : { ...credits, required, consumed, usageDeferred, state }
}

function stateOf(consumed: number | null, usageDeferred: boolean | null): Credits['state'] {
  if (consumed !== null && consumed > 0) return 'charged'
  return usageDeferred === true ? 'deferred' : 'pending'
}

function onUploadRefused(record: TaskRecord, event: Extract<TaskEvent, { kind: 'upload-refused' }>, context: DecisionContext): Decision {
  if (record.state.phase !== 'uploading') return stay(record)
  const failure = failureFrom(event.fault, policyFor(event.fault), context.now)
  return move({ ...record, failure }, { ...record.state, byHand: event.upload })
}

function onUploadFault(record: TaskRecord, tries: number, fault: Fault, context: DecisionContext): Decision {
  const row = policyFor(fault)
  const isStorage = fault.step === 'transfer'
  const notices = isStorage ? storageNotices(fault) : accountNotices(record, fault)
  const isStop =
    row.onSubmit.do === 'refuse' ||
    row.onSubmit.do === 'support' ||
    (row.onSubmit.do === 'once-more' && record.failure?.errorType === fault.errorType)
  // A transfer that always breaks off late would be sent from its start for ever. A network that is not there does not count.
  const givesUp = fault.kind === 'local' || (isStorage ? fault.kind !== 'not-sent' && tries >= triesOfTransfer : isStop)
  const failed: TaskRecord = { ...record, failure: failureOfUpload(fault, row, givesUp, context.now) }
  if (givesUp) return refuse(failed, context, notices)
  if (!isStorage && row.onSubmit.do === 'hold') return move(failed, heldBy(row.onSubmit.reason), ...notices)
  const delayInMs = retryDelayInMs(fault, backoffInMs(tries, context.random), context)
  const notBefore = context.now + delayInMs
  // Nothing has left this computer: it waits for the network with the others.
  const isUnsent = !isStorage && fault.kind === 'not-sent'
  const state: TaskState = isUnsent ? { phase: 'queued', notBefore, tries } : { phase: 'uploading', notBefore, tries, byHand: null }
  const isNews = isWorthJournaling(tries)
  return { record: { ...failed, state }, notices: isUnsent ? notices : [...notices, ...slowDown(row.onSubmit, delayInMs)], isNews }
}

function refuse(record: TaskRecord, context: DecisionContext, notices: readonly Notice[]): Decision {
  return move(
    { ...record, finishedAt: context.now, credits: { ...record.credits, state: 'not-charged' } },
    { phase: 'refused' },
    ...notices
  )
}

function onSubmitFault(before: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const row = policyFor(fault)
  const verdict = row.onSubmit
  const isStillInDoubt = before.inDoubt && row.known === 'refused'
  const tries = (before.state.phase === 'submitting' ? before.state.tries : 0) + 1
  // The service may have lost the file. A task that was definitely not accepted uploads it again.
  const isRepeated = before.failure?.errorType === fault.errorType
  const isFileMissing = fault.errorType === 'UPLOAD_NOT_READY' && isRepeated && tries >= triesBeforeFreshUpload
  const mayResend = verdict.do === 'hold' || (verdict.do === 'wait' && !isFileMissing)
  const failure = isStillInDoubt ? failureWhileInDoubt(fault, row, mayResend, context.now) : failureFrom(fault, row, context.now)
  const record: TaskRecord = {
    ...before,
    failure,
    // Only where the answer is about this very task is the id in it this task's.
    taskId: verdict.do === 'follow-or-look' || verdict.do === 'support' ? (fault.taskId ?? before.taskId) : before.taskId,
    businessId: fault.businessId ?? before.businessId,
    inDoubt: before.inDoubt || row.known !== 'refused',
    credits: before.inDoubt || row.known !== 'refused' ? before.credits : { ...before.credits, state: 'not-sent' }
  }
  const notices = accountNotices(record, fault)
  const doubt = (isResendAllowed: boolean): Decision => unconfirmed(before, record, fault, isResendAllowed, context, notices)

  switch (verdict.do) {
    case 'refuse':
      return before.inDoubt ? doubt(false) : refuse(record, context, notices)
    case 'hold':
      return before.inDoubt ? doubt(true) : move(record, heldBy(verdict.reason), ...notices)
    case 'upload-again':
      return before.inDoubt ? doubt(false) : uploadAgain(record, context, notices)
    case 'wait': {
      if (isFileMissing) return before.inDoubt ? doubt(false) : uploadAgain(record, context, notices)
      const delayInMs = retryDelayInMs(fault, backoffInMs(tries, context.random), context)
      const notBefore = context.now + delayInMs
      if (fault.kind === 'not-sent') {
        return record.inDoubt
          ? move(record, { phase: 'unconfirmed', since: context.now, mayResend: true, isRestored: false, notBefore, looks: 0 }, ...notices)
          : move(record, { phase: 'queued', notBefore, tries }, ...notices)
      }
      const waiting: TaskRecord = { ...record, state: { phase: 'submitting', isSent: false, notBefore, tries } }
      // The journal holds this send already; an error that repeats itself tells nothing new.
      const isNews = isWorthJournaling(tries) || record.inDoubt !== before.inDoubt || !isRepeated
      return { record: waiting, notices: [...notices, ...slowDown(verdict, delayInMs)], isNews }
    }
    case 'once-more': {
      if (isRepeated) return move({ ...record, failure: failureOfSecondTry(fault, row, false, context.now) }, supportOnly)
      const notBefore = context.now + retryDelayInMs(fault, backoffInMs(tries, context.random), context)
      return move(record, { phase: 'submitting', isSent: false, notBefore, tries })
    }
    case 'reconcile':
      return doubt(verdict.mayResend)
    case 'follow-or-look':
      if (record.taskId === null) return doubt(false)
      return move(
        { ...record, acceptedAt: record.acceptedAt ?? context.now },
        runningFrom(context.now + retryDelayInMs(fault, pollDelayInMs(0), context), context.now),
        // The hint is followed to the letter, also where the answer names the task.
        ...(fault.hint === 'GET_RECENT_TASKS' ? [readRecent] : [])
      )
    case 'support':
      return move(record, supportOnly)
    default:
      return assertNever(verdict)
  }
}

/** Only support can tell, and asking the service again would not help. */
const supportOnly = { phase: 'support', recheck: null, outputs: [] } as const satisfies TaskState

function unconfirmed(
  before: TaskRecord,
  record: TaskRecord,
  fault: Fault,
  mayResend: boolean,
  context: DecisionContext,
  notices: readonly Notice[]
): Decision {
  // The count goes on over sends, so that a service that always breaks off is asked less and less often.
  const looks = before.state.phase === 'submitting' ? before.state.tries : 0
  const notBefore = context.now + retryDelayInMs(fault, lookDelayInMs(looks), context)
  const state: TaskState = { phase: 'unconfirmed', since: context.now, mayResend, isRestored: false, notBefore, looks }
  // A restart turns a send that the journal holds into just this, unless sending again is forbidden.
  const isNews = !before.inDoubt || !mayResend || isWorthJournaling(looks)
  return { record: { ...record, inDoubt: true, state }, notices, isNews }
}

function uploadAgain(record: TaskRecord, context: DecisionContext, notices: readonly Notice[]): Decision {
  // An address that a person typed cannot be uploaded anew, and sending it again would be refused again.
  if (record.inputs.length === 0 || record.attempt >= attemptsOfUpload)
    return refuse({ ...record, failure: failureOfLastUpload(record) }, context, notices)
  const delayInMs = record.attempt === 1 ? 0 : backoffInMs(record.attempt, context.random) * context.timeScale
  const renewed: TaskRecord = { ...record, idempotencyKey: context.nextKey, attempt: record.attempt + 1, body: null, submittedAt: null }
  return move(renewed, { phase: 'uploading', notBefore: context.now + delayInMs, tries: 0, byHand: null }, { kind: 'forget-uploads' })
}

function onRecentRead(record: TaskRecord, event: Extract<TaskEvent, { kind: 'recent-read' }>, context: DecisionContext): Decision {
  const { state } = record
  const { foundTaskId, foundUnder = null, isAbsent = false } = event
  if (foundTaskId !== null && mayBeFound(record)) {
    // A later attempt of this task, which another copy of the journal made. Its body is not known here.
    const attempt = foundUnder === null ? {} : { idempotencyKey: foundUnder.key, attempt: foundUnder.attempt, body: null }
    const found: TaskRecord = { ...record, ...attempt, taskId: foundTaskId, inDoubt: false, failure: null, acceptedAt: context.now }
    return move({ ...found, submittedAt: record.submittedAt ?? record.createdAt }, runningFrom(context.now), { kind: 'online' })
  }
  if (state.phase !== 'unconfirmed')
    return { record, notices: [{ kind: 'online' }], isNews: state.phase === 'running' && state.doubtedSince !== null }
  if (state.isRestored && isAbsent) return goOn({ ...record, inDoubt: false, credits: { ...record.credits, state: 'not-sent' } }, context)
  if (state.mayResend) return sendOnceMore(record, state.looks, context)
  const looks = state.looks + 1
  if (isBeyondDoubtLimit(state.since, looks, context)) {
    return state.isRestored ? askAboutCopy(record) : giveToSupport(record, failureOfRecognition(record.failure, context.now), context)
  }
  const notBefore = context.now + lookDelayInMs(looks) * context.timeScale
  return { record: { ...record, state: { ...state, looks, notBefore } }, notices: [{ kind: 'online' }], isNews: isWorthJournaling(looks) }
}

/** Evidence counts whenever it comes: also after Kiln has given up looking, and for a task that it believes was not sent yet. */
export function mayBeFound(record: TaskRecord): boolean {
  const { phase } = record.state
  return phase === 'unconfirmed' || phase === 'held' || (phase === 'support' && record.taskId === null) || mayBeTakenBack(record)
}

function sendOnceMore(record: TaskRecord, looks: number, context: DecisionContext): Decision {
  const tries = looks + 1
  const sending: TaskRecord = { ...record, state: { phase: 'submitting', isSent: false, notBefore: context.now, tries } }
  return { record: sending, notices: [{ kind: 'online' }], isNews: isWorthJournaling(tries) }
}

/** Nothing proves that another copy of Kiln has not sent it: the person decides (I3). */
function askAboutCopy(record: TaskRecord): Decision {
  return move({ ...record, failure: null }, { phase: 'held', reason: null, question: { kind: 'copy' } })
}

/** The words say that it is not known what became of the credits. A task that the service has is checked again from time to time. */
function giveToSupport(record: TaskRecord, failure: Failure, context: DecisionContext, ...notices: readonly Notice[]): Decision {
  const credits: Credits = { ...record.credits, state: 'pending' }
  const recheck = record.taskId === null ? null : nextRecheck(0, context)
  return move({ ...record, failure, credits }, { phase: 'support', recheck, outputs: [] }, ...notices)
}

const unreadable = word('The recent tasks cannot be read. Whether credits were spent is not known.')
const stillInDoubt = word('For ten minutes the service could not tell how this task stands. Whether credits were spent is not known.')

/** The limit counts answers as well as time, since a computer that slept has not asked. */
function isBeyondDoubtLimit(since: number, looks: number, context: DecisionContext): boolean {
  return looks >= leastLooksInDoubt && context.now - since > doubtLimitInMs * context.timeScale
}

function onRecentFault(before: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const { state } = before
  const notices = accountNotices(before, fault)
  if (state.phase !== 'unconfirmed') return { record: before, notices, isNews: false }
  const row = policyFor(fault)
  const verdict = row.onQuery
  const isFirstTime = verdict.do === 'once-more' && before.failure?.errorType !== fault.errorType
  if (verdict.do === 'once-more' && !isFirstTime)
    return move({ ...before, failure: failureOfSecondTry(fault, row, false, context.now) }, supportOnly, ...notices)
  if (verdict.do === 'support') return move({ ...before, failure: failureFrom(fault, row, context.now) }, supportOnly, ...notices)
  const record = isFirstTime ? { ...before, failure: failureFrom(fault, row, context.now) } : before
  // A network or an account that stands in the way is waited for. A service that has no such list, or that cannot tell it for ten
  // minutes, leaves the key itself as the only witness; without leave to ask with that, only support can tell.
  const isThere = fault.kind !== 'not-sent' && verdict.do !== 'hold' && !('slowsEverybody' in verdict && verdict.slowsEverybody)
  const looks = state.looks + 1
  const isTooLong = isBeyondDoubtLimit(state.since, looks, context)
  // A list that never comes takes minutes each time, and sending the same key again is as good as evidence.
  const isSilent = state.mayResend && fault.kind === 'lost' && looks >= looksBeforeResend
  const isUseless = isThere && (row.onSubmit.do === 'refuse' || isTooLong || isSilent)
  // An answer that forbids sending again forbids it here too.
  const mayResend = state.mayResend && verdict.do !== 'doubt'
  if (isUseless && mayResend) return sendOnceMore(record, state.looks, context)
  // A service without a list will never prove it.
  if (isUseless && state.isRestored) return askAboutCopy(record)
  if (isTooLong && isThere) return giveToSupport(record, failureOfPatience(record.failure, unreadable, context.now), context)
  const delayInMs = retryDelayInMs(fault, backoffInMs(looks, context.random), context)
  const next: TaskState = { ...state, mayResend, looks, notBefore: context.now + delayInMs }
  const isNews = state.looks === 0 || isFirstTime || mayResend !== state.mayResend
  return { record: { ...record, state: next }, notices: [...notices, ...slowDown(verdict, delayInMs)], isNews }
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
  if (!isAsked) return stay(record)
  const meaning = meaningOfStatus(answer.status)
  const told: TaskRecord = {
    ...record,
    status: answer.status ?? record.status,
    polls: record.polls + 1,
    credits: withAnswer(record.credits, answer),
    failure: null,
    // Whatever became of the answer to a choice of faces: a service that goes on has it.
    choice: state.phase === 'selecting' && meaning !== 'needs-input' ? takenChoice(record.choice, context) : record.choice
  }
  const changed = told.status !== record.status || told.credits !== record.credits || record.failure !== null || state.phase === 'support'
  const ageInMs = context.now - (record.acceptedAt ?? record.createdAt)
  const askedDelayInMs = answer.retryAfterInMs === null ? pollDelayInMs(ageInMs / context.timeScale) : answer.retryAfterInMs
  const delayInMs = Math.min(Math.max(askedDelayInMs, shortestPollDelayInMs), longestRetryAfterInMs)
  const notBefore = context.now + delayInMs * context.timeScale
  const hasOutputs = state.phase === 'collecting' || (state.phase === 'support' && state.outputs.length > 0)

  if (hasOutputs && meaning !== 'failure') {
    const hasFiles = savedOf(record).length > 0
    const isOnlyWaiting = state.phase === 'support' || state.outputs.every((output) => !isOpen(output) || output.needsFreshUrl)
    // The service has taken back that it had finished. Nothing of it is here, so that nothing can be lost by believing it.
    const isUnfinished = answer.urls.length === 0 && meaning !== 'success' && !hasFiles && isOnlyWaiting
    if (!isUnfinished) {
      const collecting =
        state.phase === 'collecting' ? state : collectingAfresh(state.outputs, context.now, (state.recheck?.looks ?? 0) + 1)
      return onAddresses({ ...told, failure: record.failure, state: collecting }, answer, stems, context)
    }
  }
  switch (meaning) {
    case 'success': {
      if (answer.urls.length > 0) return move(told, collectingFrom(answer.urls, stems, context.now), { kind: 'online' })
      return onNoFiles({ ...told, failure: record.failure }, told.status !== record.status, notBefore, context)
    }
    case 'failure': {
      const failure = failureOfService(answer.failureMessage, requestId, context.now)
      const credits = creditsOfFailure(record.credits, answer)
      const failed = { ...told, failure, credits, finishedAt: context.now }
      return move(failed, failedWith(credits, 0, savedOf(record), context), { kind: 'online' }, ...partsOf(record))
    }
    case 'needs-input': {
      const { isWaiting, record: waiting } = waitingForFaces({ ...told, failure: failureOfLastChoice(record) }, context)
      if (!isWaiting) {
        const next: TaskState = state.phase === 'selecting' ? { phase: 'selecting', notBefore, faultsInARow: 0 } : runningFrom(notBefore)
        return follow(waiting, next, told.status !== record.status || state.phase === 'support')
      }
      const { record: asked, isNews } = follow(
        waiting,
        { phase: 'needs_input', notBefore: Math.max(notBefore, context.now + 30_000 * context.timeScale), faultsInARow: 0 },
        changed || state.phase !== 'needs_input'
      )
      return { record: asked, isNews, notices: [...online, ...partsOf(record)] }
    }
    case 'progress': {
      const wasDoubted = state.phase === 'running' && (state.doubtedSince !== null || state.faultsInARow > 0)
      const { record: running, isNews } = follow(told, runningFrom(notBefore), changed || wasDoubted || state.phase !== 'running')
      return { record: running, isNews, notices: [...online, ...partsOf(record)] }
    }
    default:
      return assertNever(meaning)
  }
}

/** The service has finished the task and names no file. It may name them later, so that it is asked again, but not for ever. */
function onNoFiles(record: TaskRecord, isNews: boolean, notBefore: number, context: DecisionContext): Decision {
  const { state } = record
  if (state.phase === 'support') {
    const recheck = nextRecheck((state.recheck?.looks ?? 0) + 1, context)
    return { record: { ...record, state: { ...state, recheck } }, notices: online, isNews: true }
  }
  const since = state.phase === 'running' ? state.doubtedSince : null
  if (since !== null && context.now - since > collectPatienceInMs * context.timeScale) {
    const failure = namesNoFile(record, kept('Send the support bundle to the service. Kiln checks again from time to time.'), context.now)
    return move({ ...record, failure }, { phase: 'support', recheck: nextRecheck(0, context), outputs: [] }, ...online)
  }
  const words = kept('You don’t need to do anything. Kiln asks the service again.')
  const failure = since === null ? namesNoFile(record, words, context.now) : record.failure
  return follow({ ...record, failure }, runningFrom(notBefore, since ?? context.now), isNews || since === null)
}

function namesNoFile(record: TaskRecord, advice: string, at: number): Failure {
  return failureWithWords(record.failure, {
    message: kept('The service says that this task is finished, but names no file. Asking again costs nothing.'),
    advice,
    at
  })
}

/** What lies half downloaded of a task that has nothing to download any more. */
function partsOf({ state }: TaskRecord): readonly Notice[] {
  if (state.phase !== 'collecting') return []
  const places = state.outputs.flatMap((output, index) => (isOpen(output) ? [{ stem: output.stem, index }] : []))
  return places.length === 0 ? [] : [{ kind: 'discard-parts', places }]
}

function takenChoice(choice: FaceChoice | null, context: DecisionContext): FaceChoice | null {
  return choice === null || choice.fate === 'taken' ? choice : { ...choice, fate: 'taken', since: context.now }
}

/** What is said of a choice stays until the task moves on or a person chooses again. */
function failureOfLastChoice(record: TaskRecord): Failure | null {
  const isAboutChoice = record.choice?.fate === 'not-taken' || record.choice?.fate === 'unknown'
  return isAboutChoice ? record.failure : null
}

const online: readonly Notice[] = [{ kind: 'online' }]
const readRecent: Notice = { kind: 'read-recent' }

function follow(record: TaskRecord, state: TaskState, isNews: boolean): Decision {
  return { record: { ...record, state }, notices: online, isNews }
}

function onQueryFault(before: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const { state } = before
  if (isCollecting(before)) {
    const decision = onAddressFault(before, fault, context)
    const record = withUnknownCredits(decision.record, fault)
    return {
      ...decision,
      record,
      notices: decision.record.state.phase === 'collecting' ? decision.notices : [...decision.notices, ...partsOf(before)]
    }
  }
  if (state.phase === 'failed') return move(before, failedWith(before.credits, (state.refundLook?.looks ?? 0) + 1, state.outputs, context))
  if (state.phase === 'support') {
    const recheck = nextRecheck((state.recheck?.looks ?? 0) + 1, context)
    return { record: { ...before, state: { ...state, recheck } }, notices: accountNotices(before, fault), isNews: true }
  }
  if (state.phase !== 'running' && state.phase !== 'needs_input' && state.phase !== 'selecting') return stay(before)
  const row = policyFor(fault)
  const verdict = row.onQuery
  const faultsInARow = state.faultsInARow + 1
  const notices = accountNotices(before, fault).filter(({ kind }) => {
    if (kind === 'hold-account') return verdict.do === 'hold'
    // The contract is read anew once, not with each question about each task.
    return kind !== 'capabilities-moved' || faultsInARow === 1
  })
  const failure: Failure = failureFrom(fault, row, context.now)
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
        notices: [...notices, ...slowDown(verdict, delayInMs)],
        isNews: faultsInARow === 1
      }
    case 'doubt': {
      const doubtedSince = (state.phase === 'running' ? state.doubtedSince : null) ?? context.now
      if (isBeyondDoubtLimit(doubtedSince, faultsInARow, context))
        return giveToSupport(record, failureOfPatience(failure, stillInDoubt, context.now), context, ...notices)
      const isFirst = state.phase !== 'running' || state.doubtedSince === null || faultsInARow === 1
      return {
        record: { ...record, failure, state: { phase: 'running', notBefore, faultsInARow, doubtedSince } },
        notices: isFirst ? [...notices, { kind: 'read-recent' }] : notices,
        isNews: isFirst
      }
    }
    case 'once-more':
      return before.failure?.errorType === fault.errorType
        ? move(
            { ...record, failure: failureOfSecondTry(fault, row, true, context.now) },
            { ...supportOnly, recheck: nextRecheck(0, context) }
          )
        : move({ ...record, failure: failureOfQuery(fault, context.now) }, { ...state, faultsInARow, notBefore })
    case 'support':
      return move({ ...record, failure }, supportOnly)
    default:
      return assertNever(verdict)
  }
}

/** Unknown charges and refunds stay pending, whatever the service said of them before (spec section 3). */
function withUnknownCredits(record: TaskRecord, fault: Fault): TaskRecord {
  return policyFor(fault).isAboutCredits === true ? { ...record, credits: { ...record.credits, state: 'pending' } } : record
}

/** What is said of a choice of faces stays; of an account or a network that stands in the way the banner tells. */
function wordsOfQueryFault(record: TaskRecord, fault: Fault, verdict: 'hold' | 'poll-on', context: DecisionContext): Failure | null {
  const told = failureOfLastChoice(record)
  if (told !== null) return told
  return verdict === 'poll-on' && fault.kind === 'refusal' ? failureOfQuery(fault, context.now) : record.failure
}

/** A download that ended after the task had left `collecting`: the file is here, and is kept. */
function onKeptLate(record: TaskRecord, event: Extract<TaskEvent, { kind: 'kept' }>, context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'support' || state.outputs[event.index]?.result !== null) return stay(record)
  const { result, downloadSha256, isTorn } = event
  const outputs = put(state.outputs, event.index, { result, downloadSha256, isTorn })
  if (outputs.some(isOpen)) return move(record, { ...state, outputs })
  return move({ ...record, failure: null, finishedAt: context.now }, { phase: 'done', outputs })
}

/** What was paid for is downloaded as often as a person wants. The address is asked for again, since the old one may have expired. */
function onFetchAgain(record: TaskRecord, indexes: readonly number[], context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'done' || !state.outputs.some((_, index) => indexes.includes(index))) return stay(record)
  const outputs = state.outputs.map((output, index) =>
    indexes.includes(index) ? { ...output, result: null, isTorn: false, tornTries: 0, isProven: true } : output
  )
  return move({ ...record, failure: null }, collectingAfresh(outputs, context.now))
}

function onMoved(record: TaskRecord, event: Extract<TaskEvent, { kind: 'moved' }>): Decision {
  const { state } = record
  if (state.phase !== 'collecting') return stay(record)
  const outputs = state.outputs.map((output, index) =>
    index === event.index && output.result === null ? { ...output, stem: event.stem } : output
  )
  return move(record, { ...state, outputs })
}

function onLookAgain(record: TaskRecord, context: DecisionContext): Decision {
  const { state } = record
  switch (state.phase) {
    case 'queued':
    case 'uploading':
    case 'submitting':
    case 'running':
    case 'needs_input':
    case 'selecting':
    case 'unconfirmed':
      return { record: { ...record, state: dueNow(state, context.now) }, notices: [], isNews: false }
    case 'collecting':
      return { record: { ...record, state: withFreshAddressesWanted(state, context.now) }, notices: [], isNews: false }
    case 'support':
      if (state.outputs.length > 0) return move(record, collectingAfresh(state.outputs, context.now, state.recheck?.looks))
      return record.taskId === null
        ? move(record, { phase: 'unconfirmed', since: context.now, mayResend: false, isRestored: false, notBefore: context.now, looks: 0 })
        : move(record, runningFrom(context.now, context.now))
    case 'failed':
      return isUnsettled(record.credits)
        ? {
            record: { ...record, state: { ...state, refundLook: { at: context.now, looks: state.refundLook?.looks ?? 0 } } },
            notices: [],
            isNews: false
          }
        : stay(record)
    case 'done':
      // Fewer files than were asked for: the service may name the others by now.
      return namedCount(state.outputs) < outputsAskedFor(record)
        ? move({ ...record, failure: null }, collectingAfresh(state.outputs, context.now))
        : stay(record)
    case 'refused':
    case 'held':
    case 'cancelled':
      return stay(record)
    default:
      return assertNever(state)
  }
}

/** Addresses that have failed are asked for again at once; downloads that are under way go on. */
function withFreshAddressesWanted(state: Extract<TaskState, { phase: 'collecting' }>, now: number): TaskState {
  const outputs = state.outputs.map((output) =>
    isOpen(output) ? { ...output, notBefore: now, needsFreshUrl: output.needsFreshUrl || output.tries > 0 } : output
  )
  return { ...state, outputs, notBefore: now }
}

/** True while it is not known whether a failed task was paid for. */
export function isUnsettled({ state }: Credits): boolean {
  return state === 'refund-expected' || state === 'pending' || state === 'deferred'
}

/** What became of the credits of a failed task, by its answer alone: unknown stays pending (behaviour section 5). */
function creditsOfFailure(before: Credits, answer: Queried): Credits {
  const after = withAnswer(before, answer)
  const wasPaid = (before.consumed ?? 0) > 0 || before.state === 'refund-expected'
  if (answer.creditsConsumed === 0 && answer.usageDeferred !== true) return { ...after, state: wasPaid ? 'refunded' : 'not-charged' }
  if ((after.consumed ?? 0) > 0) return { ...after, state: 'refund-expected' }
  return { ...after, state: 'pending' }
}

function failedWith(credits: Credits, looks: number, outputs: readonly Output[], context: DecisionContext): TaskState {
  const delayInMs = isUnsettled(credits) ? refundLookDelaysInMs[looks] : undefined
  return {
    phase: 'failed',
    refundLook: delayInMs === undefined ? null : { at: context.now + delayInMs * context.timeScale, looks },
    outputs
  }
}

/** A failed task is asked about again until its credits are settled. Nothing else about it changes any more. */
function onCreditsRead(record: TaskRecord, answer: Queried, context: DecisionContext): Decision {
  if (record.state.phase !== 'failed' || !isUnsettled(record.credits)) return stay(record)
  const credits = meaningOfStatus(answer.status) === 'failure' ? creditsOfFailure(record.credits, answer) : record.credits
  const looks = (record.state.refundLook?.looks ?? 0) + 1
  return move({ ...record, credits, polls: record.polls + 1 }, failedWith(credits, looks, record.state.outputs, context), {
    kind: 'online'
  })
}
