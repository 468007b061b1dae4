import type { Medium } from './json-schema.ts'
import type { SendingQuestion } from './spending.ts'
import type { Values } from './values.ts'

/** Where a task stands with us; the words of behaviour section 2. Stored; do not rename. */
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
 * Why the account keeps a task from being sent: the 401 family, 402 and 403 of spec section 7, no open connection, or a key that may belong to
 * another account than the one that the task was made for. Stored; do not rename.
 */
export const holdReasons = ['key', 'sign-in', 'subscription', 'credits', 'no-connection', 'account-changed'] as const
export type HoldReason = (typeof holdReasons)[number]

/**
 * What became of the credits of a task. `pending`: not known yet; never guessed. `refund-expected`: charged for a task that failed, and the
 * service has not given them back yet; `refunded`: it says that it has. Stored; do not rename.
 */
export const creditsStates = ['not-sent', 'pending', 'charged', 'deferred', 'not-charged', 'refund-expected', 'refunded'] as const
export type CreditsState = (typeof creditsStates)[number]

/** Credits of a task, as answered by the service; `estimated` is our own figure from before sending. Null: not known. */
export type Credits = {
  readonly estimated: number | null
  readonly required: number | null
  readonly consumed: number | null
  readonly usageDeferred: boolean | null
  readonly state: CreditsState
}

/** Why a task does not go on, in plain words, with the evidence beside it. */
export type Failure = {
  /** What happened, and what it means for the credits. One or two plain sentences. */
  readonly message: string
  /** What the person can do now. */
  readonly advice: string
  /** The service's own words, if it said any. */
  readonly serviceMessage: string | null
  readonly errorType: string | null
  readonly httpStatus: number | null
  readonly requestId: string | null
  readonly details: readonly { readonly field: string; readonly message: string }[]
  /** Milliseconds since 1970. */
  readonly at: number
}

/** One file of a task's result, on disk. */
export type Result = {
  /** Library item id. */
  readonly id: string
  /** Zero-based place among the task's outputs. */
  readonly index: number
  readonly path: string
  readonly contentType: string
  readonly medium: Medium
  readonly bytes: number
  /** SHA-256 in lower-case hex. */
  readonly sha256: string
  /** Pixels; null where it is not a picture. */
  readonly width: number | null
  readonly height: number | null
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/** An upload command that Kiln does not run by itself: a person may, and say so. Nothing was sent so far. */
export type HandUpload = {
  /** Name of the file that it sends. */
  readonly fileName: string
  /** The service's own words, to be read before they are run. */
  readonly command: string
}

/** Bytes on their way, for tasks in `uploading` and `collecting`. `total` null: not told. */
export type Progress = { readonly doneBytes: number; readonly totalBytes: number | null; readonly bytesPerSecond: number | null }

/** Which row of which batch a task is. Stored; do not rename. */
export type BatchPlace = {
  readonly id: string
  /** One-based place among the rows that were sent. */
  readonly row: number
  /** What sets the row apart, in a few words: "seed 4711", "line 7", "vase.png". */
  readonly name: string
}

/** One generation that a person asked for, as everybody outside the engine sees it. All times in milliseconds since 1970. */
export type Task = {
  readonly id: string
  readonly connectionId: string
  readonly capability: string
  /** What a person calls it: the prompt, or the name of its first input. */
  readonly title: string
  readonly values: Values
  /** The row of a batch that it is; null for one that was asked for by itself. */
  readonly batch: BatchPlace | null
  readonly phase: Phase
  /** What the service said last, verbatim; null before it said anything. */
  readonly status: string | null
  readonly taskId: string | null
  readonly idempotencyKey: string
  /** 1 for the first key; counts up only after a definite refusal of the key before. */
  readonly attempt: number
  /** True while an earlier send of the same key may have been taken. */
  readonly inDoubt: boolean
  readonly hold: HoldReason | null
  /** What a person is asked before it is sent; null: nothing. */
  readonly question: SendingQuestion | null
  readonly credits: Credits
  readonly failure: Failure | null
  readonly results: readonly Result[]
  readonly progress: Progress | null
  /** Set while the task waits for a person to run an upload command. */
  readonly handUpload: HandUpload | null
  /** How often the service has been asked for this task. */
  readonly polls: number
  readonly createdAt: number
  readonly submittedAt: number | null
  readonly acceptedAt: number | null
  readonly finishedAt: number | null
  /** When something happens next by itself; null when nothing is planned. */
  readonly nextAt: number | null
  readonly hidden: boolean
  /** What a person may do with it now, safely. */
  readonly can: {
    readonly cancel: boolean
    /** Ask the service once more about this very task; never costs anything. */
    readonly lookAgain: boolean
    /** Open the form with these values again as a new task. */
    readonly sendAgain: boolean
  }
}

/** A task that has changed. `before` undefined: it was not known. */
export type TaskChange = { readonly task: Task; readonly before: Task | undefined }

/** A step in the story of a task. */
export type TimelineEntry = {
  readonly at: number
  /** Plain words. */
  readonly words: string
  readonly tone: 'plain' | 'working' | 'done' | 'failed' | 'held' | 'unknown' | 'needs'
  readonly httpStatus: number | null
  readonly errorType: string | null
  readonly requestId: string | null
  /** Shown where there is no request id: a key, a task id, a digest. */
  readonly reference: string | null
}

export type TaskQuery = {
  readonly phases?: readonly Phase[]
  readonly capability?: string
  /** Id of the batch that they are rows of. */
  readonly batch?: string
  /** Newest first; at most this many. Default: all. */
  readonly limit?: number
  /** Id of a task: only those that come after it. */
  readonly olderThan?: string
  readonly includeHidden?: boolean
}
