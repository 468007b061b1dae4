/**
 * What a lawful service of this API is free to do. The spec promises little and leaves the rest open ("not shown"); a personality decides the
 * rest. Plain data that survives JSON. Durations are seconds of the service, which last `timeScale` real seconds each.
 */
export type Personality = {
  /** Printed by the harnesses, so that one cycle can be repeated alone. */
  readonly name: string
  readonly documents: DocumentsPersonality
  readonly submit: SubmitPersonality
  readonly query: QueryPersonality
  readonly recent: RecentPersonality
  readonly storage: StoragePersonality
  readonly mcp: McpPersonality
  readonly clock: ClockPersonality
  /** What goes wrong with single calls; the first fault that fits a call strikes. */
  readonly faults: readonly CallFault[]
}

export type DocumentsPersonality = {
  /** Shape of `GET /capabilities`; `missing` is 404, `broken` is 500, `page` is HTML. */
  readonly catalog: 'list' | 'data-list' | 'map' | 'by-category' | 'missing' | 'broken' | 'page'
  /** Shape of `GET /openapi.json`. */
  readonly openapi: 'inline' | 'references' | 'missing' | 'broken' | 'page'
  /** What the catalog says a generation costs: nothing, what it does cost, or twice as much. */
  readonly price: 'unsaid' | 'true' | 'doubled'
}

export type SubmitPersonality = {
  /** HTTP status of an acceptance. */
  readonly status: 200 | 201 | 202
  /** Where the fields of an acceptance are. */
  readonly place: 'top' | 'data'
  /** Whether task identifiers are JSON strings or JSON numbers. */
  readonly ids: 'text' | 'number'
  /** Whether an acceptance says `success: true`. */
  readonly saysSuccess: boolean
  /** What an acceptance says of credits: charged now, charged when the task finishes, or nothing. */
  readonly credits: 'charged' | 'deferred' | 'unsaid'
  /** For how long an idempotency key is remembered; null: for ever. */
  readonly keyMemoryInSeconds: number | null
}

export type QueryPersonality = {
  /** Where `status` and the result field are. */
  readonly place: 'data' | 'top'
  /** Whether an answer says `success`. */
  readonly saysSuccess: boolean
  /** How status words are written. */
  readonly letters: 'lower' | 'upper' | 'capital'
  readonly doneWord: 'success' | 'succeeded' | 'completed'
  readonly failedWord: 'failed' | 'error'
  /** Status words of a task that is not finished, one after the other. */
  readonly progressWords: readonly string[]
  readonly secondsToFinish: number
  /** `retryAfterMs` of an answer about a task that is not finished; null: absent. */
  readonly retryAfterMs: number | null
  /** Order of the result addresses. */
  readonly order: 'kept' | 'shuffled'
  /** What changes about the result addresses with each query: nothing, the query part, or all of the path. */
  readonly addresses: 'stable' | 'new-query' | 'new-path'
  /** So many finished answers name only the first result. */
  readonly partialAnswers: number
  /** Whether a finished answer leaves out the results that were downloaded whole. */
  readonly leavesOutDownloaded: boolean
  /** Under which name results are given. `imageUrl+imageUrls` gives the first in one and all in the other. */
  readonly resultField: 'imageUrl' | 'imageUrls' | 'imageUrl+imageUrls' | 'result' | 'outputs' | 'files'
  /** Share of the tasks that fail, from 0 to 1. */
  readonly failingShare: number
  /** How a failure is reported: in `data.status`, with `success: false` and an unknown `errorType`, or with an HTTP status too. */
  readonly failureForm: 'status' | 'success-false' | 'http-422' | 'http-400'
  /** What becomes of the credits of a failed task: given back and reported, given back in silence, or kept. */
  readonly refund: 'reported' | 'silent' | 'none'
  /** What a query says once the results were named. */
  readonly afterwards: 'results' | 'task-not-found' | 'billing-invariant' | 'refund-unknown' | 'failed-refunded'
  /** `afterwards` begins with this finished answer; 2 is the one after the first. */
  readonly afterwardsFromAnswer: number
}

