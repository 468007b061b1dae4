import { isJsonRecord } from './json-fields.ts'

/**
 * The error code from the system or the HTTP library, such as `ECONNREFUSED`. If several addresses of a host were tried, the error is an
 * AggregateError. The first code is then used. The message is never used, because it may contain anything.
 */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0])
  const code = error instanceof Error ? (error as { code?: unknown }).code : isJsonRecord(error) ? error['code'] : null
  if (typeof code === 'string' && code !== '') return code
  return error instanceof Error ? error.name : 'unknown'
}
