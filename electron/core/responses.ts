/** A 2xx response with `success` true and a `taskId`. Credits are those in the response, or null if missing. */
export type Submitted = {
  readonly taskId: string
  readonly creditsRequired: number | null
  readonly creditsConsumed: number | null
  readonly usageDeferred: boolean | null
}

/** A task's state from a query. `urls`: result URLs in order. Empty while no result exists. */
export type Queried = {
  /** The response's status, trimmed. Null if it had none. */
  readonly status: string | null
  readonly urls: readonly string[]
  /** The first of `errorDetail`, `error` and `message` in the response. */
  readonly failureMessage: string | null
  readonly creditsRequired: number | null
  readonly creditsConsumed: number | null
  readonly usageDeferred: boolean | null
  /** From `retryAfterMs` in the body or from the `Retry-After` header. */
  readonly retryAfterInMs: number | null
}

/** An entry of `tasks/recent`. Everything except the ID may be missing. Times in milliseconds since 1970. */
export type RecentTask = {
  readonly taskId: string
  readonly capability: string | null
  readonly status: string | null
  readonly createdAt: number | null
  readonly idempotencyKey: string | null
}
