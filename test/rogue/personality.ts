/**
 * Choices that the spec leaves to the service (“not shown”). A personality is plain data that can be stored as JSON. Durations are in
 * service seconds, each of which lasts `timeScale` real seconds.
 */
export type Personality = {
  /** Printed by the test harnesses, so that a failed cycle can be repeated on its own. */
  readonly name: string
  readonly documents: DocumentsPersonality
  readonly submit: SubmitPersonality
  readonly query: QueryPersonality
  readonly recent: RecentPersonality
  readonly storage: StoragePersonality
  readonly mcp: McpPersonality
  readonly clock: ClockPersonality
  /** Faults of API calls and uploads. The first fault that matches a call applies to it. */
  readonly faults: readonly CallFault[]
}

export type DocumentsPersonality = {
  /** Shape of the response to `GET /capabilities`. `missing` is 404, `broken` is 500, `page` is HTML. */
  readonly catalog: 'list' | 'data-list' | 'map' | 'by-category' | 'missing' | 'broken' | 'page'
  /** Shape of the response to `GET /openapi.json`. `missing`, `broken` and `page` are the same as for `catalog`. */
  readonly openapi: 'inline' | 'references' | 'missing' | 'broken' | 'page'
  /** The catalogue's price of a generation: none, the true price, or twice that. */
  readonly price: 'unsaid' | 'true' | 'doubled'
}

export type SubmitPersonality = {
  /** HTTP status of an accepted submission. */
  readonly status: 200 | 201 | 202
  /** Location of the fields in an accepted submission's response. */
  readonly place: 'top' | 'data'
  /** Whether task identifiers are JSON strings or JSON numbers. */
  readonly ids: 'text' | 'number'
  /** Whether an accepted submission's response has `success: true`. */
  readonly saysSuccess: boolean
  /**
   * Credits in the response to an accepted submission. `charged`: charged immediately. `deferred`: charged when the task finishes.
   * `unsaid`: not reported.
   */
  readonly credits: 'charged' | 'deferred' | 'unsaid'
  /** How long an idempotency key is remembered, in service seconds. Null if forever. */
  readonly keyMemoryInSeconds: number | null
}

export type QueryPersonality = {
  /** Location of `status` and the result field in a query response. */
  readonly place: 'data' | 'top'
  /** Whether a query response has `success: true`. A response with `success: false` always has the field. */
  readonly saysSuccess: boolean
  /** Letter case of status words. */
  readonly letters: 'lower' | 'upper' | 'capital'
  readonly doneWord: 'success' | 'succeeded' | 'completed'
  readonly failedWord: 'failed' | 'error'
  /** Status words of an unfinished task, in order. */
  readonly progressWords: readonly string[]
  readonly secondsToFinish: number
  /** `retryAfterMs` in a response about an unfinished task. Null if absent. */
  readonly retryAfterMs: number | null
  /** Order of the result URLs. `shuffled`: a different order in each response. */
  readonly order: 'kept' | 'shuffled'
  /** Part of each result URL that changes with each query. */
  readonly addresses: 'stable' | 'new-query' | 'new-path'
  /** Number of query responses for a finished task that contain only the first result. */
  readonly partialAnswers: number
  /** Whether query responses for a finished task omit the results that were fully downloaded. */
  readonly omitsDownloaded: boolean
  /** Name of the result field. `imageUrl+imageUrls` has the first result in `imageUrl` and all results in `imageUrls`. */
  readonly resultField: 'imageUrl' | 'imageUrls' | 'imageUrl+imageUrls' | 'result' | 'outputs' | 'files'
  /** Share of the tasks that fail, from 0 to 1. */
  readonly failingShare: number
  /**
   * How a failure is reported. `status` only sets the task's status. `success-false` adds `success: false` and an unknown `errorType`. The
   * `http-` values also change the HTTP status.
   */
  readonly failureForm: 'status' | 'success-false' | 'http-422' | 'http-400'
  /** A failed task's credits: refunded and reported, refunded silently, or kept. */
  readonly refund: 'reported' | 'silent' | 'none'
  /** Query responses after the results were returned. */
  readonly afterwards: 'results' | 'task-not-found' | 'billing-invariant' | 'refund-unknown' | 'failed-refunded'
  /** `afterwards` applies from this query response for a finished task, counted from 1. */
  readonly afterwardsFromAnswer: number
}

