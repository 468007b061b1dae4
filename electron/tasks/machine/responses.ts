/** The response to an accepted submission. Credits are null if the response has none. */
export type SubmitResponse = {
  readonly taskId: string
  readonly creditsRequired: number | null
  readonly creditsConsumed: number | null
  readonly usageDeferred: boolean | null
}

/** A task's state from a query response. `urls`: result URLs in order. Empty while there are no results. */
export type QueryResponse = {
  /** The response's status, trimmed. Null if the response had none. */
  readonly status: string | null
  readonly urls: readonly string[]
  /** The first of `errorDetail`, `error` and `message` in the response. */
  readonly failureMessage: string | null
  readonly creditsRequired: number | null
  readonly creditsConsumed: number | null
  readonly usageDeferred: boolean | null
  /** From `retryAfterMs` in the body, otherwise from the `Retry-After` header. Null if both are missing. */
  readonly retryAfterInMs: number | null
}

/** An entry of `tasks/recent`. Values other than `taskId` are null if missing. `createdAt`: milliseconds since 1970. */
export type RecentTask = {
  readonly taskId: string
  readonly capability: string | null
  readonly status: string | null
  readonly createdAt: number | null
  readonly idempotencyKey: string | null
}
