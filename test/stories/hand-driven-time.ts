import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../electron/core/ports.ts'
import { createSteadyClock } from '../../electron/engine/steady-clock.ts'
import type { PracticeClock } from '../../electron/practice/practice-clock.ts'

/**
 * One time for a machine and a service, which only passes when a story says so. The machine can sleep: its clock has gone on when it wakes,
 * and its timers have not. The service never sleeps.
 */
export type HandDrivenTime = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** What an app on the machine goes by; made anew with each app, as with each process. */
  readonly machineClock: () => Clock
  readonly serviceClock: PracticeClock
  /** Goes from timer to timer, and from each only when everything that it set going has come to rest. */
  readonly passUntil: (at: number) => Promise<void>
  readonly sleepUntil: (at: number) => Promise<void>
  /** Sets the machine's time of day on or back by so much; nothing else in the world notices. */
  readonly setClockBy: (durationInMs: number) => void
}

type Timer = { readonly at: number; readonly run: () => void; isStopped: boolean }

/** What follows from an answer or a file shows within this many turns of the event loop. */
const quietTurns = 4

/** @param isBusy whether anything is under way that takes real time, beside what the machine's clock is told of */
export function createHandDrivenTime(startsAt: number, isBusy: () => boolean): HandDrivenTime {
  let now = startsAt
  /** How long the machine has slept so far. Its timers are set against the time that it was awake. */
  let sleptInMs = 0
  let isAsleep = false
  /** By how much the machine's time of day is wrong. */
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

  /** Takes out what is due first, where that is before `until`, and goes there. */
  function nextDue(until: number): readonly Timer[] {
    const all = [
      ...[...serviceTimers].map((timer) => ({ timer, timers: serviceTimers, at: timer.at })),
      ...(isAsleep ? [] : [...machineTimers].map((timer) => ({ timer, timers: machineTimers, at: timer.at + sleptInMs })))
    ]
    // The time of day comes in whole milliseconds.
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
      ...createSteadyClock(() => now + wrongByInMs, awake),
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