export type RecentPersonality = {
  readonly presence: 'listed' | 'empty' | 'missing'
  /** Envelope of the list. */
  readonly envelope: 'tasks' | 'data' | 'bare' | 'map'
  readonly entries: 'ids' | 'objects'
  readonly namesCapability: boolean
  /** How the time of an entry is written. */
  readonly times: 'none' | 'iso' | 'iso-without-zone' | 'seconds' | 'milliseconds' | 'rfc-1123'
  readonly namesKeys: boolean
  readonly order: 'newest-first' | 'oldest-first'
  /** Maximum number of entries in a list. Null if there is no maximum. */
  readonly most: number | null
  /** Delay before a task appears in the list, in service seconds. */
  readonly lagInSeconds: number
  /** Whether each task is listed twice. */
  readonly twice: boolean
  /** Number of unrelated tasks that are created on the website at about the time of each submission. */
  readonly strangersPerSubmit: number
}

export type StoragePersonality = {
  /** Whether files have their own origin or share the API's. */
  readonly origin: 'own' | 'api'
  /** Format of images. `mixed`: a different kind for each output. */
  readonly images: ImageKind | 'mixed'
  /** Result format of a capability with text output. The declared type of these results is always correct. */
  readonly texts: TextKind
  /** File extension in a result URL. `true`: the extension that matches the format. */
  readonly extension: 'true' | 'none' | 'part' | 'exe' | 'bat'
  /** Value of the `Content-Type` header. `true`: the type that matches the format. `none`: no header. */
  readonly declaredType: 'true' | 'image/png' | 'application/octet-stream' | 'none'
  /** The stored Content-Encoding. See `content-coding.ts`. */
  readonly coding: ContentCoding
  /** How the end of a file is marked. `until-close` has neither a length nor chunks. */
  readonly length: 'content-length' | 'chunked' | 'until-close'
  /**
   * How `Range` is handled. `etag`, `weak-etag` and `last-modified` name the validator. `no-validator` sends ranges without a validator.
   * `ignores-if-range` sends validators but ignores `If-Range`. `ignored` ignores `Range`. `always-206` responds with status 206 even if no
   * range was requested. `status-203` always responds with status 203 and the whole file.
   */
  readonly range: 'etag' | 'weak-etag' | 'last-modified' | 'no-validator' | 'ignores-if-range' | 'ignored' | 'always-206' | 'status-203'
  /** Redirect from a result URL to the same or another origin. */
  readonly redirect: 'none' | 'same-origin' | 'other-origin'
  /**
   * How long a result URL works after the query that returned it, in service seconds. Afterwards it responds with 403. Null if it never
   * expires.
   */
  readonly addressLifeInSeconds: number | null
  /** How the upload command is written. */
  readonly command: 'curl' | 'curl-long' | 'powershell'
  /** Faults of result downloads. */
  readonly faults: readonly FileFault[]
}

/** `unknown`: bytes in an unknown format. */
export type ImageKind = 'png' | 'large-png' | 'unknown'
export type TextKind = 'text' | 'subtitles' | 'json'

/**
 * `framed-aws-chunked` also stores the chunk signatures. `unpacked-gzip` declares gzip but sends plain bytes. `utf-8` and `binary` are
 * values that uploaders set by mistake.
 */
export type ContentCoding =
  | 'none'
  | 'gzip'
  | 'deflate'
  | 'br'
  | 'zstd'
  | 'aws-chunked'
  | 'gzip-aws-chunked'
  | 'framed-aws-chunked'
  | 'unpacked-gzip'
  | 'utf-8'
  | 'binary'

export type McpPersonality = {
  readonly presence: 'there' | 'missing' | 'page'
  /** Whether `face-swap` asks the user to select faces. */
  readonly asksForFaces: boolean
  /** The name of the task identifier in the tools' arguments. */
  readonly taskIdName: 'taskId' | 'task_id' | 'input.taskId'
  /** How `select_faces` identifies faces. Indexes start at 0, and numbers at 1. `pairs` are IDs, each with a reference photo. */
  readonly faces: 'ids' | 'indexes' | 'numbers' | 'pairs'
  /** How a pair identifies its reference photo: by URL, by ID, or by index from 0. */
  readonly reference: 'url' | 'id' | 'index'
  readonly answers: 'json' | 'event-stream'
  /** Whether the server uses sessions, each with an ID. */
  readonly sessions: boolean
  /** Number of messages after which a session is forgotten. Null if never. */
  readonly sessionForgottenAfter: number | null
}

