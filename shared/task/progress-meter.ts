import type { TransferProgress } from './task.ts'

const reportEveryMs = 100
/** Weight of the newest interval in the displayed speed. A higher weight makes the speed flicker. A lower weight makes it lag. */
const newestShare = 0.3

/**
 * Creates a function that turns byte counts into progress reports, at most ten a second. The function takes the byte count and the time, in
 * milliseconds from any origin. It returns a report if one is due, otherwise null. If `isLast` is true, it always returns a report.
 */
export function createProgressMeter(
  totalBytes: number | null,
  startedAt: number,
  startedWithBytes = 0
): (doneBytes: number, now: number, isLast?: boolean) => TransferProgress | null {
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