export type RecentPersonality = {
  readonly presence: 'listed' | 'empty' | 'missing'
  /** What the list is in. */
  readonly envelope: 'tasks' | 'data' | 'bare' | 'map'
  readonly entries: 'ids' | 'objects'
  readonly namesCapability: boolean
  /** How the time of an entry is written. */
  readonly times: 'none' | 'iso' | 'iso-without-zone' | 'seconds' | 'milliseconds' | 'rfc-1123'
  readonly namesKeys: boolean
  readonly order: 'newest-first' | 'oldest-first'
  /** Most entries of a list; null: as many as were asked for. */
  readonly most: number | null
  /** How much later a task appears. */
  readonly lagInSeconds: number
  /** Whether each task is listed twice. */
  readonly twice: boolean
  /** How many tasks are made on the website at about the time of each submission. */
  readonly strangersPerSubmit: number
}

export type StoragePersonality = {
  /** Whether files have an origin of their own or lie at the API's. */
  readonly origin: 'own' | 'api'
  /** What images are; `mixed` gives each output another kind. */
  readonly images: ImageKind | 'mixed'
  /** What the results of a capability with text output are; their declared type is always true. */
  readonly texts: TextKind
  /** What a result's address ends in. `true`: the extension of its kind. */
  readonly extension: 'true' | 'none' | 'part' | 'exe' | 'bat'
  /** The declared type. `true`: that of its kind; `none`: no header. */
  readonly declaredType: 'true' | 'image/png' | 'application/octet-stream' | 'none'
  /** The stored Content-Encoding; see `content-coding.ts`. */
  readonly coding: ContentCoding
  /** How the end of a file is known; `until-close` has neither a length nor chunks. */
  readonly length: 'content-length' | 'chunked' | 'until-close'
  /**
   * How `Range` is answered: with which validator, or not at all. `ignores-if-range` sends validators and does not honour them; `always-206` and
   * `status-203` are the answer to a request without a range.
   */
  readonly range: 'etag' | 'weak-etag' | 'last-modified' | 'no-validator' | 'ignores-if-range' | 'ignored' | 'always-206' | 'status-203'
  /** Where a result's address leads first. */
  readonly redirect: 'none' | 'same-origin' | 'other-origin'
  /** How long an address works after the query that named it; null: for ever. Then it is 403. */
  readonly addressLifeInSeconds: number | null
  /** How the upload command is written. */
  readonly command: 'curl' | 'curl-long' | 'powershell'
  /** What is wrong with single results. */
  readonly faults: readonly FileFault[]
}

/** `unknown`: bytes of no known format. */
export type ImageKind = 'png' | 'large-png' | 'unknown'
export type TextKind = 'text' | 'subtitles' | 'json'

/**
 * `framed-aws-chunked` sends the chunk signatures too; `unpacked-gzip` names gzip and sends plain bytes; `utf-8` and `binary` are values that
 * uploaders put there by mistake.
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
  /** Whether `face-swap` asks which face is meant. */
  readonly asksForFaces: boolean
  /** The name of the task identifier in the tools' arguments. */
  readonly taskIdName: 'taskId' | 'task_id' | 'input.taskId'
  /** How `select_faces` takes faces: identifiers, indexes from 0, numbers from 1, or pairs with a reference. */
  readonly faces: 'ids' | 'indexes' | 'numbers' | 'pairs'
  /** How a pair names its reference: by address, by identifier, or by index from 0. */
  readonly reference: 'url' | 'id' | 'index'
  readonly answers: 'json' | 'event-stream'
  /** Whether sessions have an identifier. */
  readonly sessions: boolean
  /** A session is forgotten after so many messages; null: never. */
  readonly sessionForgottenAfter: number | null
}

export type ClockPersonality = {
  /** How far the service's clock is ahead of this computer's, in real seconds; negative: behind. */
  readonly aheadInRealSeconds: number
  /** Whether answers have a `Date` header. */
  readonly saysDate: boolean
}

