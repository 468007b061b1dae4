import { describe, expect, it } from 'vitest'
import {
  formatTimeAgo,
  formatBytes,
  formatTime,
  formatCredits,
  formatDay,
  formatDuration,
  formatDurationWithUnits,
  formatTimeWithSeconds,
  isSameDay
} from '../../../renderer/ui/format.ts'

describe('formatting', () => {
  it('shows durations', () => {
    expect([0, 999, 38_400, 725_000, 3_731_000, -5].map(formatDuration)).toEqual(['0:00', '0:00', '0:38', '12:05', '1:02:11', '0:00'])
    expect([0, 999, 38_400, 120_000, 725_000, 3_731_000, 7_200_000, -5].map(formatDurationWithUnits)).toEqual([
      '0 s',
      '1 s',
      '38 s',
      '2 min',
      '12 min 5 s',
      '1 h 2 min',
      '2 h',
      '0 s'
    ])
  })

  it('shows file sizes', () => {
    expect([0, 812, 1024, 3_250_586, 42_991_616, 5 * 1024 ** 4].map(formatBytes)).toEqual([
      '0 bytes',
      '812 bytes',
      '1.0 KB',
      '3.1 MB',
      '41 MB',
      '5.0 TB'
    ])
  })

  it('shows credits', () => {
    expect([1, 42, 12_408].map(formatCredits)).toEqual(['1 credit', '42 credits', '12,408 credits'])
  })

  it('shows the local time and day', () => {
    const at = new Date(2026, 10, 20, 14, 6, 7).getTime()
    expect(formatTime(at)).toBe('14:06')
    expect(formatTimeWithSeconds(at)).toBe('14:06:07')
    expect(formatDay(at, at)).toBe('20 Nov')
    expect(formatDay(at, new Date(2027, 0, 1).getTime())).toBe('20 Nov 2026')
    expect(isSameDay(at, new Date(2026, 10, 20, 23, 59).getTime())).toBe(true)
    expect(isSameDay(at, new Date(2026, 10, 21).getTime())).toBe(false)
  })

  it('shows a recent time relative to now, and an older one as a time or date', () => {
    const at = new Date(2026, 10, 20, 14, 6, 7).getTime()
    const after = (minutes: number): string => formatTimeAgo(at, at + minutes * 60_000)
    expect([after(0.5), after(1), after(59), after(61), after(24 * 60)]).toEqual(['just now', '1 min ago', '59 min ago', '14:06', '20 Nov'])
    // The clock was set back, so the time is in the future.
    expect([after(-0.5), after(-30), after(-24 * 60)]).toEqual(['just now', '14:06', '20 Nov'])
  })
})
