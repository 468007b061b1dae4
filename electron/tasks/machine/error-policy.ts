import type { PlainFailureCode } from '../../../shared/task/failure.ts'
import type { Fault } from '../../../shared/task/fault.ts'
import type { HoldReason } from '../../../shared/task/task.ts'

/**
 * Action after a failed submission.
 * - `refuse`: the service didn't create a task. The user can fix the form.
 * - `hold`: the service didn't create a task. The account has a problem.
 * - `wait`: retry later with the same idempotency key and body.
 * - `upload-again`: the service didn't create a task. Upload the files again, then send a new body with a new idempotency key.
 * - `reconcile`: the outcome is unknown. Search the recent tasks. Send the same key and body again only if `mayResend` is true.
 * - `follow-or-look`: check the response's task ID. Without a task ID, search the recent tasks. Never send again.
 * - `once-more`: wait as the service requests, retry once, then `support`.
 * - `support`: stop, because only support can find out the outcome.
 */
export type SubmitVerdict =
  | { readonly do: 'refuse' | 'upload-again' | 'follow-or-look' | 'once-more' | 'support' }
  | { readonly do: 'hold'; readonly reason: HoldReason }
  | { readonly do: 'wait'; readonly slowsAccount: boolean }
  | { readonly do: 'reconcile'; readonly mayResend: boolean }

/**
 * Action after a failed status query. The service has the task, and Kiln checks it until it ends.
 * - `poll-on`: check again later.
 * - `hold`: wait for the account, then check again.
 * - `doubt`: keep checking and read the recent tasks. After `unconfirmedTimeoutInMs`, the task moves to `support`.
 * - `once-more`, `support`: see `SubmitVerdict`.
 */
export type QueryVerdict =
  | { readonly do: 'poll-on'; readonly slowsAccount: boolean }
  | { readonly do: 'hold'; readonly reason: HoldReason }
  | { readonly do: 'doubt' | 'once-more' | 'support' }

/** Outcome of the submission, as far as a fault reveals it. */
export type SubmissionOutcome = 'refused' | 'accepted' | 'unknown'

export type ErrorPolicyRow = {
  /** Name of the row in section 7 of the spec. */
  readonly name: string
  readonly matches: (fault: Fault) => boolean
  readonly outcome: SubmissionOutcome
  /** True if the service says that it doesn't know whether credits were charged or refunded. */
  readonly isAboutCredits?: true
  readonly onSubmit: SubmitVerdict
  readonly onQuery: QueryVerdict
  /** What happened, and what it means for the credits. */
  readonly failure: PlainFailureCode
  /** Replaces `failure` if the response doesn't name an invalid field. */
  readonly failureWithoutFields?: PlainFailureCode
  /** The reason for the row's verdicts. */
  readonly because: string
}

const pollOn = { do: 'poll-on', slowsAccount: false } as const
const waitAlone = { do: 'wait', slowsAccount: false } as const

function type(...errorTypes: readonly string[]): (fault: Fault) => boolean {
  return (fault) => fault.errorType !== null && errorTypes.includes(fault.errorType)
}
function status(httpStatus: number): (fault: Fault) => boolean {
  return (fault) => fault.kind === 'refusal' && fault.httpStatus === httpStatus
}
function typeOrBareStatus(errorType: string, httpStatus: number): (fault: Fault) => boolean {
  return (fault) =>
    fault.errorType === errorType || (fault.errorType === null && fault.kind === 'refusal' && fault.httpStatus === httpStatus)
}

