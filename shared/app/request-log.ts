/**
 * A request and its outcome in the request log. The type excludes headers, bodies and URL queries. The query of a signed URL grants access
 * to the file, so queries must not be logged.
 */
export type RequestLogEntry = {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The API call that the request belongs to. */
  readonly step: string
  readonly method: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Path without the query. */
  readonly path: string
  /** Null if there was no response. */
  readonly status: number | null
  /** The system's error code. Null if there was no error. */
  readonly code: string | null
  /** `X-Request-Id` of the response. Null if the response had none. */
  readonly requestId: string | null
  readonly durationInMs: number
  /** Size of the request body in bytes. Null if unknown. */
  readonly sentBytes: number | null
  readonly receivedBytes: number
}
