import type { Fault, ApiStep } from '../../shared/task/fault.ts'
import type { MediaFacts } from '../../shared/form/media-facts.ts'
import type { JsonSchema, Medium } from '../../shared/form/json-schema.ts'
import type { TransferProgress } from '../../shared/task/task.ts'
import type { TaskRecord } from './machine/task-record.ts'
import type { QueryResponse, RecentTask, SubmitResponse } from './machine/responses.ts'

/** Types of the engine's dependencies. Implementations import only these types and `shared`, never the engine. */

/** The outcome of a call: a value or a fault. Calls with this result never throw. */
export type CallOutcome<T> =
  | { readonly ok: true; readonly value: T; readonly httpStatus: number; readonly requestId: string | null }
  | { readonly ok: false; readonly fault: Fault }

export type { QueryResponse, RecentTask, SubmitResponse } from './machine/responses.ts'

/** Request for `POST /files/upload` (spec section 2.3). `localPath` is set to `fileName`, because a real path contains the user's name. */
export type UploadRequest = {
  readonly capability: string
  readonly parameter: string
  readonly fileName: string
  readonly contentType: string
  readonly fileSize: number
  readonly durationInSeconds: number | null
}
export type UploadResponse = { readonly uploadCommand: string; readonly fileUrl: string }

/** The REST API of one connection. Calls never reject. `resultField`: the result field that the capability declares. */
export type ServiceClient = {
  readonly submit: (call: {
    capability: string
    body: string
    idempotencyKey: string
    signal?: AbortSignal
  }) => Promise<CallOutcome<SubmitResponse>>
  readonly query: (call: {
    capability: string
    taskId: string
    resultField: string
    signal?: AbortSignal
  }) => Promise<CallOutcome<QueryResponse>>
  readonly recentTasks: (call: { limit: number; signal?: AbortSignal }) => Promise<CallOutcome<readonly RecentTask[]>>
  readonly requestUpload: (call: UploadRequest & { signal?: AbortSignal }) => Promise<CallOutcome<UploadResponse>>
  /** Returns the raw JSON of `GET /capabilities`, for `createDiscovery`. Also used as a free request that checks the connection. */
  readonly catalog: (call: { signal?: AbortSignal }) => Promise<CallOutcome<unknown>>
  /** Returns the raw JSON of `GET /openapi.json`. */
  readonly openapi: (call: { signal?: AbortSignal }) => Promise<CallOutcome<unknown>>
  /** Closes the client's sockets. */
  readonly close: () => Promise<void>
}

/** A tool of the MCP endpoint, as the service describes it. */
export type Tool = { readonly name: string; readonly description: string | null; readonly inputSchema: JsonSchema }

/** A tool response. `structured`: the structured content, otherwise the JSON in the text. `content`: every content block, unchanged. */
export type ToolResponse = { readonly structured: unknown; readonly content: readonly unknown[] }

/**
 * The MCP endpoint of one connection. The client connects at the first call. After a failure it pauses, and calls during the pause resolve
 * to the last fault. Every call resolves within the timeouts and never rejects. Only read-only calls are retried.
 */
export type ToolClient = {
  readonly tools: (call: { signal?: AbortSignal }) => Promise<CallOutcome<readonly Tool[]>>
  /** Calls a tool. `step`: the step named in a fault. A tool error becomes a fault of kind `refusal`. */
  readonly callTool: (call: {
    readonly tool: string
    readonly arguments: { readonly [name: string]: unknown }
    readonly step: ApiStep
    readonly signal?: AbortSignal
  }) => Promise<CallOutcome<ToolResponse>>
  /** Calls `get_task_result` and returns the raw response. `capability`: null if unknown. */
  readonly taskResult: (call: {
    readonly taskId: string
    readonly capability: string | null
    readonly step: ApiStep
    readonly signal?: AbortSignal
  }) => Promise<CallOutcome<ToolResponse>>
  /** Calls `get_task_result` and reads the response like a REST query's, for a task whose capability isn't known. */
  readonly queryTask: (call: { taskId: string; signal?: AbortSignal }) => Promise<CallOutcome<QueryResponse>>
  /** Requests the price of submitting `body`, in credits. Null if the service has no estimate. The call is free. */
  readonly estimateCredits: (call: {
    readonly capability: string
    readonly body: { readonly [name: string]: unknown }
    readonly signal?: AbortSignal
  }) => Promise<CallOutcome<number | null>>
  /** Returns the raw JSON of `list_capabilities`, for `createDiscovery`. */
  readonly listCapabilities: (call: { signal?: AbortSignal }) => Promise<CallOutcome<unknown>>
  /** Ends the pause after a failure. Called when the network or the account works again. */
  readonly wake: () => void
  readonly close: () => Promise<void>
}

