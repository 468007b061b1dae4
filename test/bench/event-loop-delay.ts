import { closeSync, openSync, readSync } from 'node:fs'
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * A delayed iteration of the event loop. `at`: end of the delay, in milliseconds since 1970. `ownInMs`: delay without the time that the
 * thread waited for a core. `cpuInMs`: CPU time. The rest of `ownInMs` was spent waiting for the disk or a lock.
 */
export type DelaySpike = { readonly at: number; readonly delayInMs: number; readonly ownInMs: number; readonly cpuInMs: number }
export type EventLoopDelays = {
  readonly p99InMs: number
  readonly maxInMs: number
  readonly ownP99InMs: number
  readonly ownMaxInMs: number
  readonly cpuMaxInMs: number
  readonly spikes: readonly DelaySpike[]
}

/** Minimum delay of a recorded spike, in milliseconds. */
const spikeInMs = 15

/**
 * Measures the main thread's event loop delay until the returned function is called. Figures with `own` exclude the time that the thread
 * waited for a core. Only Linux reports this time.
 */
export function measureEventLoopDelay(): () => EventLoopDelays {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  const times = openThreadTimes()
  const spikes: DelaySpike[] = []
  const own = createHistogram()
  let last = performance.now()
  let before = times.read()
  let [ownMaxInMs, cpuMaxInMs] = [0, 0]
  const look = (): void => {
    const now = performance.now()
    const { cpuInMs: cpuUntilNow, waitedInMs } = times.read()
    const delayInMs = now - last
    const ownInMs = delayInMs - (waitedInMs - before.waitedInMs)
    const cpuInMs = cpuUntilNow - before.cpuInMs
    if (delayInMs >= spikeInMs) spikes.push({ at: Date.now(), delayInMs, ownInMs, cpuInMs })
    own.record(Math.max(1, Math.round(ownInMs * 1_000)))
    ownMaxInMs = Math.max(ownMaxInMs, ownInMs)
    cpuMaxInMs = Math.max(cpuMaxInMs, cpuInMs)
    last = now
    before = { cpuInMs: cpuUntilNow, waitedInMs }
  }
  histogram.enable()
  const timer = setInterval(look, 1)
  return () => {
    look()
    clearInterval(timer)
    histogram.disable()
    times.close()
    const [p99InMs, maxInMs] = [histogram.percentile(99) / 1e6, Math.max(histogram.max / 1e6, 0)]
    return { p99InMs, maxInMs, ownP99InMs: own.percentile(99) / 1e3, ownMaxInMs, cpuMaxInMs, spikes }
  }
}

/**
 * Opens a reader of the main thread's total times. `cpuInMs`: time on a core. `waitedInMs`: time spent waiting for a core. On systems other
 * than Linux, `waitedInMs` is 0.
 */
function openThreadTimes(): { readonly read: () => { readonly cpuInMs: number; readonly waitedInMs: number }; readonly close: () => void } {
  const isLinux = process.platform === 'linux'
  const file = isLinux ? openSync(`/proc/self/task/${process.pid}/schedstat`, 'r') : null
  const buffer = Buffer.alloc(100)
  // The file contains nanoseconds on a core, nanoseconds waiting for a core, and the timeslice count.
  const waited = (of: number): number => Number(buffer.toString('latin1', 0, readSync(of, buffer, 0, buffer.length, 0)).split(' ')[1]) / 1e6
  return {
    read: () => {
      const { user, system } = process.threadCpuUsage()
      return { cpuInMs: (user + system) / 1e3, waitedInMs: file === null ? 0 : waited(file) }
    },
    close: () => {
      if (file !== null) closeSync(file)
    }
  }
}