export type ClockPersonality = {
  /** How far the service's clock is ahead of this computer's, in real seconds. Negative if it is behind. */
  readonly aheadInRealSeconds: number
  /** Whether responses have a `Date` header. */
  readonly saysDate: boolean
}

export const rogueEndpoints = [
  'catalog',
  'openapi',
  'upload',
  'transfer',
  'submit',
  'query',
  'recent',
  'mcp',
  'get_task_result',
  'select_faces'
] as const
export type RogueEndpoint = (typeof rogueEndpoints)[number]

/** A fault injected into an API call or upload. */
export type CallFault = {
  readonly on: RogueEndpoint
  /** Affects only calls about the task with this number, counted from 0 in order of creation. Null if all calls are affected. */
  readonly task: number | null
  /**
   * `first`: only submissions whose idempotency key wasn't submitted before. `repetition`: only submissions whose idempotency key was
   * submitted before.
   */
  readonly only: 'any' | 'first' | 'repetition'
  /** Number of matching calls that succeed before the fault applies. */
  readonly skip: number
  /** Number of calls that get the fault. Null if there is no limit. */
  readonly times: number | null
  /** Probability that a matching call gets the fault, from 0 to 1. */
  readonly chance: number
  /** Whether the call's work is done before the fault. */
  readonly afterWork: boolean
  readonly does: CallFaultKind
}

export type CallFaultKind =
  /** An error response. `namesTask`: the body contains the task's identifier. `inTool`: an MCP tool error instead of an HTTP status. */
  | {
      readonly kind: 'error'
      readonly status: number
      readonly errorType: string | null
      readonly retryAfter: RetryAfter
      readonly recovery: string | null
      readonly namesTask: boolean
      readonly hasRequestId: boolean
      readonly inTool: boolean
    }
  /** An HTML page of a gateway, without a request identifier. */
  | { readonly kind: 'page'; readonly status: number }
  /** The connection is reset without a response. */
  | { readonly kind: 'reset' }
  /** The response ends early, after this many bytes of its body. */
  | { readonly kind: 'torn'; readonly atByte: number }
  /** Nothing arrives after this many bytes of the body. If -1, not even the headers arrive. */
  | { readonly kind: 'hang'; readonly atByte: number }
  /** The body arrives slowly. */
  | { readonly kind: 'drip'; readonly bytesPerSecond: number }

/**
 * The `Retry-After` header of a response. A date is `inSeconds` real seconds ahead of the service's clock. It has one of the three formats
 * of RFC 9110.
 */
export type RetryAfter =
  | { readonly as: 'absent' }
  | { readonly as: 'seconds'; readonly seconds: number }
  | { readonly as: 'date'; readonly form: 'imf-fixdate' | 'rfc-850' | 'asctime'; readonly inSeconds: number }
  | { readonly as: 'text'; readonly text: string }

/** A fault that affects the download of results. */
export type FileFault = {
  /** Affects only results of the task with this number, counted from 0. Null if all tasks are affected. */
  readonly task: number | null
  /** Affects only the result at this index, counted from 0. Null if all results are affected. */
  readonly output: number | null
  /** Share of the matching results that are affected, from 0 to 1. The affected results never change. */
  readonly share: number
  /**
   * The event that ends the fault. `seconds`: `count` service seconds after the task finished. `downloads`: after `count` downloads.
   * `fresh-address`: when a later query returns a new URL.
   */
  readonly until:
    | { readonly is: 'never' }
    | { readonly is: 'seconds' | 'downloads'; readonly count: number }
    | { readonly is: 'fresh-address' }
  readonly does: FileFaultKind
}