/** The rows of spec section 7 in the same order, then transport faults, then everything else. The first matching row applies. */
export const errorPolicy: readonly ErrorPolicyRow[] = [
  {
    name: 'INVALID_JSON, VALIDATION_ERROR',
    matches: (fault) =>
      type('INVALID_JSON', 'VALIDATION_ERROR')(fault) || (fault.errorType === null && (status(400)(fault) || status(422)(fault))),
    outcome: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    failure: 'values-rejected',
    failureWithoutFields: 'values-rejected-without-fields',
    because: 'Don’t retry unchanged. It would be rejected again.'
  },
  {
    name: 'AUTHENTICATION_REQUIRED',
    matches: type('AUTHENTICATION_REQUIRED'),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    failure: 'key-missing',
    because: 'Only a new key fixes it. The task itself is valid.'
  },
  {
    name: 'AUTHORIZATION_HEADER_INVALID',
    matches: type('AUTHORIZATION_HEADER_INVALID'),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    failure: 'key-unreadable',
    because: 'The spec says that no task was submitted.'
  },
  {
    name: 'API_KEY_INVALID_OR_REVOKED',
    matches: type('API_KEY_INVALID_OR_REVOKED'),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    failure: 'key-rejected',
    because: 'Create a new key and replace it in the client.'
  },
  {
    name: 'API_KEY_INVALID_CREDENTIAL',
    matches: type('API_KEY_INVALID_CREDENTIAL'),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    failure: 'key-credential-unreadable',
    because: 'The credential can’t be decrypted. Create a new key.'
  },
  {
    name: 'ACCOUNT_SESSION_REFRESH_REQUIRED',
    matches: type('ACCOUNT_SESSION_REFRESH_REQUIRED'),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'sign-in' },
    onQuery: { do: 'hold', reason: 'sign-in' },
    failure: 'sign-in-required',
    because: 'Only this 401 is cleared by signing in (spec section 5.4).'
  },
  {
    name: 'NEED_API_KEY',
    matches: typeOrBareStatus('NEED_API_KEY', 401),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    failure: 'key-needed',
    because: 'A compatibility code. A 401 without a type means the same.'
  },
  {
    name: 'NEED_PURCHASE_CREDITS',
    matches: typeOrBareStatus('NEED_PURCHASE_CREDITS', 402),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'credits' },
    onQuery: pollOn,
    failure: 'credits-needed',
    because: 'Holds only tasks that cost as much or more. Status queries cost nothing.'
  },
  {
    name: 'NEED_SUBSCRIBE',
    matches: typeOrBareStatus('NEED_SUBSCRIBE', 403),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'subscription' },
    onQuery: { do: 'hold', reason: 'subscription' },
    failure: 'subscription-ended',
    because: 'Existing keys work again after renewal (spec section 5.3).'
  },
  {
    name: 'CAPABILITY_NOT_ENABLED',
    matches: type('CAPABILITY_NOT_ENABLED'),
    outcome: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    failure: 'capability-not-offered',
    because: 'Refresh discovery. The same submission would be rejected again.'
  },
  {
    name: 'UPLOAD_NOT_READY',
    matches: type('UPLOAD_NOT_READY'),
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    failure: 'upload-not-ready',
    because: 'Wait the indicated delay and reuse the same idempotency key.'
  },
  {
    name: 'IDEMPOTENCY_IN_PROGRESS',
    matches: type('IDEMPOTENCY_IN_PROGRESS'),
    outcome: 'unknown',
    onSubmit: waitAlone,
    onQuery: pollOn,
    failure: 'request-in-progress',
    because: 'The first submission arrived. Only the same key leads to its response.'
  },
  {
    name: 'IDEMPOTENCY_CONFLICT',
    matches: type('IDEMPOTENCY_CONFLICT'),
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: false },
    onQuery: pollOn,
    failure: 'idempotency-conflict',
    because: 'Never use a new key automatically. The service accepted something under this one.'
  },
  {
    name: 'UPLOAD_EXPIRED',
    matches: typeOrBareStatus('UPLOAD_EXPIRED', 410),
    outcome: 'refused',
    onSubmit: { do: 'upload-again' },
    onQuery: pollOn,
    failure: 'upload-expired',
    because: 'A new upload changes the body, so it gets a new key. A definite rejection came first (I2).'
  },
  {
    name: 'RATE_LIMITED',
    matches: typeOrBareStatus('RATE_LIMITED', 429),
    outcome: 'refused',
    onSubmit: { do: 'wait', slowsAccount: true },
    onQuery: { do: 'poll-on', slowsAccount: true },
    failure: 'rate-limited',
    because: 'The limit belongs to the key, so it slows every task.'
  },
  {
    name: 'CREDENTIAL_STORAGE_UNAVAILABLE',
    matches: type('CREDENTIAL_STORAGE_UNAVAILABLE'),
    outcome: 'unknown',
    onSubmit: { do: 'once-more' },
    onQuery: { do: 'once-more' },
    failure: 'credential-store-unavailable',
    because: 'Honour Retry-After and retry once. If the problem persists, stop, keep the key and don’t resubmit.'
  },
  {
    name: 'SUBMISSION_OUTCOME_UNKNOWN, BILLING_OUTCOME_UNKNOWN, REFUND_OUTCOME_UNKNOWN: contact support',
    matches: (fault) => isOutcomeUnknown(fault) && fault.hint === 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID',
    outcome: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'support' },
    onQuery: { do: 'support' },
    failure: 'outcome-unknown-for-support',
    because: 'The recovery hint says so.'
  },
  {
    name: 'SUBMISSION_OUTCOME_UNKNOWN, BILLING_OUTCOME_UNKNOWN, REFUND_OUTCOME_UNKNOWN: query the task id',
    matches: (fault) =>
      isOutcomeUnknown(fault) && fault.hint === 'QUERY_TASK_ID_OR_CONTACT_SUPPORT' && (fault.taskId !== null || fault.step === 'query'),
    outcome: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'follow-or-look' },
    onQuery: { do: 'doubt' },
    failure: 'outcome-unknown',
    because: 'The recovery hint says so, and the task is named.'
  },
  {
    name: 'SUBMISSION_OUTCOME_UNKNOWN, BILLING_OUTCOME_UNKNOWN, REFUND_OUTCOME_UNKNOWN',
    matches: isOutcomeUnknown,
    outcome: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'follow-or-look' },
    onQuery: { do: 'doubt' },
    failure: 'outcome-unknown',
    because: 'Never use a new key and never resubmit. Check the recent tasks, or query the task ID if it is known.'
  },
  {
    name: 'TASK_PERSISTENCE_UNCERTAIN',
    matches: type('TASK_PERSISTENCE_UNCERTAIN'),
    outcome: 'accepted',
    onSubmit: { do: 'follow-or-look' },
    onQuery: { do: 'doubt' },
    failure: 'save-uncertain',
    because: 'Keep the task ID and don’t resubmit. Contact support with it if the problem persists.'
  },
  {
    name: 'TASK_NOT_FOUND',
    matches: type('TASK_NOT_FOUND'),
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: false },
    onQuery: { do: 'doubt' },
    failure: 'task-not-found',
    because: 'Call get_recent_tasks before any retry. Don’t resubmit a paid task.'
  },
  {
    name: 'BILLING_INVARIANT_FAILED',
    matches: type('BILLING_INVARIANT_FAILED'),
    outcome: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'support' },
    onQuery: { do: 'support' },
    failure: 'billing-inconsistent',
    because: 'Don’t retry, rotate the key, change the idempotency key or resubmit.'
  },
  {
    name: 'TASK_QUERY_INTERRUPTED, RESULT_MISSING',
    matches: type('TASK_QUERY_INTERRUPTED', 'RESULT_MISSING'),
    outcome: 'accepted',
    onSubmit: { do: 'follow-or-look' },
    onQuery: pollOn,
    failure: 'response-incomplete',
    because: 'Keep polling the same task ID. Don’t resubmit.'
  },
  {
    name: '*_SERVICE_UNAVAILABLE, UPSTREAM_*',
    matches: (fault) =>
      fault.errorType !== null && (fault.errorType.endsWith('_SERVICE_UNAVAILABLE') || fault.errorType.startsWith('UPSTREAM_')),
    outcome: 'unknown',
    onSubmit: waitAlone,
    onQuery: pollOn,
    failure: 'service-unavailable',
    because: 'Retry with capped exponential backoff and keep the task ID.'
  },
  {
    name: 'a proxy that needs a username and password',
    matches: ({ networkBlock }) => networkBlock === 'proxy-password',
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    failure: 'proxy-password-needed',
    because: 'HTTP 407 comes from the proxy. The request went no further.'
  },
  {
    name: 'a proxy that rejects the tunnel',
    matches: ({ networkBlock }) => networkBlock === 'proxy-refusal',
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    failure: 'proxy-rejection',
    because: 'The tunnel to the service wasn’t opened. The request never left.'
  },
  {
    name: 'a PAC file that returns no route',
    matches: ({ networkBlock }) => networkBlock === 'proxy-script',
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    failure: 'proxy-script-invalid',
    because: 'Kiln doesn’t guess the route. The request never left.'
  },
  {
    name: 'a certificate that is not the service’s',
    matches: ({ networkBlock }) => networkBlock === 'certificate',
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    failure: 'certificate-invalid',
    because: 'The handshake comes before the request. The request never left.'
  },
  {
    name: 'transport failure before a byte was sent',
    matches: (fault) => fault.kind === 'not-sent',
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    failure: 'service-unreachable',
    because: 'Name lookup, connection or TLS failed. The request never left.'
  },
  {
    name: 'a sign-in page instead of a response',
    matches: ({ networkBlock }) => networkBlock === 'sign-in-page',
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    failure: 'sign-in-page',
    because: 'The network may have passed the request on. Kiln never guesses (I3).'
  },
  {
    name: 'lost or unreadable response',
    matches: (fault) => fault.kind === 'lost' || fault.kind === 'unreadable',
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    failure: 'response-unreadable',
    because: 'Retrying the same key and body is safe. It is only useful if the original may not have arrived (spec section 4, rule 3).'
  },
  {
    name: 'a problem on this computer',
    matches: (fault) => fault.kind === 'local',
    outcome: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    failure: 'not-sent',
    because: 'Nothing left this computer.'
  },
  {
    name: 'another 408 or 425',
    matches: (fault) => status(408)(fault) || status(425)(fault),
    outcome: 'unknown',
    onSubmit: waitAlone,
    onQuery: pollOn,
    failure: 'retry-requested',
    because: 'These two statuses request a retry.'
  },
  {
    name: 'a 409 without a known type',
    matches: status(409),
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    failure: 'conflict',
    because: 'Two of the spec’s three conflicts mean that the service accepted something under this key.'
  },
  {
    name: 'another 4xx',
    matches: (fault) => fault.kind === 'refusal' && fault.httpStatus !== null && fault.httpStatus >= 400 && fault.httpStatus < 500,
    outcome: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    failure: 'request-rejected',
    because: 'A 4xx response to a submission is a rejection. A query is repeated slowly.'
  },
  {
    name: 'everything else',
    matches: () => true,
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    failure: 'response-inconclusive',
    because: 'An unknown 5xx, a redirect, or a rejecting 2xx without a known type. Kiln never guesses (I3).'
  }
]

