import type { Fault } from '../../shared/fault.ts'
import type { HoldReason } from '../../shared/task.ts'
import { word } from '../../shared/words/say.ts'

/**
 * What to do about a fault of a submit.
 * - `refuse`: nothing was created; the form can be mended.
 * - `hold`: nothing was created; the account stands in the way.
 * - `wait`: go on with the same key and body after a while.
 * - `upload-again`: nothing was created; new upload, new body, new key.
 * - `reconcile`: not known; look for evidence, and send the same key and body again only if `mayResend`.
 * - `follow-or-look`: the answer's task id is followed; without one, look for evidence and never send again.
 * - `once-more`: wait as told, try once more, then `support`.
 * - `support`: stop; only support can tell.
 */
export type SubmitVerdict =
  | { readonly do: 'refuse' | 'upload-again' | 'follow-or-look' | 'once-more' | 'support' }
  | { readonly do: 'hold'; readonly reason: HoldReason }
  | { readonly do: 'wait'; readonly slowsEverybody: boolean }
  | { readonly do: 'reconcile'; readonly mayResend: boolean }

/**
 * What to do about a fault of a query: the task is known and is followed to its end (I4).
 * - `poll-on`: ask again later. - `hold`: wait for the account, then ask again. - `doubt`: ask on, read the recent tasks, `support` after 10 minutes.
 */
export type QueryVerdict =
  | { readonly do: 'poll-on'; readonly slowsEverybody: boolean }
  | { readonly do: 'hold'; readonly reason: HoldReason }
  | { readonly do: 'doubt' | 'once-more' | 'support' }

/** What is known about the submission once this fault has come. */
export type Known = 'refused' | 'accepted' | 'unknown'

export type PolicyRow = {
  /** Names the row of the spec's section 7. */
  readonly name: string
  readonly matches: (fault: Fault) => boolean
  readonly known: Known
  /** True if the answer says that it is not known what became of the credits. */
  readonly isAboutCredits?: true
  readonly onSubmit: SubmitVerdict
  readonly onQuery: QueryVerdict
  /** Plain words: what happened and what it means for the credits. */
  readonly message: string
  /** What the person can do. */
  readonly advice: string
  /** Why the row is as it is. */
  readonly because: string
}

const pollOn = { do: 'poll-on', slowsEverybody: false } as const
const waitAlone = { do: 'wait', slowsEverybody: false } as const

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

