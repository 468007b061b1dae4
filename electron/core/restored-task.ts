import { assertNever } from '../../shared/assert-never.ts'
import { isWithinResendWindow } from './poll-schedule.ts'
import type { StoryEvent } from './story.ts'
import type { TaskRecord } from './task-record.ts'

/**
 * A task as it counts when the journal was restored from a backup, or copied. What the copy holds as not sent may have been sent since (I3), so
 * it is looked for first. It is sent again without a question only as the very bytes that the copy holds, and only while the service is sure to
 * know their key. A task with files is never sent again without proof: after an expired upload it may have been paid under a later key. What
 * the service has is followed as ever. The same record is returned if nothing is in doubt.
 */
export function restoredTask(record: TaskRecord, now: number): TaskRecord {
  const { state } = record
  switch (state.phase) {
    case 'queued':
    case 'uploading':
    case 'submitting':
    case 'held':
      return {
        ...record,
        inDoubt: true,
        // "Nothing was spent" is not known any more.
        credits: { ...record.credits, state: 'pending' },
        submittedAt: record.submittedAt ?? record.createdAt,
        state: {
          phase: 'unconfirmed',
          since: now,
          mayResend: record.body !== null && record.inputs.length === 0 && isWithinResendWindow(record.createdAt, now),
          isRestored: true,
          notBefore: now,
          looks: 0
        }
      }
    case 'needs_input':
      // A choice may have been sent since; the service says whether it still waits.
      return { ...record, state: { phase: 'running', notBefore: now, faultsInARow: 0, doubtedSince: null } }
    case 'unconfirmed':
    case 'running':
    case 'selecting':
    case 'collecting':
    case 'done':
    case 'failed':
    case 'refused':
    case 'support':
    case 'cancelled':
      return record
    default:
      return assertNever(state)
  }
}

/** A doubted task with the event that says so; null if there is nothing to doubt. */
export function restoredEntry(record: TaskRecord, now: number): { readonly record: TaskRecord; readonly event: StoryEvent } | null {
  const restored = restoredTask(record, now)
  if (restored === record) return null
  const event: StoryEvent = {
    at: now,
    kind: 'restored',
    phase: restored.state.phase,
    httpStatus: null,
    errorType: null,
    requestId: null,
    note: null,
    reference: restored.idempotencyKey
  }
  return { record: restored, event }
}
