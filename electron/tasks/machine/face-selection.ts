import type { TaskRecord, SentFaceSelection } from './task-record.ts'
import {
  type DecisionContext,
  type Decision,
  unchangedDecision,
  transitionTo,
  retryDelayInMs,
  accountEffects,
  slowDownEffects
} from './decision.ts'
import { pollDelayInMs, selectionGraceInMs, selectionTimeoutInMs } from './poll-schedule.ts'
import { runningFrom, supportOnlyState, readRecentTasksEffect } from './task-transitions.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import { policyFor } from './error-policy.ts'
import {
  faceSelectionFailure,
  faceSelectionSupportFailure,
  unconfirmedFaceSelectionFailure,
  lostFaceSelectionFailure
} from './failure-from-fault.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { TaskFailure } from '../../../shared/task/task.ts'

/**
 * Handles the user's face selection. A selection is only accepted while the service waits for one. A second selection is never sent while
 * the service may have received the first one.
 */
export function onFacesChosen(record: TaskRecord, text: string, context: DecisionContext): Decision {
  if (record.state.phase !== 'needs_input') return unchangedDecision(record)
  return transitionTo(
    { ...record, failure: null, choice: { arguments: text, fate: 'on-the-way', since: context.now } },
    { phase: 'selecting', notBefore: context.now + pollDelayInMs(0) * context.timeScale, faultsInARow: 0 }
  )
}

export function onFacesAccepted(record: TaskRecord, context: DecisionContext): Decision {
  const { choice, state } = record
  if (choice === null || choice.fate === 'taken' || choice.fate === 'not-taken') return unchangedDecision(record)
  const taken: TaskRecord = { ...record, failure: null, choice: { ...choice, fate: 'taken', since: context.now } }
  // A status query has meanwhile changed the state. Its response is newer than this one.
  if (state.phase !== 'selecting') return { record: taken, effects: [], mustPersist: true }
  return transitionTo(taken, runningFrom(context.now + pollDelayInMs(0) * context.timeScale), { kind: 'online' })
}

export function onChoiceFault(record: TaskRecord, fault: Fault, context: DecisionContext): Decision {
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
    return transitionTo({ ...unconfirmedRecord, failure: faceSelectionSupportFailure(fault, context.now) }, supportOnlyState, ...effects)
  // The service may have received the selection. Kiln queries the task's status and doesn't send the selection again.
  return transitionTo(
    { ...unconfirmedRecord, failure: unconfirmedFaceSelectionFailure(fault, context.now) },
    { ...state, notBefore: context.now },
    ...effects,
    ...(row.onQuery.do === 'doubt' ? [readRecentTasksEffect] : [])
  )
}

/**
 * Handles a status response that says the task waits for faces. `isWaiting`: true if the user has to choose faces. Soon after an accepted
 * selection, the response may be out of date. After a selection with an unknown outcome, Kiln waits for `selectionTimeoutInMs` first.
 */
export function onFacesRequested(
  record: TaskRecord,
  context: DecisionContext
): { readonly isWaiting: boolean; readonly record: TaskRecord } {
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

export function acceptedChoice(choice: SentFaceSelection | null, context: DecisionContext): SentFaceSelection | null {
  return choice === null || choice.fate === 'taken' ? choice : { ...choice, fate: 'taken', since: context.now }
}

/**
 * Returns the last face selection's failure. It stays visible until the task continues or the user selects again. Null if that selection
 * didn't fail.
 */
export function failureOfLastChoice(record: TaskRecord): TaskFailure | null {
  const isAboutChoice = record.choice?.fate === 'not-taken' || record.choice?.fate === 'unknown'
  return isAboutChoice ? record.failure : null
}
