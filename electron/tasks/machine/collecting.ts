import type { Fault } from '../../../shared/task/fault.ts'
import type { TaskFailure } from '../../../shared/task/task.ts'
import { plainFailure } from '../../../shared/task/failure.ts'
import type { QueryResponse } from './responses.ts'
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
import { credentialStorageFailure, failureFromFault, failureWithCode, isSameFailure, queryFailure } from './failure-from-fault.ts'
import {
  isOpenOutput,
  isUnassignedOutput,
  listedOutputCount,
  newOutput,
  withOutput,
  withNewUrls,
  withoutQuery,
  resolveDuplicateOutput
} from './refresh-result-urls.ts'
import { maxRecounts, requestedOutputCount, needsRecount } from './output-count.ts'
import { backoffInMs, downloadTimeoutInMs, unconfirmedTimeoutInMs, pollDelayInMs, recheckDelaysInMs } from './poll-schedule.ts'
import type { TaskEffect, TaskEvent } from './task-event.ts'
import type { TaskOutput, TaskRecord, TaskState } from './task-record.ts'

type Collecting = Extract<TaskState, { phase: 'collecting' }>
type CollectingRecord = TaskRecord & { readonly state: Collecting }

/**
 * Number of failed downloads in a row after which a new URL is requested. Local failures (such as a full disk) count too, but a local
 * failure never triggers the request. A rejection or an incomplete file triggers the request at once.
 */
const triesPerAddress = 3
/** Value of an output's `tries` at which one more failure triggers a request for a new URL. */
export const maxTriesBeforeFreshUrl = triesPerAddress - 1
/** Number of times that a file which looks incomplete is downloaded. The last download is saved even if it still looks incomplete. */
const triesOfIncompleteFile = 4
const longestBackoffInMs = 5 * 60_000
const online: TaskEffect = { kind: 'online' }

export function isCollecting(record: TaskRecord): record is CollectingRecord {
  return record.state.phase === 'collecting'
}

/** True if the next download of this output may be saved even if the file looks incomplete. */
export function acceptsIncompleteFile({ tornTries }: TaskOutput): boolean {
  return tornTries + 1 >= triesOfIncompleteFile
}

