import type { Fault } from '../../shared/fault.ts'
import type { Failure } from '../../shared/task.ts'
import { kept } from '../../shared/words/say.ts'
import type { Queried } from './answers.ts'
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
import { failureFrom, failureOfQuery, failureOfSecondTry, failureWithWords } from './failure-words.ts'
import { isOpen, isVacant, namedCount, newOutput, put, withFreshAddresses, withoutQuery, withTwin } from './fresh-addresses.ts'
import { mostRecounts, outputsAskedFor, wantsRecount } from './output-count.ts'
import { backoffInMs, collectPatienceInMs, doubtLimitInMs, pollDelayInMs, recheckDelaysInMs } from './poll-schedule.ts'
import type { Notice, TaskEvent } from './task-event.ts'
import type { Output, TaskRecord, TaskState } from './task-record.ts'

type Collecting = Extract<TaskState, { phase: 'collecting' }>
type CollectingRecord = TaskRecord & { readonly state: Collecting }

/** Failed downloads in a row after which an address counts as dead, whatever the failure was, and the service is asked for another. */
const triesPerAddress = 3
/** `tries` of an output whose next failure makes its address count as dead. */
export const lastTryOfAddress = triesPerAddress - 1
/** Downloads of a file that looks incomplete before it is saved as it is. */
const triesOfTornFile = 4
const longestBackoffInMs = 5 * 60_000
const online: Notice = { kind: 'online' }

export function isCollecting(record: TaskRecord): record is CollectingRecord {
  return record.state.phase === 'collecting'
}

/** Whether the next download of this output may end with a file that looks incomplete. */
export function acceptsTorn({ tornTries }: Output): boolean {
  return tornTries + 1 >= triesOfTornFile
}

/** The service has finished: each of its addresses becomes an output. */
export function collectingFrom(urls: readonly string[], stems: readonly string[], now: number): Collecting {
  const outputs = urls.map((url, index) => newOutput(url, stems[index] ?? '', now))
  return {
    phase: 'collecting',
    outputs,
    notBefore: now + pollDelayInMs(0),
    tries: 0,
    latest: [],
    recounts: 0,
    rechecks: 0,
    doubtedSince: null
  }
}

/**
 * All open outputs get fresh addresses before they are downloaded again. `rechecks`: see `Collecting`. A result that is gone for good is asked
 * for less and less often.
 */
export function collectingAfresh(outputs: readonly Output[], now: number, rechecks = 0): Collecting {
  const open = outputs.map((output) =>
    isOpen(output) ? { ...output, tries: 0, notBefore: now, failingSince: null, needsFreshUrl: true } : output
  )
  return { phase: 'collecting', outputs: open, notBefore: now, tries: 0, latest: [], recounts: 0, rechecks, doubtedSince: null }
}

/** An answer other than a failure, while files are still to be downloaded. `told`: the record with what the answer says of credits and status. */
export function onAddresses(told: CollectingRecord, answer: Queried, stems: readonly string[], context: DecisionContext): Decision {
  const { state } = told
  const recounts = wantsRecount(told, state) ? state.recounts + 1 : state.recounts
  const book = answer.urls.length === 0 ? state : withFreshAddresses(state, answer.urls, outputsAskedFor(told), stems, context.now)
  // A new signature for the same file is not worth a row: after a restart the address is asked for again.
  const isNews =
    book.outputs.length !== state.outputs.length || book.outputs.some((output, index) => isAnotherAddress(output, state.outputs[index]))
  const isVain = book.outputs.some((output) => isOpen(output) && output.needsFreshUrl)
  const tries = isVain ? state.tries + 1 : 0
  const outputs = book.outputs.map((output) =>
    isOpen(output) && output.needsFreshUrl ? { ...output, failingSince: output.failingSince ?? context.now } : output
  )
  const recountDelayInMs = pollDelayInMs(0) * 2 ** recounts
  const delayInMs = Math.max(answer.retryAfterInMs ?? 0, isVain ? backoffInMs(tries, context.random, longestBackoffInMs) : recountDelayInMs)
  const { latest } = book
  const next: Collecting = {
    ...state,
    outputs,
    latest,
    recounts,
    tries,
    doubtedSince: null,
    notBefore: context.now + delayInMs * context.timeScale
  }
  const failure = isVain ? (told.failure ?? missingAddress(told, context.now)) : told.failure
  const asked = { ...told, failure }
  if (isOver(next, context)) return giveUp(asked, next, context)
  const decision = finish(asked, next, context)
  return {
    ...decision,
    notices: [online],
    isNews: decision.isNews && (isNews || decision.record.state.phase !== 'collecting' || failure !== told.failure)
  }
}

function isAnotherAddress(output: Output, before: Output | undefined): boolean {
  return (
    before === undefined || withoutQuery(output.url) !== withoutQuery(before.url) || output.isAddressCertain !== before.isAddressCertain
  )
}

