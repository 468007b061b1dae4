import type { EstimateSource } from '../../shared/pricing.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { BatchPosition, Credits, Failure, HoldReason, Result } from '../../shared/task.ts'
import type { FileReference, ItemReference, Values } from '../../shared/values.ts'

/** A local file that a task sends, as it was when the user chose it. Stored. Don't rename. */
export type TaskInput = {
  readonly field: string
  /** Zero-based position in a list field. Null if the field accepts a single file. */
  readonly index: number | null
  /** The reference to the file in the values. */
  readonly reference: FileReference | ItemReference
  /** Absolute path. Never leaves this computer. */
  readonly path: string
  readonly name: string
  readonly contentType: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
  readonly durationInSeconds: number | null
}

/** An upload whose command Kiln doesn't trust, and the address that the file would have. Stored. Don't rename. */
export type RejectedUpload = {
  readonly field: string
  readonly path: string
  readonly fileName: string
  readonly command: string
  readonly fileUrl: string
}

/**
 * A face selection, as it was sent (spec section 4). `arguments`: the exact text of the tool's arguments, frozen before it is sent.
 * `since`: time of the last change of `fate`, in milliseconds since 1970. Stored. Don't rename.
 *
 * - on-the-way -> taken | not-taken (rejected) | unknown (no certain response, or Kiln was killed).
 * - unknown -> taken | not-taken, depending on the task's status at the service.
 */
export type FaceChoice = {
  readonly arguments: string
  readonly fate: 'on-the-way' | 'taken' | 'not-taken' | 'unknown'
  readonly since: number
}

/**
 * One output of a finished task: its address, its reserved path without extension (`stem`), and its file once it is saved. Each output is
 * downloaded independently of the others. Times in milliseconds since 1970. Stored. Don't rename.
 */
export type Output = {
  readonly url: string
  readonly stem: string
  readonly result: Result | null
  /** Number of failed downloads in a row. */
  readonly tries: number
  /** Number of downloads that produced a file that looks incomplete. */
  readonly tornTries: number
  /** When the next download may start. */
  readonly notBefore: number
  /**
   * Start of the current series of downloads that failed for reasons outside this computer. Null if the last download didn't fail for such
   * a reason.
   */
  readonly failingSince: number | null
  /** True while a new address must be requested from the service before the next download. */
  readonly needsFreshUrl: boolean
  /**
   * False if the address was assigned without proof that it belongs to this output. The downloaded bytes are then compared with those of
   * the finished outputs.
   */
  readonly isAddressCertain: boolean
  /**
   * False if no list from the service was long enough to prove that this output exists. The address may then be the new address of another
   * output.
   */
  readonly isProven: boolean
  /** SHA-256 of the bytes as downloaded, before a recipe was embedded in the file. Null if unknown. */
  readonly downloadSha256: string | null
  /** True if the file looks incomplete and was saved because several downloads gave no better one. */
  readonly isTorn: boolean
}

/**
 * The state of a task. Each phase has only its own fields. `notBefore`: when the next step may start, in milliseconds since 1970.
 *
 * queued -> uploading -> submitting -> running -> collecting -> done
 *
 * Other phases:
 * - `unconfirmed`: it's unknown whether the service accepted the task.
 * - `held`: on hold because of an account problem or an unanswered question.
 * - `needs_input`, `selecting`: the task waits for a face selection, or the selection is being sent.
 * - `failed`, `refused`, `support`, `cancelled`.
 *
 * Stored. Don't rename.
 */