/** Returns the state after the service has finished the task. Each result URL becomes an output. `stems`: reserved paths, in order. */
export function newCollectingState(urls: readonly string[], stems: readonly string[], now: number): Collecting {
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

/** Returns a state in which every open output needs a new URL before its next download. `rechecks`: see `TaskState`. */
export function collectingStateForNewUrls(outputs: readonly TaskOutput[], now: number, rechecks = 0): Collecting {
  const open = outputs.map((output) =>
    isOpenOutput(output) ? { ...output, tries: 0, notBefore: now, failingSince: null, needsFreshUrl: true } : output
  )
  return { phase: 'collecting', outputs: open, notBefore: now, tries: 0, latest: [], recounts: 0, rechecks, doubtedSince: null }
}

/**
 * Handles a query response while files still have to be downloaded. Call only if the response doesn't report a failed task. `told`: the
 * record, already updated with the response's credits and status.
 */
export function onResultUrls(told: CollectingRecord, answer: QueryResponse, stems: readonly string[], context: DecisionContext): Decision {
  const { state } = told
  const recounts = needsRecount(told, state) ? state.recounts + 1 : state.recounts
  const book = answer.urls.length === 0 ? state : withNewUrls(state, answer.urls, requestedOutputCount(told), stems, context.now)
  // If only a URL's signature has changed, no journal entry is needed. After a restart, Kiln requests the URL again.
  const isChanged =
    book.outputs.length !== state.outputs.length || book.outputs.some((output, index) => isAnotherAddress(output, state.outputs[index]))
  const isVain = book.outputs.some((output) => isOpenOutput(output) && output.needsFreshUrl)
  const tries = isVain ? state.tries + 1 : 0
  const outputs = book.outputs.map((output) =>
    isOpenOutput(output) && output.needsFreshUrl ? { ...output, failingSince: output.failingSince ?? context.now } : output
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
    effects: [online],
    mustPersist: decision.mustPersist && (isChanged || decision.record.state.phase !== 'collecting' || failure !== told.failure)
  }
}

function isAnotherAddress(output: TaskOutput, before: TaskOutput | undefined): boolean {
  return (
    before === undefined || withoutQuery(output.url) !== withoutQuery(before.url) || output.isAddressCertain !== before.isAddressCertain
  )
}

/** Handles a failed query for result URLs. Downloads from known URLs continue. */
export function onResultUrlsFault(before: CollectingRecord, fault: Fault, context: DecisionContext): Decision {
  const { state } = before
  const row = policyFor(fault)
  const verdict = row.onQuery
  const tries = state.tries + 1
  const delayInMs = retryDelayInMs(fault, backoffInMs(tries, context.random, longestBackoffInMs), context)
  const effects = [
    ...accountEffects(before, fault).filter(({ kind }) => kind !== 'hold-account' || verdict.do === 'hold'),
    ...slowDownEffects(verdict, delayInMs)
  ]
  const record: CollectingRecord = { ...before, polls: before.polls + 1, businessId: fault.businessId ?? before.businessId }
  const unconfirmedSince = verdict.do === 'doubt' ? (state.doubtedSince ?? context.now) : state.doubtedSince
  const next: Collecting = { ...state, tries, doubtedSince: unconfirmedSince, notBefore: context.now + delayInMs }
  const mustPersist = isWorthJournaling(tries)
  // True if no open output has a URL that may still work. While an output has such a URL, Kiln tries the URL first. A service that has lost
  // the task may still have the files.
  const isOnlyWaiting = state.outputs.every((output) => !isOpenOutput(output) || output.needsFreshUrl)

  switch (verdict.do) {
    case 'hold':
      return { record: { ...record, state: next }, effects, mustPersist }
    case 'poll-on': {
      const failure = fault.kind === 'refusal' ? queryFailure(fault, context.now) : record.failure
      return { record: { ...record, failure, state: next }, effects, mustPersist }
    }
    case 'doubt': {
      const readRecent: readonly TaskEffect[] = state.doubtedSince === null ? [{ kind: 'read-recent' }] : []
      const unconfirmedRecord = { ...record, failure: failureFromFault(fault, row, context.now) }
      const isTooLong = unconfirmedSince !== null && context.now - unconfirmedSince > unconfirmedTimeoutInMs * context.timeScale
      if (isOnlyWaiting && isTooLong) return giveUp(unconfirmedRecord, next, context, ...effects)
      return { record: { ...unconfirmedRecord, state: next }, effects: [...effects, ...readRecent], mustPersist }
    }
    case 'once-more': {
      const isSecond = before.failure?.errorType === fault.errorType
      if (isSecond && isOnlyWaiting)
        return toSupport({ ...record, failure: credentialStorageFailure(fault, true, context.now) }, next, null, ...effects)
      return { record: { ...record, failure: queryFailure(fault, context.now), state: next }, effects, mustPersist }
    }
    case 'support': {
      const told = { ...record, failure: failureFromFault(fault, row, context.now) }
      return isOnlyWaiting ? toSupport(told, next, null, ...effects) : { record: { ...told, state: next }, effects, mustPersist }
    }
  }
}

export function onSaved(record: CollectingRecord, event: Extract<TaskEvent, { kind: 'kept' }>, context: DecisionContext): Decision {
  const { state } = record
  const { result, downloadSha256, isTorn } = event
  if (state.outputs[event.index] === undefined) return unchangedDecision(record)
  const outputs = withOutput(state.outputs, event.index, {
    result,
    downloadSha256,
    isTorn,
    tries: 0,
    failingSince: null,
    needsFreshUrl: false,
    isAddressCertain: true
  })
  const isLast = !outputs.some(isOpenOutput) && outputs.some(isUnassignedOutput)
  // While an output downloads from a URL outside the list, no URL can be assigned. One more query after all downloads resolves this.
  const next = isLast ? { recounts: Math.min(state.recounts, maxRecounts - 1), notBefore: context.now } : {}
  return finish(record, { ...state, ...next, outputs }, context)
}

/** Finishes the task once every output is saved and no further query for missing outputs is due. */
function finish(record: TaskRecord, state: Collecting, context: DecisionContext): Decision {
  if (state.outputs.some(isOpenOutput) || needsRecount(record, state)) return transitionTo(record, state)
  // There is no `online` effect. A download only shows that the storage is reachable, not the service.
  return transitionTo(
    { ...record, failure: shortfall(record, state.outputs, context.now), finishedAt: context.now },
    { phase: 'done', outputs: state.outputs }
  )
}

export function onSaveFault(record: CollectingRecord, index: number, fault: Fault, context: DecisionContext): Decision {
  const { state } = record
  const output = state.outputs[index]
  if (output === undefined || !isOpenOutput(output)) return unchangedDecision(record)
  const tries = output.tries + 1
  const isOutside = fault.kind !== 'local'
  const isTorn = fault.message === 'torn'
  const tornTries = output.tornTries + (isTorn ? 1 : 0)
  const isDead = fault.kind === 'refusal' || isTorn || (isOutside && tries % triesPerAddress === 0)
  const needsFreshUrl = output.needsFreshUrl || isDead
  const delayInMs = retryDelayInMs(fault, tries === 1 && isDead ? 0 : backoffInMs(tries, context.random, longestBackoffInMs), context)
  const failingSince = isOutside ? (output.failingSince ?? context.now) : null
  const outputs = withOutput(state.outputs, index, { tries, tornTries, needsFreshUrl, failingSince, notBefore: context.now + delayInMs })
  const failure = isOutside ? failureOfDownload(record, fault, context.now) : failureFromFault(fault, policyFor(fault), context.now)
  // A drive or network may be unavailable for a week. The retries must not fill the journal meanwhile.
  const mustPersist = !isSameFailure(record.failure, failure) || (isOutside && fault.kind !== 'not-sent' && isWorthJournaling(tries))
  const next: Collecting = { ...state, outputs }
  if (isOver(next, context)) return giveUp({ ...record, failure }, next, context, ...storageEffects(fault))
  return { record: { ...record, failure, state: next }, effects: storageEffects(fault), mustPersist }
}

/** Handles a download from an uncertain URL whose bytes equal those of another output. */
export function onDuplicateFound(record: CollectingRecord, index: number, sha256: string, context: DecisionContext): Decision {
  const book = resolveDuplicateOutput(record.state, index, sha256)
  const delayInMs = backoffInMs(record.state.tries + 1, context.random, longestBackoffInMs) * context.timeScale
  const outputs = withOutput(book.outputs, index, {
    notBefore: context.now + (book.outputs[index]?.needsFreshUrl === true ? delayInMs : 0)
  })
  return transitionTo(record, { ...record.state, ...book, outputs })
}

/**
 * Returns a task's outputs that don't need a download. They are kept if the service later reports the task as failed. Empty in phase
 * `done`, and in phases without outputs.
 */
export function savedOutputsOf({ state }: TaskRecord): readonly TaskOutput[] {
  if (state.phase === 'collecting' || state.phase === 'support' || state.phase === 'failed')
    return state.outputs.filter((output) => !isOpenOutput(output))
  return []
}

/** True if all open outputs have failed for `downloadTimeoutInMs` for reasons outside this computer. Only support can help then. */
function isOver({ outputs }: Collecting, { now, timeScale }: DecisionContext): boolean {
  const open = outputs.filter(isOpenOutput)
  return open.length > 0 && open.every(({ failingSince }) => failingSince !== null && now - failingSince > downloadTimeoutInMs * timeScale)
}

function giveUp(record: TaskRecord, state: Collecting, context: DecisionContext, ...effects: readonly TaskEffect[]): Decision {
  const count = state.outputs.filter(isOpenOutput).length
  const failure = failureWithCode(record.failure, { code: 'files-not-downloadable', params: { count } }, context.now)
  return toSupport({ ...record, failure }, state, nextRecheck(state.rechecks, context), ...effects)
}

function toSupport(
  record: TaskRecord,
  state: Collecting,
  recheck: Extract<TaskState, { phase: 'support' }>['recheck'],
  ...effects: readonly TaskEffect[]
): Decision {
  return transitionTo(record, { phase: 'support', recheck, outputs: state.outputs }, ...effects)
}

/** Returns when a task in `support` is checked next. `looks`: number of checks so far. */
export function nextRecheck(
  looks: number,
  { now, timeScale }: DecisionContext
): NonNullable<Extract<TaskState, { phase: 'support' }>['recheck']> {
  const delayInMs = recheckDelaysInMs[Math.min(looks, recheckDelaysInMs.length - 1)] ?? 0
  return { at: now + delayInMs * timeScale, looks }
}

function missingAddress(record: TaskRecord, at: number): TaskFailure {
  return failureWithCode(record.failure, plainFailure('download-link-missing'), at)
}

function failureOfDownload(record: TaskRecord, fault: Fault, at: number): TaskFailure {
  const { message, errorType, httpStatus, requestId } = fault
  const failure = plainFailure(fault.networkBlock === null ? 'download-failed' : 'download-failed-network')
  return { ...failureWithCode(record.failure, failure, at), serviceMessage: message, errorType, httpStatus, requestId }
}

/** Returns the failure of a finished task with missing or incomplete files. Null if all files are complete. */
function shortfall(record: TaskRecord, outputs: readonly TaskOutput[], at: number): TaskFailure | null {
  const asked = requestedOutputCount(record)
  const torn = outputs.filter(({ isTorn }) => isTorn).length
  const made = listedOutputCount(outputs)
  if (made < asked) return failureWithCode(null, { code: 'fewer-files', params: { made, asked } }, at)
  return torn === 0 ? null : failureWithCode(null, { code: 'files-incomplete', params: { count: torn } }, at)
}

/** Handles a download that ended after the task had moved to `support`. The saved file is kept. */
export function onSavedLate(record: TaskRecord, event: Extract<TaskEvent, { kind: 'kept' }>, context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'support' || state.outputs[event.index]?.result !== null) return unchangedDecision(record)
  const { result, downloadSha256, isTorn } = event
  const outputs = withOutput(state.outputs, event.index, { result, downloadSha256, isTorn })
  if (outputs.some(isOpenOutput)) return transitionTo(record, { ...state, outputs })
  return transitionTo({ ...record, failure: null, finishedAt: context.now }, { phase: 'done', outputs })
}

/** Downloads results again, which is free. Requests new URLs first, because the old ones may have expired. */
export function onFetchAgain(record: TaskRecord, indexes: readonly number[], context: DecisionContext): Decision {
  const { state } = record
  if (state.phase !== 'done' || !state.outputs.some((_, index) => indexes.includes(index))) return unchangedDecision(record)
  const outputs = state.outputs.map((output, index) =>
    indexes.includes(index) ? { ...output, result: null, isTorn: false, tornTries: 0, isProven: true } : output
  )
  return transitionTo({ ...record, failure: null }, collectingStateForNewUrls(outputs, context.now))
}

export function onMoved(record: TaskRecord, event: Extract<TaskEvent, { kind: 'moved' }>): Decision {
  const { state } = record
  if (state.phase !== 'collecting') return unchangedDecision(record)
  const outputs = state.outputs.map((output, index) =>
    index === event.index && output.result === null ? { ...output, stem: event.stem } : output
  )
  return transitionTo(record, { ...state, outputs })
}
