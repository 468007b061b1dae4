import type { Fault } from '../../../shared/task/fault.ts'
import { type ErrorPolicyRow, hasStatus, continuePolling, waitWithoutSlowDown } from './error-policy-row.ts'

function type(...errorTypes: readonly string[]): (fault: Fault) => boolean {
  return (fault) => fault.errorType !== null && errorTypes.includes(fault.errorType)
}

function typeOrBareStatus(errorType: string, httpStatus: number): (fault: Fault) => boolean {
  return (fault) =>
    fault.errorType === errorType || (fault.errorType === null && fault.kind === 'refusal' && fault.httpStatus === httpStatus)
}

/** The rows of spec section 7 in the same order. */
export const apiErrorRows: readonly ErrorPolicyRow[] = [
  {
    name: 'INVALID_JSON, VALIDATION_ERROR',
    matches: (fault) =>
      type('INVALID_JSON', 'VALIDATION_ERROR')(fault) || (fault.errorType === null && (hasStatus(400)(fault) || hasStatus(422)(fault))),
    outcome: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: continuePolling,
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
    onQuery: continuePolling,
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
    onQuery: continuePolling,
    failure: 'capability-not-offered',
    because: 'Refresh discovery. The same submission would be rejected again.'
  },
  {
    name: 'UPLOAD_NOT_READY',
    matches: type('UPLOAD_NOT_READY'),
    outcome: 'refused',
    onSubmit: waitWithoutSlowDown,
    onQuery: continuePolling,
    failure: 'upload-not-ready',
    because: 'Wait the indicated delay and reuse the same idempotency key.'
  },
  {
    name: 'IDEMPOTENCY_IN_PROGRESS',
    matches: type('IDEMPOTENCY_IN_PROGRESS'),
    outcome: 'unknown',
    onSubmit: waitWithoutSlowDown,
    onQuery: continuePolling,
    failure: 'request-in-progress',
    because: 'The first submission arrived. Only the same key leads to its response.'
  },
  {
    name: 'IDEMPOTENCY_CONFLICT',
    matches: type('IDEMPOTENCY_CONFLICT'),
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: false },
    onQuery: continuePolling,
    failure: 'idempotency-conflict',
    because: 'Never use a new key automatically. The service accepted something under this one.'
  },
  {
    name: 'UPLOAD_EXPIRED',
    matches: typeOrBareStatus('UPLOAD_EXPIRED', 410),
    outcome: 'refused',
    onSubmit: { do: 'upload-again' },
    onQuery: continuePolling,
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
    onQuery: continuePolling,
    failure: 'response-incomplete',
    because: 'Keep polling the same task ID. Don’t resubmit.'
  },
  {
    name: '*_SERVICE_UNAVAILABLE, UPSTREAM_*',
    matches: (fault) =>
      fault.errorType !== null && (fault.errorType.endsWith('_SERVICE_UNAVAILABLE') || fault.errorType.startsWith('UPSTREAM_')),
    outcome: 'unknown',
    onSubmit: waitWithoutSlowDown,
    onQuery: continuePolling,
    failure: 'service-unavailable',
    because: 'Retry with capped exponential backoff and keep the task ID.'
  }
]

function isOutcomeUnknown(fault: Fault): boolean {
  return type('SUBMISSION_OUTCOME_UNKNOWN', 'BILLING_OUTCOME_UNKNOWN', 'REFUND_OUTCOME_UNKNOWN')(fault)
}
