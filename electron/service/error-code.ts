import { isJsonRecord } from './json-fields.ts'

/**
 * Returns the error code from the system or the HTTP library, such as `ECONNREFUSED`. Without a code, returns the error's name. If several
 * of a host's addresses failed, Node throws an AggregateError. The code then comes from its first error. Error messages are never used,
 * because they may contain private data.
 */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0])
  const code = error instanceof Error ? (error as { code?: unknown }).code : isJsonRecord(error) ? error['code'] : null
  if (typeof code === 'string' && code !== '') return code
  return error instanceof Error ? error.name : 'unknown'
}
