import type { Batch } from '../../shared/batch/batch.ts'
import type { Capability } from '../../shared/capability.ts'
import type { Fault, Obstacle } from '../../shared/fault.ts'
import type { SendingQuestion } from '../../shared/spending.ts'
import type { HoldReason, Progress } from '../../shared/task.ts'
import type { Answer, Clock, Queried, ResultKeeper, ServiceClient } from '../core/ports.ts'
import type { StoryEvent } from '../core/story.ts'
import type { RefusedUpload, TaskInput, TaskRecord } from '../core/task-record.ts'

/** A task as it is now, and what happened to it. */
export type JournalEntry = { readonly record: TaskRecord; readonly event: StoryEvent }

/** The part of the journal that the engine writes. Durable when it returns. */
export type EngineJournal = {
  readonly insert: (record: TaskRecord, event: StoryEvent) => void
  /** One transaction. */
  readonly write: (entries: readonly JournalEntry[]) => void
  /** One transaction: the batch and every task of it, or nothing. */
  readonly insertBatch: (batch: Batch, entries: readonly JournalEntry[]) => void
  readonly writeBatch: (batch: Batch) => void
  readonly forgetUploads: (connectionId: string, capability: string) => void
}

/** Brings the local files of a task to storage; gives the URL of each input, in order. */
export type UploadInputs = (order: {
  readonly connectionId: string
  readonly capability: string
  readonly inputs: readonly TaskInput[]
  readonly client: ServiceClient
  readonly onProgress: (progress: Progress) => void
  readonly signal: AbortSignal
}) => Promise<
  | { readonly ok: true; readonly urls: readonly string[] }
  /** `refused`: the upload command was not one to trust; a person may run it. */
  | { readonly ok: false; readonly fault: Fault; readonly refused: RefusedUpload | null }
>

/** How much at once, and how fast. */
export type Pace = {
  /** Submissions at once, over all connections and for one. */
  readonly sendsAtOnce: number
  readonly sendsPerSecond: number
  /** Tasks whose files are uploaded at once. */
  readonly uploadsAtOnce: number
  /** Rows of batches that may be at work at once, from upload to saved result. What is asked for by itself is not counted. */
  readonly batchRowsAtOnce: number
  /** From one host. */
  readonly downloadsAtOnce: number
  /** For one connection. */
  readonly queriesAtOnce: number
  /** One budget for all tasks, so that thousands never starve one. Divided by the time scale. */
  readonly queriesPerSecond: number
}

export type EnginePorts = {
  readonly journal: EngineJournal
  /** Null while no account is open for that connection. */
  readonly clientOf: (connectionId: string) => ServiceClient | null
  readonly capabilityOf: (capability: string, connectionId: string) => Capability | null
  readonly uploadInputs: UploadInputs
  readonly keeper: ResultKeeper
  readonly clock: Clock
  readonly timeScale: number
  readonly pace: Pace
  /** The key of the attempt after the one with this key. Always the same, so that any copy of the journal knows it. */
  readonly keyAfter: (key: string) => string
  /** In [0, 1). */
  readonly random: () => number
  readonly onTask: (record: TaskRecord) => void
  readonly onBatch: (batch: Batch) => void
  readonly onProgress: (id: string, progress: Progress) => void
  readonly onAccount: (connectionId: string) => void
  /** The recent tasks of a connection have shown that its key belongs to the account of its tasks. */
  readonly onAccountProven: (connectionId: string) => void
  /** Something was thrown that should not have been; the task goes on later. */
  readonly onDefect: (error: unknown) => void
  /** What a person has to be asked before a task is sent at the price of now; null: nothing. Reads the contract again where it has to. */
  readonly priceQuestion: (record: TaskRecord) => Promise<SendingQuestion | null>
  /** The same for the limit of the day. */
  readonly limitQuestion: (record: TaskRecord) => SendingQuestion | null
  /** Asks about a task whose capability is not known, over MCP. Every call settles. */
  readonly queryWithoutCapability: (connectionId: string, taskId: string, signal: AbortSignal) => Promise<Answer<Queried>>
  /** The service is reached again: begins to read the contract of a connection anew, since what has waited is held against it. */
  readonly readContract: (connectionId: string) => void
  /** The service no longer knows a capability that was asked for. */
  readonly onCapabilitiesMoved: (connectionId: string) => void
}

/** How a connection stands. */
export type Gate = {
  hold: HoldReason | null
  message: string | null
  requestId: string | null
  /** While held for credits: what costs less than this may go on. */
  refusedCredits: number | null
  /** While held for credits: the one task that may be sent in spite of it, to see whether the account is mended. */
  trialId: string | null
  offlineSince: number | null
  /** Set only while `offlineSince` is: nothing is sent or asked then but one free call now and then. */
  obstacle: Obstacle | null
  slowedUntil: number | null
}
