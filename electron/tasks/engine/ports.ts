import type { Batch } from '../../../shared/form/batch/batch.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import type { Fault, NetworkBlock } from '../../../shared/task/fault.ts'
import type { SendConfirmation } from '../../../shared/task/spending.ts'
import type { HoldReason, TransferProgress } from '../../../shared/task/task.ts'
import type { CallOutcome, Clock, QueryResponse, ResultWriter, ServiceClient } from '../ports.ts'
import type { TaskHistoryEvent } from '../machine/history-event.ts'
import type { RejectedUpload, TaskInput, TaskRecord } from '../machine/task-record.ts'

/** A task's current state and the event that led to it. */
export type JournalEntry = { readonly record: TaskRecord; readonly event: TaskHistoryEvent }

/** The part of the journal that the engine writes. Each write is durable when the function returns. */
export type EngineJournal = {
  readonly insert: (record: TaskRecord, event: TaskHistoryEvent) => void
  /** Writes all entries in one transaction. */
  readonly write: (entries: readonly JournalEntry[]) => void
  /** Atomically writes the batch and all its tasks. */
  readonly insertBatch: (batch: Batch, entries: readonly JournalEntry[]) => void
  readonly writeBatch: (batch: Batch) => void
  readonly forgetUploads: (connectionId: string, capability: string) => void
}

/** Uploads a task's local files and returns the URL of each input, in order. */
export type InputUploader = (order: {
  readonly connectionId: string
  readonly capability: string
  readonly inputs: readonly TaskInput[]
  readonly client: ServiceClient
  readonly onProgress: (progress: TransferProgress) => void
  readonly signal: AbortSignal
}) => Promise<
  | { readonly ok: true; readonly urls: readonly string[] }
  /**
   * `refused`: the upload command that Kiln rejected as untrusted. The user can run the command manually. Null if the upload failed for
   * another reason.
   */
  | { readonly ok: false; readonly fault: Fault; readonly refused: RejectedUpload | null }
>

/** Limits for concurrency and rate. */
export type EngineLimits = {
  /** Number of concurrent submissions for each connection. */
  readonly concurrentSubmits: number
  readonly submitsPerSecond: number
  /** Number of tasks whose files are uploaded at the same time. */
  readonly concurrentUploads: number
  /** Maximum number of active batch rows, from upload to saved result. Single tasks aren't counted. */
  readonly concurrentBatchRows: number
  /** Number of concurrent downloads from each host. */
  readonly concurrentDownloads: number
  /** Number of concurrent queries for each connection. */
  readonly concurrentQueries: number
  /** Limit for all tasks together, so that thousands of tasks never overload the service. Divided by `timeScale`. */
  readonly queriesPerSecond: number
}

export type EnginePorts = {
  readonly journal: EngineJournal
  /** Returns a connection's API client. Null if the connection has no open account. */
  readonly clientOf: (connectionId: string) => ServiceClient | null
  readonly capabilityOf: (capability: string, connectionId: string) => Capability | null
  readonly uploadInputs: InputUploader
  readonly keeper: ResultWriter
  readonly clock: Clock
  readonly timeScale: number
  readonly limits: EngineLimits
  /** Returns the idempotency key that follows `key`, for the next attempt. Deterministic, so that any copy of Kiln derives the same key. */
  readonly keyAfter: (key: string) => string
  /** Returns a random number in [0, 1). */
  readonly random: () => number
  readonly onTask: (record: TaskRecord) => void
  readonly onBatch: (batch: Batch) => void
  readonly onProgress: (id: string, progress: TransferProgress) => void
  readonly onAccount: (connectionId: string) => void
  /** Called when the recent tasks prove that the API key belongs to the connection's account. */
  readonly onAccountProven: (connectionId: string) => void
  /** Called when an unexpected error was thrown. The task continues later. */
  readonly onDefect: (error: unknown) => void
  /**
   * Resolves to the price question that the user must answer before the task is sent. Null if there is no question. Requests the contract
   * again if necessary.
   */
  readonly priceConfirmation: (record: TaskRecord) => Promise<SendConfirmation | null>
  /** True while the user has paused sending. Unsent tasks then wait. Call `Engine.sendingPauseChanged` when the value changes. */
  readonly isSendingPaused: () => boolean
  /** Returns the question that the user must answer if the task would exceed the daily limit. Null if it wouldn't. */
  readonly limitConfirmation: (record: TaskRecord) => SendConfirmation | null
  /** Queries a task over MCP if its capability is unknown. Always settles. */
  readonly queryWithoutCapability: (connectionId: string, taskId: string, signal: AbortSignal) => Promise<CallOutcome<QueryResponse>>
  /**
   * Starts a request for the connection's contract, because waiting tasks are checked against it. Called when the service or the account
   * works again.
   */
  readonly readContract: (connectionId: string) => void
  /** Called when the service no longer offers a capability that a task needs. */
  readonly onCapabilitiesMoved: (connectionId: string) => void
}

/** Reasons why a connection's tasks currently can't be sent or queried. Times in milliseconds since 1970. */
export type ConnectionGate = {
  hold: HoldReason | null
  message: string | null
  requestId: string | null
  /** When the service last rejected a request for the reason in `hold`, in milliseconds since 1970. Null if never. */
  checkedAt: number | null
  /** Estimated cost of the task that was rejected for lack of credits. Cheaper tasks may continue. Null if unknown. */
  refusedCredits: number | null
  /** While on hold for credits, the ID of the task that tests the account. Null if no task is being sent for this test. */
  trialId: string | null
  offlineSince: number | null
  /** Set only together with `offlineSince`. Nothing is sent or queried during a block, except an occasional free request. */
  networkBlock: NetworkBlock | null
  slowedUntil: number | null
}
