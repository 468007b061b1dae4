import { describe, expect, it } from 'vitest'
import { retryAfterInMsFromHeaders } from '../../../electron/service/response-headers.ts'

const now = Date.UTC(2026, 10, 20, 10)
const waitFor = (text: string, date?: string): number | null =>
  retryAfterInMsFromHeaders({ 'retry-after': text, ...(date !== undefined && { date }) }, now)

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
    ['Friday, 20-Nov-26 10:00:30 GMT', 30_000],
    ['Fri Nov 20 10:00:30 2026', 30_000],
    ['Sun Nov  6 08:49:37 1994', 0],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0]
  ])('is read in the forms of RFC 9110: %s', (text, inMs) => {
    expect(waitFor(text)).toBe(inMs)
  })

  it.each(['', 'abc 1', 'soon', '-1', '1.5', '1e3', '0x10', '2026-11-20T10:00:30Z', 'Fri, 20 Foo 2026 10:00:30 GMT', 'in 5 seconds'])(
    'is not guessed from %j',
    (text) => {
      expect(waitFor(text)).toBeNull()
    }
  )

  it('is relative to the Date header of its own response, whatever this computer’s clock says', () => {
    expect(waitFor('Fri, 20 Nov 2026 08:00:30 GMT', 'Fri, 20 Nov 2026 08:00:00 GMT')).toBe(30_000)
    expect(waitFor('Fri, 20 Nov 2026 12:00:30 GMT', 'Fri, 20 Nov 2026 12:00:00 GMT')).toBe(30_000)
    expect(waitFor('Fri, 20 Nov 2026 10:00:30 GMT', 'yesterday')).toBe(30_000)
  })
})
