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
  /** The row's name in spec section 7. */
  readonly name: string
  readonly matches: (fault: Fault) => boolean
  readonly outcome: SubmissionOutcome
  /** True if the service says that it doesn't know whether credits were charged or refunded. */
  readonly isAboutCredits?: true
  readonly onSubmit: SubmitVerdict
  readonly onQuery: QueryVerdict
  /** Code of the text that explains the fault and its effect on the credits. */
  readonly failure: PlainFailureCode
  /** Replaces `failure` if the response doesn't name an invalid field. */
  readonly failureWithoutFields?: PlainFailureCode
  /** The reason for the row's verdicts. */
  readonly because: string
}

export const continuePolling = { do: 'poll-on', slowsAccount: false } as const
export const waitWithoutSlowDown = { do: 'wait', slowsAccount: false } as const

export function hasStatus(httpStatus: number): (fault: Fault) => boolean {
  return (fault) => fault.kind === 'refusal' && fault.httpStatus === httpStatus
}
