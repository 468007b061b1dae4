import { assertNever } from '../../shared/assert-never.ts'
import type { Fault } from '../../shared/fault.ts'
import type { Credits, Failure, HoldReason } from '../../shared/task.ts'
import { kept, word } from '../../shared/words/say.ts'
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
  failureOfSecondTry,
  failureOfService,
  failureOfUpload,
  failureWhileInDoubt
} from './failure-words.ts'
import {
  backoffInMs,
  doubtLimitInMs,
  longestRetryAfterInMs,
  longestWaitAfterStartInMs,
  lookDelayInMs,
  patienceAfterChoiceInMs,
  patienceInDoubtOfChoiceInMs,
  refundLookDelaysInMs,
  pollDelayInMs,
  isWithinResendWindow
} from './poll-schedule.ts'
import type { Queried, Submitted } from './answers.ts'
import { meaningOfStatus } from './status-words.ts'
import type { Notice, TaskEvent } from './task-event.ts'
import type { FaceChoice, TaskRecord, TaskState } from './task-record.ts'

/** What a decision may know beside task and event: the time, one random number in [0, 1), a fresh key, and what a wait is multiplied by. */
export type DecisionContext = { readonly now: number; readonly random: number; readonly timeScale: number; readonly freshKey: string }

/** The task after the event. `isNews` false: nothing that has to survive a restart has changed. */
export type Decision = { readonly record: TaskRecord; readonly notices: readonly Notice[]; readonly isNews: boolean }

/** How often `UPLOAD_NOT_READY` or a refusing storage is met with patience before the file is sent anew, or given up. */
const triesBeforeFreshUpload = 8
const triesOfTransfer = 5
/** How many keys one task may use up on uploads that the service calls expired; a service that always says so is not asked for ever. */
const attemptsOfUpload = 5

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
    case 'uploaded-by-hand':
      return record.state.phase === 'uploading' && record.state.byHand !== null
        ? move({ ...record, failure: null }, { ...record.state, byHand: null, notBefore: context.now })
        : stay(record)
    case 'sending':
      return onSending(record, event.body, context)
    case 'submitted':
      // I4: a task id is taken whenever it comes, also after the machine has given up waiting for it.
      return isOnTheWire(record) || record.state.phase === 'unconfirmed' || record.state.phase === 'support'
        ? accept(record, event.answer, context)
        : stay(record)
    case 'submit-failed':
      return isOnTheWire(record) ? onSubmitFault(record, event.fault, context) : stay(record)
    case 'recent-read':
      return onRecentRead(record, event.foundTaskId, context)
    case 'recent-failed':
      return onRecentFault(record, event.fault, context)
    case 'queried':
      return onQueried(record, event.answer, event.stems, event.requestId, context)
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
      return onKept(record, event, context)
    case 'fetch-again':
      return onFetchAgain(record, event.indexes, context)
    case 'keep-failed':
      return onKeepFault(record, event.fault, context)
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

function stay(record: TaskRecord): Decision {
  return { record, notices: [], isNews: false }
}

function move(record: TaskRecord, state: TaskState, ...notices: readonly Notice[]): Decision {
  return { record: { ...record, state }, notices, isNews: true }
}

