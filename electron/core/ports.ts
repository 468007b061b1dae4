import type { Fault, Step } from '../../shared/fault.ts'
import type { MediaFacts } from '../../shared/media-facts.ts'
import type { JsonSchema, Medium } from '../../shared/json-schema.ts'
import type { Progress } from '../../shared/task.ts'
import type { TaskRecord } from './task-record.ts'
import type { Queried, RecentTask, Submitted } from './answers.ts'

/** Types of what the engine is handed; the rooms that implement them know only this page and `shared`. */

/** What came of one call: a value, or a fault with all its data. Never a thrown error. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly httpStatus: number; readonly requestId: string | null }
  | { readonly ok: false; readonly fault: Fault }

export type { Queried, RecentTask, Submitted } from './answers.ts'

/** `POST /files/upload` (spec section 2.3). `fileName` is sent as `localPath` too: a home folder's name is nobody's business. */
export type UploadRequest = {
  readonly capability: string
  readonly parameter: string
  readonly fileName: string
  readonly contentType: string
  readonly fileSize: number
  readonly durationInSeconds: number | null
}
export type UploadTicket = { readonly uploadCommand: string; readonly fileUrl: string }

/** The REST side of one connection. Every call settles; none throws. `resultField`: the field that the capability declares. */
export type ServiceClient = {
  readonly submit: (call: { capability: string; body: string; idempotencyKey: string; signal?: AbortSignal }) => Promise<Answer<Submitted>>
  readonly query: (call: { capability: string; taskId: string; resultField: string; signal?: AbortSignal }) => Promise<Answer<Queried>>
  readonly recentTasks: (call: { limit: number; signal?: AbortSignal }) => Promise<Answer<readonly RecentTask[]>>
  readonly requestUpload: (call: UploadRequest & { signal?: AbortSignal }) => Promise<Answer<UploadTicket>>
  /** Raw JSON of `GET /capabilities`; `discovery` reads it. */
  readonly catalog: (call: { signal?: AbortSignal }) => Promise<Answer<unknown>>
  /** Raw JSON of `GET /openapi.json`. */
  readonly openapi: (call: { signal?: AbortSignal }) => Promise<Answer<unknown>>
  /** Lets go of its sockets. */
  readonly close: () => Promise<void>
}

/** A tool of the MCP endpoint, as the service describes it. */
export type Tool = { readonly name: string; readonly description: string | null; readonly inputSchema: JsonSchema }

/** What a tool answered: its structured content, else the JSON in its text; and every block of content as it came. */
export type ToolAnswer = { readonly structured: unknown; readonly content: readonly unknown[] }

/**
 * The MCP side of one connection. Opened when it is first asked, and opened again after a failure, but not at once: until then every call
 * fails with what went wrong last. Every call settles within the tool timeout; none throws. Only calls that change nothing are repeated.
 */
export type ToolClient = {
  readonly tools: (call: { signal?: AbortSignal }) => Promise<Answer<readonly Tool[]>>
  /** Sent once. `step`: what a fault of it is called. A tool error is a refusal. */
  readonly callTool: (call: {
    readonly tool: string
    readonly arguments: { readonly [name: string]: unknown }
    readonly step: Step
    readonly signal?: AbortSignal
  }) => Promise<Answer<ToolAnswer>>
  /** `get_task_result` as it answers, with arguments by its own schema. `capability`: null if it is not known. */
  readonly taskResult: (call: {
    readonly taskId: string
    readonly capability: string | null
    readonly step: Step
    readonly signal?: AbortSignal
  }) => Promise<Answer<ToolAnswer>>
  /** `get_task_result` read like a REST query, for a task whose capability is not known. */
  readonly queryTask: (call: { taskId: string; signal?: AbortSignal }) => Promise<Answer<Queried>>
  /** What a submission of this body would cost; null: the service does not know either. Spends nothing. */
  readonly estimateCredits: (call: {
    readonly capability: string
    readonly body: { readonly [name: string]: unknown }
    readonly signal?: AbortSignal
  }) => Promise<Answer<number | null>>
  /** Raw JSON of `list_capabilities`; `discovery` reads it. */
  readonly listCapabilities: (call: { signal?: AbortSignal }) => Promise<Answer<unknown>>
  /** The network or the account is mended: what failed before may be asked again at once. */
  readonly wake: () => void
  readonly close: () => Promise<void>
}

