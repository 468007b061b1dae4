import type { Clock } from '../core/ports.ts'

/** The longest wait that a timer of the platform can hold, in milliseconds. */
const longestTimerInMs = 2 ** 31 - 1
/** Smaller steps back are the system trimming its clock; waiting them out is shorter than a poll. */
const toleranceInMs = 1_000

/**
 * The time of day, except that it never goes back: where the system's clock is set back, this one goes on from where it was at the pace
 * of the machine, so that no wait becomes as long as the jump. Forward jumps (a machine that slept) are taken as they are.
 * @param wall milliseconds since 1970, may jump
 * @param pace milliseconds of a clock that never jumps
 */
export function createSteadyClock(wall: () => number = Date.now, pace: () => number = () => performance.now()): Clock {
  let aheadInMs = 0
  let last = wall()
  let paceAtLast = pace()
  return {
    now: () => {
      const paceNow = pace()
      // Whole milliseconds: the journal keeps no parts of one.
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
