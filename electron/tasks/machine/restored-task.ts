import { assertNever } from '../../../shared/assert-never.ts'
import { isWithinResendWindow } from './poll-schedule.ts'
import { emptyHistoryEvent, type TaskHistoryEvent } from './history-event.ts'
import type { TaskRecord } from './task-record.ts'

/**
 * Adjusts a task after the journal was restored from a backup or copied. A task that is unsent in this journal may have been sent since the
 * backup. Kiln therefore first searches the recent tasks. Kiln may resend the task only with the exact body from the journal. The service
 * must also certainly still recognise the idempotency key. A task with files is never resent. After an expired upload, it may have been
 * charged under a later key. Tasks that the service has are checked as usual. Returns the same record if nothing changes.
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
        // A charge can no longer be ruled out.
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
      // A face selection may have been sent since the backup. The next check shows whether the task still waits for one.
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

/** Returns the result of `restoredTask`, and the timeline event for the change. Null if nothing changes. */
export function restoredTaskEntry(
  record: TaskRecord,
  now: number
): { readonly record: TaskRecord; readonly event: TaskHistoryEvent } | null {
  const restored = restoredTask(record, now)
  if (restored === record) return null
  const event: TaskHistoryEvent = {
    ...emptyHistoryEvent,
    at: now,
    kind: 'restored',
    phase: restored.state.phase,
    reference: restored.idempotencyKey
  }
  return { record: restored, event }
}