/** The spec's section 7 in its order, then transport, then everything else. The first row that matches rules. */
export const errorPolicy: readonly PolicyRow[] = [
  {
    name: 'INVALID_JSON, VALIDATION_ERROR',
    matches: (fault) =>
      type('INVALID_JSON', 'VALIDATION_ERROR')(fault) || (fault.errorType === null && (status(400)(fault) || status(422)(fault))),
    known: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    message: word('The service did not accept these values. Nothing was made and nothing was spent.'),
    advice: word('Mend the fields named here and send it again.'),
    because: 'Do not retry unchanged: it would be refused again.'
  },
  {
    name: 'AUTHENTICATION_REQUIRED',
    matches: type('AUTHENTICATION_REQUIRED'),
    known: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    message: word('The service saw no API key. Nothing was spent.'),
    advice: word('Enter the key again; the task then goes on by itself.'),
    because: 'Only a key can mend it; the task itself is sound.'
  },
  {
    name: 'AUTHORIZATION_HEADER_INVALID',
    matches: type('AUTHORIZATION_HEADER_INVALID'),
    known: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    message: word('The service could not read the API key. Nothing was spent.'),
    advice: word('Enter the key again, without blanks around it; the task then goes on by itself.'),
    because: 'The spec says that no task was submitted.'
  },
  {
    name: 'API_KEY_INVALID_OR_REVOKED',
    matches: type('API_KEY_INVALID_OR_REVOKED'),
    known: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    message: word('This key no longer works. Nothing was spent.'),
    advice: word('Create a new key in the developer console and enter it here; the task then goes on by itself.'),
    because: 'Create a new key and replace it in the client.'
  },
  {
    name: 'API_KEY_INVALID_CREDENTIAL',
    matches: type('API_KEY_INVALID_CREDENTIAL'),
    known: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    message: word('The service can no longer read what this key stands for. Nothing was spent.'),
    advice: word('Create a new key in the developer console and enter it here; the task then goes on by itself.'),
    because: 'Credential cannot be decrypted; create a new key.'
  },
  {
    name: 'ACCOUNT_SESSION_REFRESH_REQUIRED',
    matches: type('ACCOUNT_SESSION_REFRESH_REQUIRED'),
    known: 'refused',
    onSubmit: { do: 'hold', reason: 'sign-in' },
    onQuery: { do: 'hold', reason: 'sign-in' },
    message: word('The service asks you to sign in to the account once. Nothing was spent.'),
    advice: word('Sign in on the website. Your key stays as it is, and the task goes on by itself.'),
    because: 'Only this 401 is cleared by signing in (spec section 5.4).'
  },
  {
    name: 'NEED_API_KEY',
    matches: typeOrBareStatus('NEED_API_KEY', 401),
    known: 'refused',
    onSubmit: { do: 'hold', reason: 'key' },
    onQuery: { do: 'hold', reason: 'key' },
    message: word('The service asks for an API key. Nothing was spent.'),
    advice: word('Enter a key of your account; the task then goes on by itself.'),
    because: 'Compatibility code; a 401 without a type means the same.'
  },
  {
    name: 'NEED_PURCHASE_CREDITS',
    matches: typeOrBareStatus('NEED_PURCHASE_CREDITS', 402),
    known: 'refused',
    onSubmit: { do: 'hold', reason: 'credits' },
    onQuery: pollOn,
    message: word('There are not enough credits for this. Nothing was spent.'),
    advice: word('Add credits to the account, or choose something cheaper; the task then goes on by itself.'),
    because: 'Holds only what costs as much or more; asking about a task costs nothing.'
  },
  {
    name: 'NEED_SUBSCRIBE',
    matches: typeOrBareStatus('NEED_SUBSCRIBE', 403),
    known: 'refused',
    onSubmit: { do: 'hold', reason: 'subscription' },
    onQuery: { do: 'hold', reason: 'subscription' },
    message: word('The subscription has ended. Nothing was spent.'),
    advice: word('Renew it; the key stays good, and everything goes on by itself.'),
    because: 'Existing keys work again after renewal (spec section 5.3).'
  },
  {
    name: 'CAPABILITY_NOT_ENABLED',
    matches: type('CAPABILITY_NOT_ENABLED'),
    known: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    message: word('The service does not offer this any more, or not to you. Nothing was spent.'),
    advice: word('Look through the gallery, which has been read anew, for what is there now.'),
    because: 'Refresh discovery; the same submission would be refused again.'
  },
  {
    name: 'UPLOAD_NOT_READY',
    matches: type('UPLOAD_NOT_READY'),
    known: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The service has not finished taking in the file. Nothing was spent.'),
    advice: word('Nothing to do: it is sent again in a moment, with the same key.'),
    because: 'Wait the indicated delay and reuse the same idempotency key.'
  },
  {
    name: 'IDEMPOTENCY_IN_PROGRESS',
    matches: type('IDEMPOTENCY_IN_PROGRESS'),
    known: 'unknown',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The service is still busy with this very submission. It is paid once.'),
    advice: word('Nothing to do: Kiln asks again with the same key, so that it is made once.'),
    because: 'The first send did arrive; only the same key leads to its answer.'
  },
  {
    name: 'IDEMPOTENCY_CONFLICT',
    matches: type('IDEMPOTENCY_CONFLICT'),
    known: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: false },
    onQuery: pollOn,
    message: word('The service knows this key with another content. Whether credits were spent is not known.'),
    advice: word('Nothing to do: Kiln looks in the recent tasks, and does not send it again. If nothing shows up, only support can tell.'),
    because: 'Never a new key by itself: something was taken under this one.'
  },
  {
    name: 'UPLOAD_EXPIRED',
    matches: typeOrBareStatus('UPLOAD_EXPIRED', 410),
    known: 'refused',
    onSubmit: { do: 'upload-again' },
    onQuery: pollOn,
    message: word('The uploaded file had expired at the service. Nothing was spent.'),
    advice: word('Nothing to do: it is uploaded again.'),
    because: 'A new upload changes the body, so it gets a new key; a definite refusal went before (I2).'
  },
  {
    name: 'RATE_LIMITED',
    matches: typeOrBareStatus('RATE_LIMITED', 429),
    known: 'refused',
    onSubmit: { do: 'wait', slowsEverybody: true },
    onQuery: { do: 'poll-on', slowsEverybody: true },
    message: word('The service asks us to slow down. Nothing was spent.'),
    advice: word('Nothing to do: it goes on when the service allows it.'),
    because: 'The limit belongs to the key, so it slows every task.'
  },
  {
    name: 'CREDENTIAL_STORAGE_UNAVAILABLE',
    matches: type('CREDENTIAL_STORAGE_UNAVAILABLE'),
    known: 'unknown',
    onSubmit: { do: 'once-more' },
    onQuery: { do: 'once-more' },
    message: word('The service cannot reach its store of credentials. Whether this was taken and paid is not known yet.'),
    advice: word('Nothing to do: Kiln tries once more with the same idempotency key, when the service allows it. Keep your API key.'),
    because: 'Honor Retry-After, retry once; if it persists stop, keep the key, do not resubmit.'
  },
  {
    name: 'SUBMISSION_OUTCOME_UNKNOWN, BILLING_OUTCOME_UNKNOWN, REFUND_OUTCOME_UNKNOWN: contact support',
    matches: (fault) => isOutcomeUnknown(fault) && fault.hint === 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID',
    known: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'support' },
    onQuery: { do: 'support' },
    message: word('The service does not know what became of this, nor of its credits. It will not be sent again.'),
    advice: word('Send the support bundle to the service: it has what they ask for, such as the idempotency key and the business id.'),
    because: 'The recovery hint says so.'
  },
  {
    name: 'SUBMISSION_OUTCOME_UNKNOWN, BILLING_OUTCOME_UNKNOWN, REFUND_OUTCOME_UNKNOWN: query the task id',
    matches: (fault) =>
      isOutcomeUnknown(fault) && fault.hint === 'QUERY_TASK_ID_OR_CONTACT_SUPPORT' && (fault.taskId !== null || fault.step === 'query'),
    known: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'follow-or-look' },
    onQuery: { do: 'doubt' },
    message: word('The service does not know yet what became of this, nor of its credits. It will not be sent again.'),
    advice: word('Nothing to do: Kiln asks about the same task. If it stays so, the support bundle has all that support needs.'),
    because: 'The recovery hint says so, and the task is named.'
  },
  {
    name: 'SUBMISSION_OUTCOME_UNKNOWN, BILLING_OUTCOME_UNKNOWN, REFUND_OUTCOME_UNKNOWN',
    matches: isOutcomeUnknown,
    known: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'follow-or-look' },
    onQuery: { do: 'doubt' },
    message: word('The service does not know yet what became of this, nor of its credits. It will not be sent again.'),
    advice: word('Nothing to do: Kiln looks in the recent tasks. If nothing shows up, the support bundle has all that support needs.'),
    because:
      'Never a new key, never a resubmission: what the recent tasks show, and where a task is to be asked about without a name, its name.'
  },
  {
    name: 'TASK_PERSISTENCE_UNCERTAIN',
    matches: type('TASK_PERSISTENCE_UNCERTAIN'),
    known: 'accepted',
    onSubmit: { do: 'follow-or-look' },
    onQuery: { do: 'doubt' },
    message: word('The service is not sure that it has written this task down. It may have been paid, and is not sent again.'),
    advice: word('Nothing to do: Kiln follows it by itself. If it stays so, the support bundle has all that support needs.'),
    because: 'Keep taskId, do not resubmit, contact support with it if persistent.'
  },
  {
    name: 'TASK_NOT_FOUND',
    matches: type('TASK_NOT_FOUND'),
    known: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: false },
    onQuery: { do: 'doubt' },
    message: word('The service does not find this task at the moment. A paid task is never sent again.'),
    advice: word('Kiln looks in the recent tasks and asks on. If it stays so, the support bundle has all that support needs.'),
    because: 'Call get_recent_tasks before any retry; do not resubmit a paid task.'
  },
  {
    name: 'BILLING_INVARIANT_FAILED',
    matches: type('BILLING_INVARIANT_FAILED'),
    known: 'unknown',
    isAboutCredits: true,
    onSubmit: { do: 'support' },
    onQuery: { do: 'support' },
    message: word('The service stopped because its accounts do not add up for this task. Whether credits were spent is not known.'),
    advice: word('Nothing is sent again. Send the support bundle to the service: it has every id that they need.'),
    because: 'Do not retry, rotate the key, change the idempotency key or resubmit.'
  },
  {
    name: 'TASK_QUERY_INTERRUPTED, RESULT_MISSING',
    matches: type('TASK_QUERY_INTERRUPTED', 'RESULT_MISSING'),
    known: 'accepted',
    onSubmit: { do: 'follow-or-look' },
    onQuery: pollOn,
    message: word('The service has no full answer yet. The task is with it, and is paid once.'),
    advice: word('Nothing to do: Kiln goes on asking about the same task.'),
    because: 'Keep polling the same task id; do not resubmit.'
  },
  {
    name: '*_SERVICE_UNAVAILABLE, UPSTREAM_*',
    matches: (fault) =>
      fault.errorType !== null && (fault.errorType.endsWith('_SERVICE_UNAVAILABLE') || fault.errorType.startsWith('UPSTREAM_')),
    known: 'unknown',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The service, or something behind it, is not available right now. Whether this was taken is not known yet.'),
    advice: word('Nothing to do: Kiln tries again with the same key, so that it is paid once.'),
    because: 'Retry with capped exponential backoff and keep the task id.'
  },
  {
    name: 'a proxy that wants a name and a password',
    matches: ({ obstacle }) => obstacle === 'proxy-password',
    known: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The proxy of this network wants a name and a password. Nothing was sent and nothing was spent.'),
    advice: word('Enter them; the task then leaves by itself.'),
    because: 'HTTP 407 comes from the proxy: the request went no further.'
  },
  {
    name: 'a proxy that does not open the way',
    matches: ({ obstacle }) => obstacle === 'proxy-refusal',
    known: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The proxy of this network does not let Kiln through. Nothing was sent and nothing was spent.'),
    advice: word('Ask who looks after the network, or use another one. The task leaves by itself when the way is open.'),
    because: 'The tunnel to the service was not opened: the request never left.'
  },
  {
    name: 'a script for proxies that does not say the way',
    matches: ({ obstacle }) => obstacle === 'proxy-script',
    known: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word(
      'The script that you have set for the network does not answer or can’t be followed. Nothing was sent and nothing was spent.'
    ),
    advice: word('Look at its address under Network in the settings, or choose another way there. The task then leaves by itself.'),
    because: 'Which way it would have said is not guessed: the request never left.'
  },
  {
    name: 'a certificate that is not the service’s',
    matches: ({ obstacle }) => obstacle === 'certificate',
    known: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('What answers on this network can’t prove to be the service. Nothing was sent and nothing was spent.'),
    advice: word(
      'Many a network wants you to sign in first: open a browser and do so. If it stays so, look at the date and time of this computer. The task leaves by itself.'
    ),
    because: 'The handshake comes before the request: the request never left.'
  },
  {
    name: 'transport failure before a byte was sent',
    matches: (fault) => fault.kind === 'not-sent',
    known: 'refused',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The service cannot be reached from this computer. Nothing was sent and nothing was spent.'),
    advice: word('Check the network. The task leaves by itself when the service is back.'),
    because: 'Name lookup, refused connection, TLS: the request never left.'
  },
  {
    name: 'a page of the network where an answer of the service was due',
    matches: ({ obstacle }) => obstacle === 'sign-in-page',
    known: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    message: word(
      'Something else than the service answered: this network may want you to sign in first. Whether this was taken is not known yet.'
    ),
    advice: word(
      'Open a browser and sign in to the network. Kiln then looks in the recent tasks, and asks again with the same key, so that it is never paid twice.'
    ),
    because: 'What answered in the place of the service may have let the request through all the same: never guess (I3).'
  },
  {
    name: 'lost or unreadable answer',
    matches: (fault) => fault.kind === 'lost' || fault.kind === 'unreadable',
    known: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    message: word('It was sent, and no answer came back. Whether it was taken is not known yet.'),
    advice: word('Kiln looks in the recent tasks, then asks again with the same key, so that it is never paid twice.'),
    because: 'A retry of the same key and body is safe, and only fitting when the original may not have arrived (spec section 4, rule 3).'
  },
  {
    name: 'this computer stands in the way',
    matches: (fault) => fault.kind === 'local',
    known: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    message: word('This computer could not send it. Nothing was spent.'),
    advice: word('Mend what is said here and send it again.'),
    because: 'Nothing left this computer.'
  },
  {
    name: 'another 408 or 425',
    matches: (fault) => status(408)(fault) || status(425)(fault),
    known: 'unknown',
    onSubmit: waitAlone,
    onQuery: pollOn,
    message: word('The service did not get the whole request in time. Whether this was taken is not known yet.'),
    advice: word('Nothing to do: Kiln tries again with the same key, so that it is paid once.'),
    because: 'These two ask for a repetition.'
  },
  {
    name: 'a 409 without a known type',
    matches: status(409),
    known: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    message: word('The service reports a conflict. It isn’t known yet whether the task was accepted.'),
    advice: word('You don’t need to do anything. Kiln checks with the same idempotency key, so you are never charged twice.'),
    because: 'Two of the three conflicts of the spec mean that something was accepted under this key.'
  },
  {
    name: 'another 4xx',
    matches: (fault) => fault.kind === 'refusal' && fault.httpStatus !== null && fault.httpStatus >= 400 && fault.httpStatus < 500,
    known: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: pollOn,
    message: word('The service did not take this. Nothing was made and nothing was spent.'),
    advice: word('Read what the service said, mend it if you can, and send it again.'),
    because: 'A 4xx that answers a submit is a refusal; a query is asked again slowly.'
  },
  {
    name: 'everything else',
    matches: () => true,
    known: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: pollOn,
    message: word('The service gave an answer that says nothing certain. Whether it was taken is not known yet.'),
    advice: word('Kiln looks in the recent tasks, then asks again with the same key, so that it is never paid twice.'),
    because: 'An unknown 5xx, a redirect, a 2xx that says no without a known type: never guess (I3).'
  }
]

