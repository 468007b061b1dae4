import type { Progress } from './task.ts'

const reportEveryMs = 100
/** Share of the newest stretch in the speed that is shown: high enough to follow, low enough not to flicker. */
const newestShare = 0.3

/**
 * Turns a count of bytes into reports for people, about ten a second. Given the count and the time (milliseconds, any zero), gives a report when
 * one is due, else null. `isLast` always gives one.
 */
export function createProgressMeter(
  totalBytes: number | null,
  startedAt: number,
  startedWithBytes = 0
): (doneBytes: number, now: number, isLast?: boolean) => Progress | null {
  let reportedAt = startedAt
  let reportedBytes = startedWithBytes
  let bytesPerSecond: number | null = null
  return (doneBytes, now, isLast = false) => {
    const elapsedMs = now - reportedAt
    if (!isLast && elapsedMs < reportEveryMs) return null
    if (elapsedMs > 0) {
      const newest = ((doneBytes - reportedBytes) * 1000) / elapsedMs
      bytesPerSecond = Math.round(bytesPerSecond === null ? newest : newestShare * newest + (1 - newestShare) * bytesPerSecond)
    }
    reportedAt = now
    reportedBytes = doneBytes
    return { doneBytes, totalBytes, bytesPerSecond }
  }
}