function isOutcomeUnknown(fault: Fault): boolean {
  return type('SUBMISSION_OUTCOME_UNKNOWN', 'BILLING_OUTCOME_UNKNOWN', 'REFUND_OUTCOME_UNKNOWN')(fault)
}

/**
 * How often an interactive request is retried automatically, for example after a tool's `TASK_QUERY_INTERRUPTED` or `RESULT_MISSING`. Zero
 * if something has to be fixed first or a retry is forbidden.
 */
export function maxInteractiveRetriesFor(fault: Fault): number {
  const { onSubmit, onQuery } = policyFor(fault)
  if (fault.kind !== 'refusal') return 0
  if (onQuery.do === 'once-more') return 1
  return onQuery.do === 'poll-on' && (onSubmit.do === 'wait' || onSubmit.do === 'follow-or-look') ? 3 : 0
}

/** The row that applies to a fault. The last row matches everything. */
export function policyFor(fault: Fault): ErrorPolicyRow {
  return errorPolicy.find((row) => row.matches(fault)) as ErrorPolicyRow
}

/**
 * True if a free check was rejected for a reason other than the account. An example is a missing catalog. The check then says nothing about
 * the account on hold. Kiln can resume the tasks to find out, because a rejected submission costs nothing.
 */
export function isRequestRejection(fault: Fault): boolean {
  return policyFor(fault).onSubmit.do === 'refuse' && fault.kind === 'refusal'
}

/** True if the fault means that the account itself is the problem: key, sign-in, subscription or credits. */
export function isAccountFault(fault: Fault): boolean {
  return policyFor(fault).onSubmit.do === 'hold'
}
