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
 * `Retry-After` in milliseconds: seconds, or a date (RFC 9110, sections 10.2.3 and 5.6.7). A date is compared with the `Date` of the same
 * response, so that a clock that is wrong on either side does not matter; without one, with `now` (milliseconds since 1970). Null if it is
 * missing or neither.
 */
export function retryAfterOf(headers: AnswerHeaders, now: number): number | null {
  const text = headerOf(headers, 'retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER)
  const date = readHttpDate(text)
  const sentAt = readHttpDate(headerOf(headers, 'date')?.trim() ?? '') ?? now
  return date === null ? null : Math.max(0, date - sentAt)
}

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'
/** The three forms of an HTTP date: `Sun, 06 Nov 1994 08:49:37 GMT`, and the two that older servers write. */
const httpDates: readonly RegExp[] = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/
]

/** Milliseconds since 1970; null for anything but an HTTP date. `Date.parse` takes too much: `abc 1` is a day in 2001 to it. */
function readHttpDate(text: string): number | null {
  for (const form of httpDates) {
    const { day, month, year, time } = form.exec(text)?.groups ?? {}
    const place = months.indexOf(month ?? '-') / 3
    if (day === undefined || year === undefined || time === undefined || !Number.isInteger(place)) continue
    const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
    return Date.UTC(fullYear(year), place, Number(day), hours, minutes, seconds)
  }
  return null
}

/** Two digits that would be more than 50 years ahead are of the century before (RFC 9110, section 5.6.7). */
function fullYear(year: string): number {
  if (year.length === 4) return Number(year)
  const thisYear = new Date().getUTCFullYear()
  const inThisCentury = thisYear - (thisYear % 100) + Number(year)
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury
}
