import { assertNever } from '../../shared/assert-never.ts'
import type { Fault } from '../../shared/fault.ts'
import type { Credits, Failure } from '../../shared/task.ts'
import { policyFor } from './error-policy.ts'
import { failureFrom, failureOfPatience, failureOfQuery, failureOfService, failureOfUpload, failureWhileInDoubt } from './failure-words.ts'
import {
  backoffInMs,
  doubtLimitInMs,
  longestRetryAfterInMs,
  longestWaitAfterStartInMs,
  lookDelayInMs,
  pollDelayInMs,
  resendWindowInMs
} from './poll-schedule.ts'
import type { Queried, Submitted } from './answers.ts'
import { meaningOfStatus } from './status-words.ts'
import type { Notice, TaskEvent } from './task-event.ts'
import type { TaskRecord, TaskState } from './task-record.ts'

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
    case 'query-failed':
      return onQueryFault(record, event.fault, context)
    case 'kept':
      return onKept(record, event, context)
    case 'keep-failed':
      return onKeepFault(record, event.fault, context)
    case 'moved':
      return onMoved(record, event)
    case 'account-held':
      return mayBeTakenBack(record) && record.state.phase !== 'held' ? move(record, { phase: 'held', reason: event.reason }) : stay(record)
    case 'account-mended':
      return record.state.phase === 'held' ? goOn(record, context) : stay(record)
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
  // A clock that was wrong when the wait was written down must not make it last for ever. Asking early costs nothing.
  const latest = context.now + longestWaitAfterStartInMs * context.timeScale
  if ('notBefore' in state && state.notBefore > latest)
    return { record: { ...record, state: { ...state, notBefore: latest } }, notices: [], isNews: false }
  // An interrupted choice of faces is looked at before anything else: the query tells whether it arrived.
  return stay(record)
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
  const firstSentAt = record.submittedAt ?? context.now
  if (record.inDoubt && context.now - firstSentAt > resendWindowInMs) {
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

function accountNotices(record: TaskRecord, fault: Fault): readonly Notice[] {
  if (fault.kind === 'not-sent') return [{ kind: 'offline' }]
  if (fault.errorType === 'CAPABILITY_NOT_ENABLED') return [{ kind: 'capabilities-moved' }]
  const verdict = policyFor(fault).onSubmit
  if (verdict.do !== 'hold') return []
  const credits = verdict.reason === 'credits' ? record.credits.estimated : null
  return [{ kind: 'hold-account', reason: verdict.reason, message: fault.message, requestId: fault.requestId, credits }]
}

function onUploadRefused(record: TaskRecord, event: Extract<TaskEvent, { kind: 'upload-refused' }>, context: DecisionContext): Decision {
  if (record.state.phase !== 'uploading') return stay(record)
  const failure = failureFrom(event.fault, policyFor(event.fault), context.now)
  return move({ ...record, failure }, { ...record.state, byHand: event.upload })
}

function onUploadFault(record: TaskRecord, tries: number, fault: Fault, context: DecisionContext): Decision {
  const row = policyFor(fault)
  const isStorage = fault.step === 'transfer'
  const notices = isStorage && fault.kind !== 'not-sent' ? [] : accountNotices(record, fault)
  const isStop =
    row.onSubmit.do === 'refuse' ||
    row.onSubmit.do === 'support' ||
    (row.onSubmit.do === 'once-more' && record.failure?.errorType === fault.errorType)
  const givesUp = fault.kind === 'local' || (isStorage ? fault.kind === 'refusal' && tries >= triesOfTransfer : isStop)
  const failed: TaskRecord = { ...record, failure: failureOfUpload(fault, row, givesUp, context.now) }
  if (givesUp) return refuse(failed, context, notices)
  if (!isStorage && row.onSubmit.do === 'hold') return move(failed, { phase: 'held', reason: row.onSubmit.reason }, ...notices)
  const delayInMs = scaled(fault, backoffInMs(tries, context.random), context)
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
      return before.inDoubt
        ? unconfirmed(record, true, context, notices)
        : move(record, { phase: 'held', reason: verdict.reason }, ...notices)
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
      if (isSecondTime) return move(record, { phase: 'support' })
      const notBefore = context.now + scaled(fault, backoffInMs(tries, context.random), context)
      return move(record, { phase: 'submitting', isSent: false, notBefore, tries })
    }
    case 'reconcile':
      return unconfirmed(record, verdict.mayResend, context, notices)
    case 'follow-or-look':
      if (record.taskId === null) return unconfirmed(record, false, context, notices)
      return move(
        { ...record, acceptedAt: record.acceptedAt ?? context.now },
        runningFrom(context.now + scaled(fault, pollDelayInMs(0), context), context.now)
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
  if (record.inputs.length === 0 || record.attempt >= attemptsOfUpload) return refuse(record, context, notices)
  const delayInMs = record.attempt === 1 ? 0 : backoffInMs(record.attempt, context.random) * context.timeScale
  const renewed: TaskRecord = { ...record, idempotencyKey: context.freshKey, attempt: record.attempt + 1, body: null, submittedAt: null }
  return move(renewed, { phase: 'uploading', notBefore: context.now + delayInMs, tries: 0, byHand: null }, { kind: 'forget-uploads' })
}

function onRecentRead(record: TaskRecord, foundTaskId: string | null, context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'unconfirmed')
    return { record, notices: [{ kind: 'online' }], isNews: state.phase === 'running' && state.doubtedSince !== null }
  if (foundTaskId !== null) {
    const found: TaskRecord = { ...record, taskId: foundTaskId, inDoubt: false, failure: null, acceptedAt: context.now }
    return move(found, runningFrom(context.now), { kind: 'online' })
  }
  if (state.mayResend) return sendOnceMore(record, state.looks, context)
  if (isBeyondDoubtLimit(state.since, context))
    return giveToSupport(record, 'The recent tasks do not show this one. Whether credits were spent is not known.', context)
  const notBefore = context.now + lookDelayInMs(state.looks + 1) * context.timeScale
  return move(record, { ...state, looks: state.looks + 1, notBefore }, { kind: 'online' })
}

