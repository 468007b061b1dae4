/** Headers of an answer: lower-case names. */
export type AnswerHeaders = { readonly [name: string]: string | string[] | undefined }

/** The first value of a header; null when it is not there. */
export function headerOf(headers: AnswerHeaders, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** `X-Request-Id`, or what storage services call theirs. */
export function requestIdOf(headers: AnswerHeaders): string | null {
  return headerOf(headers, 'x-request-id') ?? headerOf(headers, 'x-amz-request-id')
}

/**
 * `Retry-After` in milliseconds: seconds, or a date against `now` (milliseconds since 1970). Null when it is missing or neither.
 */
export function retryAfterOf(headers: AnswerHeaders, now: number): number | null {
  const text = headerOf(headers, 'retry-after')?.trim() ?? ''
  if (text === '') return null
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.min(Math.max(0, Math.round(seconds * 1000)), Number.MAX_SAFE_INTEGER)
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
