import type { Clock } from '../../../electron/core/ports.ts'

/** Time that only passes when a test says so. */
export function createHandDrivenClock(): Clock & { readonly pass: (milliseconds: number) => void; readonly waiting: () => number } {
  let now = 1_000_000
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  return {
    now: () => now,
    setTimer: (delayInMs, run) => {
      const timer = { at: now + delayInMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pass: (milliseconds) => {
      now += milliseconds
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.run()
      }
    },
    waiting: () => timers.size
  }
}
