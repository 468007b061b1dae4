import type { TaskSource } from '../../../shared/form/task-source.ts'
import type { EstimateSource } from '../../../shared/form/pricing.ts'
import type { SendConfirmation } from '../../../shared/task/spending.ts'
import type { BatchPosition, Requester, TaskCredits, TaskFailure, HoldReason, TaskResult } from '../../../shared/task/task.ts'
import type { FileReference, ItemReference, Values } from '../../../shared/form/values.ts'

/** A local file that is uploaded for a task, as it was when the user chose it. Stored. Don't rename. */
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

/** An upload whose command Kiln doesn't trust. `fileUrl`: the file's URL after the upload. Stored. Don't rename. */
export type RejectedUpload = {
  readonly field: string
  readonly path: string
  readonly fileName: string
  readonly command: string
  readonly fileUrl: string
}

/**
 * A face selection as it was sent (spec section 4). `arguments`: the tool's arguments as the exact JSON text that is sent. `since`: time of
 * the last change of `fate`, in milliseconds since 1970. Stored. Don't rename.
 *
 * `fate` changes from `on-the-way` to one of these:
 * - `taken`: accepted.
 * - `not-taken`: rejected.
 * - `unknown`: no clear response, or Kiln was closed. The task's status later changes it to `taken` or `not-taken`.
 */
export type SentFaceSelection = {
  readonly arguments: string
  readonly fate: 'on-the-way' | 'taken' | 'not-taken' | 'unknown'
  readonly since: number
}

/** A file of a task's result. `path`: where the file was saved. The library has its current path. Stored. Don't rename. */
export type SavedResult = Omit<TaskResult, 'fileName'> & { readonly path: string }

/**
 * One output of a finished task. `stem`: the reserved path without extension. `result`: the file, once saved. Each output is downloaded
 * independently of the others. Times in milliseconds since 1970. Stored. Don't rename.
 */
export type TaskOutput = {
  readonly url: string
  readonly stem: string
  readonly result: SavedResult | null
  /** Number of failed downloads in a row. */
  readonly tries: number
  /** Number of downloads whose file looked incomplete. */
  readonly tornTries: number
  /** When the next download may start. */
  readonly notBefore: number
  /**
   * When the current series of failed downloads began. Only failures for reasons outside this computer count. Null if the last download had
   * no such failure.
   */
  readonly failingSince: number | null
  /** True while a new URL must be requested from the service before the next download. */
  readonly needsFreshUrl: boolean
  /**
   * False if `url` may belong to another output. The downloaded bytes are then compared with those of the finished outputs.
   */
  readonly isAddressCertain: boolean
  /** False if no list of URLs was long enough to prove that this output exists. `url` may then be another output's new URL. */
  readonly isProven: boolean
  /** SHA-256 of the bytes as downloaded, before Kiln embedded the recipe. Null if unknown. */
  readonly downloadSha256: string | null
  /** True if the saved file looks incomplete. It was saved because several downloads gave no better file. */
  readonly isTorn: boolean
}

/**
 * The state of a task. Each phase has only its own fields. `notBefore`: when the next step may start, in milliseconds since 1970.
 *
 * queued -> uploading -> submitting -> running -> collecting -> done.
 *
 * Other phases:
 * - `unconfirmed`: it's unknown whether the service accepted the task.
 * - `held`: on hold because of an account problem or an unanswered question.
 * - `needs_input`: the task waits for a face selection.
 * - `selecting`: the selection is being sent.
 * - `failed`, `refused`, `support`, `cancelled`.
 *
 * Stored. Don't rename.
 */
