import { isRecord } from './json-fields.ts'

/**
 * The code that the system or the HTTP library gave an error, such as `ECONNREFUSED`. Where several addresses of a host were tried
 * the error holds several (an AggregateError); the first one's code stands for all. Never the message: it may hold anything.
 */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0])
  const code = error instanceof Error ? (error as { code?: unknown }).code : isRecord(error) ? error['code'] : null
  if (typeof code === 'string' && code !== '') return code
  return error instanceof Error ? error.name : 'unknown'
}