/** The question for addresses was not answered. Downloads from the addresses that are known go on meanwhile. */
export function onAddressFault(before: CollectingRecord, fault: Fault, context: DecisionContext): Decision {
  const { state } = before
  const row = policyFor(fault)
  const verdict = row.onQuery
  const tries = state.tries + 1
  const delayInMs = retryDelayInMs(fault, backoffInMs(tries, context.random, longestBackoffInMs), context)
  const notices = [
    ...accountNotices(before, fault).filter(({ kind }) => kind !== 'hold-account' || verdict.do === 'hold'),
    ...slowDown(verdict, delayInMs)
  ]
  const record: CollectingRecord = { ...before, polls: before.polls + 1, businessId: fault.businessId ?? before.businessId }
  const doubtedSince = verdict.do === 'doubt' ? (state.doubtedSince ?? context.now) : state.doubtedSince
  const next: Collecting = { ...state, tries, doubtedSince, notBefore: context.now + delayInMs }
  const isNews = isWorthJournaling(tries)
  // What still has an address that may work is downloaded first: a service that has lost the task may have its files.
  const isOnlyWaiting = state.outputs.every((output) => !isOpen(output) || output.needsFreshUrl)

  switch (verdict.do) {
    case 'hold':
      return { record: { ...record, state: next }, notices, isNews }
    case 'poll-on': {
      const failure = fault.kind === 'refusal' ? failureOfQuery(fault, context.now) : record.failure
      return { record: { ...record, failure, state: next }, notices, isNews }
    }
    case 'doubt': {
      const readRecent: readonly Notice[] = state.doubtedSince === null ? [{ kind: 'read-recent' }] : []
      const doubted = { ...record, failure: failureFrom(fault, row, context.now) }
      const isTooLong = doubtedSince !== null && context.now - doubtedSince > doubtLimitInMs * context.timeScale
      if (isOnlyWaiting && isTooLong) return giveUp(doubted, next, context, ...notices)
      return { record: { ...doubted, state: next }, notices: [...notices, ...readRecent], isNews }
    }
    case 'once-more': {
      const isSecond = before.failure?.errorType === fault.errorType
      if (isSecond && isOnlyWaiting)
        return toSupport({ ...record, failure: failureOfSecondTry(fault, row, true, context.now) }, next, null, ...notices)
      return { record: { ...record, failure: failureOfQuery(fault, context.now), state: next }, notices, isNews }
    }
    case 'support': {
      const told = { ...record, failure: failureFrom(fault, row, context.now) }
      return isOnlyWaiting ? toSupport(told, next, null, ...notices) : { record: { ...told, state: next }, notices, isNews }
    }
  }
}

export function onKept(record: CollectingRecord, event: Extract<TaskEvent, { kind: 'kept' }>, context: DecisionContext): Decision {
  const { state } = record
  const { result, downloadSha256, isTorn } = event
  if (state.outputs[event.index] === undefined) return stay(record)
  const outputs = put(state.outputs, event.index, {
    result,
    downloadSha256,
    isTorn,
    tries: 0,
    failingSince: null,
    needsFreshUrl: false,
    isAddressCertain: true
  })
  const isLast = !outputs.some(isOpen) && outputs.some(isVacant)
  // While another output was downloaded, a new address could have been its own. Now one more list tells whose it is.
  const next = isLast ? { recounts: Math.min(state.recounts, mostRecounts - 1), notBefore: context.now } : {}
  return finish(record, { ...state, ...next, outputs }, context)
}

/** Done once every output is saved, and the service was asked often enough for those that it has not named. */
function finish(record: TaskRecord, state: Collecting, context: DecisionContext): Decision {
  if (state.outputs.some(isOpen) || wantsRecount(record, state)) return move(record, state)
  // That storage was reached says nothing about the service.
  return move(
    { ...record, failure: shortfall(record, state.outputs, context.now), finishedAt: context.now },
    { phase: 'done', outputs: state.outputs }
  )
}

export function onKeepFault(record: CollectingRecord, index: number, fault: Fault, context: DecisionContext): Decision {
  const { state } = record
  const output = state.outputs[index]
  if (output === undefined || !isOpen(output)) return stay(record)
  const tries = output.tries + 1
  const isOutside = fault.kind !== 'local'
  const isTorn = fault.message === 'torn'
  const tornTries = output.tornTries + (isTorn ? 1 : 0)
  const isDead = fault.kind === 'refusal' || isTorn || (isOutside && tries % triesPerAddress === 0)
  const needsFreshUrl = output.needsFreshUrl || isDead
  const delayInMs = retryDelayInMs(fault, tries === 1 && isDead ? 0 : backoffInMs(tries, context.random, longestBackoffInMs), context)
  const failingSince = isOutside ? (output.failingSince ?? context.now) : null
  const outputs = put(state.outputs, index, { tries, tornTries, needsFreshUrl, failingSince, notBefore: context.now + delayInMs })
  const failure = isOutside ? failureOfDownload(record, fault, context.now) : failureFrom(fault, policyFor(fault), context.now)
  // A drive or a network that is away for a week does not fill the journal with its tries.
  const isNews = record.failure?.message !== failure.message || (isOutside && fault.kind !== 'not-sent' && isWorthJournaling(tries))
  const next: Collecting = { ...state, outputs }
  if (isOver(next, context)) return giveUp({ ...record, failure }, next, context, ...storageNotices(fault))
  return { record: { ...record, failure, state: next }, notices: storageNotices(fault), isNews }
}

