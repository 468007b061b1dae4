/** Which call of ours a fault belongs to. */
export const steps = [
  'upload-ticket',
  'transfer',
  'submit',
  'query',
  'recent',
  'download',
  'catalog',
  'openapi',
  'mcp',
  'select-faces'
] as const
export type Step = (typeof steps)[number]

/**
 * What is known about a call that did not end well.
 * - `refusal`: an HTTP answer that says no (any non-2xx, or 2xx with `success` false).
 * - `not-sent`: definite transport failure before a byte of the request was written (name lookup, connection refused, TLS).
 * - `lost`: the request may have arrived; no answer came back, or it broke off.
 * - `unreadable`: an answer came that cannot be read as what it should be (torn JSON, HTML where JSON was due).
 * - `local`: this computer stands in the way (file gone or changed, disk full, upload command refused).
 */
export type FaultKind = 'refusal' | 'not-sent' | 'lost' | 'unreadable' | 'local'

/** Reasons of `local` faults. */
export type LocalReason =
  | 'file-missing'
  | 'file-changed'
  | 'file-unreadable'
  | 'disk-full'
  | 'folder-missing'
  | 'folder-not-writable'
  | 'upload-command-refused'
  | 'result-not-found'
  | 'unexpected'

/**
 * What seems to stand between this computer and the service.
 * - `sign-in-page`: a page where an answer of the service was due; many a network has one until one has signed in to it.
 * - `certificate`: what answers can't prove to be the service, so nothing was sent.
 * - `proxy-password`: the proxy wants a name and a password, so nothing was sent.
 * - `proxy-refusal`: the proxy did not open the way, so nothing was sent.
 * - `proxy-script`: the script that a person has set does not say the way, so nothing was sent.
 */
export type Obstacle = 'sign-in-page' | 'certificate' | 'proxy-password' | 'proxy-refusal' | 'proxy-script'

export const recoveryHints = [
  'GET_RECENT_TASKS',
  'QUERY_TASK_ID_OR_CONTACT_SUPPORT',
  'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID'
] as const
/** Spec section 7, the three `*_OUTCOME_UNKNOWN` rows. */
export type RecoveryHint = (typeof recoveryHints)[number]

/** The error types of spec section 7, besides those that end in `_SERVICE_UNAVAILABLE` or begin with `UPSTREAM_`. */
const errorTypes: ReadonlySet<string> = new Set([
  'INVALID_JSON',
  'VALIDATION_ERROR',
  'AUTHENTICATION_REQUIRED',
  'AUTHORIZATION_HEADER_INVALID',
  'API_KEY_INVALID_OR_REVOKED',
  'API_KEY_INVALID_CREDENTIAL',
  'ACCOUNT_SESSION_REFRESH_REQUIRED',
  'NEED_API_KEY',
  'NEED_PURCHASE_CREDITS',
  'NEED_SUBSCRIBE',
  'CAPABILITY_NOT_ENABLED',
  'UPLOAD_NOT_READY',
  'IDEMPOTENCY_CONFLICT',
  'IDEMPOTENCY_IN_PROGRESS',
  'UPLOAD_EXPIRED',
  'RATE_LIMITED',
  'CREDENTIAL_STORAGE_UNAVAILABLE',
  'SUBMISSION_OUTCOME_UNKNOWN',
  'BILLING_OUTCOME_UNKNOWN',
  'REFUND_OUTCOME_UNKNOWN',
  'TASK_PERSISTENCE_UNCERTAIN',
  'TASK_NOT_FOUND',
  'BILLING_INVARIANT_FAILED',
  'TASK_QUERY_INTERRUPTED',
  'RESULT_MISSING'
])

/** Whether the spec says what to do about an error type. */
export function isKnownErrorType(errorType: string): boolean {
  return errorTypes.has(errorType) || errorType.endsWith('_SERVICE_UNAVAILABLE') || errorType.startsWith('UPSTREAM_')
}

/** A call that did not end well, with all its data; classed once at the edge, judged once in the error policy. Never holds the API key. */
export type Fault = {
  readonly step: Step
  readonly kind: FaultKind
  readonly httpStatus: number | null
  /** The service's `errorType`, verbatim. */
  readonly errorType: string | null
  /** The service's own words, or the system's error code for transport and local faults. */
  readonly message: string | null
  readonly details: readonly { readonly field: string; readonly message: string }[]
  /** `X-Request-Id` of the answer. */
  readonly requestId: string | null
  readonly retryAfterInMs: number | null
  readonly hint: RecoveryHint | null
  readonly taskId: string | null
  readonly businessId: string | null
  readonly localReason: LocalReason | null
  readonly obstacle: Obstacle | null
}

/** A fault of which only what is given is known; the rest is null. */
export function newFault(step: Step, kind: FaultKind, known: Partial<Omit<Fault, 'step' | 'kind'>> = {}): Fault {
  return {
    step,
    kind,
    httpStatus: null,
    errorType: null,
    message: null,
    details: [],
    requestId: null,
    retryAfterInMs: null,
    hint: null,
    taskId: null,
    businessId: null,
    localReason: null,
    obstacle: null,
    ...known
  }
}
