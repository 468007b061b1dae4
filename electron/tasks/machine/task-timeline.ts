import { assertNever } from '../../../shared/assert-never.ts'
import { newFault } from '../../../shared/task/fault.ts'
import type { Phase } from '../../../shared/task/task.ts'
import type {
  TimelineCode,
  TimelineEntry,
  TimelineNextStep,
  TimelineParams,
  TimelineReference,
  TimelineStep,
  TimelineTone
} from '../../../shared/task/timeline.ts'
import { policyFor } from './error-policy.ts'
import type { TaskHistoryEvent } from './history-event.ts'

type TonedStep = TimelineStep & { readonly tone: TimelineTone }

/** Returns a task's timeline. The order of `events` is kept. */
export function taskTimeline(events: readonly TaskHistoryEvent[]): readonly TimelineEntry[] {
  return events.map((event) => ({
    at: event.at,
    ...stepOf(event),
    httpStatus: event.httpStatus,
    errorType: event.errorType,
    requestId: event.requestId,
    reference: referenceOf(event)
  }))
}

function referenceOf({ kind, reference }: TaskHistoryEvent): TimelineReference | null {
  if (reference === null) return null
  switch (kind) {
    case 'submitted':
    case 'recent-read':
    case 'adopted':
      return { kind: 'task', id: reference }
    case 'kept':
      return { kind: 'file', id: reference }
    case 'asked':
    case 'sending':
      return { kind: 'idempotency-key', id: reference }
    default:
      return null
  }
}

type PlainCode = { [Code in TimelineCode]: Record<string, never> extends TimelineParams[Code] ? Code : never }[TimelineCode]

function plain(code: PlainCode, tone: TimelineTone): TonedStep {
  return { code, params: {}, tone } as TonedStep
}

function stepOf(event: TaskHistoryEvent): TonedStep {
  const { kind, phase, note, detail } = event
  switch (kind) {
    case 'asked':
      return plain('task-saved', 'plain')
    case 'restored':
      return plain('restored', 'unknown')
    case 'adopted':
      return plain('created-elsewhere', 'plain')
    case 'restarted':
      return phase === 'unconfirmed' ? plain('closed-while-sending', 'unknown') : plain('resumed', 'plain')
    case 'upload-began':
      return plain('uploading-files', 'working')
    case 'upload-failed':
      return afterFault(phase === 'queued' ? 'not-sent' : 'upload-failed', event)
    case 'upload-refused':
      return plain('upload-command-rejected', 'needs')
    case 'uploaded':
      return plain('files-uploaded', 'working')
    case 'uploaded-by-hand':
      return plain('upload-confirmed', 'working')
    case 'sending':
      return phase === 'submitting' ? plain('sent', 'working') : plain('too-old-to-resend', 'unknown')
    case 'submitted':
      return { code: 'accepted', params: { detail, note }, tone: 'working' }
    case 'submit-failed':
      return afterFault(submitOutcome(event), event)
    case 'recent-read':
      return event.reference !== null
        ? plain('found-in-recent-tasks', 'working')
        : phase === 'submitting'
          ? plain('resending-after-search', 'unknown')
          : plain('not-in-recent-tasks', phase === 'support' ? 'failed' : 'unknown')
    case 'recent-failed':
      return phase === 'support'
        ? { code: 'recent-tasks-unread', params: { note, next: nextStep(event) }, tone: toneOfPhase(phase) }
        : { code: 'recent-tasks-unread', params: { note, next: null }, tone: 'unknown' }
    case 'queried':
      return afterAnswer(event)
    case 'credits-read':
      return plain(creditsCode(note), note === 'refund-expected' || note === 'pending' ? 'unknown' : 'plain')
    case 'query-failed':
      return afterFault('status-unread', event)
    case 'faces-chosen':
      return plain('faces-selected', 'working')
    case 'faces-taken':
      return plain('faces-accepted', 'working')
    case 'choice-failed':
      return phase === 'needs_input'
        ? { code: 'faces-rejected', params: { note }, tone: 'needs' }
        : {
            code: 'faces-inconclusive',
            params: { note, isForSupport: phase === 'support' },
            tone: phase === 'support' ? 'failed' : 'unknown'
          }
    case 'kept':
      return { code: 'result-saved', params: { fileName: note }, tone: phase === 'done' ? 'done' : 'working' }
    case 'keep-failed':
      return whyNotSaved(note)
    case 'twin-found':
      return plain('duplicate-download', 'working')
    case 'fetch-again':
      return plain('downloading-again', 'working')
    case 'moved':
      return plain('folder-changed', 'plain')
    case 'account-held':
      return plain('on-hold', 'held')
    case 'account-fixed':
      return plain('account-fixed', 'working')
    case 'questioned':
      return { code: 'waiting-for-confirmation', params: { detail, note }, tone: 'needs' }
    case 'price-agreed':
      return plain('price-approved', 'working')
    case 'copy-agreed':
      return plain('copy-approved', 'working')
    case 'question-dropped':
      return plain('question-resolved', 'working')
    case 'cancelled':
      return { code: 'cancelled', params: { detail, note }, tone: 'plain' }
    case 'cancel-undone':
      return plain('cancellation-undone', 'plain')
    case 'look-again':
      return plain('checked-by-user', 'plain')
    case 'woke':
      return plain('checked-by-kiln', 'plain')
    case 'hidden':
    case 'unhidden':
      return plain(kind, 'plain')
    default:
      return assertNever(kind)
  }
}

