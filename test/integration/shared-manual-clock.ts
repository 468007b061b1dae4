import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../electron/tasks/ports.ts'
import { createMonotonicClock } from '../../electron/tasks/engine/monotonic-clock.ts'
import type { PracticeClock } from '../../electron/practice/practice-clock.ts'

/**
 * A manual clock shared by a computer and a service. The computer can sleep. After it wakes, its wall clock shows the current time, but its
 * timers haven't counted the sleep. The service never sleeps.
 */
export type SharedManualClock = {
  /** Returns the current time, in milliseconds since 1970. */
  readonly now: () => number
  /** Returns a new clock for an app on the computer. Each app needs its own clock, because the clock's state isn't shared. */
  readonly machineClock: () => Clock
  readonly serviceClock: PracticeClock
  /** Advances from timer to timer until `at`. Each timer runs only after all work of the previous timer has finished. */
  readonly passUntil: (at: number) => Promise<void>
  readonly sleepUntil: (at: number) => Promise<void>
  /** Sets the computer's wall clock forwards or backwards by `durationInMs`. Timers and the service aren't affected. */
  readonly setClockBy: (durationInMs: number) => void
}

type Timer = { readonly at: number; readonly run: () => void; isStopped: boolean }

/** Number of event loop turns within which the effects of a response or a file access appear. */
const quietTurns = 4

/**
 * @param isBusy returns true while real work is in progress, such as network or file access. Work passed to the computer clock's `during`
 * is tracked separately.
 */
export function createSharedManualClock(startsAt: number, isBusy: () => boolean): SharedManualClock {
  let now = startsAt
  /** Total time that the computer has slept. The computer's timers count only the time that it is awake. */
  let sleptInMs = 0
  let isAsleep = false
  /** Error of the computer's wall clock, in milliseconds. Positive if the clock is fast. */
  let wrongByInMs = 0
  let stepsUnderWay = 0
  const machineTimers = new Set<Timer>()
  const serviceTimers = new Set<Timer>()
  const awake = (): number => now - sleptInMs

  function setIn(timers: Set<Timer>, at: number, run: () => void): () => void {
    const timer: Timer = { at, run, isStopped: false }
    timers.add(timer)
    return () => {
      timer.isStopped = true
      timers.delete(timer)
    }
  }

  /** Advances to the next due timers, but at most to `until`. Removes these timers and returns them. Empty if none is due. */
  function nextDue(until: number): readonly Timer[] {
    const all = [
      ...[...serviceTimers].map((timer) => ({ timer, timers: serviceTimers, at: timer.at })),
      ...(isAsleep ? [] : [...machineTimers].map((timer) => ({ timer, timers: machineTimers, at: timer.at + sleptInMs })))
    ]
    // Rounds up, because wall clocks count whole milliseconds.
    const first = Math.ceil(all.reduce((least, { at }) => Math.min(least, at), until))
    const due = all.filter(({ at }) => at <= first)
    for (const { timer, timers } of due) timers.delete(timer)
    goTo(Math.max(now, first))
    return due.map(({ timer }) => timer)
  }

  function goTo(at: number): void {
    if (isAsleep) sleptInMs += at - now
    now = at
  }

  async function untilQuiet(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns;) {
      await turn()
      quiet = stepsUnderWay > 0 || isBusy() ? 0 : quiet + 1
    }
  }

  function during(work: Promise<unknown>): void {
    stepsUnderWay += 1
    void work.finally(() => (stepsUnderWay -= 1))
  }

  async function passUntil(at: number): Promise<void> {
    for (;;) {
      await untilQuiet()
      const due = nextDue(at)
      if (due.length === 0) return
      for (const timer of due) if (!timer.isStopped) timer.run()
    }
  }

  return {
    now: () => now,
    machineClock: () => ({
      ...createMonotonicClock(() => now + wrongByInMs, awake),
      setTimer: (delayInMs, run) => setIn(machineTimers, awake() + Math.max(0, delayInMs), run),
      during
    }),
    serviceClock: { now: () => now, setTimer: (delayInMs, run) => setIn(serviceTimers, now + delayInMs, run) },
    passUntil,
    setClockBy: (durationInMs) => {
      wrongByInMs += durationInMs
    },
    sleepUntil: async (at) => {
      await untilQuiet()
      isAsleep = true
      await passUntil(at)
      isAsleep = false
    }
  }
}
