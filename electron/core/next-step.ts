import { assertNever } from '../../shared/assert-never.ts'
import type { TaskRecord } from './task-record.ts'

/** The queues of the engine: uploads and submissions, readings of the recent tasks, queries, downloads. */
export const lanes = ['send', 'look', 'poll', 'collect'] as const
export type Lane = (typeof lanes)[number]

/** What happens next to a task by itself, and not before when (milliseconds since 1970); null: nothing until an event comes. */
export function nextStep(record: TaskRecord): { readonly lane: Lane; readonly at: number } | null {
  const { state } = record
  switch (state.phase) {
    case 'queued':
      return { lane: 'send', at: state.notBefore }
    case 'uploading':
      return state.byHand === null ? { lane: 'send', at: state.notBefore } : null
    case 'submitting':
      return state.isSent ? null : { lane: 'send', at: state.notBefore }
    case 'unconfirmed':
      return { lane: 'look', at: state.notBefore }
    case 'running':
    case 'needs_input':
    case 'selecting':
      return { lane: 'poll', at: state.notBefore }
    case 'collecting':
      return { lane: state.needsFreshUrls ? 'poll' : 'collect', at: state.notBefore }
    case 'failed':
      return state.refundLook === null ? null : { lane: 'poll', at: state.refundLook.at }
    case 'done':
    case 'refused':
    case 'held':
    case 'support':
    case 'cancelled':
      return null
    default:
      return assertNever(state)
  }
}
