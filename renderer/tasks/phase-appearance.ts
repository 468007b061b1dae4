import { assertNever } from '../../shared/assert-never.ts'
import type { SendConfirmation } from '../../shared/task/spending.ts'
import type { HoldReason, Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'

/**
 * Label, icon and tone of a task's state, the same everywhere in the window. `icon` is an `IconName` and `tone` a `Tone` from
 * `renderer/ui`.
 */
export type PhaseAppearance = {
  readonly tone: 'plain' | 'working' | 'needs' | 'done' | 'failed' | 'held' | 'unknown'
  readonly icon: PhaseIcon
  readonly label: string
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

export function phaseAppearance(
  task: Pick<Task, 'phase' | 'hold'> & Partial<Pick<Task, 'manualUpload' | 'failure' | 'question'>>
): PhaseAppearance {
  switch (task.phase) {
    case 'queued':
      return { tone: 'plain', icon: 'clock', label: say('Queued') }
    case 'uploading':
      return task.manualUpload
        ? { tone: 'needs', icon: 'upload', label: say('Manual upload') }
        : { tone: 'working', icon: 'upload', label: say('Uploading') }
    case 'submitting':
      return { tone: 'working', icon: 'arrow-right', label: say('Sending') }
    case 'unconfirmed':
      return { tone: 'unknown', icon: 'unknown', label: say('Unconfirmed') }
    case 'running':
      return { tone: 'working', icon: 'flame', label: say('Running') }
    case 'needs_input':
      return { tone: 'needs', icon: 'face', label: say('Choose faces') }
    case 'selecting':
      return { tone: 'working', icon: 'arrow-right', label: say('Sending selection') }
    case 'collecting':
      return task.failure
        ? { tone: 'held', icon: 'held', label: say('Save pending') }
        : { tone: 'working', icon: 'download', label: say('Downloading') }
    case 'done':
      return { tone: 'done', icon: 'check', label: say('Done') }
    case 'failed':
      return { tone: 'failed', icon: 'warning', label: say('Failed') }
    case 'refused':
      return { tone: 'failed', icon: 'close', label: say('Rejected') }
    case 'held':
      if (task.question) return { tone: 'needs', icon: 'credits', label: askingText(task.question) }
      return { tone: 'held', icon: 'held', label: task.hold === null ? say('On hold') : heldText(task.hold) }
    case 'support':
      return { tone: 'failed', icon: 'info', label: say('Contact support') }
    case 'cancelled':
      return { tone: 'plain', icon: 'close', label: say('Cancelled') }
    default:
      return assertNever(task.phase)
  }
}

function askingText(question: SendConfirmation): string {
  if (question.kind === 'limit') return say('Over limit')
  if (question.kind === 'copy') return say('Possibly sent')
  return question.now === null ? say('Price unknown') : say('Price increased')
}

function heldText(hold: HoldReason): string {
  switch (hold) {
    case 'key':
      return say('Needs new key')
    case 'sign-in':
      return say('Needs sign-in')
    case 'subscription':
      return say('Needs subscription')
    case 'credits':
      return say('Needs credits')
    case 'no-connection':
      return say('Needs connection')
    case 'account-changed':
      return say('Needs confirmation')
    default:
      return assertNever(hold)
  }
}
