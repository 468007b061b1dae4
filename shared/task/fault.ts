import type { UploadRejection } from './upload-rejection.ts'

/** API calls that a fault can belong to. */
export const apiSteps = [
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
export type ApiStep = (typeof apiSteps)[number]

/**
 * Kind of a failed call.
 * - `refusal`: an HTTP error response (any non-2xx, or 2xx with `success` false).
 * - `not-sent`: the transport failed before any byte was written (name lookup, connection refused, TLS).
 * - `lost`: the request may have arrived, but its response is missing or incomplete.
 * - `unreadable`: a response that can't be parsed as expected (truncated JSON, HTML instead of JSON).
 * - `local`: a problem on this computer (file gone or changed, disk full, upload command rejected).
 */
export type FaultKind = 'refusal' | 'not-sent' | 'lost' | 'unreadable' | 'local'

/** Reasons for `local` faults. */
export type LocalFaultReason =
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
 * Probable reason why the service can't be reached.
 * - `sign-in-page`: a web page came back instead of the service's response. Many networks send one until the user signs in.
 * - `certificate`: the server's identity can't be verified, so nothing was sent.
 * - `proxy-password`: the proxy needs a username and password, so nothing was sent.
 * - `proxy-refusal`: the proxy rejected the connection, so nothing was sent.
 * - `proxy-script`: the configured PAC file doesn't give a route, so nothing was sent.
 */
export type NetworkBlock = 'sign-in-page' | 'certificate' | 'proxy-password' | 'proxy-refusal' | 'proxy-script'

export const recoveryHints = [
  'GET_RECENT_TASKS',
  'QUERY_TASK_ID_OR_CONTACT_SUPPORT',
  'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID'
] as const
/** How to recover from an unknown outcome. Spec section 7 lists these hints for the `*_OUTCOME_UNKNOWN` error types. */
export type RecoveryHint = (typeof recoveryHints)[number]

/** Error types of spec section 7, except those that end in `_SERVICE_UNAVAILABLE` or begin with `UPSTREAM_`. */
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

/** True if spec section 7 says how to handle this error type. */
export function isKnownErrorType(errorType: string): boolean {
  return errorTypes.has(errorType) || errorType.endsWith('_SERVICE_UNAVAILABLE') || errorType.startsWith('UPSTREAM_')
}

/**
 * A failed call with all its data. A fault is classified once, when the response is read. Only the error policy decides how to react. Never
 * contains the API key.
 */
export type Fault = {
  readonly step: ApiStep
  readonly kind: FaultKind
  readonly httpStatus: number | null
  /** The service's `errorType`, verbatim. Null if the response had none. */
  readonly errorType: string | null
  /** The service's message, or the system's error code for transport and local faults. Null if there is neither. */
  readonly message: string | null
  readonly details: readonly { readonly field: string; readonly message: string }[]
  /** `X-Request-Id` of the response. Null if the response had none. */
  readonly requestId: string | null
  readonly retryAfterInMs: number | null
  readonly hint: RecoveryHint | null
  readonly taskId: string | null
  readonly businessId: string | null
  readonly localReason: LocalFaultReason | null
  /** Why an upload command wasn't run. Null for any other fault. */
  readonly uploadRejection: UploadRejection | null
  readonly networkBlock: NetworkBlock | null
}

/** Creates a fault with the given data. All other members are null, and `details` is empty. */
export function newFault(step: ApiStep, kind: FaultKind, known: Partial<Omit<Fault, 'step' | 'kind'>> = {}): Fault {
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
    uploadRejection: null,
    networkBlock: null,
    ...known
  }
}
