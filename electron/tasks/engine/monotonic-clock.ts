import type { Clock } from '../ports.ts'

/** Maximum delay of a platform timer, in milliseconds. */
const longestTimerInMs = 2 ** 31 - 1
/** Backward steps up to this length are normal adjustments of the system clock. `now` stays constant until the system clock catches up. */
const toleranceInMs = 1_000

/**
 * Returns a clock that never goes backwards. If the system clock is set back, this clock continues at a steady pace. Waits therefore don't
 * grow by the length of the jump. Forward jumps (after sleep) are kept.
 * @param wall milliseconds since 1970, may jump
 * @param pace milliseconds of a clock that never jumps
 */
export function createMonotonicClock(wall: () => number = Date.now, pace: () => number = () => performance.now()): Clock {
  let aheadInMs = 0
  let last = wall()
  let paceAtLast = pace()
  return {
    now: () => {
      const paceNow = pace()
      // Whole milliseconds, because the journal stores no fractions.
      const expected = Math.trunc(last + (paceNow - paceAtLast))
      if (wall() + aheadInMs < expected - toleranceInMs) aheadInMs = expected - wall()
      last = Math.max(last, wall() + aheadInMs)
      paceAtLast = paceNow
      return last
    },
    aheadInMs: () => aheadInMs,
    setTimer: (delayInMs, run) => {
      const timer = setTimeout(run, Math.min(delayInMs, longestTimerInMs))
      return () => clearTimeout(timer)
    }
  }
}
