import { assertNever } from '../../shared/assert-never.ts'
import { type Fault, newFault } from '../../shared/fault.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { CreditsState, Phase, TimelineEntry } from '../../shared/task.ts'
import { sentences } from '../../shared/words/join.ts'
import { kept, say, sayAgain } from '../../shared/words/say.ts'
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
      return { words: say('Written to the journal, before anything was sent.'), tone: 'plain' }
    case 'restored':
      return {
        words: say('The journal was restored from a backup or copied to another place. Kiln checks whether this was already sent.'),
        tone: 'unknown'
      }
    case 'adopted':
      return { words: say('Made elsewhere with this account; taken in from the recent tasks.'), tone: 'plain' }
    case 'restarted':
      return event.phase === 'unconfirmed'
        ? { words: say('Kiln was closed while this was on its way. Whether it arrived is looked up first.'), tone: 'unknown' }
        : { words: say('Kiln was started again and goes on.'), tone: 'plain' }
    case 'upload-began':
      return { words: say('Uploading the files.'), tone: 'working' }
    case 'upload-failed':
      return afterFault(event.phase === 'queued' ? say('It did not leave this computer.') : say('The upload did not go through.'), event)
    case 'upload-refused':
      return { words: say('The service named an upload command that Kiln does not run by itself. It waits for you.'), tone: 'needs' }
    case 'uploaded':
      return { words: say('The files are uploaded.'), tone: 'working' }
    case 'uploaded-by-hand':
      return { words: say('You said that you ran the upload command.'), tone: 'working' }
    case 'sending':
      return event.phase === 'submitting'
        ? { words: say('Sent to the service, with its key.'), tone: 'working' }
        : { words: say('Too long ago to be sent again under the same key; looking in the recent tasks instead.'), tone: 'unknown' }
    case 'submitted':
      return { words: sentences(say('The service took it.'), event.note === null ? null : sayAgain(event.note)), tone: 'working' }
    case 'submit-failed':
      return afterSubmitFault(event)
    case 'recent-read':
      return event.reference !== null
        ? { words: say('Found among the recent tasks of the service.'), tone: 'working' }
        : event.phase === 'submitting'
          ? { words: say('Not among the recent tasks. Asking again with the same key and the same content.'), tone: 'unknown' }
          : { words: say('Not among the recent tasks.'), tone: event.phase === 'support' ? 'failed' : 'unknown' }
    case 'recent-failed':
      return event.phase === 'support'
        ? afterFault(say('The recent tasks could not be read.'), event)
        : { words: withNote(say('The recent tasks could not be read.'), event.note), tone: 'unknown' }
    case 'queried':
      return afterAnswer(event)
    case 'credits-read':
      return { words: creditsWords(event.note), tone: event.note === 'refund-expected' || event.note === 'pending' ? 'unknown' : 'plain' }
    case 'query-failed':
      return afterFault(say('The service could not say how it stands.'), event)
    case 'faces-chosen':
      return { words: say('You chose the faces. The choice was written down and sent, once.'), tone: 'working' }
    case 'faces-taken':
      return { words: say('The service took the choice of faces.'), tone: 'working' }
    case 'choice-failed':
      return event.phase === 'needs_input'
        ? { words: withNote(say('The choice of faces was not taken.'), event.note), tone: 'needs' }
        : {
            words: sentences(
              withNote(say('No certain answer to the choice of faces came back.'), event.note),
              event.phase === 'support' ? say('Only support can tell.') : say('Looking how the task stands; it is not sent again.')
            ),
            tone: event.phase === 'support' ? 'failed' : 'unknown'
          }
    case 'kept':
      return {
        words: event.note === null ? say('Saved on this computer.') : say('Saved on this computer: {note}', { note: event.note }),
        tone: event.phase === 'done' ? 'done' : 'working'
      }
    case 'keep-failed':
      return { words: whyNotKept(event.note) ?? withNote(say('Fetching the result broke off; it goes on.'), event.note), tone: 'working' }
    case 'twin-found':
      return { words: say('The service gave the address of another file. Kiln tries the next address.'), tone: 'working' }
    case 'fetch-again':
      return {
        words: say('A file of the result was not on this computer any more. Fetching it again; that costs nothing.'),
        tone: 'working'
      }
    case 'moved':
      return { words: say('The library folder of before can’t be written to; saving into the one that is chosen now.'), tone: 'plain' }
    case 'account-held':
      return { words: say('Waits: the account stands in the way.'), tone: 'held' }
    case 'account-mended':
      return { words: say('The account is mended; going on with the same key.'), tone: 'working' }
    case 'questioned':
      return { words: event.note === null ? say('Not sent yet: it waits for your word.') : sayAgain(event.note), tone: 'needs' }
    case 'price-agreed':
      return { words: say('You agreed to the new price; going on with the same key.'), tone: 'working' }
    case 'question-dropped':
      return { words: say('What stood in the way has changed; it is looked at again.'), tone: 'working' }
    case 'cancelled':
      return { words: say('Taken back before anything was sent.'), tone: 'plain' }
    case 'look-again':
      return { words: say('You asked for another look.'), tone: 'plain' }
    case 'woke':
      return { words: say('Kiln checks again.'), tone: 'plain' }
    case 'hidden':
      return { words: say('Hidden from the queue.'), tone: 'plain' }
    default:
      return assertNever(event.kind)
  }
}

