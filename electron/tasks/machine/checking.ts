import type { TaskState, TaskRecord } from './task-record.ts'
import { isOpenOutput, listedOutputCount } from './refresh-result-urls.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { type DecisionContext, type Decision, transitionTo, unchangedDecision } from './decision.ts'
import { collectingStateForNewUrls } from './collecting.ts'
import { runningFrom } from './task-transitions.ts'
import { isCreditOutcomeOpen } from './task-credits.ts'
import { requestedOutputCount } from './output-count.ts'

/** Returns the state with every planned step due at `now`. */
export function withAllStepsDue(state: TaskState, now: number): TaskState {
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

export function onCheckRequested(record: TaskRecord, context: DecisionContext): Decision {
  const { state } = record
  switch (state.phase) {
    case 'queued':
    case 'uploading':
    case 'submitting':
    case 'running':
    case 'needs_input':
    case 'selecting':
    case 'unconfirmed':
      return { record: { ...record, state: withAllStepsDue(state, context.now) }, effects: [], mustPersist: false }
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