type FailedCode = 'not-sent' | 'upload-failed' | 'no-response' | 'rejected' | 'inconclusive' | 'status-unread'

function afterFault(code: FailedCode, event: TaskHistoryEvent): TonedStep {
  return { code, params: { note: event.note, next: nextStep(event) }, tone: toneOfPhase(event.phase) }
}

/**
 * Returns the outcome of a failed submission. It is a rejection only if that's certain, because the task may otherwise have been accepted.
 */
function submitOutcome({ phase, httpStatus, errorType }: TaskHistoryEvent): FailedCode {
  if (httpStatus === null && errorType === null) return phase === 'queued' ? 'not-sent' : 'no-response'
  return policyFor(newFault('submit', 'refusal', { httpStatus, errorType })).outcome === 'refused' ? 'rejected' : 'inconclusive'
}

function nextStep({ kind, phase }: TaskHistoryEvent): TimelineNextStep {
  switch (phase) {
    case 'held':
      return 'on-hold'
    case 'refused':
      return 'nothing-charged'
    case 'support':
      return 'contact-support'
    case 'unconfirmed':
      return 'check-recent-tasks'
    case 'running':
    case 'needs_input':
    case 'selecting':
      return kind === 'query-failed' ? 'check-status-again' : 'check-status'
    case 'queued':
      return 'wait-for-network'
    case 'submitting':
      return 'send-again'
    case 'uploading':
      return kind === 'submit-failed' ? 'upload-again' : 'retry'
    case 'collecting':
    case 'done':
    case 'failed':
    case 'cancelled':
      return 'retry'
    default:
      return assertNever(phase)
  }
}

function afterAnswer({ phase, note }: TaskHistoryEvent): TonedStep {
  switch (phase) {
    case 'failed':
      return { code: 'failed-at-service', params: { note }, tone: 'failed' }
    case 'collecting':
    case 'done':
      return plain('finished', 'working')
    case 'support':
      return plain('files-not-downloadable', 'failed')
    case 'needs_input':
      return plain('waiting-for-faces', 'needs')
    default: {
      const tone = toneOfPhase(phase)
      return note === null ? plain('running', tone) : { code: 'service-status', params: { status: note }, tone }
    }
  }
}

function toneOfPhase(phase: Phase): TimelineTone {
  switch (phase) {
    case 'held':
      return 'held'
    case 'refused':
    case 'failed':
    case 'support':
      return 'failed'
    case 'unconfirmed':
      return 'unknown'
    case 'done':
      return 'done'
    case 'needs_input':
      return 'needs'
    case 'cancelled':
      return 'plain'
    case 'queued':
    case 'uploading':
    case 'submitting':
    case 'running':
    case 'selecting':
    case 'collecting':
      return 'working'
    default:
      return assertNever(phase)
  }
}

/** Returns why a result couldn't be saved. `reason`: a stored `LocalFaultReason` if this computer was the cause. */
function whyNotSaved(reason: string | null): TonedStep {
  switch (reason) {
    case 'disk-full':
    case 'folder-missing':
    case 'folder-not-writable':
      return plain(reason, 'working')
    case 'unexpected':
      return plain('result-not-saved', 'working')
    default:
      return { code: 'download-interrupted', params: { note: reason }, tone: 'working' }
  }
}

/** Returns what is known about a failed task's credits. `state`: a stored `CreditsState`. */
function creditsCode(state: string | null): PlainCode {
  switch (state) {
    case 'refunded':
      return 'refunded'
    case 'not-charged':
      return 'no-credits-charged'
    case 'refund-expected':
      return 'not-refunded-yet'
    default:
      return 'credits-unknown'
  }
}
