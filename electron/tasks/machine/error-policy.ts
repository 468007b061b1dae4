import type { Fault } from '../../../shared/task/fault.ts'
import { apiErrorRows } from './api-error-rows.ts'
import { type ErrorPolicyRow, hasStatus, continuePolling, waitWithoutSlowDown } from './error-policy-row.ts'
import { transportFaultRows } from './transport-fault-rows.ts'

/** The rows of spec section 7, then transport faults, then everything else. The first matching row applies. */
export const errorPolicy: readonly ErrorPolicyRow[] = [
  ...apiErrorRows,
  ...transportFaultRows,
  {
    name: 'another 408 or 425',
    matches: (fault) => hasStatus(408)(fault) || hasStatus(425)(fault),
    outcome: 'unknown',
    onSubmit: waitWithoutSlowDown,
    onQuery: continuePolling,
    failure: 'retry-requested',
    because: 'These two statuses request a retry.'
  },
  {
    name: 'a 409 without a known type',
    matches: hasStatus(409),
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: continuePolling,
    failure: 'conflict',
    because: 'Two of the spec’s three conflicts mean that the service accepted something under this key.'
  },
  {
    name: 'another 4xx',
    matches: (fault) => fault.kind === 'refusal' && fault.httpStatus !== null && fault.httpStatus >= 400 && fault.httpStatus < 500,
    outcome: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: continuePolling,
    failure: 'request-rejected',
    because: 'A 4xx response to a submission is a rejection. A query is repeated slowly.'
  },
  {
    name: 'everything else',
    matches: () => true,
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: continuePolling,
    failure: 'response-inconclusive',
    because: 'An unknown 5xx, a redirect, or a rejecting 2xx without a known type. Kiln never guesses (I3).'
  }
]

/**
 * Returns how many times an interactive request is retried automatically. Examples are requests that fail with `TASK_QUERY_INTERRUPTED` or
 * `RESULT_MISSING`. Only rejections by the service are retried. Zero if something has to be fixed first or a retry is forbidden.
 */
export function maxInteractiveRetriesFor(fault: Fault): number {
  const { onSubmit, onQuery } = policyFor(fault)
  if (fault.kind !== 'refusal') return 0
  if (onQuery.do === 'once-more') return 1
  return onQuery.do === 'poll-on' && (onSubmit.do === 'wait' || onSubmit.do === 'follow-or-look') ? 3 : 0
}

/** Returns the row that applies to a fault. The last row matches everything. */
export function policyFor(fault: Fault): ErrorPolicyRow {
  return errorPolicy.find((row) => row.matches(fault)) as ErrorPolicyRow
}

/**
 * True if a free check was rejected for a reason other than the account. An example is a missing catalogue. The check then says nothing
 * about the account on hold. Kiln can resume the tasks to find out, because a rejected submission costs nothing.
 */
export function isRequestRejection(fault: Fault): boolean {
  return policyFor(fault).onSubmit.do === 'refuse' && fault.kind === 'refusal'
}

/** True if the fault means that the account itself is the problem: API key, sign-in, subscription or credits. */
export function isAccountFault(fault: Fault): boolean {
  return policyFor(fault).onSubmit.do === 'hold'
}
