import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchKiln } from '../e2e/launch-kiln.ts'
import { launchSelfTest } from '../runtime/self-test/launch-self-test.ts'
import { chooseRuntime } from '../runtime/which-runtime.ts'
import { build } from '../tools/build.ts'
import { type BenchReport, medianOf } from './report.ts'

const launches = 7

/** From the start of the process to the first window with its page; on the stand-in beside an app that does nothing. */
export async function run(): Promise<BenchReport> {
  await build()
  const runtime = chooseRuntime()
  const folder = await mkdtemp(join(tmpdir(), 'kiln-bench-launch-'))
  const ours: number[] = []
  const empty: number[] = []
  try {
    for (let round = 0; round <= launches; round += 1) {
      // The empty app is the stand-in's own; against real Electron it would compare two runtimes.
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
        return () => started.app.close()
      })
      // The first round warms the disk's cache.
      if (round === 0) continue
      if (emptyInMs !== null) empty.push(emptyInMs)
      ours.push(oursInMs)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const kiln = { name: 'Kiln: journal open, first view painted', value: `${Math.round(medianOf(ours))} ms` }
  const ratio = medianOf(ours.map((time, index) => time / (empty[index] ?? Number.NaN)))
  const peer = [
    { name: 'an empty app: window and page', value: `${Math.round(medianOf(empty))} ms` },
    { name: 'ratio', value: `${ratio.toFixed(2)}x` }
  ]
  return {
    title: `Launch to first window, median of ${launches}, on ${runtime === 'electron' ? 'real Electron' : 'the stand-in runtime'}`,
    rows: runtime === 'electron' ? [kiln] : [kiln, ...peer]
  }
}

async function timed(start: () => Promise<() => Promise<void>>): Promise<number> {
  const startedAt = performance.now()
  const close = await start()
  const elapsedInMs = performance.now() - startedAt
  await close()
  return elapsedInMs
}
