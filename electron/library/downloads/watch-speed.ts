import type { Clock } from '../../tasks/ports.ts'

/** Limits for the speed of a transfer. Speeds are in bytes per second from the network. Times are in milliseconds. */
export type SpeedLimits = {
  /** A transfer is slow if its average speed over a stretch is below this limit. */
  readonly slowBytesPerSecond: number
  readonly firstStretchInMs: number
  readonly laterStretchInMs: number
  /** A transfer is aborted if its average speed over `leastStretchInMs` is below this limit. */
  readonly leastBytesPerSecond: number
  readonly leastStretchInMs: number
}

export const defaultSpeedLimits: SpeedLimits = {
  slowBytesPerSecond: 16 * 1024,
  firstStretchInMs: 3_000,
  laterStretchInMs: 10_000,
  leastBytesPerSecond: 1024,
  leastStretchInMs: 60_000
}

export type SpeedClock = Pick<Clock, 'now' | 'setTimer'>
export type SpeedWatch = {
  /** Call when the response head has arrived. The first stretch starts at this time. */
  readonly noteHead: () => void
  readonly noteBytes: (bytes: number) => void
  readonly stop: () => void
}

/** Monotonic clock, which is unaffected by changes to the system time. */
export const performanceClock: SpeedClock = {
  now: () => performance.now(),
  setTimer: (delayInMs, run) => {
    const timer = setTimeout(run, delayInMs)
    return () => clearTimeout(timer)
  }
}

/** Watches a transfer from now until `stop`. `onSlow` is called at most once. `onTooSlow` is called at most once and ends the watch. */
export function watchSpeed(parts: {
  readonly limits: SpeedLimits
  readonly clock: SpeedClock
  readonly onSlow: () => void
  readonly onTooSlow: () => void
}): SpeedWatch {
  const { limits, clock, onSlow, onTooSlow } = parts
  const { slowBytesPerSecond, firstStretchInMs, laterStretchInMs, leastBytesPerSecond, leastStretchInMs } = limits
  const checkEveryInMs = Math.min(firstStretchInMs, laterStretchInMs, leastStretchInMs) / 3
  let bytes = 0
  /** Total bytes received at each check, oldest first. The samples cover the longest stretch. */
  let samples = [{ at: clock.now(), bytes }]
  let firstStretchFrom: number | null = clock.now()
  let hasHead = false
  let wasSlow = false

  /** Returns the average speed over the last `stretchInMs`, in bytes per second. Null if the transfer hasn't lasted that long. */
  const bytesPerSecondOver = (stretchInMs: number, now: number): number | null => {
    const from = samples.findLast(({ at }) => at <= now - stretchInMs)
    return from === undefined ? null : ((bytes - from.bytes) * 1_000) / (now - from.at)
  }

  const isSlow = (now: number): boolean => {
    const later = bytesPerSecondOver(laterStretchInMs, now)
    if (later !== null && later < slowBytesPerSecond) return true
    if (firstStretchFrom === null || now - firstStretchFrom < firstStretchInMs) return false
    const isFirstSlow = (bytes * 1_000) / (now - firstStretchFrom) < slowBytesPerSecond
    firstStretchFrom = null
    return isFirstSlow
  }

  const check = (): void => {
    const now = clock.now()
    const least = bytesPerSecondOver(leastStretchInMs, now)
    if (isSlow(now) && !wasSlow) {
      wasSlow = true
      onSlow()
    }
    if (least !== null && least < leastBytesPerSecond) return onTooSlow()
    samples = [...samples.filter(({ at }) => at > now - 2 * Math.max(laterStretchInMs, leastStretchInMs)), { at: now, bytes }]
    stopTimer = clock.setTimer(checkEveryInMs, check)
  }
  let stopTimer = clock.setTimer(checkEveryInMs, check)

  return {
    noteHead: () => {
      if (!hasHead && firstStretchFrom !== null) firstStretchFrom = clock.now()
      hasHead = true
    },
    noteBytes: (more) => (bytes += more),
    stop: () => stopTimer()
  }
}
