/**
 * Detects when a client makes more calls about one subject than any honest client would. A subject is a task ID, or an account with an
 * idempotency key.
 */
export type CallRateMonitor = {
  /** Counts a call. Returns true only for the first call about a subject that exceeds the limit. `at`: milliseconds since 1970. */
  readonly isTooMuch: (subject: string, at: number) => boolean
}

/** Maximum number of calls about one subject: in a burst, and per additional service second. */
const mostAtOnce = 20
const mostPerSecond = 2

export function createCallRateMonitor(secondInMs: number): CallRateMonitor {
  const allowances = new Map<string, { left: number; at: number; isReported: boolean }>()
  return {
    isTooMuch: (subject, at) => {
      const before = allowances.get(subject) ?? { left: mostAtOnce, at, isReported: false }
      const earned = (Math.max(0, at - before.at) / secondInMs) * mostPerSecond
      const left = Math.min(mostAtOnce, before.left + earned) - 1
      const isNew = left < 0 && !before.isReported
      allowances.set(subject, { left: Math.max(0, left), at, isReported: before.isReported || isNew })
      return isNew
    }
  }
}
