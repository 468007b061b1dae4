import { readFileSync } from 'node:fs'
import type { ElectronApplication, Page } from '@playwright/test'
import { pagePidOf } from './page-memory.ts'

/**
 * The page's global object. Code in the page calls `endMeasurement` to end a measurement. The page stops until the main thread's time has
 * been read.
 */
export type MeasuredPage = typeof globalThis & { endMeasurement?: () => void }

const pauses = 8

/**
 * Returns a function that runs `work` and measures until the page calls `endMeasurement`. The function returns the milliseconds that the
 * page's main thread spent on a core. It returns null if the system doesn't report them.
 */
export async function openPageThread(parts: {
  readonly app: ElectronApplication
  readonly page: Page
}): Promise<(work: () => Promise<unknown>) => Promise<number | null>> {
  const { app, page } = parts
  const pid = await pagePidOf(app)
  const devtools = await page.context().newCDPSession(page)
  let ended: number | null = null
  devtools.on('Debugger.paused', () => {
    ended ??= readCpuTime(pid)
    // Fails if the stand-in runtime has already resumed the page. That runtime uses the debugger too.
    devtools.send('Debugger.resume').catch(() => undefined)
  })
  await devtools.send('Debugger.enable')
  // Several pauses stop the page until this process has read the time.
  await page.evaluate(`globalThis.endMeasurement = () => { ${'debugger; '.repeat(pauses)} }`)
  return async (work) => {
    ended = null
    const started = readCpuTime(pid)
    await work()
    return started === null || ended === null ? null : ended - started
  }
}

/** Returns the milliseconds that a process's main thread has spent on a core. Only Linux reports them. Null on other systems. */
function readCpuTime(pid: number | null): number | null {
  try {
    // The file begins with the nanoseconds on a core.
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6
  } catch {
    return null
  }
}
