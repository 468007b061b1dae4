import type { EstimateSource } from '../../shared/pricing.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { BatchPosition, Credits, Failure, HoldReason, Result } from '../../shared/task.ts'
import type { FileReference, ItemReference, Values } from '../../shared/values.ts'

/** A local file that a task sends, as it was when the user chose it. Stored. Don't rename. */
export type TaskInput = {
  readonly field: string
  /** Zero-based place in a list field. Null for a single one. */
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
 * A face selection, as it was sent (spec section 4, MCP interface). `arguments`: the exact text of the tool's arguments, frozen before it
 * is sent. `since`: time of the last change of `fate`, in milliseconds since 1970. Stored. Don't rename.
 *
 * on-the-way -> taken | not-taken (rejected) | unknown (no certain response, or the app died).
 * unknown -> taken | not-taken, by the task's status at the service.
 */
export type FaceChoice = {
  readonly arguments: string
  readonly fate: 'on-the-way' | 'taken' | 'not-taken' | 'unknown'
  readonly since: number
}

/**
 * One output of a finished task: where it comes from, where it goes (`stem`: a path without extension), and its file once it is saved.
 * Each output is downloaded independently of the others. Times in milliseconds since 1970. Stored. Don't rename.
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
   * Start of an unbroken series of failed downloads for reasons outside this computer. Null if the last download didn't fail in this way.
   */
  readonly failingSince: number | null
  /** True while the service has to be asked for a fresh address before the next download. */
  readonly needsFreshUrl: boolean
  /** False if the address was assigned without proof that it belongs to this output. Its bytes are then compared with the finished outputs. */
  readonly isAddressCertain: boolean
  /**
   * False if no list from the service was long enough to prove that this output exists. Its address may then be another output's new one.
   */
  readonly isProven: boolean
  /** SHA-256 of the bytes as downloaded, before a recipe was put into the file. Null if not known. */
  readonly downloadSha256: string | null
  /** True if the file looks incomplete and was saved because several downloads gave no better one. */
  readonly isTorn: boolean
}

/**
 * The state of a task. Each phase has only its own fields. `notBefore`: when the next step may start, in milliseconds since 1970.
 *
 * queued -> uploading -> submitting -> running -> collecting -> done.
 * Other phases:
 * - unconfirmed (was it accepted?).
 * - held (an account problem or a question).
 * - needs_input, selecting (faces).
 * - failed, refused, support, cancelled.
 *
 * Stored. Don't rename.
 */
export type TaskState =
  /** `isUploaded`: its files are at storage, and it waits for its turn to be sent. No longer true after a restart. */
  | { readonly phase: 'queued'; readonly notBefore: number; readonly tries: number; readonly isUploaded?: boolean }
  /** `byHand`: waits until the user has run this upload command or cancels the task. */
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
      /** Since when the service has been unsure of the task itself (`TASK_NOT_FOUND`, `TASK_PERSISTENCE_UNCERTAIN`). Null if it isn't. */
      readonly doubtedSince: number | null
    }
  | { readonly phase: 'needs_input'; readonly notBefore: number; readonly faultsInARow: number }
  | { readonly phase: 'selecting'; readonly notBefore: number; readonly faultsInARow: number }
  | {
      readonly phase: 'collecting'
      readonly outputs: readonly Output[]
      /** When the service may be asked for addresses again. */
      readonly notBefore: number
      /** Number of queries in a row that returned no address. */
      readonly tries: number
      /** See `ResultUrls`. */
      readonly latest: readonly string[]
      /** Number of queries made only because the service named fewer outputs than requested. */
      readonly recounts: number
      /** How often Kiln has checked again since this task was first left to support. */
      readonly rechecks: number
      /** Since when the service hasn't known the task or has been unsure of it. Null if it knows it. */
      readonly doubtedSince: number | null
    }
  | { readonly phase: 'done'; readonly outputs: readonly Output[] }
  /**
   * `refundLook`: when the credits are checked next, and how often they were checked. Null if they are settled or were checked often
   * enough. `outputs`: files saved before the service reported the task as failed.
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
   * `recheck.at`: when the task is checked next. `recheck.looks`: number of checks since it was left to support. `recheck` is null if it
   * isn't checked. `outputs`: those of a finished task, saved or not.
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