/**
 * Reads a media file's type (from its magic bytes), dimensions in pixels and duration in seconds. A fault has step `transfer` and kind
 * `local`.
 */
export type FileProber = (path: string) => Promise<{ ok: true; facts: MediaFacts } | { ok: false; fault: Fault }>

/** Computes a file's SHA-256, in lower-case hexadecimal. */
export type FileDigester = (path: string, signal?: AbortSignal) => Promise<{ ok: true; sha256: string } | { ok: false; fault: Fault }>

/** Uploads a file as `uploadCommand` specifies. Resolves once the storage has received the whole file. Never sends the API key. */
export type FileUploader = (transfer: {
  readonly path: string
  readonly fileName: string
  readonly contentType: string
  /** State of the file when it was chosen. If the file differs, the upload stops with `file-changed`. */
  readonly expected: { readonly bytes: number; readonly modifiedAt: number }
  readonly uploadCommand: string
  readonly onProgress?: (progress: TransferProgress) => void
  readonly signal?: AbortSignal
}) => Promise<{ ok: true } | { ok: false; fault: Fault }>

/** A finished download on disk. */
export type SavedFile = {
  readonly path: string
  readonly contentType: string
  readonly medium: Medium
  readonly bytes: number
  readonly sha256: string
  readonly width: number | null
  readonly height: number | null
  /** SHA-256 of the bytes as downloaded, before Kiln embedded the recipe. If unknown, the same as `sha256`. */
  readonly downloadSha256: string
  /** True if the file is truncated or damaged and was saved because `acceptsIncomplete` allows it. */
  readonly isTorn: boolean
}

/** An output of a task. `index` is zero-based. */
export type OutputReference = { readonly record: TaskRecord; readonly index: number }

/** The part of the library that the engine needs. Paths are absolute. */
export type ResultWriter = {
  /**
   * Reserves a new path without extension in the library folder, named by the user's pattern. The path isn't used by any file, even in
   * another letter case (see `fileNameCollisionKey`). `isTaken` returns false for the path, and it wasn't reserved before. `save` later
   * adds the extension that fits the file's bytes. Never rejects.
   */
  readonly reserve: (request: {
    readonly capability: string
    readonly title: string
    readonly index: number
    readonly count: number
    /** Milliseconds since 1970. */
    readonly at: number
    readonly isTaken: (stem: string) => boolean
  }) => Promise<string>
  /** True if a reserved path is inside the current library folder. */
  readonly isInLibrary: (stem: string) => boolean
  /**
   * Downloads into `<stem>.part`, computes the digest and flushes the file to disk. A partial download is resumed with a Range request,
   * even after a crash. If `<stem>.part` belongs to another output, a separate part file is used. The finished file is moved into place. It
   * never overwrites any file except an earlier copy of the same result.
   */
  readonly save: (order: {
    readonly url: string
    readonly stem: string
    readonly expectedMedium: Medium
    /** The output that this file belongs to. Written next to the part file and into the finished file. */
    readonly of?: OutputReference
    /** `downloadSha256` of the task's other finished outputs. A download with the same bytes isn't saved. */
    readonly siblings?: readonly string[]
    /** True to save a truncated or damaged file. If absent or false, such a file causes an `unreadable` fault with the message `torn`. */
    readonly acceptsIncomplete?: boolean
    readonly onProgress?: (progress: TransferProgress) => void
    /** Called once if the transfer is slow. Other downloads then don't wait for it. */
    readonly onSlow?: () => void
    readonly signal?: AbortSignal
    /** `duplicateSha256`: set if the digest is in `siblings`. The fault then has the message `same-as-sibling`. */
  }) => Promise<{ ok: true; file: SavedFile } | { ok: false; fault: Fault; duplicateSha256?: string }>
  /** Deletes an output's partial download at `stem`. Never rejects. */
  readonly discardPart: (stem: string, of?: OutputReference) => Promise<void>
}

/** The engine's clock, which tests control manually. `now` is in milliseconds since 1970. */
export type Clock = {
  readonly now: () => number
  /**
   * Returns how far `now` is ahead of the system clock, in milliseconds. Greater than 0 after the system clock was set back. 0 if omitted.
   */
  readonly aheadInMs?: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
  /** Called with work that takes real time. A manually controlled clock can stop until the work has settled. */
  readonly during?: (work: Promise<unknown>) => void
}
