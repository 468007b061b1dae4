import { assertNever } from '../../shared/assert-never.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { HoldReason, Task } from '../../shared/task.ts'
import { say } from '../../shared/words/say.ts'

/** A phase as it is said and drawn, the same everywhere. `icon` and `tone` are names of the ui kit. */
export type PhaseWords = {
  readonly tone: 'plain' | 'working' | 'needs' | 'done' | 'failed' | 'held' | 'unknown'
  readonly icon: PhaseIcon
  readonly words: string
}
type PhaseIcon =
  | 'clock'
  | 'upload'
  | 'arrow-right'
  | 'unknown'
  | 'flame'
  | 'face'
  | 'download'
  | 'check'
  | 'warning'
  | 'held'
  | 'info'
  | 'close'
  | 'credits'

/** What a person reads for where a task stands. */
export function phaseWords(task: Pick<Task, 'phase' | 'hold'> & Partial<Pick<Task, 'handUpload' | 'failure' | 'question'>>): PhaseWords {
  switch (task.phase) {
    case 'queued':
      return { tone: 'plain', icon: 'clock', words: say('Queued') }
    case 'uploading':
      return task.handUpload
        ? { tone: 'needs', icon: 'upload', words: say('Upload by hand') }
        : { tone: 'working', icon: 'upload', words: say('Uploading') }
    case 'submitting':
      return { tone: 'working', icon: 'arrow-right', words: say('Sending') }
    case 'unconfirmed':
      return { tone: 'unknown', icon: 'unknown', words: say('Not confirmed') }
    case 'running':
      return { tone: 'working', icon: 'flame', words: say('With the service') }
    case 'needs_input':
      return { tone: 'needs', icon: 'face', words: say('Choose faces') }
    case 'selecting':
      return { tone: 'working', icon: 'arrow-right', words: say('Sending your choice') }
    case 'collecting':
      return task.failure
        ? { tone: 'held', icon: 'held', words: say('Waits to be saved') }
        : { tone: 'working', icon: 'download', words: say('Saving') }
    case 'done':
      return { tone: 'done', icon: 'check', words: say('On this computer') }
    case 'failed':
      return { tone: 'failed', icon: 'warning', words: say('Failed') }
    case 'refused':
      return { tone: 'failed', icon: 'close', words: say('Not taken, nothing spent') }
    case 'held':
      if (task.question) return { tone: 'needs', icon: 'credits', words: askingWords(task.question) }
      return { tone: 'held', icon: 'held', words: task.hold === null ? say('Held') : heldWords(task.hold) }
    case 'support':
      return { tone: 'failed', icon: 'info', words: say('Only support can tell') }
    case 'cancelled':
      return { tone: 'plain', icon: 'close', words: say('Taken back') }
    default:
      return assertNever(task.phase)
  }
}

function askingWords(question: SendingQuestion): string {
  if (question.kind === 'limit') return say('Past today’s limit')
  if (question.kind === 'copy') return say('May have been sent')
  return question.now === null ? say('Price not known any more') : say('Price has gone up')
}

function heldWords(hold: HoldReason): string {
  switch (hold) {
    case 'key':
      return say('Held: new key needed')
    case 'sign-in':
      return say('Held: sign in')
    case 'subscription':
      return say('Held: renew subscription')
    case 'credits':
      return say('Held: add credits')
    case 'no-connection':
      return say('Held: no connection')
    case 'account-changed':
      return say('On hold: confirm account')
    default:
      return assertNever(hold)
  }
}
