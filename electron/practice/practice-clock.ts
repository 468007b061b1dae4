/** Time as the practice service sees it, in milliseconds since 1970; tests drive it by hand. */
export type PracticeClock = {
  readonly now: () => number
  /** Returns what stops the timer. */
  readonly setTimer: (delayInMs: number, run: () => void) => () => void
}

/** The machine's own. Its timers keep no process alive. */
export const machineClock: PracticeClock = {
  now: Date.now,
  setTimer: (delayInMs, run) => {
    const timer = setTimeout(run, delayInMs)
    timer.unref()
    return () => clearTimeout(timer)
  }
}
