import type { Clock } from '../../../../electron/tasks/ports.ts'

/** Returns a clock that advances only when a test calls `pass`. `start`: initial time, in milliseconds since 1970. */
export function createManualClock(start = 1_000_000): Clock & {
  /** Advances the clock and runs the timers that become due, including timers set by other timers. */
  readonly pass: (milliseconds: number) => void
  readonly waiting: () => number
} {
  let now = start
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  return {
    now: () => now,
    setTimer: (delayInMs, run) => {
      const timer = { at: now + delayInMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pass: (milliseconds) => {
      const end = now + milliseconds
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)
        if (next === undefined) break
        timers.delete(next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = end
    },
    waiting: () => timers.size
  }
}