export type FileFaultKind =
  | { readonly kind: 'status'; readonly status: number }
  /** HTML with status 200. */
  | { readonly kind: 'page' }
  /** Status 200 with an empty body. */
  | { readonly kind: 'empty' }
  /** The URL has a port that refuses connections. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'reset' }
  /**
   * The body ends after `atByte` bytes. If `saysLength` is false, the truncated file looks complete unless its format reveals the
   * truncation.
   */
  | { readonly kind: 'torn'; readonly atByte: number; readonly saysLength: boolean }
  | { readonly kind: 'hang'; readonly atByte: number }
  | { readonly kind: 'drip'; readonly bytesPerSecond: number }
  /** The first download breaks off after `atByte` bytes. Afterwards, the URL serves another file of the same length. */
  | { readonly kind: 'replaced'; readonly atByte: number }

/** Changes to some fields. The others keep their values. */
export type PersonalityChanges = {
  readonly [Section in keyof Personality]?: Personality[Section] extends string | readonly unknown[]
    ? Personality[Section]
    : Partial<Personality[Section]>
}

/** A service without faults or unusual choices. */
export const defaultPersonality: Personality = {
  name: 'plain',
  documents: { catalog: 'list', openapi: 'inline', price: 'unsaid' },
  submit: { status: 200, place: 'top', ids: 'text', saysSuccess: true, credits: 'charged', keyMemoryInSeconds: null },
  query: {
    place: 'data',
    saysSuccess: true,
    letters: 'lower',
    doneWord: 'completed',
    failedWord: 'failed',
    progressWords: ['processing'],
    secondsToFinish: 0,
    retryAfterMs: null,
    order: 'kept',
    addresses: 'stable',
    partialAnswers: 0,
    omitsDownloaded: false,
    resultField: 'imageUrl+imageUrls',
    failingShare: 0,
    failureForm: 'status',
    refund: 'reported',
    afterwards: 'results',
    afterwardsFromAnswer: 2
  },
  recent: {
    presence: 'listed',
    envelope: 'tasks',
    entries: 'objects',
    namesCapability: true,
    times: 'iso',
    namesKeys: true,
    order: 'newest-first',
    most: null,
    lagInSeconds: 0,
    twice: false,
    strangersPerSubmit: 0
  },
  storage: {
    origin: 'own',
    images: 'png',
    texts: 'text',
    extension: 'true',
    declaredType: 'true',
    coding: 'none',
    length: 'content-length',
    range: 'etag',
    redirect: 'none',
    addressLifeInSeconds: null,
    command: 'curl',
    faults: []
  },
  mcp: {
    presence: 'there',
    asksForFaces: false,
    taskIdName: 'taskId',
    faces: 'pairs',
    reference: 'index',
    answers: 'json',
    sessions: true,
    sessionForgottenAfter: null
  },
  clock: { aheadInRealSeconds: 0, saysDate: true },
  faults: []
}

/** Returns `personality` with the fields of `changes` replaced. */
export function applyPersonalityChanges(personality: Personality, changes: PersonalityChanges): Personality {
  return {
    name: changes.name ?? personality.name,
    documents: { ...personality.documents, ...changes.documents },
    submit: { ...personality.submit, ...changes.submit },
    query: { ...personality.query, ...changes.query },
    recent: { ...personality.recent, ...changes.recent },
    storage: { ...personality.storage, ...changes.storage },
    mcp: { ...personality.mcp, ...changes.mcp },
    clock: { ...personality.clock, ...changes.clock },
    faults: changes.faults ?? personality.faults
  }
}

/** Creates a call fault. By default, it applies to every call to `on`, before the call's work. */
export function createCallFault(fault: Pick<CallFault, 'on' | 'does'> & Partial<CallFault>): CallFault {
  return { task: null, only: 'any', skip: 0, times: null, chance: 1, afterWork: false, ...fault }
}

/** Creates an error response as in section 7 of the spec. By default, it has neither a recovery hint nor a `Retry-After` header. */
export function createErrorFaultKind(
  status: number,
  errorType: string | null,
  more: Partial<Extract<CallFaultKind, { kind: 'error' }>> = {}
): Extract<CallFaultKind, { kind: 'error' }> {
  return {
    kind: 'error',
    status,
    errorType,
    retryAfter: { as: 'absent' },
    recovery: null,
    namesTask: false,
    hasRequestId: true,
    inTool: false,
    ...more
  }
}

/** Creates a file fault. By default, it applies permanently to every result. */
export function createFileFault(fault: Pick<FileFault, 'does'> & Partial<FileFault>): FileFault {
  return { task: null, output: null, share: 1, until: { is: 'never' }, ...fault }
}
