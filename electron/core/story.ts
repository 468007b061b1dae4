import { assertNever } from '../../shared/assert-never.ts'
import { type Fault, newFault } from '../../shared/fault.ts'
import { counted } from '../../shared/fields/say.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { CreditsState, Phase, TimelineEntry } from '../../shared/task.ts'
import { policyFor } from './error-policy.ts'
import type { TaskEvent } from './task-event.ts'

/** An event as the journal keeps it: when, what, where it led, and the evidence. Stored; do not rename. */
export type StoryEvent = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: TaskEvent['kind'] | 'asked' | 'adopted' | 'restored'
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
  switch (event.kind) {
    case 'asked':
      return { words: 'Written to the journal, before anything was sent.', tone: 'plain' }
    case 'restored':
      return { words: 'The journal was restored from an older copy. Whether this was sent since is looked up first.', tone: 'unknown' }
    case 'adopted':
      return { words: 'Made elsewhere with this account; taken in from the recent tasks.', tone: 'plain' }
    case 'restarted':
      return event.phase === 'unconfirmed'
        ? { words: 'Kiln was closed while this was on its way. Whether it arrived is looked up first.', tone: 'unknown' }
        : { words: 'Kiln was started again and goes on.', tone: 'plain' }
    case 'upload-began':
      return { words: 'Uploading the files.', tone: 'working' }
    case 'upload-failed':
      return afterFault(event.phase === 'queued' ? 'It did not leave this computer.' : 'The upload did not go through.', event)
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
      return afterSubmitFault(event)
    case 'recent-read':
      return event.reference !== null
        ? { words: 'Found among the recent tasks of the service.', tone: 'working' }
        : event.phase === 'submitting'
          ? { words: 'Not among the recent tasks. Asking again with the same key and the same content.', tone: 'unknown' }
          : { words: 'Not among the recent tasks.', tone: event.phase === 'support' ? 'failed' : 'unknown' }
    case 'recent-failed':
      return event.phase === 'support'
        ? afterFault('The recent tasks could not be read.', event)
        : { words: withNote('The recent tasks could not be read.', event.note), tone: 'unknown' }
    case 'queried':
      return afterAnswer(event)
    case 'credits-read':
      return { words: creditsWords(event.note), tone: event.note === 'refund-expected' || event.note === 'pending' ? 'unknown' : 'plain' }
    case 'query-failed':
      return afterFault('The service could not say how it stands.', event)
    case 'faces-chosen':
      return { words: 'You chose the faces. The choice was written down and sent, once.', tone: 'working' }
    case 'faces-taken':
      return { words: 'The service took the choice of faces.', tone: 'working' }
    case 'choice-failed':
      return event.phase === 'needs_input'
        ? { words: withNote('The choice of faces was not taken.', event.note), tone: 'needs' }
        : {
            words: `${withNote('No certain answer to the choice of faces came back.', event.note)} ${
              event.phase === 'support' ? 'Only support can tell.' : 'Looking how the task stands; it is not sent again.'
            }`,
            tone: event.phase === 'support' ? 'failed' : 'unknown'
          }
    case 'kept':
      return {
        words: event.note === null ? 'Saved on this computer.' : `Saved on this computer: ${event.note}`,
        tone: event.phase === 'done' ? 'done' : 'working'
      }
    case 'keep-failed':
      return { words: whyNotKept(event.note) ?? withNote('Fetching the result broke off; it goes on.', event.note), tone: 'working' }
    case 'fetch-again':
      return { words: 'A file of the result was not on this computer any more. Fetching it again; that costs nothing.', tone: 'working' }
    case 'moved':
      return { words: 'The library folder of before can’t be written to; saving into the one that is chosen now.', tone: 'plain' }
    case 'account-held':
      return { words: 'Waits: the account stands in the way.', tone: 'held' }
    case 'account-mended':
      return { words: 'The account is mended; going on with the same key.', tone: 'working' }
    case 'questioned':
      return { words: event.note ?? 'Not sent yet: it waits for your word.', tone: 'needs' }
    case 'price-agreed':
      return { words: 'You agreed to the new price; going on with the same key.', tone: 'working' }
    case 'question-dropped':
      return { words: 'What stood in the way has changed; it is looked at again.', tone: 'working' }
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

/** A sentence with what the service said after it, or with the system's code for what went wrong in it. */
function withNote(sentence: string, note: string | null): string {
  if (note === null) return sentence
  if (!note.includes(' ')) return `${sentence.slice(0, -1)} (${note}).`
  return `${sentence} It said: ${note}${note.endsWith('.') ? '' : '.'}`
}

/** Only a definite no may be told as one; behind anything else it may have been taken. */
function afterSubmitFault(event: StoryEvent): Told {
  if (event.httpStatus === null && event.errorType === null)
    return afterFault(event.phase === 'queued' ? 'It did not leave this computer.' : 'No answer came back.', event)
  const { known } = policyFor(newFault('submit', 'refusal', { httpStatus: event.httpStatus, errorType: event.errorType }))
  return afterFault(known === 'refused' ? 'The service did not take it.' : 'No certain answer came back.', event)
}

function afterFault(what: string, event: StoryEvent): Told {
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
            : event.phase === 'running' || event.phase === 'needs_input' || event.phase === 'selecting'
              ? ` The task is asked about${event.kind === 'query-failed' ? ' again' : ''}.`
              : event.phase === 'queued'
                ? ' It waits for the network.'
                : event.phase === 'submitting'
                  ? ' It is sent again with the same key.'
                  : event.kind === 'submit-failed' && event.phase === 'uploading'
                    ? ' Its files are uploaded anew.'
                    : ' It is tried again.'
  return { words: `${withNote(what, event.note)}${then}`, tone }
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
export function storyEventOf(
  event: TaskEvent,
  after: { readonly phase: Phase; readonly key: string; readonly credits: CreditsState },
  at: number
): StoryEvent {
  const base = { at, kind: event.kind, phase: after.phase, httpStatus: null, errorType: null, requestId: null, note: null, reference: null }
  switch (event.kind) {
    case 'keep-failed':
      // The system's own code tells a person nothing; what it means is told from the reason.
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
    case 'restarted':
    case 'upload-began':
    case 'uploaded-by-hand':
    case 'faces-chosen':
    case 'faces-taken':
    case 'fetch-again':
    case 'moved':
    case 'account-held':
    case 'account-mended':
    case 'price-agreed':
    case 'question-dropped':
    case 'cancelled':
    case 'look-again':
    case 'hidden':
      return base
    default:
      return assertNever(event)
  }
}

function faultEvent(base: StoryEvent, { httpStatus, errorType, requestId, message }: Fault): StoryEvent {
  return { ...base, httpStatus, errorType, requestId, note: message }
}

/** Why a result could not be saved on this computer; null: it was not this computer. `reason`: a stored `LocalReason`. */
function whyNotKept(reason: string | null): string | null {
  switch (reason) {
    case 'disk-full':
      return 'The disk was full. The result waits at the service until there is room.'
    case 'folder-missing':
      return 'The library folder was not there. The result waits at the service until it is back.'
    case 'folder-not-writable':
      return 'Kiln could not write into the library folder. The result waits at the service until it can.'
    case 'unexpected':
      return 'The result could not be saved on this computer. It waits at the service, and is tried again.'
    default:
      return null
  }
}

/** What the service says of the credits of a task that failed. `state`: a stored `CreditsState`. */
function creditsWords(state: string | null): string {
  switch (state) {
    case 'refunded':
      return 'The service has given the credits back.'
    case 'not-charged':
      return 'The service says that no credits were spent.'
    case 'refund-expected':
      return 'The credits have not come back yet.'
    default:
      return 'What became of the credits is not settled yet.'
  }
}

function questionNote(question: SendingQuestion): string {
  switch (question.kind) {
    case 'price': {
      const now = question.now === null ? 'nobody can tell what it costs now' : `it costs ${counted(question.now, 'credit')} now`
      return `Not sent: it cost ${counted(question.before, 'credit')} when it was asked for, and ${now}.`
    }
    case 'limit':
      return `Not sent: it would pass the limit of ${counted(question.limit, 'credit')} for the day.`
    default:
      return assertNever(question)
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