function onRestart(record: TaskRecord, context: DecisionContext): Decision {
  const { state } = record
  // I3: what was on the wire when the app died may have arrived.
  if (state.phase === 'submitting' && state.isSent) {
    return move(
      { ...record, inDoubt: true },
      { phase: 'unconfirmed', since: context.now, mayResend: true, notBefore: context.now, looks: 0 }
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
  return doubtedFromNow(soon, context)
}

/** While Kiln was closed or the machine slept nobody looked: the ten minutes for evidence begin again. */
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
  const delayInMs = scaled(fault, pollDelayInMs(0), context)
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
    return move({ ...inDoubt, failure: failureOfChoiceForSupport(fault, row, context.now) }, { phase: 'support' }, ...notices)
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

/** What a person has agreed to is what it is held against from now on. */
function onPriceAgreed(record: TaskRecord, context: DecisionContext): Decision {
  const { state, credits } = record
  if (state.phase !== 'held' || state.question?.kind !== 'price') return stay(record)
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
    return move(record, { phase: 'unconfirmed', since: context.now, mayResend: false, notBefore: context.now, looks: 0 })
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
  const isOpen = credits.state === 'not-sent' || credits.state === 'pending'
  const state = isSaidBefore && !isOpen ? credits.state : stateOf(consumed, usageDeferred)
  return isSaidBefore && state === credits.state ? credits : { ...credits, required, consumed, usageDeferred, state }
}

function stateOf(consumed: number | null, usageDeferred: boolean | null): Credits['state'] {
  if (consumed !== null && consumed > 0) return 'charged'
  return usageDeferred === true ? 'deferred' : 'pending'
}

function scaled(fault: Fault, fallbackInMs: number, context: DecisionContext): number {
  return Math.min(fault.retryAfterInMs ?? fallbackInMs, longestRetryAfterInMs) * context.timeScale
}

/** For what the service itself was asked; where files are, `storageNotices` tells. */
function accountNotices(record: TaskRecord, fault: Fault): readonly Notice[] {
  if (fault.kind === 'not-sent') return [{ kind: 'offline', obstacle: fault.obstacle }]
  // A page in the place of a list that a service may well not have says too little.
  if (fault.obstacle !== null && fault.step !== 'recent') return [{ kind: 'offline', obstacle: fault.obstacle }]
  if (fault.errorType === 'CAPABILITY_NOT_ENABLED') return [{ kind: 'capabilities-moved' }]
  const verdict = policyFor(fault).onSubmit
  if (verdict.do !== 'hold') return []
  const credits = verdict.reason === 'credits' ? record.credits.estimated : null
  return [{ kind: 'hold-account', reason: verdict.reason, message: fault.message, requestId: fault.requestId, credits }]
}

/** Where files are is another place than the service itself: that it cannot be reached may be the network, or may not. */
function storageNotices(fault: Fault): readonly Notice[] {
  return fault.kind === 'not-sent' ? [{ kind: 'out-of-reach' }] : []
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
  const givesUp = fault.kind === 'local' || (isStorage ? fault.kind === 'refusal' && tries >= triesOfTransfer : isStop)
  const failed: TaskRecord = { ...record, failure: failureOfUpload(fault, row, givesUp, context.now) }
  if (givesUp) return refuse(failed, context, notices)
  if (!isStorage && row.onSubmit.do === 'hold') return move(failed, heldBy(row.onSubmit.reason), ...notices)
  const delayInMs = scaled(fault, backoffInMs(tries, context.random), context)
  // Nothing has left this computer: it waits for the network with the others.
  if (!isStorage && fault.kind === 'not-sent')
    return move(failed, { phase: 'queued', notBefore: context.now + delayInMs, tries }, ...notices)
  return move(
    failed,
    { phase: 'uploading', notBefore: context.now + delayInMs, tries, byHand: null },
    ...notices,
    ...slowDown(row.onSubmit, delayInMs)
  )
}

function slowDown(verdict: { readonly do: string }, delayInMs: number): readonly Notice[] {
  return 'slowsEverybody' in verdict && verdict.slowsEverybody === true ? [{ kind: 'slow-down', delayInMs }] : []
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
  const failure = isStillInDoubt ? failureWhileInDoubt(fault, row, context.now) : failureFrom(fault, row, context.now)
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
  const tries = (before.state.phase === 'submitting' ? before.state.tries : 0) + 1

  switch (verdict.do) {
    case 'refuse':
      return before.inDoubt ? unconfirmed(record, false, context, notices) : refuse(record, context, notices)
    case 'hold':
      return before.inDoubt ? unconfirmed(record, true, context, notices) : move(record, heldBy(verdict.reason), ...notices)
    case 'upload-again':
      return before.inDoubt ? unconfirmed(record, false, context, notices) : uploadAgain(record, context, notices)
    case 'wait': {
      if (fault.errorType === 'UPLOAD_NOT_READY' && tries >= triesBeforeFreshUpload && !before.inDoubt)
        return uploadAgain(record, context, notices)
      const delayInMs = scaled(fault, backoffInMs(tries, context.random), context)
      const notBefore = context.now + delayInMs
      if (fault.kind === 'not-sent') {
        return record.inDoubt
          ? move(record, { phase: 'unconfirmed', since: context.now, mayResend: true, notBefore, looks: 0 }, ...notices)
          : move(record, { phase: 'queued', notBefore, tries }, ...notices)
      }
      return move(record, { phase: 'submitting', isSent: false, notBefore, tries }, ...notices, ...slowDown(verdict, delayInMs))
    }
    case 'once-more': {
      const isSecondTime = before.failure?.errorType === fault.errorType
      if (isSecondTime) return move({ ...record, failure: failureOfSecondTry(fault, row, false, context.now) }, { phase: 'support' })
      const notBefore = context.now + scaled(fault, backoffInMs(tries, context.random), context)
      return move(record, { phase: 'submitting', isSent: false, notBefore, tries })
    }
    case 'reconcile':
      return unconfirmed(record, verdict.mayResend, context, notices)
    case 'follow-or-look':
      if (record.taskId === null) return unconfirmed(record, false, context, notices)
      return move(
        { ...record, acceptedAt: record.acceptedAt ?? context.now },
        runningFrom(context.now + scaled(fault, pollDelayInMs(0), context), context.now),
        // The hint is followed to the letter, also where the answer names the task.
        ...(fault.hint === 'GET_RECENT_TASKS' ? [readRecent] : [])
      )
    case 'support':
      return move(record, { phase: 'support' })
    default:
      return assertNever(verdict)
  }
}

function unconfirmed(record: TaskRecord, mayResend: boolean, context: DecisionContext, notices: readonly Notice[]): Decision {
  // The looks go on counting over sends, so that a service that always breaks off is asked less and less often.
  const looks = record.state.phase === 'submitting' ? record.state.tries : 0
  const notBefore = context.now + lookDelayInMs(looks) * context.timeScale
  return move({ ...record, inDoubt: true }, { phase: 'unconfirmed', since: context.now, mayResend, notBefore, looks }, ...notices)
}

function uploadAgain(record: TaskRecord, context: DecisionContext, notices: readonly Notice[]): Decision {
  // An address that a person typed cannot be uploaded anew, and sending it again would be refused again.
  if (record.inputs.length === 0 || record.attempt >= attemptsOfUpload)
    return refuse({ ...record, failure: failureOfLastUpload(record) }, context, notices)
  const delayInMs = record.attempt === 1 ? 0 : backoffInMs(record.attempt, context.random) * context.timeScale
  const renewed: TaskRecord = { ...record, idempotencyKey: context.freshKey, attempt: record.attempt + 1, body: null, submittedAt: null }
  return move(renewed, { phase: 'uploading', notBefore: context.now + delayInMs, tries: 0, byHand: null }, { kind: 'forget-uploads' })
}

function onRecentRead(record: TaskRecord, foundTaskId: string | null, context: DecisionContext): Decision {
  const { state } = record
  // Evidence is evidence, also after the machine has given up waiting for it.
  const isLookedFor = state.phase === 'unconfirmed' || (state.phase === 'support' && record.taskId === null && foundTaskId !== null)
  if (!isLookedFor) return { record, notices: [{ kind: 'online' }], isNews: state.phase === 'running' && state.doubtedSince !== null }
  if (foundTaskId !== null) {
    const found: TaskRecord = { ...record, taskId: foundTaskId, inDoubt: false, failure: null, acceptedAt: context.now }
    return move(found, runningFrom(context.now), { kind: 'online' })
  }
  if (state.phase !== 'unconfirmed') return stay(record)
  if (state.mayResend) return sendOnceMore(record, state.looks, context)
  if (isBeyondDoubtLimit(state.since, context))
    return giveToSupport(record, kept('The recent tasks do not show this one. Whether credits were spent is not known.'), context)
  const notBefore = context.now + lookDelayInMs(state.looks + 1) * context.timeScale
  return move(record, { ...state, looks: state.looks + 1, notBefore }, { kind: 'online' })
}

function sendOnceMore(record: TaskRecord, looks: number, context: DecisionContext): Decision {
  return move(record, { phase: 'submitting', isSent: false, notBefore: context.now, tries: looks + 1 }, { kind: 'online' })
}

function giveToSupport(record: TaskRecord, message: string, context: DecisionContext): Decision {
  return move({ ...record, failure: failureOfPatience(record.failure, message, context.now) }, { phase: 'support' })
}

const stillInDoubt = word('For ten minutes the service could not tell how this task stands. Whether credits were spent is not known.')

function isBeyondDoubtLimit(since: number, context: DecisionContext): boolean {
  return context.now - since > doubtLimitInMs * context.timeScale
}

function onRecentFault(before: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const { state } = before
  const notices = accountNotices(before, fault)
  if (state.phase !== 'unconfirmed') return { record: before, notices, isNews: false }
  const row = policyFor(fault)
  const verdict = row.onQuery
  const isFirstTime = verdict.do === 'once-more' && before.failure?.errorType !== fault.errorType
  if (verdict.do === 'once-more' && !isFirstTime)
    return move({ ...before, failure: failureOfSecondTry(fault, row, false, context.now) }, { phase: 'support' }, ...notices)
  if (verdict.do === 'support') return move({ ...before, failure: failureFrom(fault, row, context.now) }, { phase: 'support' }, ...notices)
  const record = isFirstTime ? { ...before, failure: failureFrom(fault, row, context.now) } : before
  // A network or an account that stands in the way is waited for. A service that has no such list, or that cannot tell it for ten
  // minutes, leaves the key itself as the only witness; without leave to ask with that, only support can tell.
  const isThere = fault.kind !== 'not-sent' && verdict.do !== 'hold' && !('slowsEverybody' in verdict && verdict.slowsEverybody)
  const isUseless = isThere && (row.onSubmit.do === 'refuse' || isBeyondDoubtLimit(state.since, context))
  // An answer that forbids sending again forbids it here too.
  const mayResend = state.mayResend && verdict.do !== 'doubt'
  if (isUseless && mayResend) return sendOnceMore(record, state.looks, context)
  if (isUseless && isBeyondDoubtLimit(state.since, context))
    return giveToSupport(record, kept('The recent tasks cannot be read. Whether credits were spent is not known.'), context)
  const delayInMs = scaled(fault, backoffInMs(state.looks + 1, context.random), context)
  const next: TaskState = { ...state, mayResend, looks: state.looks + 1, notBefore: context.now + delayInMs }
  const isNews = state.looks === 0 || isFirstTime || mayResend !== state.mayResend
  return { record: { ...record, state: next }, notices: [...notices, ...slowDown(verdict, delayInMs)], isNews }
}

function onQueried(
  record: TaskRecord,
  answer: Queried,
  stems: readonly string[],
  requestId: string | null,
  context: DecisionContext
): Decision {
  const { state } = record
  const isAsked = state.phase === 'running' || state.phase === 'needs_input' || state.phase === 'selecting' || state.phase === 'collecting'
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
  const changed = told.status !== record.status || told.credits !== record.credits || record.failure !== null
  const ageInMs = context.now - (record.acceptedAt ?? record.createdAt)
  const delayInMs = Math.min(answer.retryAfterInMs ?? pollDelayInMs(ageInMs / context.timeScale), longestRetryAfterInMs)
  const notBefore = context.now + delayInMs * context.timeScale

  if (state.phase === 'collecting') {
    const outputs = state.outputs.map((output, index) => ({ ...output, url: answer.urls[index] ?? output.url }))
    const isFresh = answer.urls.length > 0
    return move(told, { ...state, outputs, needsFreshUrls: !isFresh, notBefore: isFresh ? context.now : notBefore }, { kind: 'online' })
  }
  switch (meaning) {
    case 'success': {
      if (answer.urls.length > 0) {
        const outputs = answer.urls.map((url, index) => ({ url, stem: stems[index] ?? '', result: null }))
        return move(told, { phase: 'collecting', outputs, notBefore: context.now, tries: 0, needsFreshUrls: false }, { kind: 'online' })
      }
      // RESULT_MISSING: success without a result is not yet.
      return follow(told, runningFrom(notBefore), changed || state.phase !== 'running')
    }
    case 'failure': {
      const failure = failureOfService(answer.failureMessage, requestId, context.now)
      const credits = creditsOfFailure(record.credits, answer)
      return move({ ...told, failure, credits, finishedAt: context.now }, failedWith(credits, 0, context), { kind: 'online' })
    }
    case 'needs-input': {
      const { isWaiting, record: waiting } = waitingForFaces({ ...told, failure: failureOfLastChoice(record) }, context)
      if (!isWaiting) {
        const next: TaskState = state.phase === 'selecting' ? { phase: 'selecting', notBefore, faultsInARow: 0 } : runningFrom(notBefore)
        return follow(waiting, next, told.status !== record.status)
      }
      return follow(
        waiting,
        { phase: 'needs_input', notBefore: Math.max(notBefore, context.now + 30_000 * context.timeScale), faultsInARow: 0 },
        changed || state.phase !== 'needs_input'
      )
    }
    case 'progress': {
      const wasDoubted = state.phase === 'running' && (state.doubtedSince !== null || state.faultsInARow > 0)
      return follow(told, runningFrom(notBefore), changed || wasDoubted || state.phase !== 'running')
    }
    default:
      return assertNever(meaning)
  }
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
  if (state.phase === 'collecting') {
    const tries = state.tries + 1
    const delayInMs = scaled(fault, backoffInMs(tries, context.random), context)
    return move(
      before,
      { ...state, tries, notBefore: context.now + delayInMs },
      ...accountNotices(before, fault),
      ...slowDown(policyFor(fault).onQuery, delayInMs)
    )
  }
  if (state.phase === 'failed') return move(before, failedWith(before.credits, (state.refundLook?.looks ?? 0) + 1, context))
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
  const record: TaskRecord = { ...before, polls: before.polls + 1, businessId: fault.businessId ?? before.businessId }
  const delayInMs = scaled(fault, Math.max(pollDelayInMs(0), backoffInMs(faultsInARow, context.random)), context)
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
      if (isBeyondDoubtLimit(doubtedSince, context)) return giveToSupport({ ...record, failure }, stillInDoubt, context)
      const isFirst = state.phase !== 'running' || state.doubtedSince === null || faultsInARow === 1
      return {
        record: { ...record, failure, state: { phase: 'running', notBefore, faultsInARow, doubtedSince } },
        notices: isFirst ? [...notices, { kind: 'read-recent' }] : notices,
        isNews: isFirst
      }
    }
    case 'once-more':
      return before.failure?.errorType === fault.errorType
        ? move({ ...record, failure: failureOfSecondTry(fault, row, true, context.now) }, { phase: 'support' })
        : move({ ...record, failure: failureOfQuery(fault, context.now) }, { ...state, faultsInARow, notBefore })
    case 'support':
      return move({ ...record, failure }, { phase: 'support' })
    default:
      return assertNever(verdict)
  }
}

