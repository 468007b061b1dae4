import type { Fault } from '../../../shared/task/fault.ts'
import type { HoldReason } from '../../../shared/task/task.ts'
import { word } from '../../../shared/i18n/say.ts'

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
  /** What happened and what it means for the credits, in plain language. */
  readonly message: string
  /** What the user can do. */
  readonly advice: string
  /** Replaces `advice` if the response doesn't name an invalid field. */
  readonly adviceWithoutFields?: string
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
    message: word('The service rejected these values. Nothing was charged.'),
    advice: word('Fix the fields listed here and send again.'),
    adviceWithoutFields: word('Change the values and send again.'),
    because: 'Don’t retry unchanged. It would be rejected again.'
  },
  {
    name: 'AUTHENTICATION_REQUIRED',
    matches: type('AUTHENTICATION_REQUIRED'),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    message: word('The service didn’t receive an API key. Nothing was charged.'),
    advice: word('Enter the key again. Kiln then resumes automatically.'),
    because: 'Only a new key fixes it. The task itself is valid.'
  },
  {
    name: 'AUTHORIZATION_HEADER_INVALID',
    matches: type('AUTHORIZATION_HEADER_INVALID'),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    message: word('The service couldn’t read the API key. Nothing was charged.'),
    advice: word('Enter the key again without spaces. Kiln then resumes automatically.'),
    because: 'The spec says that no task was submitted.'
  },
  {
    name: 'API_KEY_INVALID_OR_REVOKED',
    matches: type('API_KEY_INVALID_OR_REVOKED'),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    message: word('This key no longer works. Nothing was charged.'),
    advice: word('Create a key in the developer console, then replace the current key. Kiln then resumes automatically.'),
    because: 'Create a new key and replace it in the client.'
  },
  {
    name: 'API_KEY_INVALID_CREDENTIAL',
    matches: type('API_KEY_INVALID_CREDENTIAL'),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    message: word('The service can no longer read the credentials for this key. Nothing was charged.'),
    advice: word('Create a key in the developer console, then replace the current key. Kiln then resumes automatically.'),
    because: 'The credential can’t be decrypted. Create a new key.'
  },
  {
    name: 'ACCOUNT_SESSION_REFRESH_REQUIRED',
    matches: type('ACCOUNT_SESSION_REFRESH_REQUIRED'),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'sign-in' },
    onQuery: { do: 'hold', reason: 'sign-in' },
    message: word('The service requires you to sign in again. Nothing was charged.'),
    advice: word('Sign in on the service’s website. Kiln then resumes automatically with the same key.'),
    because: 'Only this 401 is cleared by signing in (spec section 5.4).'
  },
  {
    name: 'NEED_API_KEY',
    matches: typeOrBareStatus('NEED_API_KEY', 401),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    message: word('The service needs an API key. Nothing was charged.'),
    advice: word('Enter an API key. Kiln then resumes automatically.'),
    because: 'A compatibility code. A 401 without a type means the same.'
  },
  {
    name: 'NEED_PURCHASE_CREDITS',
    matches: typeOrBareStatus('NEED_PURCHASE_CREDITS', 402),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'credits' },
    onQuery: pollOn,
    message: word('Not enough credits for this task. Nothing was charged.'),
    advice: word('Add credits on the service’s website. Kiln then resumes automatically.'),
    because: 'Holds only tasks that cost as much or more. Status queries cost nothing.'
  },
  {
    name: 'NEED_SUBSCRIBE',
    matches: typeOrBareStatus('NEED_SUBSCRIBE', 403),
    outcome: 'refused',
    onSubmit: { do: 'hold', reason: 'subscription' },
    onQuery: { do: 'hold', reason: 'subscription' },
    message: word('The subscription has ended. Nothing was charged.'),
    advice: word('Renew the subscription on the service’s website. Kiln then resumes automatically with the same key.'),
    because: 'Existing keys work again after renewal (spec section 5.3).'
  },
  {
    name: 'CAPABILITY_NOT_ENABLED',
    matches: type('CAPABILITY_NOT_ENABLED'),
    outcome: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    message: word('The service doesn’t offer this capability to your account. Nothing was charged.'),
    advice: word('The gallery has been updated. Choose another capability there.'),
    because: 'Refresh discovery. The same submission would be rejected again.'
  },
  {
    name: 'UPLOAD_NOT_READY',
    matches: type('UPLOAD_NOT_READY'),
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The service is still processing the upload. Nothing was charged.'),
    advice: word('Kiln retries in a moment.'),
    because: 'Wait the indicated delay and reuse the same idempotency key.'
  },
  {
    name: 'IDEMPOTENCY_IN_PROGRESS',
    matches: type('IDEMPOTENCY_IN_PROGRESS'),
    outcome: 'unknown',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The service is still processing this request.'),
    advice: word('Kiln retries. You’re never charged twice.'),
    because: 'The first submission arrived. Only the same key leads to its response.'
  },
  {
    name: 'IDEMPOTENCY_CONFLICT',
    matches: type('IDEMPOTENCY_CONFLICT'),
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: false },
    onQuery: pollOn,
    message: word('The service already has a different request for this task. It’s not yet known whether the task was charged.'),
    advice: word('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.'),
    because: 'Never use a new key automatically. The service accepted something under this one.'
  },
  {
    name: 'UPLOAD_EXPIRED',
    matches: typeOrBareStatus('UPLOAD_EXPIRED', 410),
    outcome: 'refused',
    onSubmit: { do: 'upload-again' },
    onQuery: pollOn,
    message: word('The uploaded file has expired. Nothing was charged.'),
    advice: word('Kiln uploads the file again.'),
    because: 'A new upload changes the body, so it gets a new key. A definite rejection came first (I2).'
  },
  {
    name: 'RATE_LIMITED',
    matches: typeOrBareStatus('RATE_LIMITED', 429),
    outcome: 'refused',
    onSubmit: { do: 'wait', slowsAccount: true },
    onQuery: { do: 'poll-on', slowsAccount: true },
    message: word('The service is limiting requests. Nothing was charged.'),
    advice: word('Kiln retries when the service allows it.'),
    because: 'The limit belongs to the key, so it slows every task.'
  },
  {
    name: 'CREDENTIAL_STORAGE_UNAVAILABLE',
    matches: type('CREDENTIAL_STORAGE_UNAVAILABLE'),
    outcome: 'unknown',
    onSubmit: { do: 'once-more' },
    onQuery: { do: 'once-more' },
    message: word('The service can’t reach its credential store. It’s not yet known whether the task was charged.'),
    advice: word('Kiln retries once. Don’t replace your API key.'),
    because: 'Honour Retry-After and retry once. If the problem persists, stop, keep the key and don’t resubmit.'
  },
  {
    name: 'SUBMISSION_OUTCOME_UNKNOWN, BILLING_OUTCOME_UNKNOWN, REFUND_OUTCOME_UNKNOWN: contact support',
    matches: (fault) => isOutcomeUnknown(fault) && fault.hint === 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID',
    outcome: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'support' },
    onQuery: { do: 'support' },
    message: word('The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.'),
    advice: word('Send the support bundle to the service.'),
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
    message: word('The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.'),
    advice: word('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.'),
    because: 'The recovery hint says so, and the task is named.'
  },
  {
    name: 'SUBMISSION_OUTCOME_UNKNOWN, BILLING_OUTCOME_UNKNOWN, REFUND_OUTCOME_UNKNOWN',
    matches: isOutcomeUnknown,
    outcome: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'follow-or-look' },
    onQuery: { do: 'doubt' },
    message: word('The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.'),
    advice: word('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.'),
    because: 'Never use a new key and never resubmit. Check the recent tasks, or query the task ID if it is known.'
  },
  {
    name: 'TASK_PERSISTENCE_UNCERTAIN',
    matches: type('TASK_PERSISTENCE_UNCERTAIN'),
    outcome: 'accepted',
    onSubmit: { do: 'follow-or-look' },
    onQuery: { do: 'doubt' },
    message: word('The service doesn’t know yet whether it saved this task. You’re never charged twice.'),
    advice: word('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.'),
    because: 'Keep the task ID and don’t resubmit. Contact support with it if the problem persists.'
  },
  {
    name: 'TASK_NOT_FOUND',
    matches: type('TASK_NOT_FOUND'),
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: false },
    onQuery: { do: 'doubt' },
    message: word('The service can’t find this task right now. You’re never charged twice.'),
    advice: word('Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.'),
    because: 'Call get_recent_tasks before any retry. Don’t resubmit a paid task.'
  },
  {
    name: 'BILLING_INVARIANT_FAILED',
    matches: type('BILLING_INVARIANT_FAILED'),
    outcome: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'support' },
    onQuery: { do: 'support' },
    message: word('The service found a billing inconsistency. It’s not yet known whether the task was charged.'),
    advice: word('Kiln won’t send this task again. Send the support bundle to the service.'),
    because: 'Don’t retry, rotate the key, change the idempotency key or resubmit.'
  },
  {
    name: 'TASK_QUERY_INTERRUPTED, RESULT_MISSING',
    matches: type('TASK_QUERY_INTERRUPTED', 'RESULT_MISSING'),
    outcome: 'accepted',
    onSubmit: { do: 'follow-or-look' },
    onQuery: pollOn,
    message: word('The service accepted this task but hasn’t sent a complete response yet. You’re never charged twice.'),
    advice: word('Kiln keeps checking this task.'),
    because: 'Keep polling the same task ID. Don’t resubmit.'
  },
  {
    name: '*_SERVICE_UNAVAILABLE, UPSTREAM_*',
    matches: (fault) =>
      fault.errorType !== null && (fault.errorType.endsWith('_SERVICE_UNAVAILABLE') || fault.errorType.startsWith('UPSTREAM_')),
    outcome: 'unknown',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The service is unavailable right now. It’s not yet known whether the task was charged.'),
    advice: word('Kiln retries. You’re never charged twice.'),
    because: 'Retry with capped exponential backoff and keep the task ID.'
  },
  {
    name: 'a proxy that needs a username and password',
    matches: ({ networkBlock }) => networkBlock === 'proxy-password',
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('Your network’s proxy needs a username and password. Nothing was sent or charged.'),
    advice: word('Enter the username and password. The task is then sent automatically.'),
    because: 'HTTP 407 comes from the proxy. The request went no further.'
  },
  {
    name: 'a proxy that rejects the tunnel',
    matches: ({ networkBlock }) => networkBlock === 'proxy-refusal',
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('Your network’s proxy blocks Kiln. Nothing was sent or charged.'),
    advice: word('Ask your network administrator or use another network. The task is sent automatically once the connection works.'),
    because: 'The tunnel to the service wasn’t opened. The request never left.'
  },
  {
    name: 'a PAC file that returns no route',
    matches: ({ networkBlock }) => networkBlock === 'proxy-script',
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('Your PAC file is unavailable or invalid. Nothing was sent or charged.'),
    advice: word(
      'Check the PAC file’s address in Settings → Network, or choose another setting there. The task is sent automatically once the connection works.'
    ),
    because: 'Kiln doesn’t guess the route. The request never left.'
  },
  {
    name: 'a certificate that is not the service’s',
    matches: ({ networkBlock }) => networkBlock === 'certificate',
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('Kiln can’t verify the service’s identity on this network. Nothing was sent or charged.'),
    advice: word(
      'Check for a sign-in page in a browser, then check this computer’s date and time. The task is sent automatically once the connection works.'
    ),
    because: 'The handshake comes before the request. The request never left.'
  },
  {
    name: 'transport failure before a byte was sent',
    matches: (fault) => fault.kind === 'not-sent',
    outcome: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('Kiln can’t reach the service from this computer. Nothing was sent or charged.'),
    advice: word('Check your network. The task is sent automatically once the connection works.'),
    because: 'Name lookup, connection or TLS failed. The request never left.'
  },
  {
    name: 'a sign-in page instead of a response',
    matches: ({ networkBlock }) => networkBlock === 'sign-in-page',
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    message: word('The network’s sign-in page may have responded instead of the service. It’s not yet known whether the task was charged.'),
    advice: word('Open a browser and sign in to the network. Kiln then checks the recent tasks and retries.'),
    because: 'The network may have passed the request on. Kiln never guesses (I3).'
  },
  {
    name: 'lost or unreadable response',
    matches: (fault) => fault.kind === 'lost' || fault.kind === 'unreadable',
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    message: word('The service didn’t send a readable response. It’s not yet known whether the task was charged.'),
    advice: word('Kiln checks the recent tasks, then retries. You’re never charged twice.'),
    because: 'Retrying the same key and body is safe. It is only useful if the original may not have arrived (spec section 4, rule 3).'
  },
  {
    name: 'a problem on this computer',
    matches: (fault) => fault.kind === 'local',
    outcome: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    message: word('Kiln couldn’t send the task. Nothing was charged.'),
    advice: word('Fix the problems shown here and send again.'),
    because: 'Nothing left this computer.'
  },
  {
    name: 'another 408 or 425',
    matches: (fault) => status(408)(fault) || status(425)(fault),
    outcome: 'unknown',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The service asked Kiln to retry. It’s not yet known whether the task was charged.'),
    advice: word('Kiln retries. You’re never charged twice.'),
    because: 'These two statuses request a retry.'
  },
  {
    name: 'a 409 without a known type',
    matches: status(409),
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    message: word('The service reports a conflict. It’s not yet known whether the task was charged.'),
    advice: word('Kiln checks the recent tasks, then retries. You’re never charged twice.'),
    because: 'Two of the spec’s three conflicts mean that the service accepted something under this key.'
  },
  {
    name: 'another 4xx',
    matches: (fault) => fault.kind === 'refusal' && fault.httpStatus !== null && fault.httpStatus >= 400 && fault.httpStatus < 500,
    outcome: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    message: word('The service rejected this. Nothing was charged.'),
    advice: word('Read the service’s message, fix the problem if you can, then send again.'),
    because: 'A 4xx response to a submission is a rejection. A query is repeated slowly.'
  },
  {
    name: 'everything else',
    matches: () => true,
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    message: word('The response was inconclusive. It’s not yet known whether the task was charged.'),
    advice: word('Kiln checks the recent tasks, then retries. You’re never charged twice.'),
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
