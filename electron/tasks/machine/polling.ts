import type { TaskRecord, TaskState } from './task-record.ts'
import type { TaskEvent, TaskEffect } from './task-event.ts'
import {
  type DecisionContext,
  type Decision,
  unchangedDecision,
  transitionTo,
  accountEffects,
  retryDelayInMs,
  slowDownEffects
} from './decision.ts'
import { classifyStatus } from './classify-status.ts'
import { withCreditsFrom, creditsOfFailure, withUnknownCredits, isCreditOutcomeOpen } from './task-credits.ts'
import { acceptedChoice, onFacesRequested, failureOfLastChoice } from './face-selection.ts'
import { pollDelayInMs, minPollDelayInMs, maxRetryAfterInMs, downloadTimeoutInMs, backoffInMs } from './poll-schedule.ts'
import {
  savedOutputsOf,
  collectingStateForNewUrls,
  onResultUrls,
  newCollectingState,
  nextRecheck,
  isCollecting,
  onResultUrlsFault
} from './collecting.ts'
import { isOpenOutput } from './refresh-result-urls.ts'
import { serviceFailure, failureWithCode, failureFromFault, credentialStorageFailure, queryFailure } from './failure-from-fault.ts'
import {
  failedState,
  runningFrom,
  onlineEffects,
  isPastUnconfirmedTimeout,
  escalateToSupport,
  supportOnlyState
} from './task-transitions.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { plainFailure } from '../../../shared/task/failure.ts'
import type { TaskFailure } from '../../../shared/task/task.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import { policyFor } from './error-policy.ts'
import type { QueryResponse } from './responses.ts'

export function onQueried(record: TaskRecord, event: Extract<TaskEvent, { kind: 'queried' }>, context: DecisionContext): Decision {
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
      return transitionTo(failed, failedState(credits, 0, savedOutputsOf(record), context), { kind: 'online' }, ...partsOf(record))
    }
    case 'needs-input': {
      const { isWaiting, record: waiting } = onFacesRequested({ ...told, failure: failureOfLastChoice(record) }, context)
      if (!isWaiting) {
        const next: TaskState = state.phase === 'selecting' ? { phase: 'selecting', notBefore, faultsInARow: 0 } : runningFrom(notBefore)
        return follow(waiting, next, told.status !== record.status || state.phase === 'support')
      }
      const { record: asked, mustPersist } = follow(
        waiting,
        { phase: 'needs_input', notBefore: Math.max(notBefore, context.now + 30_000 * context.timeScale), faultsInARow: 0 },
        changed || state.phase !== 'needs_input'
      )
      return { record: asked, mustPersist, effects: [...onlineEffects, ...partsOf(record)] }
    }
    case 'progress': {
      const wasUnconfirmed = state.phase === 'running' && (state.doubtedSince !== null || state.faultsInARow > 0)
      const { record: running, mustPersist } = follow(told, runningFrom(notBefore), changed || wasUnconfirmed || state.phase !== 'running')
      return { record: running, mustPersist, effects: [...onlineEffects, ...partsOf(record)] }
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
    return { record: { ...record, state: { ...state, recheck } }, effects: onlineEffects, mustPersist: true }
  }
  const since = state.phase === 'running' ? state.doubtedSince : null
  if (since !== null && context.now - since > downloadTimeoutInMs * context.timeScale) {
    const failure = failureWithCode(record.failure, plainFailure('no-files-listed-for-support'), context.now)
    return transitionTo({ ...record, failure }, { phase: 'support', recheck: nextRecheck(0, context), outputs: [] }, ...onlineEffects)
  }
  const failure = since === null ? failureWithCode(record.failure, plainFailure('no-files-listed'), context.now) : record.failure
  return follow({ ...record, failure }, runningFrom(notBefore, since ?? context.now), hasNewStatus || since === null)
}

/** Returns the effect that deletes a task's partial downloads. Call when the downloads end. Empty if the task had no pending downloads. */
function partsOf({ state }: TaskRecord): readonly TaskEffect[] {
  if (state.phase !== 'collecting') return []
  const places = state.outputs.flatMap((output, index) => (isOpenOutput(output) ? [{ stem: output.stem, index }] : []))
  return places.length === 0 ? [] : [{ kind: 'discard-parts', outputs: places }]
}

function follow(record: TaskRecord, state: TaskState, mustPersist: boolean): Decision {
  return { record: { ...record, state }, effects: onlineEffects, mustPersist }
}

export function onQueryFault(before: TaskRecord, fault: Fault, context: DecisionContext): Decision {
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
    return transitionTo(before, failedState(before.credits, (state.refundLook?.looks ?? 0) + 1, state.outputs, context))
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
          failure: failureToShow(record, fault, verdict.do, context),
          state: { ...state, faultsInARow, notBefore }
        },
        effects: [...effects, ...slowDownEffects(verdict, delayInMs)],
        mustPersist: faultsInARow === 1
      }
    case 'doubt': {
      const unconfirmedSince = (state.phase === 'running' ? state.doubtedSince : null) ?? context.now
      if (isPastUnconfirmedTimeout(unconfirmedSince, faultsInARow, context))
        return escalateToSupport(record, failureWithCode(failure, plainFailure('status-timeout'), context.now), context, ...effects)
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
            { ...record, failure: credentialStorageFailure(fault, true, context.now) },
            { ...supportOnlyState, recheck: nextRecheck(0, context) }
          )
        : transitionTo({ ...record, failure: queryFailure(fault, context.now) }, { ...state, faultsInARow, notBefore })
    case 'support':
      return transitionTo({ ...record, failure }, supportOnlyState)
    default:
      return assertNever(verdict)
  }
}

/**
 * Returns the failure to show after a failed query. A failed face selection stays visible. Account and network problems don't change the
 * failure, because they have a banner. Null if there is nothing to show.
 */
function failureToShow(record: TaskRecord, fault: Fault, verdict: 'hold' | 'poll-on', context: DecisionContext): TaskFailure | null {
  const told = failureOfLastChoice(record)
  if (told !== null) return told
  return verdict === 'poll-on' && fault.kind === 'refusal' ? queryFailure(fault, context.now) : record.failure
}

/** Handles a query of a failed task whose credits aren't settled. Changes only the credits, the next check and the number of polls. */
export function onCreditsRead(record: TaskRecord, answer: QueryResponse, context: DecisionContext): Decision {
  if (record.state.phase !== 'failed' || !isCreditOutcomeOpen(record.credits)) return unchangedDecision(record)
  const credits = classifyStatus(answer.status) === 'failure' ? creditsOfFailure(record.credits, answer) : record.credits
  const looks = (record.state.refundLook?.looks ?? 0) + 1
  return transitionTo({ ...record, credits, polls: record.polls + 1 }, failedState(credits, looks, record.state.outputs, context), {
    kind: 'online'
  })
}
