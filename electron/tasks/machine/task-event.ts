import type { Fault, NetworkBlock } from '../../../shared/task/fault.ts'
import type { SendConfirmation } from '../../../shared/task/spending.ts'
import type { HoldReason } from '../../../shared/task/task.ts'
import type { QueryResponse, SubmitResponse } from './responses.ts'
import type { RejectedUpload, SavedResult } from './task-record.ts'

/** Events of a task. The journal stores the `kind` of each event that has new information. Don't rename the kinds. */
export type TaskEvent =
  /** The app started and found the task in the journal. */
  | { readonly kind: 'restarted' }
  | { readonly kind: 'upload-began' }
  | { readonly kind: 'upload-failed'; readonly fault: Fault }
  /** The service returned an upload command that Kiln doesn't trust. */
  | { readonly kind: 'upload-refused'; readonly fault: Fault; readonly upload: RejectedUpload }
  /** The user ran the upload command. */
  | { readonly kind: 'uploaded-by-hand' }
  /** The submission is about to be sent. `body`: the exact request body. Every send with one idempotency key has the same body. */
  | { readonly kind: 'sending'; readonly body: string }
  | { readonly kind: 'submitted'; readonly answer: SubmitResponse; readonly httpStatus: number; readonly requestId: string | null }
  | { readonly kind: 'submit-failed'; readonly fault: Fault }
  /** The task's files are uploaded, and its body is ready to be sent. */
  | { readonly kind: 'uploaded' }
  /**
   * The recent tasks were read. `foundTaskId`: this task's ID in the list. Null if the list doesn't contain the task. `foundUnder`: set if
   * the task was found under a later attempt's key. `isAbsent`: true if the list proves that the task was never sent (see `provesAbsence`).
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
      readonly answer: QueryResponse
      readonly stems: readonly string[]
      readonly httpStatus: number
      readonly requestId: string | null
    }
  /** A failed task was queried again, because its credits weren't settled. */
  | { readonly kind: 'credits-read'; readonly answer: QueryResponse; readonly httpStatus: number; readonly requestId: string | null }
  | { readonly kind: 'query-failed'; readonly fault: Fault }
  /** The user chose faces. Written to the journal before the selection is sent. `arguments`: the exact JSON text that is sent. */
  | { readonly kind: 'faces-chosen'; readonly arguments: string }
  | { readonly kind: 'faces-taken' }
  | { readonly kind: 'choice-failed'; readonly fault: Fault }
  /** `downloadSha256`: digest of the bytes as downloaded. `isTorn`: the file looks incomplete and was saved anyway. */
  | {
      readonly kind: 'kept'
      readonly index: number
      readonly result: SavedResult
      readonly downloadSha256: string
      readonly isTorn: boolean
    }
  /** The bytes from an uncertain URL are those of another output. */
  | { readonly kind: 'twin-found'; readonly index: number; readonly sha256: string }
  /** The user downloads a finished task's missing files again. `indexes`: zero-based output indexes. */
  | { readonly kind: 'fetch-again'; readonly indexes: readonly number[] }
  /** The output gets a new reserved path. Its old folder isn't usable, or another output has the same path. */
  | { readonly kind: 'moved'; readonly index: number; readonly stem: string }
  | { readonly kind: 'keep-failed'; readonly index: number; readonly fault: Fault }
  | { readonly kind: 'account-held'; readonly reason: HoldReason }
  | { readonly kind: 'account-fixed' }
  /** The task needs the user's confirmation before it is sent, for example because its price has risen. */
  | { readonly kind: 'questioned'; readonly question: SendConfirmation }
  /** The user confirmed the new price. */
  | { readonly kind: 'price-agreed' }
  /** The user confirmed sending the task, although another copy of Kiln may have sent it already. */
  | { readonly kind: 'copy-agreed' }
  /** The question is outdated, because its reason has changed. Kiln decides again before sending. */
  | { readonly kind: 'question-dropped'; readonly about: SendConfirmation['kind'] }
  | { readonly kind: 'cancelled' }
  /** The user undid the cancellation. The task keeps its idempotency key. */
  | { readonly kind: 'cancel-undone' }
  /** The user requested another check. */
  | { readonly kind: 'look-again' }
  /** The computer woke up or the network is back, so Kiln continues with every task at once. */
  | { readonly kind: 'woke' }
  | { readonly kind: 'hidden' }
  /** The task is shown in the queue again. */
  | { readonly kind: 'unhidden' }

/** Effects of a decision outside the task, such as on the account, network or files. */
export type TaskEffect =
  | {
      readonly kind: 'hold-account'
      readonly reason: HoldReason
      readonly message: string | null
      readonly requestId: string | null
      readonly credits: number | null
    }
  | { readonly kind: 'slow-down'; readonly delayInMs: number }
  /** `networkBlock`: what blocks the connection. Null if there is simply no connection. */
  | { readonly kind: 'offline'; readonly networkBlock: NetworkBlock | null }
  /** The network may be down. The file storage couldn't be reached, or a sign-in page came back instead of the service's response. */
  | { readonly kind: 'out-of-reach' }
  | { readonly kind: 'online' }
  | { readonly kind: 'read-recent' }
  /** Deletes the partial downloads of these outputs. */
  | { readonly kind: 'discard-parts'; readonly outputs: readonly { readonly stem: string; readonly index: number }[] }
  | { readonly kind: 'forget-uploads' }
  | { readonly kind: 'capabilities-moved' }
