import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { launchKiln } from '../e2e/launch-kiln.ts'
import { connect } from '../e2e/open-window.ts'
import { build } from '../tools/build.ts'
import { observeKeys, timeKey } from './key-times.ts'
import type { BenchReport } from './report.ts'
import { medianOf, percentileOf } from './report.ts'

const letters = ['v', 't', 'i', 's', 'f', 'p']
const iterations = 6

/**
 * Measures how long a search takes from its first letter to the frame with results. The real window contains 6,300 cards. The measurement
 * starts at the input event. It ends in the first event loop task after the next animation frame. By then, the frame has been laid out and
 * painted. For comparison, measures a page with only an input and a heading.
 */
export async function run(): Promise<BenchReport> {
  await build()
  const folder = await mkdtemp(join(tmpdir(), 'kiln-bench-gallery-'))
  const service = spawn(process.execPath, [fileURLToPath(new URL('large-catalogue-service.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  try {
    const [port] = (await once(service.stdout, 'data')) as [Buffer]
    const { app, page, runtime } = await launchKiln({ userDataDir: folder })
    try {
      await connect(page, `http://127.0.0.1:${port.toString().trim()}`, 'bench-key-0123456789')
      await page.getByRole('tab', { name: /^All\s*6,300/ }).waitFor({ timeout: 120_000 })
      // The index is built in idle time. It must be complete before the first letter, as for a real user.
      await page.waitForTimeout(3_000)
      await page.getByRole('searchbox', { name: 'Search capabilities' }).focus()
      await observeKeys(page, 'h2')
      const ours = await timesOf(page, 'Search results')
      await page.evaluate(() => {
        document.body.innerHTML = '<input><h2>Search results</h2>'
        document.querySelector('input')?.focus()
      })
      const floor = await timesOf(page, 'Search results')
      return {
        title: `Gallery search to painted result, 6,300 cards, median of ${ours.length}, on ${runtime === 'electron' ? 'real Electron' : 'the stand-in runtime'}`,
        rows: [
          {
            name: 'Kiln: key press to painted frame',
            value: `${medianOf(ours).toFixed(1)} ms, p90 ${percentileOf(ours, 0.9).toFixed(1)} ms`,
            gate: 'median under 16 ms',
            ok: medianOf(ours) < 16
          },
          {
            name: 'a page with only an input',
            value: `${medianOf(floor).toFixed(1)} ms, p90 ${percentileOf(floor, 0.9).toFixed(1)} ms`
          }
        ]
      }
    } finally {
      await app.close()
    }
  } finally {
    service.stdin.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function timesOf(page: Page, heading: string): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round <= iterations; round += 1) {
    for (const letter of letters) {
      const { inMs, text } = await timeKey(page, letter)
      if (text !== heading) throw new Error(`The frame shows “${text}”, not “${heading}”.`)
      // The first round is a warm-up.
      if (round > 0) times.push(inMs)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Backspace')
      await page.waitForTimeout(150)
    }
  }
  return times
}
