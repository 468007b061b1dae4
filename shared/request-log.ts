/**
 * One request as the log of requests knows it: what was asked and how it ended. By construction there is no place in it for a header, a body or the
 * query of an address, where signed addresses carry their rights.
 */
export type RequestEntry = {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Which call of ours it was. */
  readonly step: string
  readonly method: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Without query. */
  readonly path: string
  /** Null: no answer came. */
  readonly status: number | null
  /** The system's word for what went wrong; null: nothing did. */
  readonly code: string | null
  /** `X-Request-Id` of the answer. */
  readonly requestId: string | null
  readonly durationInMs: number
  /** Of the body; null where nobody knows. */
  readonly sentBytes: number | null
  readonly receivedBytes: number
}
