import { readFile } from 'node:fs/promises'
import type { CDPSession, ElectronApplication, Page } from '@playwright/test'
import { descendantsOf } from '../runtime/process-tree.ts'

/** Memory in bytes. `heap`: the page's own objects. `whole`: the page's process, or null if the system doesn't report it. */
export type PageMemory = { readonly heap: number; readonly whole: number | null }

export async function memoryOf({ app, page }: { readonly app: ElectronApplication; readonly page: Page }): Promise<PageMemory> {
  const devtools = await page.context().newCDPSession(page)
  const heap = await heapOf(devtools)
  await devtools.detach()
  const { whole } = await largestPageOf(app)
  return { heap, whole }
}

/** Returns the process ID of the app's page. Null if the system doesn't report it. */
export async function pagePidOf(app: ElectronApplication): Promise<number | null> {
  return (await largestPageOf(app)).pid
}

/**
 * Returns the largest page process of the app, which is the window's. Chromium also keeps a spare page process, which is smaller. The
 * values are null if the system doesn't report them.
 */
async function largestPageOf(app: ElectronApplication): Promise<{ readonly pid: number | null; readonly whole: number | null }> {
  const pids = descendantsOf(app.process().pid as number)
  const sizes = await Promise.all(pids.map(async (pid) => ({ pid, whole: await wholeOf(pid) })))
  return (
    sizes.filter(({ whole }) => whole !== null).toSorted((one, other) => (other.whole ?? 0) - (one.whole ?? 0))[0] ?? {
      pid: null,
      whole: null
    }
  )
}

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.enable')
  // Collects garbage twice, because objects freed by the first collection may have referenced others.
  for (let time = 0; time < 2; time += 1) await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}

/** Returns the memory of a page's process in bytes. Null if `pid` isn't a page's process, or if the system doesn't report it. */
async function wholeOf(pid: number): Promise<number | null> {
  try {
    if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('--type=renderer')) return null
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