function sendOnceMore(record: TaskRecord, looks: number, context: DecisionContext): Decision {
  return move(record, { phase: 'submitting', isSent: false, notBefore: context.now, tries: looks + 1 }, { kind: 'online' })
}

function giveToSupport(record: TaskRecord, message: string, context: DecisionContext): Decision {
  return move({ ...record, failure: failureOfPatience(record.failure, message, context.now) }, { phase: 'support' })
}

function isBeyondDoubtLimit(since: number, context: DecisionContext): boolean {
  return context.now - since > doubtLimitInMs * context.timeScale
}

function onRecentFault(record: TaskRecord, fault: Fault, context: DecisionContext): Decision {
  const { state } = record
  const notices = accountNotices(record, fault)
  if (state.phase !== 'unconfirmed') return { record, notices, isNews: false }
  const row = policyFor(fault)
  // A network or an account that stands in the way is waited for. A service that has no such list, or that cannot tell it for ten
  // minutes, leaves the key itself as the only witness; without leave to ask with that, only support can tell.
  const isThere = fault.kind !== 'not-sent' && row.onQuery.do !== 'hold' && !('slowsEverybody' in row.onQuery && row.onQuery.slowsEverybody)
  const isUseless = isThere && (row.onSubmit.do === 'refuse' || isBeyondDoubtLimit(state.since, context))
  if (isUseless && state.mayResend) return sendOnceMore(record, state.looks, context)
  if (isUseless && isBeyondDoubtLimit(state.since, context))
    return giveToSupport(record, 'The recent tasks cannot be read. Whether credits were spent is not known.', context)
  const delayInMs = scaled(fault, backoffInMs(state.looks + 1, context.random), context)
  const next: TaskState = { ...state, looks: state.looks + 1, notBefore: context.now + delayInMs }
  return { record: { ...record, state: next }, notices: [...notices, ...slowDown(row.onQuery, delayInMs)], isNews: state.looks === 0 }
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
  const told: TaskRecord = {
    ...record,
    status: answer.status ?? record.status,
    polls: record.polls + 1,
    credits: withAnswer(record.credits, answer),
    failure: null
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
  const meaning = meaningOfStatus(answer.status)
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
      const credits: Credits = { ...told.credits, state: told.credits.state === 'charged' ? 'refund-expected' : 'pending' }
      return move({ ...told, failure, credits, finishedAt: context.now }, { phase: 'failed' }, { kind: 'online' })
    }
    case 'needs-input':
      return follow(
        told,
        { phase: 'needs_input', notBefore: Math.max(notBefore, context.now + 30_000 * context.timeScale), faultsInARow: 0 },
        changed || state.phase !== 'needs_input'
      )
    case 'progress': {
      const wasDoubted = state.phase === 'running' && (state.doubtedSince !== null || state.faultsInARow > 0)
      return follow(told, runningFrom(notBefore), changed || wasDoubted || state.phase !== 'running')
    }
    default:
      return assertNever(meaning)
  }
}

