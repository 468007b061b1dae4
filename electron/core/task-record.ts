import type { EstimateSource } from '../../shared/pricing.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { BatchPlace, Credits, Failure, HoldReason, Result } from '../../shared/task.ts'
import type { FileReference, ItemReference, Values } from '../../shared/values.ts'

/** A local file that a task sends, as it was when it was chosen. Stored; do not rename. */
export type TaskInput = {
  readonly field: string
  /** Zero-based place in a list field; null for a single one. */
  readonly index: number | null
  /** What stands among the values for it. */
  readonly reference: FileReference | ItemReference
  /** Absolute path; never leaves this computer. */
  readonly path: string
  readonly name: string
  readonly contentType: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
  readonly durationInSeconds: number | null
}

/** An upload whose command is not one that Kiln trusts, and the address that the file would have. Stored; do not rename. */
export type RefusedUpload = {
  readonly field: string
  readonly path: string
  readonly fileName: string
  readonly command: string
  readonly fileUrl: string
}

/**
 * A choice of faces, as it was sent (spec section 4, MCP interface). `arguments`: the exact text of the tool's arguments, frozen before
 * it leaves. `since`: when `fate` became what it is, in milliseconds since 1970. Stored; do not rename.
 *
 * on-the-way -> taken | not-taken (a definite refusal) | unknown (no certain answer, or the app died);
 * unknown -> taken | not-taken, by what the service says of the task.
 */
export type FaceChoice = {
  readonly arguments: string
  readonly fate: 'on-the-way' | 'taken' | 'not-taken' | 'unknown'
  readonly since: number
}

/**
 * One output of a finished task: where it comes from, where it goes (`stem`: a path without extension), and its file once it is saved.
 * Each output is downloaded independently of the others. Times in milliseconds since 1970. Stored; do not rename.
 */
export type Output = {
  readonly url: string
  readonly stem: string
  readonly result: Result | null
  /** Failed downloads in a row. */
  readonly tries: number
  /** Downloads that gave a file which looks incomplete. */
  readonly tornTries: number
  /** When the next download may start. */
  readonly notBefore: number
  /** Since when every download has failed for a reason outside this computer; null if the last one did not. */
  readonly failingSince: number | null
  /** True while the service has to be asked for a fresh address before the next download. */
  readonly needsFreshUrl: boolean
  /** False if the address was assigned without proof that it belongs to this output. Its bytes are then compared with the finished outputs. */
  readonly isAddressCertain: boolean
  /** False if no list of the service was long enough to prove that this output exists: its address may be another output's new one. */
  readonly isProven: boolean
  /** SHA-256 of the bytes as downloaded, before a recipe was put into the file. Null if not known. */
  readonly downloadSha256: string | null
  /** True if the file looks incomplete and was saved because several downloads gave no better one. */
  readonly isTorn: boolean
}

/**
 * Where a task stands, each case with its own fields only. `notBefore`: when the next step may start, in milliseconds since 1970.
 *
 * queued -> uploading -> submitting -> running -> collecting -> done, and aside:
 * unconfirmed (was it taken?), held (the account stands in the way, or a question), needs_input/selecting (faces), failed, refused, support, cancelled.
 * Stored; do not rename.
 */
export type TaskState =
  /** `isUploaded`: its files are at storage, and it waits for its turn to be sent. Not true any more after a restart. */
  | { readonly phase: 'queued'; readonly notBefore: number; readonly tries: number; readonly isUploaded?: boolean }
  /** `byHand`: waits until a person has run this upload command, or takes the task back. */
  | { readonly phase: 'uploading'; readonly notBefore: number; readonly tries: number; readonly byHand: RefusedUpload | null }
  /** `isSent`: journaled before the first byte leaves; true after a restart means that it may have arrived. */
  | { readonly phase: 'submitting'; readonly isSent: boolean; readonly notBefore: number; readonly tries: number }
  | {
      readonly phase: 'unconfirmed'
      readonly since: number
      /** False after an answer that forbids sending again, even with the same key (spec section 7). */
      readonly mayResend: boolean
      /** True if it is in doubt only because the journal was restored or copied: another copy of Kiln may have sent it. */
      readonly isRestored: boolean
      readonly notBefore: number
      readonly looks: number
    }
  | {
      readonly phase: 'running'
      readonly notBefore: number
      readonly faultsInARow: number
      /** Set while the service doubts the task itself (`TASK_NOT_FOUND`, `TASK_PERSISTENCE_UNCERTAIN`). */
      readonly doubtedSince: number | null
    }
  | { readonly phase: 'needs_input'; readonly notBefore: number; readonly faultsInARow: number }
  | { readonly phase: 'selecting'; readonly notBefore: number; readonly faultsInARow: number }
  | {
      readonly phase: 'collecting'
      readonly outputs: readonly Output[]
      /** When the service may be asked for addresses again. */
      readonly notBefore: number
      /** Queries in a row that brought no address. */
      readonly tries: number
      /** See `AddressBook`. */
      readonly latest: readonly string[]
      /** Queries made only because the service named fewer outputs than were asked for. */
      readonly recounts: number
      /** How often Kiln has checked again since this task was first left to support. */
      readonly rechecks: number
      /** Set while the service says that it does not know the task, or is not sure of it. */
      readonly doubtedSince: number | null
    }
  | { readonly phase: 'done'; readonly outputs: readonly Output[] }
  /**
   * `refundLook`: when the service is asked again what became of the credits, and how often it was; null if that is settled, or was asked
   * often enough. `outputs`: files that were saved before the service said that the task failed.
   */
  | {
      readonly phase: 'failed'
      readonly refundLook: { readonly at: number; readonly looks: number } | null
      readonly outputs: readonly Output[]
    }
  | { readonly phase: 'refused' }
  /** By the account (`reason`), or by a question that a person has to answer first. */
  | { readonly phase: 'held'; readonly reason: HoldReason; readonly question: null }
  | { readonly phase: 'held'; readonly reason: null; readonly question: SendingQuestion }
  /**
   * `recheck`: when the service is asked about the task again, and how often it was since the task first got here; null if it is not asked.
   * `outputs`: those of a finished task, saved or not.
   */
  | {
      readonly phase: 'support'
      readonly recheck: { readonly at: number; readonly looks: number } | null
      readonly outputs: readonly Output[]
    }
  | { readonly phase: 'cancelled' }

/** A task as the engine decides on it and the journal keeps it. Times in milliseconds since 1970. Stored; do not rename. */
export type TaskRecord = {
  readonly id: string
  readonly connectionId: string
  readonly capability: string
  readonly title: string
  readonly values: Values
  readonly batch: BatchPlace | null
  readonly inputs: readonly TaskInput[]
  readonly idempotencyKey: string
  readonly attempt: number
  /** The exact text of the submit body, frozen before it is sent; null until then. */
  readonly body: string | null
  /** True while an earlier send of this key may have been taken: then nothing may be concluded from a refusal. */
  readonly inDoubt: boolean
  readonly taskId: string | null
  readonly businessId: string | null
  readonly status: string | null
  readonly credits: Credits
  /** Whose figure `credits.estimated` is. */
  readonly estimatedBy: EstimateSource
  readonly failure: Failure | null
  /** The last choice of faces; null until there was one. */
  readonly choice: FaceChoice | null
  readonly polls: number
  readonly createdAt: number
  readonly submittedAt: number | null
  readonly acceptedAt: number | null
  readonly finishedAt: number | null
  readonly hidden: boolean
  readonly state: TaskState
}
