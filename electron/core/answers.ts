/** 2xx with `success` true and a `taskId`. Credits are as answered; null where the answer had none. */
export type Submitted = {
  readonly taskId: string
  readonly creditsRequired: number | null
  readonly creditsConsumed: number | null
  readonly usageDeferred: boolean | null
}

/** What a query told. `urls`: result addresses in order, empty while there are none. Behaviour section 3, Poll and Result. */
export type Queried = {
  /** Verbatim, trimmed; null when the answer named none. */
  readonly status: string | null
  readonly urls: readonly string[]
  /** `errorDetail`, `error` or `message`, in that order. */
  readonly failureMessage: string | null
  readonly creditsRequired: number | null
  readonly creditsConsumed: number | null
  readonly usageDeferred: boolean | null
  /** `retryAfterMs` of the body or `Retry-After`. */
  readonly retryAfterInMs: number | null
}

/** An entry of `tasks/recent`; everything but the id may be missing. Times in milliseconds since 1970. */
export type RecentTask = {
  readonly taskId: string
  readonly capability: string | null
  readonly status: string | null
  readonly createdAt: number | null
  readonly idempotencyKey: string | null
}
