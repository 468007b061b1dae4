import { assertNever } from '../../../shared/assert-never.ts'
import { isOpenOutput } from './refresh-result-urls.ts'
import { needsRecount } from './output-count.ts'
import type { TaskRecord, TaskState } from './task-record.ts'

/** The engine's queues, in this order: uploads, submissions, requests for the recent tasks, status queries, downloads. */
export const laneNames = ['upload', 'send', 'look', 'poll', 'collect'] as const
export type LaneName = (typeof laneNames)[number]
type Collecting = Extract<TaskState, { phase: 'collecting' }>

/** A planned step of a task. `at`: earliest time, in milliseconds since 1970. `index`: zero-based index of the output to download. */
export type NextStep =
  | { readonly lane: Exclude<LaneName, 'collect'>; readonly at: number }
  | { readonly lane: 'collect'; readonly at: number; readonly index: number }

/**
 * Returns a task's next steps that don't need the user. Empty while the task waits for an event. A task with results can have several
 * steps. Its outputs are downloaded independently. Meanwhile, the service may be queried for missing URLs.
 */
export function nextSteps(record: TaskRecord): readonly NextStep[] {
  const { state } = record
  switch (state.phase) {
    case 'queued':
      return [{ lane: needsUpload(record) ? 'upload' : 'send', at: state.notBefore }]
    case 'uploading':
      return state.byHand === null ? [{ lane: 'upload', at: state.notBefore }] : []
    case 'submitting':
      return state.isSent ? [] : [{ lane: 'send', at: state.notBefore }]
    case 'unconfirmed':
      return [{ lane: 'look', at: state.notBefore }]
    case 'running':
    case 'needs_input':
    case 'selecting':
      return [{ lane: 'poll', at: state.notBefore }]
    case 'collecting':
      return [...downloadsOf(state), ...queriesWhileCollecting(record, state)]
    case 'failed':
      return state.refundLook === null ? [] : [{ lane: 'poll', at: state.refundLook.at }]
    case 'support':
      return state.recheck === null ? [] : [{ lane: 'poll', at: state.recheck.at }]
    case 'done':
    case 'refused':
    case 'held':
    case 'cancelled':
      return []
    default:
      return assertNever(state)
  }
}

/** Returns when the earliest step is due, in milliseconds since 1970. Null if no step is planned. */
export function nextStepAt(record: TaskRecord): number | null {
  const times = nextSteps(record).map(({ at }) => at)
  return times.length === 0 ? null : Math.min(...times)
}

/** True if the task's files must be uploaded first. Uploads have their own lane, so that they don't delay tasks without files. */
function needsUpload({ body, inputs, state }: TaskRecord): boolean {
  return body === null && inputs.length > 0 && !(state.phase === 'queued' && state.isUploaded === true)
}

function downloadsOf({ outputs }: Collecting): readonly NextStep[] {
  return outputs.flatMap((output, index) =>
    isOpenOutput(output) && !output.needsFreshUrl ? [{ lane: 'collect' as const, at: output.notBefore, index }] : []
  )
}

function queriesWhileCollecting(record: TaskRecord, state: Collecting): readonly NextStep[] {
  const waiting = state.outputs.filter((output) => isOpenOutput(output) && output.needsFreshUrl).map(({ notBefore }) => notBefore)
  if (waiting.length === 0 && !needsRecount(record, state)) return []
  const earliest = waiting.length === 0 ? state.notBefore : Math.min(...waiting)
  return [{ lane: 'poll', at: Math.max(earliest, state.notBefore) }]
}
