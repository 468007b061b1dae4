/** Clock of the practice service. Times are in milliseconds since 1970. Tests set it manually. */
export type PracticeClock = {
  readonly now: () => number
  /** Calls `run` once after the delay. Returns a function that stops the timer. */
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}

/** The machine's clock. Its timers don't keep the process alive. */
export const systemClock: PracticeClock = {
  now: Date.now,
  setTimer: (delayInMs, run) => {
    const timer = setTimeout(run, delayInMs)
    timer.unref()
    return () => clearTimeout(timer)
  }
}
