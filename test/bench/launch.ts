import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ElectronApplication } from '@playwright/test'
import { launchKiln } from '../e2e/launch-kiln.ts'
import { descendantsOf } from '../runtime/process-tree.ts'
import { launchSelfTest } from '../runtime/self-test/launch-self-test.ts'
import { chooseRuntime } from '../runtime/choose-runtime.ts'
import { build } from '../tools/build.ts'
import { measureInitialBundle, maxInitialBundleInBytes } from '../tools/initial-bundle.ts'
import { megabytes } from './page-memory.ts'
import { type BenchReport, type BenchRow, medianOf } from './report.ts'

const launches = 7
/** Time for an idle app to finish its startup work, in milliseconds. */
const settledAfterInMs = 5_000

/**
 * Measures the time from process start to the first usable window. Also measures the memory of an idle app. On the stand-in runtime, both
 * are compared with an empty app.
 */
export async function run(): Promise<BenchReport> {
  await build()
  const runtime = chooseRuntime()
  const folder = await mkdtemp(join(tmpdir(), 'kiln-bench-launch-'))
  const ours: number[] = []
  const empty: number[] = []
  const weights = { ours: null as number | null, empty: null as number | null }
  try {
    for (let round = 0; round <= launches; round += 1) {
      // The empty app runs only on the stand-in runtime. Compared with Kiln on real Electron, it would show the difference between two
      // runtimes.
      const emptyInMs =
        runtime === 'electron'
          ? null
          : await timed(async () => {
              const started = await launchSelfTest(join(folder, 'empty'))
              return () => started.app.close()
            })
      const oursInMs = await timed(async () => {
        const started = await launchKiln({ userDataDir: join(folder, 'kiln') })
        await started.page.getByRole('heading').first().waitFor()
        await started.page.getByRole('button').first().click({ trial: true })
        return () => started.app.close()
      })
      // The first round warms the disk cache.
      if (round === 0) continue
      if (emptyInMs !== null) empty.push(emptyInMs)
      ours.push(oursInMs)
    }
    weights.ours = await idleWeight(() => launchKiln({ userDataDir: join(folder, 'kiln') }))
    if (runtime !== 'electron') weights.empty = await idleWeight(() => launchSelfTest(join(folder, 'empty')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const kiln = { name: 'Kiln: journal open, first view ready', value: `${Math.round(medianOf(ours))} ms` }
  const ratio = medianOf(ours.map((time, index) => time / (empty[index] ?? Number.NaN)))
  const peer: readonly BenchRow[] = [
    { name: 'an empty app: window and page ready', value: `${Math.round(medianOf(empty))} ms` },
    { name: 'ratio', value: `${ratio.toFixed(2)}x`, gate: 'at most 2x', ok: ratio <= 2 }
  ]
  return {
    title: `Launch to first window, median of ${launches}, on ${runtime === 'electron' ? 'real Electron' : 'the stand-in runtime'}`,
    rows: [kiln, ...(runtime === 'electron' ? [] : peer), ...weightRows(weights), await firstBundleRow()]
  }
}

/** Returns the memory of an idle app's processes in bytes. Shared pages count proportionally. Null if the system doesn't report it. */
async function idleWeight(open: () => Promise<{ readonly app: ElectronApplication }>): Promise<number | null> {
  const { app } = await open()
  try {
    await delay(settledAfterInMs)
    const pid = app.process().pid as number
    const sizes = await Promise.all([pid, ...descendantsOf(pid)].map(shareOf))
    const sum = sizes.reduce((all, size) => all + size, 0)
    return sum === 0 ? null : sum
  } catch {
    return null
  } finally {
    await app.close()
  }
}

async function shareOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
}

function weightRows({ ours, empty }: { readonly ours: number | null; readonly empty: number | null }): readonly BenchRow[] {
  if (ours === null) return []
  const name = 'memory when idle, all processes'
  if (empty === null) return [{ name, value: megabytes(ours) }]
  const ratio = ours / empty
  return [
    {
      name,
      value: `${megabytes(ours)}, empty app ${megabytes(empty)}, ${ratio.toFixed(2)}x`,
      gate: 'at most 2x',
      ok: ratio <= 2
    }
  ]
}

async function firstBundleRow(): Promise<BenchRow> {
  const { files, bytes } = await measureInitialBundle(join(import.meta.dirname, '..', '..', 'out', 'renderer'))
  return {
    name: 'scripts and styles before the first view',
    value: `${Math.round(bytes / 1000)} kB in ${files} files`,
    gate: `at most ${maxInitialBundleInBytes / 1000} kB`,
    ok: files > 0 && bytes <= maxInitialBundleInBytes
  }
}

async function timed(start: () => Promise<() => Promise<void>>): Promise<number> {
  const startedAt = performance.now()
  const close = await start()
  const elapsedInMs = performance.now() - startedAt
  await close()
  return elapsedInMs
}
