import type { Fault, Obstacle } from '../../shared/fault.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { HoldReason, Result } from '../../shared/task.ts'
import type { Queried, Submitted } from './answers.ts'
import type { RefusedUpload } from './task-record.ts'

/** What can happen to a task. The journal keeps each one that tells something new. Kinds are stored; do not rename. */
export type TaskEvent =
  /** The app came up and found the task in the journal. */
  | { readonly kind: 'restarted' }
  | { readonly kind: 'upload-began' }
  | { readonly kind: 'upload-failed'; readonly fault: Fault }
  /** The service named an upload command that Kiln does not trust. */
  | { readonly kind: 'upload-refused'; readonly fault: Fault; readonly upload: RefusedUpload }
  /** A person has run it. */
  | { readonly kind: 'uploaded-by-hand' }
  /** The submit request is about to leave. `body`: the exact text, the same on every send of one key (I2). */
  | { readonly kind: 'sending'; readonly body: string }
  | { readonly kind: 'submitted'; readonly answer: Submitted; readonly httpStatus: number; readonly requestId: string | null }
  | { readonly kind: 'submit-failed'; readonly fault: Fault }
  /** Its files are uploaded, and its body is ready to be sent. */
  | { readonly kind: 'uploaded' }
  /**
   * The recent tasks were read; `foundTaskId` is this task there, or null. `foundUnder`: it was found under the key of a later attempt.
   * `isAbsent`: the list reaches back far enough, and names a key for every task, so that it proves that this one was never sent.
   */
  | {
      readonly kind: 'recent-read'
      readonly foundTaskId: string | null
      readonly foundUnder?: { readonly key: string; readonly attempt: number } | null
      readonly isAbsent?: boolean
      readonly requestId: string | null
    }
  | { readonly kind: 'recent-failed'; readonly fault: Fault }
  /** `stems`: places reserved for the outputs when the answer brings results; empty otherwise. */
  | {
      readonly kind: 'queried'
      readonly answer: Queried
      readonly stems: readonly string[]
      readonly httpStatus: number
      readonly requestId: string | null
    }
  /** A task that had failed was asked about once more, because its credits were not settled. */
  | { readonly kind: 'credits-read'; readonly answer: Queried; readonly httpStatus: number; readonly requestId: string | null }
  | { readonly kind: 'query-failed'; readonly fault: Fault }
  /** A person chose faces. Journaled before the choice leaves, like `sending`. `arguments`: the exact text that is sent. */
  | { readonly kind: 'faces-chosen'; readonly arguments: string }
  | { readonly kind: 'faces-taken' }
  | { readonly kind: 'choice-failed'; readonly fault: Fault }
  /** `downloadSha256`: of the bytes as they came. `isTorn`: the file looks incomplete, and was saved all the same. */
  | { readonly kind: 'kept'; readonly index: number; readonly result: Result; readonly downloadSha256: string; readonly isTorn: boolean }
  /** The bytes at an address that was assigned without proof are those of another output. */
  | { readonly kind: 'twin-found'; readonly index: number; readonly sha256: string }
  /** Files of a finished task are gone from the disk, and a person wants them back. `indexes`: zero-based places among its outputs. */
  | { readonly kind: 'fetch-again'; readonly indexes: readonly number[] }
  /** The library folder that the place was reserved in is gone, and a person chose another one. */
  | { readonly kind: 'moved'; readonly index: number; readonly stem: string }
  | { readonly kind: 'keep-failed'; readonly index: number; readonly fault: Fault }
  | { readonly kind: 'account-held'; readonly reason: HoldReason }
  | { readonly kind: 'account-mended' }
  /** It has waited, and is not sent just like that. */
  | { readonly kind: 'questioned'; readonly question: SendingQuestion }
  /** The person says yes to what was asked: the new price, or that it may have been sent already. */
  | { readonly kind: 'price-agreed' }
  /** What the question was about has changed: it is judged again before it is sent. */
  | { readonly kind: 'question-dropped'; readonly about: SendingQuestion['kind'] }
  | { readonly kind: 'cancelled' }
  /** A person asks for another look. */
  | { readonly kind: 'look-again' }
  /** The computer woke, or the network is back: nothing waits any longer. */
  | { readonly kind: 'woke' }
  | { readonly kind: 'hidden' }

/** What a decision tells beyond the task itself. */
export type Notice =
  | {
      readonly kind: 'hold-account'
      readonly reason: HoldReason
      readonly message: string | null
      readonly requestId: string | null
      readonly credits: number | null
    }
  | { readonly kind: 'slow-down'; readonly delayInMs: number }
  /** `obstacle`: what stands in the way, where it is more than a network that is not there. */
  | { readonly kind: 'offline'; readonly obstacle: Obstacle | null }
  /** A place where files are could not be reached: it may be the network. */
  | { readonly kind: 'out-of-reach' }
  | { readonly kind: 'online' }
  | { readonly kind: 'read-recent' }
  /** Places of files that are not downloaded any more. */
  | { readonly kind: 'discard-parts'; readonly places: readonly { readonly stem: string; readonly index: number }[] }
  | { readonly kind: 'forget-uploads' }
  | { readonly kind: 'capabilities-moved' }
