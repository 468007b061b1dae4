import { assertNever } from '../../shared/assert-never.ts'
import type { Phase, TimelineEntry } from '../../shared/task.ts'
import type { TaskEvent } from './task-event.ts'

/** An event as the journal keeps it: when, what, where it led, and the evidence. Stored; do not rename. */
export type StoryEvent = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: TaskEvent['kind'] | 'asked'
  /** The phase after it. */
  readonly phase: Phase
  readonly httpStatus: number | null
  readonly errorType: string | null
  readonly requestId: string | null
  /** The service's word, a file's name, or what else the words need. */
  readonly note: string | null
  /** The idempotency key, task id or digest that belongs to it. */
  readonly reference: string | null
}

type Told = { readonly words: string; readonly tone: TimelineEntry['tone'] }

/** The story of a task in plain words, oldest first. */
export function tellStory(events: readonly StoryEvent[]): readonly TimelineEntry[] {
  return events.map((event) => ({
    at: event.at,
    ...wordsOf(event),
    httpStatus: event.httpStatus,
    errorType: event.errorType,
    requestId: event.requestId,
    reference: event.reference
  }))
}

function wordsOf(event: StoryEvent): Told {
  const said = event.note === null ? '' : ` It said: ${event.note}`
  switch (event.kind) {
    case 'asked':
      return { words: 'Written to the journal, before anything was sent.', tone: 'plain' }
    case 'restarted':
      return event.phase === 'unconfirmed'
        ? { words: 'Kiln was closed while this was on its way. Whether it arrived is looked up first.', tone: 'unknown' }
        : { words: 'Kiln was started again and goes on.', tone: 'plain' }
    case 'upload-began':
      return { words: 'Uploading the files.', tone: 'working' }
    case 'upload-failed':
      return afterFault('The upload did not go through.', event, said)
    case 'upload-refused':
      return { words: 'The service named an upload command that Kiln does not run by itself. It waits for you.', tone: 'needs' }
    case 'uploaded-by-hand':
      return { words: 'You said that you ran the upload command.', tone: 'working' }
    case 'sending':
      return event.phase === 'submitting'
        ? { words: 'Sent to the service, with its key.', tone: 'working' }
        : { words: 'Too long ago to be sent again under the same key; looking in the recent tasks instead.', tone: 'unknown' }
    case 'submitted':
      return { words: `The service took it.${event.note === null ? '' : ` ${event.note}`}`, tone: 'working' }
    case 'submit-failed':
      return afterFault(event.phase === 'unconfirmed' ? 'No certain answer came back.' : 'The service did not take it.', event, said)
    case 'recent-read':
      return event.phase === 'running'
        ? { words: 'Found among the recent tasks of the service.', tone: 'working' }
        : event.phase === 'submitting'
          ? { words: 'Not among the recent tasks. Asking again with the same key and the same content.', tone: 'unknown' }
          : { words: 'Not among the recent tasks.', tone: event.phase === 'support' ? 'failed' : 'unknown' }
    case 'recent-failed':
      return { words: `The recent tasks could not be read.${said}`, tone: 'unknown' }
    case 'queried':
      return afterAnswer(event)
    case 'query-failed':
      return afterFault('The service could not say how it stands.', event, said)
    case 'kept':
      return {
        words: event.note === null ? 'Saved on this computer.' : `Saved on this computer: ${event.note}`,
        tone: event.phase === 'done' ? 'done' : 'working'
      }
    case 'keep-failed':
      return { words: `Fetching the result broke off; it goes on.${said}`, tone: 'working' }
    case 'moved':
      return { words: 'The library folder is gone; saving into the one that is chosen now.', tone: 'plain' }
    case 'account-held':
      return { words: 'Waits: the account stands in the way.', tone: 'held' }
    case 'account-mended':
      return { words: 'The account is mended; going on with the same key.', tone: 'working' }
    case 'cancelled':
      return { words: 'Taken back before anything was sent.', tone: 'plain' }
    case 'look-again':
      return { words: 'You asked for another look.', tone: 'plain' }
    case 'hidden':
      return { words: 'Hidden from the queue.', tone: 'plain' }
    default:
      return assertNever(event.kind)
  }
}

function afterFault(what: string, event: StoryEvent, said: string): Told {
  const tone = toneOfPhase(event.phase)
  const then =
    event.phase === 'held'
      ? ' It waits for the account.'
      : event.phase === 'refused'
        ? ' Nothing was spent.'
        : event.phase === 'support'
          ? ' Only support can tell.'
          : event.phase === 'unconfirmed'
            ? ' Looking for evidence before anything else.'
            : ' It is tried again.'
  return { words: `${what}${said}${said.endsWith('.') || said === '' ? '' : '.'}${then}`, tone }
}

function afterAnswer(event: StoryEvent): Told {
  switch (event.phase) {
    case 'failed':
      return {
        words: event.note === null ? 'The service could not make it.' : `The service could not make it. It said: ${event.note}`,
        tone: 'failed'
      }
    case 'collecting':
      return { words: 'The service has finished. Fetching the result.', tone: 'working' }
    case 'needs_input':
      return { words: 'The service waits for a choice of faces.', tone: 'needs' }
    default:
      return {
        words: event.note === null ? 'The service is at work.' : `The service says “${event.note}”.`,
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

/** What the journal keeps of an event that happened to a task. */
export function storyEventOf(event: TaskEvent, after: { readonly phase: Phase; readonly key: string }, at: number): StoryEvent {
  const base = { at, kind: event.kind, phase: after.phase, httpStatus: null, errorType: null, requestId: null, note: null, reference: null }
  switch (event.kind) {
    case 'upload-failed':
    case 'upload-refused':
    case 'submit-failed':
    case 'recent-failed':
    case 'query-failed':
    case 'keep-failed':
      return {
        ...base,
        httpStatus: event.fault.httpStatus,
        errorType: event.fault.errorType,
        requestId: event.fault.requestId,
        note: event.fault.message
      }
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
    case 'recent-read':
      return { ...base, requestId: event.requestId, reference: event.foundTaskId }
    case 'queried':
      return {
        ...base,
        httpStatus: event.httpStatus,
        requestId: event.requestId,
        note: after.phase === 'failed' ? event.answer.failureMessage : event.answer.status
      }
    case 'kept':
      return { ...base, note: fileNameOf(event.result.path), reference: event.result.sha256 }
    case 'restarted':
    case 'upload-began':
    case 'uploaded-by-hand':
    case 'moved':
    case 'account-held':
    case 'account-mended':
    case 'cancelled':
    case 'look-again':
    case 'hidden':
      return base
    default:
      return assertNever(event)
  }
}

function creditsNote(consumed: number | null, usageDeferred: boolean | null): string | null {
  if (usageDeferred === true) return 'Credits are charged later.'
  if (consumed === null) return null
  return consumed === 0 ? 'Nothing charged yet.' : `${consumed} ${consumed === 1 ? 'credit' : 'credits'} charged.`
}

function fileNameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
