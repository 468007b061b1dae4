import type { Fault, NetworkBlock } from '../../shared/fault.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { HoldReason, Result } from '../../shared/task.ts'
import type { Queried, Submitted } from './responses.ts'
import type { RejectedUpload } from './task-record.ts'

/** Events of a task. The journal stores each event that has new information. Kinds are stored. Don't rename. */
export type TaskEvent =
  /** The app started and found the task in the journal. */
  | { readonly kind: 'restarted' }
  | { readonly kind: 'upload-began' }
  | { readonly kind: 'upload-failed'; readonly fault: Fault }
  /** The service returned an upload command that Kiln doesn't trust. */
  | { readonly kind: 'upload-refused'; readonly fault: Fault; readonly upload: RejectedUpload }
  /** The user ran the upload command. */
  | { readonly kind: 'uploaded-by-hand' }
  /** The submit request is about to be sent. `body`: the exact text, the same on every send of one key (I2). */
  | { readonly kind: 'sending'; readonly body: string }
  | { readonly kind: 'submitted'; readonly answer: Submitted; readonly httpStatus: number; readonly requestId: string | null }
  | { readonly kind: 'submit-failed'; readonly fault: Fault }
  /** The task's files are uploaded, and its body is ready to be sent. */
  | { readonly kind: 'uploaded' }
  /**
   * The recent tasks were read. `foundTaskId`: this task's ID in the list. Null if the list doesn't have the task. `foundUnder`: set if the
   * task was found under the key of a later attempt. `isAbsent`: true if the list proves that the task was never sent. Such a list goes
   * back far enough and has a key for every task.
   */
  | {
      readonly kind: 'recent-read'
      readonly foundTaskId: string | null
      readonly foundUnder?: { readonly key: string; readonly attempt: number } | null
      readonly isAbsent?: boolean
      readonly requestId: string | null
    }
  | { readonly kind: 'recent-failed'; readonly fault: Fault }
  /** `stems`: paths reserved for the outputs. Empty if the response has no results. */
  | {
      readonly kind: 'queried'
      readonly answer: Queried
      readonly stems: readonly string[]
      readonly httpStatus: number
      readonly requestId: string | null
    }
  /** A failed task was queried again, because its credits weren't settled. */
  | { readonly kind: 'credits-read'; readonly answer: Queried; readonly httpStatus: number; readonly requestId: string | null }
  | { readonly kind: 'query-failed'; readonly fault: Fault }
  /** The user chose faces. Journaled before the selection is sent, like `sending`. `arguments`: the exact text that is sent. */
  | { readonly kind: 'faces-chosen'; readonly arguments: string }
  | { readonly kind: 'faces-taken' }
  | { readonly kind: 'choice-failed'; readonly fault: Fault }
  /** `downloadSha256`: digest of the bytes as downloaded. `isTorn`: the file looks incomplete and was saved anyway. */
  | { readonly kind: 'kept'; readonly index: number; readonly result: Result; readonly downloadSha256: string; readonly isTorn: boolean }
  /** The bytes at an address assigned without proof are those of another output. */
  | { readonly kind: 'twin-found'; readonly index: number; readonly sha256: string }
  /** The user downloads files of a finished task again, because they are missing from the disk. `indexes`: zero-based output indexes. */
  | { readonly kind: 'fetch-again'; readonly indexes: readonly number[] }
  /** The library folder of the reserved path is gone, and the user chose another folder. */
  | { readonly kind: 'moved'; readonly index: number; readonly stem: string }
  | { readonly kind: 'keep-failed'; readonly index: number; readonly fault: Fault }
  | { readonly kind: 'account-held'; readonly reason: HoldReason }
  | { readonly kind: 'account-fixed' }
  /** The task has been waiting and needs confirmation before it is sent. */
  | { readonly kind: 'questioned'; readonly question: SendingQuestion }
  /** The user confirmed the new price. */
  | { readonly kind: 'price-agreed' }
  /** The user sends the task although another copy of Kiln may already have sent it. */
  | { readonly kind: 'copy-agreed' }
  /** The reason for the question has changed. Kiln checks again before sending. */
  | { readonly kind: 'question-dropped'; readonly about: SendingQuestion['kind'] }
  | { readonly kind: 'cancelled' }
  /** The user undoes the cancellation. The task waits again with the same key. */
  | { readonly kind: 'cancel-undone' }
  /** The user requests another check. */
  | { readonly kind: 'look-again' }
  /** The computer woke up or the network is back, so all waits end. */
  | { readonly kind: 'woke' }
  | { readonly kind: 'hidden' }
  /** The task is shown in the queue again. */
  | { readonly kind: 'unhidden' }

/** Effects of a decision beyond the task itself. */
export type Effect =
  | {
      readonly kind: 'hold-account'
      readonly reason: HoldReason
      readonly message: string | null
      readonly requestId: string | null
      readonly credits: number | null
    }
  | { readonly kind: 'slow-down'; readonly delayInMs: number }
  /** `networkBlock`: the cause. Null if it is only a missing network. */
  | { readonly kind: 'offline'; readonly networkBlock: NetworkBlock | null }
  /** File storage couldn't be reached, or a web page came back instead of the service's response. The network may be the cause. */
  | { readonly kind: 'out-of-reach' }
  | { readonly kind: 'online' }
  | { readonly kind: 'read-recent' }
  /** Deletes the partial downloads of these outputs. */
  | { readonly kind: 'discard-parts'; readonly outputs: readonly { readonly stem: string; readonly index: number }[] }
  | { readonly kind: 'forget-uploads' }
  | { readonly kind: 'capabilities-moved' }
