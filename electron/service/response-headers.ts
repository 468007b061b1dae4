/** Response headers, with lower-case names. */
export type ResponseHeaders = { readonly [name: string]: string | string[] | undefined }

/** Returns a header's first value. `name` is in lower case. Null if the header is missing. */
export function headerOf(headers: ResponseHeaders, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** Returns `X-Request-Id`, or a storage service's equivalent header. Null if both are missing. */
export function requestIdOf(headers: ResponseHeaders): string | null {
  return headerOf(headers, 'x-request-id') ?? headerOf(headers, 'x-amz-request-id')
}

/**
 * Returns the delay from `Retry-After`, in milliseconds. The header contains seconds or a date (RFC 9110, sections 10.2.3 and 5.6.7). A
 * date is compared with the response's `Date` header, so that a wrong clock doesn't matter. Without a `Date` header, the date is compared
 * with `now` (milliseconds since 1970). Null if `Retry-After` is missing or invalid.
 */
export function retryAfterInMsFromHeaders(headers: ResponseHeaders, now: number): number | null {
  const text = headerOf(headers, 'retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER)
  const date = readHttpDate(text)
  const sentAt = readHttpDate(headerOf(headers, 'date')?.trim() ?? '') ?? now
  return date === null ? null : Math.max(0, date - sentAt)
}

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'
/** Formats of an HTTP date. The first is `Sun, 06 Nov 1994 08:49:37 GMT`. Older servers send the other two. */
const httpDates: readonly RegExp[] = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/
]

/** Parses an HTTP date to milliseconds since 1970. Null for any other text. `Date.parse` is too lenient: it parses `abc 1` as 2001. */
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

/**
 * Reads a year with two or four digits. A two-digit year more than 50 years ahead belongs to the previous century (RFC 9110, section
 * 5.6.7).
 */
function fullYear(year: string): number {
  if (year.length === 4) return Number(year)
  const thisYear = new Date().getUTCFullYear()
  const inThisCentury = thisYear - (thisYear % 100) + Number(year)
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury
}