/** Looks into a file: magic bytes, pixels, seconds. Fault step is `transfer`, kind `local`. */
export type ProbeFile = (path: string) => Promise<{ ok: true; facts: MediaFacts } | { ok: false; fault: Fault }>

/** SHA-256 (lower-case hex) of a file. */
export type DigestFile = (path: string, signal?: AbortSignal) => Promise<{ ok: true; sha256: string } | { ok: false; fault: Fault }>

/** Sends a file as the upload command says. Resolves when storage has taken all of it. Never carries the API key. */
export type TransferFile = (transfer: {
  readonly path: string
  readonly fileName: string
  readonly contentType: string
  /** What the file was when it was chosen; a difference stops with `file-changed`. */
  readonly expected: { readonly bytes: number; readonly modifiedAt: number }
  readonly uploadCommand: string
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}) => Promise<{ ok: true } | { ok: false; fault: Fault }>

/** What a finished download is on disk. */
export type Kept = {
  readonly path: string
  readonly contentType: string
  readonly medium: Medium
  readonly bytes: number
  readonly sha256: string
  readonly width: number | null
  readonly height: number | null
  /** SHA-256 of the bytes as they were downloaded, before a recipe was put in. The file's own digest where that is not known. */
  readonly downloadSha256: string
  /** The file is cut off or damaged, and was kept because the order accepts that. */
  readonly isTorn: boolean
}

/** An output of a task; `index` is zero-based. */
export type OutputPlace = { readonly record: TaskRecord; readonly index: number }

/** The part of the library that the engine needs. Paths are absolute. */
export type ResultKeeper = {
  /**
   * A path without extension in the library folder, by the naming rule (date, capability, words of the title, index). No file has it in any
   * spelling (`foldedName`), `isTaken` does not know it, and it was not given away before. The extension is added by `keep`, by what the bytes are.
   * Never rejects.
   */
  readonly reserve: (wish: {
    readonly capability: string
    readonly title: string
    readonly index: number
    readonly count: number
    /** Milliseconds since 1970. */
    readonly at: number
    readonly isTaken: (stem: string) => boolean
  }) => Promise<string>
  /** Whether a reserved path lies in the library folder as it is chosen now. */
  readonly isInLibrary: (stem: string) => boolean
  /**
   * Downloads into `<stem>.part`, resuming what is there with Range, digest on the way, fsync, and moves it into place without
   * ever overwriting a file that is not this very result. Called again after a crash it finds what is there and resumes. Where the part is that of
   * another output, it downloads into a part of its own.
   */
  readonly keep: (order: {
    readonly url: string
    readonly stem: string
    readonly expectedMedium: Medium
    /** Which output of which task it is. It is noted beside the part, and told inside the file. */
    readonly of?: OutputPlace
    /** `downloadSha256` of the other finished outputs of the task. The same bytes are not kept twice. */
    readonly siblings?: readonly string[]
    /** A file that is cut off or damaged is kept all the same. Otherwise it is an `unreadable` fault with the message `torn`. */
    readonly acceptsTorn?: boolean
    readonly onProgress?: (progress: Progress) => void
    /** Called once if the transfer is so slow that others should not wait for it. */
    readonly onSlow?: () => void
    readonly signal?: AbortSignal
    /** `twinSha256`: the download is the same as that of a sibling, with the message `same-as-sibling`. */
  }) => Promise<{ ok: true; kept: Kept } | { ok: false; fault: Fault; twinSha256?: string }>
  /** Removes the unfinished download of an output from a place that was given up. Never throws. */
  readonly leave: (stem: string, of?: OutputPlace) => Promise<void>
}

/** Time as the engine sees it; tests drive it by hand. Milliseconds since 1970. */
export type Clock = {
  readonly now: () => number
  /** How far `now` is ahead of the system's time of day, since that was set back; none if not said. */
  readonly aheadInMs?: () => number
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
  /** Told of work that takes real time, so that a clock that is driven by hand can stand still until it has settled. */
  readonly during?: (work: Promise<unknown>) => void
}