const online: readonly Notice[] = [{ kind: 'online' }]

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
  if (state.phase !== 'running' && state.phase !== 'needs_input' && state.phase !== 'selecting') return stay(before)
  const row = policyFor(fault)
  const verdict = row.onQuery
  const faultsInARow = state.faultsInARow + 1
  const notices = accountNotices(before, fault).filter((notice) => notice.kind !== 'hold-account' || verdict.do === 'hold')
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
          failure: row.onSubmit.do === 'refuse' ? failureOfQuery(fault, context.now) : record.failure,
          state: { ...state, faultsInARow, notBefore }
        },
        notices: [...notices, ...slowDown(verdict, delayInMs)],
        isNews: faultsInARow === 1
      }
    case 'doubt': {
      const doubtedSince = (state.phase === 'running' ? state.doubtedSince : null) ?? context.now
      if (context.now - doubtedSince > doubtLimitInMs * context.timeScale) return move({ ...record, failure }, { phase: 'support' })
      const isFirst = state.phase !== 'running' || state.doubtedSince === null || faultsInARow === 1
      return {
        record: { ...record, failure, state: { phase: 'running', notBefore, faultsInARow, doubtedSince } },
        notices: isFirst ? [...notices, { kind: 'read-recent' }] : notices,
        isNews: isFirst
      }
    }
    case 'once-more':
      return before.failure?.errorType === fault.errorType
        ? move({ ...record, failure }, { phase: 'support' })
        : move({ ...record, failure }, { ...state, faultsInARow, notBefore })
    case 'support':
      return move({ ...record, failure }, { phase: 'support' })
    default:
      return assertNever(verdict)
  }
}

function onKept(record: TaskRecord, event: Extract<TaskEvent, { kind: 'kept' }>, context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'collecting') return stay(record)
  const outputs = state.outputs.map((output, index) => (index === event.index ? { ...output, result: event.result } : output))
  if (outputs.every((output) => output.result !== null)) {
    return move({ ...record, failure: null, finishedAt: context.now }, { phase: 'done', outputs }, { kind: 'online' })
  }
  return move(record, { ...state, outputs, tries: 0, notBefore: context.now }, { kind: 'online' })
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
  const notices: readonly Notice[] = fault.kind === 'not-sent' ? [{ kind: 'offline' }] : []
  return { record: { ...failed, state: { ...state, tries, needsFreshUrls, notBefore: context.now + delayInMs } }, notices, isNews: true }
}

function downloadFailure(fault: Fault, at: number): Failure {
  return {
    message: 'The result is ready, but fetching it broke off. It is safe at the service; Kiln goes on fetching it.',
    advice: 'Nothing to do.',
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
      return { record: { ...record, state: { ...state, notBefore: context.now } }, notices: [], isNews: false }
    case 'submitting':
      return state.isSent
        ? stay(record)
        : { record: { ...record, state: { ...state, notBefore: context.now } }, notices: [], isNews: false }
    case 'support':
      return record.taskId === null
        ? move(record, { phase: 'unconfirmed', since: context.now, mayResend: false, notBefore: context.now, looks: 0 })
        : move(record, runningFrom(context.now, context.now))
    case 'done':
    case 'failed':
    case 'refused':
    case 'held':
    case 'cancelled':
      return stay(record)
    default:
      return assertNever(state)
  }
}
