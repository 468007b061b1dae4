import { assertNever } from '../../../shared/assert-never.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import type { SendConfirmation } from '../../../shared/task/spending.ts'
import type { CreditsState, Phase } from '../../../shared/task/task.ts'
import type { TimelineDetail } from '../../../shared/task/timeline.ts'
import type { TaskEvent } from './task-event.ts'

/** A task event as stored in the journal. Don't rename the fields or values. */
export type TaskHistoryEvent = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: TaskEvent['kind'] | 'asked' | 'adopted' | 'restored'
  /** The phase after the event. */
  readonly phase: Phase
  readonly httpStatus: number | null
  readonly errorType: string | null
  readonly requestId: string | null
  /** The service's message, a file name, or other data. May be a sentence that an earlier version stored. */
  readonly note: string | null
  readonly detail: TimelineDetail | null
  /** The idempotency key, task ID or digest that belongs to the event. */
  readonly reference: string | null
}

/** Fields of an event without evidence. */
export const emptyHistoryEvent = {
  httpStatus: null,
  errorType: null,
  requestId: null,
  note: null,
  detail: null,
  reference: null
} as const satisfies Partial<TaskHistoryEvent>

/** Converts a task event to the form that the journal stores. `after`: the task after the event. `at`: milliseconds since 1970. */
export function historyEventOf(
  event: TaskEvent,
  after: { readonly phase: Phase; readonly key: string; readonly credits: CreditsState },
  at: number
): TaskHistoryEvent {
  const base = { ...emptyHistoryEvent, at, kind: event.kind, phase: after.phase }
  switch (event.kind) {
    case 'keep-failed':
      // Stores the reason instead of the system's error code. The timeline's text is derived from the reason.
      if (event.fault.kind === 'local') return { ...base, note: event.fault.localReason }
      return faultEvent(base, event.fault)
    case 'upload-failed':
    case 'upload-refused':
    case 'submit-failed':
    case 'recent-failed':
    case 'query-failed':
    case 'choice-failed':
      return faultEvent(base, event.fault)
    case 'sending':
      return { ...base, reference: after.key }
    case 'submitted':
      return {
        ...base,
        httpStatus: event.httpStatus,
        requestId: event.requestId,
        reference: event.answer.taskId,
        detail: chargeDetail(event.answer.creditsConsumed, event.answer.usageDeferred)
      }
    case 'questioned':
      return { ...base, detail: questionDetail(event.question) }
    case 'recent-read':
      return { ...base, requestId: event.requestId, reference: event.foundTaskId }
    case 'queried':
      return {
        ...base,
        httpStatus: event.httpStatus,
        requestId: event.requestId,
        note: after.phase === 'failed' ? event.answer.failureMessage : event.answer.status
      }
    case 'credits-read':
      return { ...base, httpStatus: event.httpStatus, requestId: event.requestId, note: after.credits }
    case 'kept':
      return { ...base, note: fileNameOf(event.result.path), reference: event.result.sha256 }
    case 'cancelled':
      return after.credits === 'not-charged' ? base : { ...base, detail: { code: 'cancelled-despite-copy', params: {} } }
    case 'restarted':
    case 'upload-began':
    case 'uploaded':
    case 'uploaded-by-hand':
    case 'twin-found':
    case 'woke':
    case 'faces-chosen':
    case 'faces-taken':
    case 'fetch-again':
    case 'moved':
    case 'account-held':
    case 'account-fixed':
    case 'price-agreed':
    case 'copy-agreed':
    case 'question-dropped':
    case 'cancel-undone':
    case 'look-again':
    case 'hidden':
    case 'unhidden':
      return base
    default:
      return assertNever(event)
  }
}

function faultEvent(base: TaskHistoryEvent, { httpStatus, errorType, requestId, message }: Fault): TaskHistoryEvent {
  return { ...base, httpStatus, errorType, requestId, note: message }
}

function questionDetail(question: SendConfirmation): TimelineDetail {
  switch (question.kind) {
    case 'price': {
      const { before, now } = question
      return now === null ? { code: 'price-unknown', params: { before } } : { code: 'price-changed', params: { before, now } }
    }
    case 'limit':
      return { code: 'over-daily-limit', params: { limit: question.limit } }
    case 'copy':
      return { code: 'not-sent-because-of-copy', params: {} }
    default:
      return assertNever(question)
  }
}

function chargeDetail(consumed: number | null, usageDeferred: boolean | null): TimelineDetail | null {
  if (usageDeferred === true) return { code: 'charged-later', params: {} }
  if (consumed === null) return null
  return consumed === 0 ? { code: 'not-charged-yet', params: {} } : { code: 'charged', params: { consumed } }
}

function fileNameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