/** What is said of a choice of faces stays; of an account or a network that stands in the way the banner tells. */
function wordsOfQueryFault(record: TaskRecord, fault: Fault, verdict: 'hold' | 'poll-on', context: DecisionContext): Failure | null {
  const told = failureOfLastChoice(record)
  if (told !== null) return told
  return verdict === 'poll-on' && fault.kind === 'refusal' ? failureOfQuery(fault, context.now) : record.failure
}

function onKept(record: TaskRecord, event: Extract<TaskEvent, { kind: 'kept' }>, context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'collecting') return stay(record)
  const outputs = state.outputs.map((output, index) => (index === event.index ? { ...output, result: event.result } : output))
  if (outputs.every((output) => output.result !== null)) {
    // That the place of the files is reached says nothing about the service, which a page of the network may stand before.
    return move({ ...record, failure: null, finishedAt: context.now }, { phase: 'done', outputs })
  }
  return move(record, { ...state, outputs, tries: 0, notBefore: context.now })
}

/** What was paid for is fetched as often as a person wants it; its address is asked for anew, since the old one may have expired. */
function onFetchAgain(record: TaskRecord, indexes: readonly number[], context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'done' || !state.outputs.some((_, index) => indexes.includes(index))) return stay(record)
  const outputs = state.outputs.map((output, index) => (indexes.includes(index) ? { ...output, result: null } : output))
  return move(record, { phase: 'collecting', outputs, notBefore: context.now, tries: 0, needsFreshUrls: true })
}