export type TaskState =
  /** `isUploaded`: true if the task's files are in storage and the task waits to be sent. Not journaled, so it is lost in a restart. */
  | { readonly phase: 'queued'; readonly notBefore: number; readonly tries: number; readonly isUploaded?: boolean }
  /** `byHand`: if set, the task waits until the user has run this upload command or cancels the task. */
  | { readonly phase: 'uploading'; readonly notBefore: number; readonly tries: number; readonly byHand: RejectedUpload | null }
  /** `isSent`: journaled before the first byte is sent. If true after a restart, the request may have arrived. */
  | { readonly phase: 'submitting'; readonly isSent: boolean; readonly notBefore: number; readonly tries: number }
  | {
      readonly phase: 'unconfirmed'
      readonly since: number
      /** False after a response that forbids resending, even with the same key (spec section 7). */
      readonly mayResend: boolean
      /** True if it is unconfirmed only because the journal was restored or copied. Another copy of Kiln may have sent it. */
      readonly isRestored: boolean
      readonly notBefore: number
      readonly looks: number
    }
  | {
      readonly phase: 'running'
      readonly notBefore: number
      readonly faultsInARow: number
      /**
       * Start of a period in which the service gives no definite status, such as `TASK_NOT_FOUND`, or reports a finished task without
       * files. Null outside such a period.
       */
      readonly doubtedSince: number | null
    }
  | { readonly phase: 'needs_input'; readonly notBefore: number; readonly faultsInARow: number }
  | { readonly phase: 'selecting'; readonly notBefore: number; readonly faultsInARow: number }
  | {
      readonly phase: 'collecting'
      readonly outputs: readonly Output[]
      /** Earliest time of the next query for addresses. */
      readonly notBefore: number
      /** Number of queries in a row that failed or left an output without an address. */
      readonly tries: number
      /** See `ResultUrls`. */
      readonly latest: readonly string[]
      /** Number of queries made while the service named fewer outputs than requested. */
      readonly recounts: number
      /** Number of checks since the task was first left to support. */
      readonly rechecks: number
      /** Start of a period in which the service gives no definite status, such as `TASK_NOT_FOUND`. Null outside such a period. */
      readonly doubtedSince: number | null
    }
  | { readonly phase: 'done'; readonly outputs: readonly Output[] }
  /**
   * `refundLook`: time of the next check of the credits, and number of checks so far. Null if the credits are settled or no check is left.
   * `outputs`: files saved before the service reported the task as failed.
   */
  | {
      readonly phase: 'failed'
      readonly refundLook: { readonly at: number; readonly looks: number } | null
      readonly outputs: readonly Output[]
    }
  | { readonly phase: 'refused' }
  /** On hold because of the account (`reason`) or an unanswered question. */
  | { readonly phase: 'held'; readonly reason: HoldReason; readonly question: null }
  | { readonly phase: 'held'; readonly reason: null; readonly question: SendingQuestion }
  /**
   * `recheck.at`: time of the next check. `recheck.looks`: number of checks since the task was left to support. `recheck` is null if no
   * check is planned. `outputs`: the outputs of a finished task, saved or not.
   */
  | {
      readonly phase: 'support'
      readonly recheck: { readonly at: number; readonly looks: number } | null
      readonly outputs: readonly Output[]
    }
  | { readonly phase: 'cancelled' }

/** A task as used by the engine and stored in the journal. Times in milliseconds since 1970. Stored. Don't rename. */
export type TaskRecord = {
  readonly id: string
  readonly connectionId: string
  readonly capability: string
  readonly title: string
  readonly values: Values
  readonly batch: BatchPosition | null
  readonly inputs: readonly TaskInput[]
  readonly idempotencyKey: string
  readonly attempt: number
  /** The exact text of the submit body, frozen before it is sent. Null until then. */
  readonly body: string | null
  /** True while an earlier send of this key may have been accepted. A rejection then proves nothing. */
  readonly inDoubt: boolean
  readonly taskId: string | null
  readonly businessId: string | null
  readonly status: string | null
  readonly credits: Credits
  /** The source of `credits.estimated`. */
  readonly estimatedBy: EstimateSource
  readonly failure: Failure | null
  /** The last face selection. Null if none was made. */
  readonly choice: FaceChoice | null
  readonly polls: number
  readonly createdAt: number
  readonly submittedAt: number | null
  readonly acceptedAt: number | null
  readonly finishedAt: number | null
  readonly hidden: boolean
  /**
   * Paths of outputs that the service finished and then revoked. A killed process may have left a complete file there. The next outputs use
   * these paths first.
   */
  readonly formerStems?: readonly string[] | undefined
  readonly state: TaskState
}