/** The bytes at an address that was assigned without proof are those of another output. */
export function onTwinFound(record: CollectingRecord, index: number, sha256: string, context: DecisionContext): Decision {
  const book = withTwin(record.state, index, sha256)
  const delayInMs = backoffInMs(record.state.tries + 1, context.random, longestBackoffInMs) * context.timeScale
  const outputs = put(book.outputs, index, { notBefore: context.now + (book.outputs[index]?.needsFreshUrl === true ? delayInMs : 0) })
  return move(record, { ...record.state, ...book, outputs })
}

/** The service says that a task which it had finished has failed. Files that were saved stay. */
export function savedOf({ state }: TaskRecord): readonly Output[] {
  if (state.phase === 'collecting' || state.phase === 'support' || state.phase === 'failed')
    return state.outputs.filter((output) => !isOpen(output))
  return []
}

/** Whether every open output has failed for so long, for reasons outside this computer, that only support can help. */
function isOver({ outputs }: Collecting, { now, timeScale }: DecisionContext): boolean {
  const open = outputs.filter(isOpen)
  return open.length > 0 && open.every(({ failingSince }) => failingSince !== null && now - failingSince > collectPatienceInMs * timeScale)
}

function giveUp(record: TaskRecord, state: Collecting, context: DecisionContext, ...notices: readonly Notice[]): Decision {
  const count = state.outputs.filter(isOpen).length
  const failure = failureWithWords(record.failure, {
    message: kept(
      'The service finished this task, but {count, plural, one {# file} other {# files}} can’t be downloaded. Nothing more is charged.',
      { count }
    ),
    advice: kept('Send the support bundle to the service. Kiln checks again from time to time.'),
    at: context.now
  })
  return toSupport({ ...record, failure }, state, nextRecheck(state.rechecks, context), ...notices)
}

function toSupport(
  record: TaskRecord,
  state: Collecting,
  recheck: Extract<TaskState, { phase: 'support' }>['recheck'],
  ...notices: readonly Notice[]
): Decision {
  return move(record, { phase: 'support', recheck, outputs: state.outputs }, ...notices)
}

/** When a task in `support` is asked about for the next time. */
export function nextRecheck(
  looks: number,
  { now, timeScale }: DecisionContext
): NonNullable<Extract<TaskState, { phase: 'support' }>['recheck']> {
  const delayInMs = recheckDelaysInMs[Math.min(looks, recheckDelaysInMs.length - 1)] ?? 0
  return { at: now + delayInMs * timeScale, looks }
}

function missingAddress(record: TaskRecord, at: number): Failure {
  return failureWithWords(record.failure, {
    message: kept('The service finished this task, but gives no working address for a file. Asking again costs nothing.'),
    advice: kept('You don’t need to do anything. Kiln asks the service again.'),
    at
  })
}

function failureOfDownload(record: TaskRecord, fault: Fault, at: number): Failure {
  const { message, errorType, httpStatus, requestId } = fault
  const words = {
    message: kept('The service finished this task, but the download failed. Downloading again costs nothing.'),
    advice: kept('You don’t need to do anything. Kiln tries again.'),
    at
  }
  return { ...failureWithWords(record.failure, words), serviceMessage: message, errorType, httpStatus, requestId }
}

/** What is to be said of a finished task whose files are not all that was asked for. Null if they are. */
function shortfall(record: TaskRecord, outputs: readonly Output[], at: number): Failure | null {
  const asked = outputsAskedFor(record)
  const torn = outputs.filter(({ isTorn }) => isTorn).length
  const made = namedCount(outputs)
  if (made < asked) {
    return failureWithWords(null, {
      message: kept('The service made {made} of {asked} files. All of them are saved.', { made, asked }),
      advice: kept('Check the credits that were charged. If they are for {asked} files, send the support bundle to the service.', {
        asked
      }),
      at
    })
  }
  if (torn === 0) return null
  return failureWithWords(null, {
    message: kept('{count, plural, one {# file looks} other {# files look}} incomplete, even after several downloads.', { count: torn }),
    advice: kept('Open it to see whether it is usable. If it isn’t, send the support bundle to the service.'),
    at
  })
}