/** A sentence with what the service said after it, or with the system's code for what went wrong in it. */
function withNote(sentence: string, note: string | null): string {
  if (note === null) return sentence
  if (!note.includes(' ')) return say('{sentence} ({note}).', { sentence: sentence.slice(0, -1), note })
  return sentences(sentence, say('It said: {note}', { note: note.endsWith('.') ? note : `${note}.` }))
}

/** Only a definite no may be told as one; behind anything else it may have been taken. */
function afterSubmitFault(event: StoryEvent): Told {
  if (event.httpStatus === null && event.errorType === null)
    return afterFault(event.phase === 'queued' ? say('It did not leave this computer.') : say('No answer came back.'), event)
  const { known } = policyFor(newFault('submit', 'refusal', { httpStatus: event.httpStatus, errorType: event.errorType }))
  return afterFault(known === 'refused' ? say('The service did not take it.') : say('No certain answer came back.'), event)
}

function afterFault(what: string, event: StoryEvent): Told {
  const tone = toneOfPhase(event.phase)
  return { words: sentences(withNote(what, event.note), whatThen(event)), tone }
}

function whatThen({ kind, phase }: StoryEvent): string {
  switch (phase) {
    case 'held':
      return say('It waits for the account.')
    case 'refused':
      return say('Nothing was spent.')
    case 'support':
      return say('Only support can tell.')
    case 'unconfirmed':
      return say('Looking for evidence before anything else.')
    case 'running':
    case 'needs_input':
    case 'selecting':
      return kind === 'query-failed' ? say('The task is asked about again.') : say('The task is asked about.')
    case 'queued':
      return say('It waits for the network.')
    case 'submitting':
      return say('It is sent again with the same key.')
    case 'uploading':
      return kind === 'submit-failed' ? say('Its files are uploaded anew.') : say('It is tried again.')
    case 'collecting':
    case 'done':
    case 'failed':
    case 'cancelled':
      return say('It is tried again.')
    default:
      return assertNever(phase)
  }
}

function afterAnswer(event: StoryEvent): Told {
  switch (event.phase) {
    case 'failed':
      return {
        words:
          event.note === null
            ? say('The service could not make it.')
            : say('The service could not make it. It said: {note}', { note: event.note }),
        tone: 'failed'
      }
    case 'collecting':
    case 'done':
      return { words: say('The service has finished. Fetching the result.'), tone: 'working' }
    case 'support':
      return { words: say('The service says that it has finished, but its files can’t be downloaded.'), tone: 'failed' }
    case 'needs_input':
      return { words: say('The service waits for a choice of faces.'), tone: 'needs' }
    default:
      return {
        words: event.note === null ? say('The service is at work.') : say('The service says “{note}”.', { note: event.note }),
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
    case 'uploaded':
    case 'uploaded-by-hand':
    case 'twin-found':
    case 'woke':
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
      return say('The disk was full. The result waits at the service until there is room.')
    case 'folder-missing':
      return say('The library folder was not there. The result waits at the service until it is back.')
    case 'folder-not-writable':
      return say('Kiln could not write into the library folder. The result waits at the service until it can.')
    case 'unexpected':
      return say('The result could not be saved on this computer. It waits at the service, and is tried again.')
    default:
      return null
  }
}

/** What the service says of the credits of a task that failed. `state`: a stored `CreditsState`. */
function creditsWords(state: string | null): string {
  switch (state) {
    case 'refunded':
      return say('The service has given the credits back.')
    case 'not-charged':
      return say('The service says that no credits were spent.')
    case 'refund-expected':
      return say('The credits have not come back yet.')
    default:
      return say('What became of the credits is not settled yet.')
  }
}

function questionNote(question: SendingQuestion): string {
  switch (question.kind) {
    case 'price': {
      const { before, now } = question
      return now === null
        ? kept(
            'Not sent: it cost {before, plural, one {# credit} other {# credits}} when it was asked for, and nobody can tell what it costs now.',
            {
              before
            }
          )
        : kept(
            'Not sent: it cost {before, plural, one {# credit} other {# credits}} when it was asked for, and it costs {now, plural, one {# credit} other {# credits}} now.',
            { before, now }
          )
    }
    case 'limit':
      return kept('Not sent: it would pass the limit of {limit, plural, one {# credit} other {# credits}} for the day.', {
        limit: question.limit
      })
    case 'copy':
      return kept('Not sent: another copy of Kiln may have sent it.')
    default:
      return assertNever(question)
  }
}

function creditsNote(consumed: number | null, usageDeferred: boolean | null): string | null {
  if (usageDeferred === true) return kept('Credits are charged later.')
  if (consumed === null) return null
  return consumed === 0
    ? kept('Nothing charged yet.')
    : kept('{consumed} {consumed, plural, one {credit} other {credits}} charged.', { consumed })
}

function fileNameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