function isOutcomeUnknown(fault: Fault): boolean {
  return type('SUBMISSION_OUTCOME_UNKNOWN', 'BILLING_OUTCOME_UNKNOWN', 'REFUND_OUTCOME_UNKNOWN')(fault)
}

/**
 * How often a question that a person waits for is asked again by itself: such as `TASK_QUERY_INTERRUPTED` and `RESULT_MISSING` of a tool.
 * What has to be mended first, or may not be asked again, is not.
 */
export function repetitionsFor(fault: Fault): number {
  const { onSubmit, onQuery } = policyFor(fault)
  if (fault.kind !== 'refusal') return 0
  if (onQuery.do === 'once-more') return 1
  return onQuery.do === 'poll-on' && (onSubmit.do === 'wait' || onSubmit.do === 'follow-or-look') ? 3 : 0
}

/** The row that rules a fault. The last row takes everything. */
export function policyFor(fault: Fault): PolicyRow {
  return errorPolicy.find((row) => row.matches(fault)) as PolicyRow
}

/**
 * Whether the free look at a held account met a service that has no catalog to show: it said no without naming the account. Then only a
 * task can tell whether the account is mended, and trying one that is refused again costs nothing.
 */
export function isWithoutCatalog(fault: Fault): boolean {
  return policyFor(fault).onSubmit.do === 'refuse' && fault.kind === 'refusal'
}
