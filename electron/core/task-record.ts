import type { Credits, Failure, HoldReason, Result } from '../../shared/task.ts'
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

/** One output of a finished task: where it comes from, where it goes (a path without ending), and what it is once it is there. */
export type Output = { readonly url: string; readonly stem: string; readonly result: Result | null }

/**
 * Where a task stands, each case with its own fields only. `notBefore`: when the next step may start, in milliseconds since 1970.
 *
 * queued -> uploading -> submitting -> running -> collecting -> done, and aside:
 * unconfirmed (was it taken?), held (the account stands in the way), needs_input/selecting (faces), failed, refused, support, cancelled.
 * Stored; do not rename.
 */
export type TaskState =
  | { readonly phase: 'queued'; readonly notBefore: number; readonly tries: number }
  /** `byHand`: waits until a person has run this upload command, or takes the task back. */
  | { readonly phase: 'uploading'; readonly notBefore: number; readonly tries: number; readonly byHand: RefusedUpload | null }
  /** `isSent`: journaled before the first byte leaves; true after a restart means that it may have arrived. */
  | { readonly phase: 'submitting'; readonly isSent: boolean; readonly notBefore: number; readonly tries: number }
  | {
      readonly phase: 'unconfirmed'
      readonly since: number
      /** False after an answer that forbids sending again, even with the same key (spec section 7). */
      readonly mayResend: boolean
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
      readonly notBefore: number
      readonly tries: number
      /** True while the addresses have to be asked for again before the next download. */
      readonly needsFreshUrls: boolean
    }
  | { readonly phase: 'done'; readonly outputs: readonly Output[] }
  | { readonly phase: 'failed' }
  | { readonly phase: 'refused' }
  | { readonly phase: 'held'; readonly reason: HoldReason }
  | { readonly phase: 'support' }
  | { readonly phase: 'cancelled' }

/** A task as the engine decides on it and the journal keeps it. Times in milliseconds since 1970. Stored; do not rename. */
export type TaskRecord = {
  readonly id: string
  readonly connectionId: string
  readonly capability: string
  readonly title: string
  readonly values: Values
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
  readonly failure: Failure | null
  readonly polls: number
  readonly createdAt: number
  readonly submittedAt: number | null
  readonly acceptedAt: number | null
  readonly finishedAt: number | null
  readonly hidden: boolean
  readonly state: TaskState
}
