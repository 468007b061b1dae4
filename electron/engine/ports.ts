import type { Capability } from '../../shared/capability.ts'
import type { Fault } from '../../shared/fault.ts'
import type { HoldReason, Progress } from '../../shared/task.ts'
import type { Clock, ResultKeeper, ServiceClient } from '../core/ports.ts'
import type { StoryEvent } from '../core/story.ts'
import type { RefusedUpload, TaskInput, TaskRecord } from '../core/task-record.ts'

/** The part of the journal that the engine writes. Durable when it returns. */
export type EngineJournal = {
  readonly insert: (record: TaskRecord, event: StoryEvent) => void
  readonly write: (record: TaskRecord, event: StoryEvent) => void
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
  readonly sendsAtOnce: number
  readonly downloadsAtOnce: number
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
  readonly newKey: () => string
  /** In [0, 1). */
  readonly random: () => number
  readonly onTask: (record: TaskRecord) => void
  readonly onProgress: (id: string, progress: Progress) => void
  readonly onAccount: (connectionId: string) => void
  /** Something was thrown that should not have been; the task goes on later. */
  readonly onDefect: (error: unknown) => void
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
  slowedUntil: number | null
}
