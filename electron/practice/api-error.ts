import type { ValidationDetail } from './json-schema-errors.ts'

/** An error that the service responds with (spec section 7). Thrown by an endpoint and converted to a response by the API handler. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly httpStatus: number
  readonly errorType: string
  readonly details: readonly ValidationDetail[]
  readonly retryAfterInSeconds: number | null
  readonly extra: { readonly [name: string]: unknown }

  constructor(
    httpStatus: number,
    errorType: string,
    message: string,
    more: { details?: readonly ValidationDetail[]; retryAfterInSeconds?: number | null; extra?: { readonly [name: string]: unknown } } = {}
  ) {
    super(message)
    this.httpStatus = httpStatus
    this.errorType = errorType
    this.details = more.details ?? []
    this.retryAfterInSeconds = more.retryAfterInSeconds ?? null
    this.extra = more.extra ?? {}
  }
}

/** Returns a 400 error that names the invalid fields. */
export function validationError(details: readonly ValidationDetail[]): ApiError {
  const named = details.map((detail) => `${detail.field} ${detail.message}`.trim()).join('; ')
  return new ApiError(400, 'VALIDATION_ERROR', `The request is invalid: ${named}.`, { details })
}

/** Returns the HTTP response for an error, in the format of spec section 7. */
export function apiErrorResponse(error: ApiError): { httpStatus: number; headers: Record<string, string>; body: string } {
  return {
    httpStatus: error.httpStatus,
    headers: error.retryAfterInSeconds === null ? {} : { 'retry-after': String(Math.ceil(error.retryAfterInSeconds)) },
    body: JSON.stringify({
      success: false,
      message: error.message,
      error: error.message,
      errorType: error.errorType,
      ...(error.details.length > 0 ? { details: error.details } : {}),
      ...error.extra
    })
  }
}