function onKeepFault(record: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'collecting') return stay(record)
  const tries = state.tries + 1
  // A refused or vanished address is asked for anew; a broken transfer goes on where it stopped.
  const needsFreshUrls = fault.kind === 'refusal' || fault.localReason === 'result-not-found'
  const delayInMs = scaled(fault, tries === 1 && needsFreshUrls ? 0 : backoffInMs(tries, context.random, 5 * 60_000), context)
  const failed: TaskRecord = {
    ...record,
    failure: fault.kind === 'local' ? failureFrom(fault, policyFor(fault), context.now) : downloadFailure(fault, context.now)
  }
  const notices = storageNotices(fault)
  // A drive that is away for a week, or a network, is written down once and not with every try.
  const isKnown = record.failure?.message === failed.failure?.message && needsFreshUrls === state.needsFreshUrls
  const isNews = !isKnown || (fault.kind !== 'local' && fault.kind !== 'not-sent')
  return { record: { ...failed, state: { ...state, tries, needsFreshUrls, notBefore: context.now + delayInMs } }, notices, isNews }
}

function downloadFailure(fault: Fault, at: number): Failure {
  return {
    message: kept('The result is ready, but fetching it broke off. It is safe at the service; Kiln goes on fetching it.'),
    advice: kept('Nothing to do.'),
    serviceMessage: fault.message,
    errorType: fault.errorType,
    httpStatus: fault.httpStatus,
    requestId: fault.requestId,
    details: [],
    at
  }
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
    case 'running':
    case 'needs_input':
    case 'selecting':
    case 'collecting':
    case 'unconfirmed':
      return { record: { ...record, state: doubtedFromNow({ ...state, notBefore: context.now }, context) }, notices: [], isNews: false }
    case 'submitting':
      return state.isSent
        ? stay(record)
        : { record: { ...record, state: { ...state, notBefore: context.now } }, notices: [], isNews: false }
    case 'support':
      return record.taskId === null
        ? move(record, { phase: 'unconfirmed', since: context.now, mayResend: false, notBefore: context.now, looks: 0 })
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
    case 'refused':
    case 'held':
    case 'cancelled':
      return stay(record)
    default:
      return assertNever(state)
  }
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

function failedWith(credits: Credits, looks: number, context: DecisionContext): TaskState {
  const delayInMs = isUnsettled(credits) ? refundLookDelaysInMs[looks] : undefined
  return { phase: 'failed', refundLook: delayInMs === undefined ? null : { at: context.now + delayInMs * context.timeScale, looks } }
}

/** A failed task is asked about again until its credits are settled. Nothing else about it changes any more. */
function onCreditsRead(record: TaskRecord, answer: Queried, context: DecisionContext): Decision {
  if (record.state.phase !== 'failed' || !isUnsettled(record.credits)) return stay(record)
  const credits = meaningOfStatus(answer.status) === 'failure' ? creditsOfFailure(record.credits, answer) : record.credits
  const looks = (record.state.refundLook?.looks ?? 0) + 1
  return move({ ...record, credits, polls: record.polls + 1 }, failedWith(credits, looks, context), { kind: 'online' })
}