export type TaskState =
  /**
   * `isUploaded`: true if the task's files are uploaded and the task waits to be sent. Not written to the journal, so lost in a restart.
   */
  | { readonly phase: 'queued'; readonly notBefore: number; readonly tries: number; readonly isUploaded?: boolean }
  /** `byHand`: if set, the task waits until the user runs this upload command or cancels. */
  | { readonly phase: 'uploading'; readonly notBefore: number; readonly tries: number; readonly byHand: RejectedUpload | null }
  /** `isSent`: set in the journal before the first byte is sent. If true after a restart, the service may have received the request. */
  | { readonly phase: 'submitting'; readonly isSent: boolean; readonly notBefore: number; readonly tries: number }
  | {
      readonly phase: 'unconfirmed'
      readonly since: number
      /** False if the task must not be resent, even with the same idempotency key. Some responses forbid it (spec section 7). */
      readonly mayResend: boolean
      /** True if the task is unconfirmed only because the journal was restored or copied. Another copy of Kiln may have sent the task. */
      readonly isRestored: boolean
      readonly notBefore: number
      readonly looks: number
    }
  | {
      readonly phase: 'running'
      readonly notBefore: number
      readonly faultsInARow: number
      /**
       * When the service stopped reporting a definite status. `TASK_NOT_FOUND`, for example, isn't definite, and neither is a finished task
       * without files. Null if the last status was definite.
       */
      readonly doubtedSince: number | null
    }
  | { readonly phase: 'needs_input'; readonly notBefore: number; readonly faultsInARow: number }
  | { readonly phase: 'selecting'; readonly notBefore: number; readonly faultsInARow: number }
  | {
      readonly phase: 'collecting'
      readonly outputs: readonly TaskOutput[]
      /** Earliest time of the next query for URLs. */
      readonly notBefore: number
      /** Number of queries in a row that failed or left an output without a URL. */
      readonly tries: number
      /** The latest result URLs from the service, in its order. Empty once the URL of every open output is certain. */
      readonly latest: readonly string[]
      /** Number of queries made because the service had listed fewer outputs than requested. */
      readonly recounts: number
      /** Number of checks since the task first moved to `support`. */
      readonly rechecks: number
      /** When the service stopped reporting a definite status (see `running`). Null if the last status was definite. */
      readonly doubtedSince: number | null
    }
  | { readonly phase: 'done'; readonly outputs: readonly TaskOutput[] }
  /**
   * `refundLook`: time of the next credits check, and number of checks so far. Null if the credits are settled or no checks remain.
   * `outputs`: outputs saved before the service reported the task as failed.
   */
  | {
      readonly phase: 'failed'
      readonly refundLook: { readonly at: number; readonly looks: number } | null
      readonly outputs: readonly TaskOutput[]
    }
  | { readonly phase: 'refused' }
  /** On hold because of the account (`reason`) or an unanswered question. */
  | { readonly phase: 'held'; readonly reason: HoldReason; readonly question: null }
  | { readonly phase: 'held'; readonly reason: null; readonly question: SendConfirmation }
  /**
   * `recheck.at`: time of the next check. `recheck.looks`: number of checks since the task moved to `support`. `recheck` is null if no
   * check is planned. `outputs`: outputs of a finished task, saved or not.
   */
  | {
      readonly phase: 'support'
      readonly recheck: { readonly at: number; readonly looks: number } | null
      readonly outputs: readonly TaskOutput[]
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
  readonly from: readonly TaskSource[]
  readonly askedBy: Requester
  readonly idempotencyKey: string
  readonly attempt: number
  /** The exact request body. Stored before the first send and never changed for this idempotency key. Null before that. */
  readonly body: string | null
  /** True while the service may have accepted an earlier send of this idempotency key. A later rejection then proves nothing. */
  readonly inDoubt: boolean
  readonly taskId: string | null
  readonly businessId: string | null
  readonly status: string | null
  readonly credits: TaskCredits
  /** The source of `credits.estimated`. */
  readonly estimatedBy: EstimateSource
  readonly failure: TaskFailure | null
  /** The last face selection. Null if none was made. */
  readonly choice: SentFaceSelection | null
  readonly polls: number
  readonly createdAt: number
  readonly submittedAt: number | null
  readonly acceptedAt: number | null
  readonly finishedAt: number | null
  readonly hidden: boolean
  /**
   * Reserved paths of outputs that the service first listed and later withdrew. A complete file may already exist there, so the next
   * outputs use these paths first.
   */
  readonly formerStems?: readonly string[] | undefined
  readonly state: TaskState
}
