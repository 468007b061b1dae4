import type { BatchRowName } from '../form/batch/batch-row.ts'
import type { Medium } from '../form/json-schema.ts'
import type { TaskSource } from '../form/task-source.ts'
import type { Failure } from './failure.ts'
import type { SendConfirmation } from './spending.ts'
import type { Values } from '../form/values.ts'

/** State of a task in Kiln. Stored. Don't rename. */
export const phases = [
  'queued',
  'uploading',
  'submitting',
  'unconfirmed',
  'running',
  'needs_input',
  'selecting',
  'collecting',
  'done',
  'failed',
  'refused',
  'held',
  'support',
  'cancelled'
] as const
export type Phase = (typeof phases)[number]

/**
 * Why a task is on hold because of its account. `key`, `sign-in`, `subscription` and `credits` come from the HTTP statuses 401, 402 and 403
 * (spec section 7). `no-connection`: the account isn't connected. `account-changed`: the key may belong to a different account. Stored.
 * Don't rename.
 */
export const holdReasons = ['key', 'sign-in', 'subscription', 'credits', 'no-connection', 'account-changed'] as const
export type HoldReason = (typeof holdReasons)[number]

/**
 * Effect of a task on credits. `pending`: not known yet, and never guessed. `refund-expected`: charged for a failed task and not refunded
 * yet. `refunded`: refunded, as reported by the service. Stored. Don't rename.
 */
export const creditsStates = ['not-sent', 'pending', 'charged', 'deferred', 'not-charged', 'refund-expected', 'refunded'] as const
export type CreditsState = (typeof creditsStates)[number]

/** A task's credits, as reported by the service. `estimated` is Kiln's own estimate from before sending. Null if unknown. */
export type TaskCredits = {
  readonly estimated: number | null
  readonly required: number | null
  readonly consumed: number | null
  readonly usageDeferred: boolean | null
  readonly state: CreditsState
}

/** Why a task can't continue, with the evidence. Stored. Don't rename. */
export type TaskFailure = Failure & FailureEvidence

export type FailureEvidence = {
  /** The service's message. Null if the service gave none. */
  readonly serviceMessage: string | null
  readonly errorType: string | null
  readonly httpStatus: number | null
  readonly requestId: string | null
  readonly details: readonly { readonly field: string; readonly message: string }[]
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A file of a task's result. Only main knows where it is. */
export type TaskResult = {
  /** Library item ID. */
  readonly id: string
  /** Zero-based index among the task's outputs. */
  readonly index: number
  /** Name of the file when it was saved, for display. */
  readonly fileName: string
  readonly contentType: string
  readonly medium: Medium
  readonly bytes: number
  /** SHA-256 in lower-case hex. */
  readonly sha256: string
  /** In pixels. Null if the file isn't an image. */
  readonly width: number | null
  readonly height: number | null
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/**
 * An upload command that Kiln doesn't run automatically. The user may run the command and then confirm it. The task hasn't been sent yet.
 */
export type ManualUpload = {
  /** Name of the file that the command sends. */
  readonly fileName: string
  /** The service's command, unchanged. The user should read it before running it. */
  readonly command: string
}

/** Bytes transferred, for tasks in `uploading` and `collecting`. `totalBytes` is null if unknown. */
export type TransferProgress = { readonly doneBytes: number; readonly totalBytes: number | null; readonly bytesPerSecond: number | null }

/**
 * Who asked for a task. `person`: the user, for this one task. `batch`: the user, for all rows of a batch. `another-client`: the user of
 * another client, whose task Kiln adopted. `unknown`: an earlier version, which didn't store this. Stored. Don't rename.
 */
export const requesters = ['person', 'batch', 'another-client', 'unknown'] as const
export type Requester = (typeof requesters)[number]

/** The batch and row of a task. Stored. Don't rename. */
export type BatchPosition = {
  readonly id: string
  /** One-based position among the rows that were sent. */
  readonly row: number
  /** Name that distinguishes the row from the others. */
  readonly name: BatchRowName
  /** The row's position in a grid: the zero-based index of its value on each axis of the batch. Null if the batch isn't a grid. */
  readonly cell: readonly number[] | null
}

/**
 * A generation that the user requested, as seen outside the engine. It doesn't contain paths, because it is sent to the page. All times are
 * in milliseconds since 1970.
 */
export type Task = {
  readonly id: string
  readonly connectionId: string
  readonly capability: string
  /** User-facing title: the prompt, the names of the input files, or the capability's title. */
  readonly title: string
  /** Local files are given by name only. */
  readonly values: Values
  /** The task's position in its batch. Null for a single task. */
  readonly batch: BatchPosition | null
  /** The results that this task comes from. Every library item among the task's media is included as an `input`. */
  readonly from: readonly TaskSource[]
  readonly askedBy: Requester
  readonly phase: Phase
  /** The service's last status, verbatim. Null if none was received yet. */
  readonly status: string | null
  readonly taskId: string | null
  readonly idempotencyKey: string
  /** 1 for the first idempotency key. Increases only after the previous key was definitely rejected. */
  readonly attempt: number
  /** True while an earlier submission with the same idempotency key may have been accepted. */
  readonly isUnconfirmed: boolean
  readonly hold: HoldReason | null
  /** The question for the user before the task is sent. Null if Kiln doesn't have a question. */
  readonly question: SendConfirmation | null
  readonly credits: TaskCredits
  readonly failure: TaskFailure | null
  readonly results: readonly TaskResult[]
  readonly progress: TransferProgress | null
  /** Set while the task waits for the user to run an upload command. Otherwise null. */
  readonly manualUpload: ManualUpload | null
  /** Number of times that the service was polled for this task. */
  readonly polls: number
  readonly createdAt: number
  readonly submittedAt: number | null
  readonly acceptedAt: number | null
  readonly finishedAt: number | null
  /** Time of the next automatic step. Null if no step is planned. */
  readonly nextAt: number | null
  readonly hidden: boolean
  /** Actions that are available to the user now. */
  readonly can: {
    readonly cancel: boolean
    /** True if the user can check this task with the service again. That never costs anything. */
    readonly checkAgain: boolean
    /** True if the user can open the form with these values, as a new task. */
    readonly sendAgain: boolean
    /** True if the user can hide the task from the queue. The task must be finished. */
    readonly hide: boolean
  }
}

/** A changed task. `before`: the task's previous state, or undefined if the task is new. */
export type TaskChange = { readonly task: Task; readonly before: Task | undefined }

export type TaskQuery = {
  readonly phases?: readonly Phase[]
  readonly capability?: string
  /** Only rows of the batch with this ID. */
  readonly batch?: string
  /** Maximum number of tasks, newest first. All if omitted. */
  readonly limit?: number
  /** Only tasks older than the one with this ID. */
  readonly olderThan?: string
  readonly includeHidden?: boolean
}