export const endpoints = [
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
export type Endpoint = (typeof endpoints)[number]

/** Something that goes wrong with a call of the API or an upload. */
export type CallFault = {
  readonly on: Endpoint
  /** Only calls about the task with this number, counted from 0 as tasks are made; null: any call. */
  readonly task: number | null
  /** Only submissions of a key that the service remembers, or only of one that it does not. */
  readonly only: 'any' | 'first' | 'repetition'
  /** So many fitting calls pass before it strikes. */
  readonly skip: number
  /** So many calls are struck; null: all. */
  readonly times: number | null
  /** Chance that a fitting call is struck, from 0 to 1. */
  readonly chance: number
  /** Whether the call's work is done before the fault. */
  readonly afterWork: boolean
  readonly does: CallFaultKind
}

export type CallFaultKind =
  /** An error answer. `namesTask`: the body has the identifier of the task. `inTool`: an MCP tool error and not an HTTP status. */
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
  /** A page of a gateway, without a request identifier. */
  | { readonly kind: 'page'; readonly status: number }
  /** The connection is reset without an answer. */
  | { readonly kind: 'reset' }
  /** The answer ends early, after so many bytes of its body. */
  | { readonly kind: 'torn'; readonly atByte: number }
  /** Nothing comes after so many bytes of the body; -1: not even the head. */
  | { readonly kind: 'hang'; readonly atByte: number }
  /** The body comes slowly. */
  | { readonly kind: 'drip'; readonly bytesPerSecond: number }

/** The `Retry-After` of an answer. Dates are of the service's clock, so many real seconds on, in one of the three forms of RFC 9110. */
export type RetryAfter =
  | { readonly as: 'absent' }
  | { readonly as: 'seconds'; readonly seconds: number }
  | { readonly as: 'date'; readonly form: 'imf-fixdate' | 'rfc-850' | 'asctime'; readonly inSeconds: number }
  | { readonly as: 'text'; readonly text: string }

/** Something that is wrong with results in storage. */
export type FileFault = {
  /** Only results of the task with this number; null: of any task. */
  readonly task: number | null
  /** Only the result at this place; null: any. */
  readonly output: number | null
  /** Share of the fitting results that have it, from 0 to 1; always the same ones. */
  readonly share: number
  /** What ends it: nothing, time since the task finished, a number of downloads, or an address of a later query. */
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
  /** Status 200 and not a byte. */
  | { readonly kind: 'empty' }
  /** The address leads to a port that refuses connections. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'reset' }
  /** Ends early after so many bytes; without a length this looks like the end of the file, which only a known format can contradict. */
  | { readonly kind: 'torn'; readonly atByte: number; readonly saysLength: boolean }
  | { readonly kind: 'hang'; readonly atByte: number }
  | { readonly kind: 'drip'; readonly bytesPerSecond: number }
  /** The first download breaks off after so many bytes, and another file of the same length is there from then on. */
  | { readonly kind: 'replaced'; readonly atByte: number }

/** Changes of some fields; what is not named stays as it is. */
export type PersonalityChanges = {
  readonly [Section in keyof Personality]?: Personality[Section] extends string | readonly unknown[]
    ? Personality[Section]
    : Partial<Personality[Section]>
}

/** A service without any surprise. */
export const plainPersonality: Personality = {
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
    leavesOutDownloaded: false,
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

/** The personality with changes, which may be of single fields. */
export function changed(personality: Personality, changes: PersonalityChanges): Personality {
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

/** A fault of which only what is given matters: it strikes every fitting call, before the work. */
export function callFault(fault: Pick<CallFault, 'on' | 'does'> & Partial<CallFault>): CallFault {
  return { task: null, only: 'any', skip: 0, times: null, chance: 1, afterWork: false, ...fault }
}

/** An error answer as section 7 of the spec shows it, without a hint or a wait. */
export function errorAnswer(
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

/** A fault of every result, for ever, unless something else is given. */
export function fileFault(fault: Pick<FileFault, 'does'> & Partial<FileFault>): FileFault {
  return { task: null, output: null, share: 1, until: { is: 'never' }, ...fault }
}
