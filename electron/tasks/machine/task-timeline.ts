import { assertNever } from '../../../shared/assert-never.ts'
import { type Fault, newFault } from '../../../shared/task/fault.ts'
import type { SendConfirmation } from '../../../shared/task/spending.ts'
import type { CreditsState, Phase, TimelineEntry, TimelineReference } from '../../../shared/task/task.ts'
import { joinSentences } from '../../../shared/i18n/join.ts'
import { kept, say, translateStored } from '../../../shared/i18n/say.ts'
import { policyFor } from './error-policy.ts'
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
  /** The service's message, a file name, or other data for the text. */
  readonly note: string | null
  /** The idempotency key, task ID or digest that belongs to the event. */
  readonly reference: string | null
}

type Told = { readonly text: string; readonly tone: TimelineEntry['tone'] }

/** Returns a task's timeline, as shown to the user. The order of `events` is kept. */
export function taskTimeline(events: readonly TaskHistoryEvent[]): readonly TimelineEntry[] {
  return events.map((event) => ({
    at: event.at,
    ...wordsOf(event),
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

function wordsOf(event: TaskHistoryEvent): Told {
  switch (event.kind) {
    case 'asked':
      return { text: say('Task saved on this computer before sending.'), tone: 'plain' }
    case 'restored':
      return {
        text: say('Kiln’s data was restored from a backup or copied to another place. Kiln checks whether the task was already sent.'),
        tone: 'unknown'
      }
    case 'adopted':
      return { text: say('Created elsewhere with this account. Added from the recent tasks.'), tone: 'plain' }
    case 'restarted':
      return event.phase === 'unconfirmed'
        ? { text: say('Kiln was closed while sending the task. Checking whether it arrived.'), tone: 'unknown' }
        : { text: say('Kiln restarted and resumed.'), tone: 'plain' }
    case 'upload-began':
      return { text: say('Uploading the files.'), tone: 'working' }
    case 'upload-failed':
      return afterFault(event.phase === 'queued' ? say('Not sent.') : say('The upload failed.'), event)
    case 'upload-refused':
      return { text: say('The service sent an upload command that Kiln doesn’t run automatically. It needs your review.'), tone: 'needs' }
    case 'uploaded':
      return { text: say('Files uploaded.'), tone: 'working' }
    case 'uploaded-by-hand':
      return { text: say('You confirmed that you ran the upload command.'), tone: 'working' }
    case 'sending':
      return event.phase === 'submitting'
        ? { text: say('Sent to the service with an idempotency key.'), tone: 'working' }
        : { text: say('This task is too old to resend with the same idempotency key. Checking the recent tasks instead.'), tone: 'unknown' }
    case 'submitted':
      return {
        text: joinSentences(say('The service accepted the task.'), event.note === null ? null : translateStored(event.note)),
        tone: 'working'
      }
    case 'submit-failed':
      return afterSubmitFault(event)
    case 'recent-read':
      return event.reference !== null
        ? { text: say('Found in the service’s recent tasks.'), tone: 'working' }
        : event.phase === 'submitting'
          ? { text: say('Not in the recent tasks. Sending again with the same idempotency key and content.'), tone: 'unknown' }
          : { text: say('Not in the recent tasks.'), tone: event.phase === 'support' ? 'failed' : 'unknown' }
    case 'recent-failed':
      return event.phase === 'support'
        ? afterFault(say('Kiln couldn’t read the service’s recent tasks.'), event)
        : { text: withNote(say('Kiln couldn’t read the service’s recent tasks.'), event.note), tone: 'unknown' }
    case 'queried':
      return afterAnswer(event)
    case 'credits-read':
      return { text: creditsText(event.note), tone: event.note === 'refund-expected' || event.note === 'pending' ? 'unknown' : 'plain' }
    case 'query-failed':
      return afterFault(say('Kiln couldn’t check this task’s status.'), event)
    case 'faces-chosen':
      return { text: say('You selected the faces. The selection was saved and sent once.'), tone: 'working' }
    case 'faces-taken':
      return { text: say('The face selection was accepted.'), tone: 'working' }
    case 'choice-failed':
      return event.phase === 'needs_input'
        ? { text: withNote(say('The face selection was rejected.'), event.note), tone: 'needs' }
        : {
            text: joinSentences(
              withNote(say('The response to the face selection was inconclusive.'), event.note),
              event.phase === 'support' ? say('Contact support.') : say('Checking the task’s status. The selection won’t be sent again.')
            ),
            tone: event.phase === 'support' ? 'failed' : 'unknown'
          }
    case 'kept':
      return {
        text:
          event.note === null ? say('Result saved on this computer.') : say('Result saved on this computer: {note}', { note: event.note }),
        tone: event.phase === 'done' ? 'done' : 'working'
      }
    case 'keep-failed':
      return {
        text: whyNotKept(event.note) ?? withNote(say('The download was interrupted and will resume automatically.'), event.note),
        tone: 'working'
      }
    case 'twin-found':
      return { text: say('This download was a duplicate of another result. Trying the next address.'), tone: 'working' }
    case 'fetch-again':
      return {
        text: say('A result file was missing from this computer. Downloading it again at no cost.'),
        tone: 'working'
      }
    case 'moved':
      return { text: say('Kiln can’t write to the previous library folder. Saving to the current one instead.'), tone: 'plain' }
    case 'account-held':
      return { text: say('On hold because of an account problem.'), tone: 'held' }
    case 'account-fixed':
      return { text: say('The account problem is fixed. Resuming with the same idempotency key.'), tone: 'working' }
    case 'questioned':
      return {
        text: event.note === null ? say('Not sent yet. Waiting for your confirmation.') : translateStored(event.note),
        tone: 'needs'
      }
    case 'price-agreed':
      return { text: say('You approved the new price. Resuming with the same idempotency key.'), tone: 'working' }
    case 'copy-agreed':
      return { text: say('You chose to send the task although it may have been sent already.'), tone: 'working' }
    case 'question-dropped':
      return { text: say('The problem has been resolved. Checking again.'), tone: 'working' }
    case 'cancelled':
      return { text: event.note === null ? say('Cancelled before anything was sent.') : translateStored(event.note), tone: 'plain' }
    case 'cancel-undone':
      return { text: say('The cancellation was undone.'), tone: 'plain' }
    case 'look-again':
      return { text: say('You checked again.'), tone: 'plain' }
    case 'woke':
      return { text: say('Kiln checked again.'), tone: 'plain' }
    case 'hidden':
      return { text: say('Hidden from the queue.'), tone: 'plain' }
    case 'unhidden':
      return { text: say('Shown in the queue again.'), tone: 'plain' }
    default:
      return assertNever(event.kind)
  }
}

/** Adds `note` to a sentence. An error code (one word) is added in brackets. A message from the service becomes a second sentence. */
function withNote(sentence: string, note: string | null): string {
  if (note === null) return sentence
  if (!note.includes(' ')) return say('{sentence} ({note}).', { sentence: sentence.slice(0, -1), note })
  return joinSentences(sentence, say('Message from the service: {note}', { note: note.endsWith('.') ? note : `${note}.` }))
}

/** Says that the service rejected the task only if that's certain. Otherwise the task may have been accepted. */
function afterSubmitFault(event: TaskHistoryEvent): Told {
  if (event.httpStatus === null && event.errorType === null)
    return afterFault(event.phase === 'queued' ? say('Not sent.') : say('No response.'), event)
  const { outcome: submissionOutcome } = policyFor(
    newFault('submit', 'refusal', { httpStatus: event.httpStatus, errorType: event.errorType })
  )
  return afterFault(submissionOutcome === 'refused' ? say('The service rejected the task.') : say('The response was inconclusive.'), event)
}

function afterFault(what: string, event: TaskHistoryEvent): Told {
  const tone = toneOfPhase(event.phase)
  return { text: joinSentences(withNote(what, event.note), whatThen(event)), tone }
}

function whatThen({ kind, phase }: TaskHistoryEvent): string {
  switch (phase) {
    case 'held':
      return say('On hold until the account problem is fixed.')
    case 'refused':
      return say('Nothing was charged.')
    case 'support':
      return say('Contact support.')
    case 'unconfirmed':
      return say('Checking the service’s recent tasks.')
    case 'running':
    case 'needs_input':
    case 'selecting':
      return kind === 'query-failed' ? say('Checking the task’s status again.') : say('Checking the task’s status.')
    case 'queued':
      return say('Waiting for the network.')
    case 'submitting':
      return say('Sending again with the same idempotency key.')
    case 'uploading':
      return kind === 'submit-failed' ? say('Uploading the files again.') : say('Retrying.')
    case 'collecting':
    case 'done':
    case 'failed':
    case 'cancelled':
      return say('Retrying.')
    default:
      return assertNever(phase)
  }
}

function afterAnswer(event: TaskHistoryEvent): Told {
  switch (event.phase) {
    case 'failed':
      return {
        text:
          event.note === null
            ? say('The service couldn’t generate the result.')
            : say('The service couldn’t generate the result. Message from the service: {note}', { note: event.note }),
        tone: 'failed'
      }
    case 'collecting':
    case 'done':
      return { text: say('The service finished. Kiln started downloading the result.'), tone: 'working' }
    case 'support':
      return { text: say('The service reports the task as done, but its files can’t be downloaded.'), tone: 'failed' }
    case 'needs_input':
      return { text: say('Waiting for you to choose faces.'), tone: 'needs' }
    default:
      return {
        text: event.note === null ? say('The task is running.') : say('Service status: “{note}”.', { note: event.note }),
        tone: toneOfPhase(event.phase)
      }
  }
}

function toneOfPhase(phase: Phase): TimelineEntry['tone'] {
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

/** Converts a task event to the form that the journal stores. `after`: the task after the event. `at`: milliseconds since 1970. */
export function historyEventOf(
  event: TaskEvent,
  after: { readonly phase: Phase; readonly key: string; readonly credits: CreditsState },
  at: number
): TaskHistoryEvent {
  const base = { at, kind: event.kind, phase: after.phase, httpStatus: null, errorType: null, requestId: null, note: null, reference: null }
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
        note: creditsNote(event.answer.creditsConsumed, event.answer.usageDeferred)
      }
    case 'questioned':
      return { ...base, note: questionNote(event.question) }
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
      return after.credits === 'not-charged'
        ? base
        : { ...base, note: kept('Cancelled. Another copy of Kiln may already have sent this task.') }
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

/** Returns why a result couldn't be saved on this computer. `reason`: a stored `LocalFaultReason`. Null if this computer wasn't the cause. */
function whyNotKept(reason: string | null): string | null {
  switch (reason) {
    case 'disk-full':
      return say('The disk was full. The result stays with the service until there’s space.')
    case 'folder-missing':
      return say('The library folder couldn’t be found. The result stays with the service until the folder is back.')
    case 'folder-not-writable':
      return say('Kiln couldn’t write to the library folder. The result stays with the service until the folder is writable.')
    case 'unexpected':
      return say('The result couldn’t be saved on this computer. It stays with the service, and Kiln retries.')
    default:
      return null
  }
}

/** Returns what is known about a failed task's credits. `state`: a stored `CreditsState`. */
function creditsText(state: string | null): string {
  switch (state) {
    case 'refunded':
      return say('The service refunded the credits.')
    case 'not-charged':
      return say('The service says no credits were charged.')
    case 'refund-expected':
      return say('The credits haven’t been refunded yet.')
    default:
      return say('It’s not yet known whether credits were charged or refunded.')
  }
}

function questionNote(question: SendConfirmation): string {
  switch (question.kind) {
    case 'price': {
      const { before, now } = question
      return now === null
        ? kept(
            'Not sent. The price was {before, plural, one {# credit} other {# credits}} when this task was queued. The current price isn’t known.',
            {
              before
            }
          )
        : kept(
            'Not sent. The price was {before, plural, one {# credit} other {# credits}} when this task was queued. The current price is {now, plural, one {# credit} other {# credits}}.',
            { before, now }
          )
    }
    case 'limit':
      return kept('Not sent. This task would exceed your daily limit of {limit, plural, one {# credit} other {# credits}}.', {
        limit: question.limit
      })
    case 'copy':
      return kept('Not sent. Another copy of Kiln may already have sent this task.')
    default:
      return assertNever(question)
  }
}

function creditsNote(consumed: number | null, usageDeferred: boolean | null): string | null {
  if (usageDeferred === true) return kept('Credits will be charged later.')
  if (consumed === null) return null
  return consumed === 0
    ? kept('Nothing charged yet.')
    : kept('{consumed} {consumed, plural, one {credit} other {credits}} charged.', { consumed })
}

function fileNameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
