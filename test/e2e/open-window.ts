import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type ElectronApplication, type Page } from '@playwright/test'
import { openPracticeService, type PracticeOptions, type PracticeService } from '../../electron/practice/practice-service.ts'
import type { Task } from '../../shared/task.ts'
import { launchKiln, type RunningKiln } from './launch-kiln.ts'

/** The app's window on a folder of its own, and a practice service in this process as the account. */
export type Bench = {
  readonly folder: string
  readonly service: PracticeService
  kiln: RunningKiln
  /** Kills the app as the system would, and starts it again on the same folder. */
  readonly killAndStart: () => Promise<Page>
  readonly close: () => Promise<void>
}

export async function openBench(options: PracticeOptions = {}): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-e2e-'))
  const service = await openPracticeService({ timeScale: 0.1, ...options })
  const start = { userDataDir: join(folder, 'data') }
  const bench: Bench = {
    folder,
    service,
    kiln: await launchKiln(start),
    killAndStart: async () => {
      await bench.kiln.kill()
      bench.kiln = await launchKiln(start)
      return bench.kiln.page
    },
    close: async () => {
      await bench.kiln.app.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
  return bench
}

/** Through the welcome view, by hand. */
export async function connect(page: Page, baseUrl: string, apiKey: string): Promise<void> {
  await page.getByLabel('Base URL').fill(baseUrl)
  await page.getByLabel('API key', { exact: true }).fill(apiKey)
  await page.getByRole('button', { name: 'Open the studio' }).click()
}

export async function openForm(page: Page, title: string): Promise<void> {
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await page
    .getByRole('button', { name: new RegExp(`^${title}(?! \\d)`) })
    .first()
    .click()
  await page.getByRole('main', { name: title }).waitFor()
}

export async function tasksOf(page: Page): Promise<readonly Task[]> {
  const answer = await page.evaluate(() => window.kiln.request('task.list', undefined))
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}

/** WCAG 2.2 AA, over the whole window as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // A view that fades in is judged once it is there.
  await page.waitForTimeout(300)
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  const words = violations.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`
  )
  expect(words).toEqual([])
}

/** The next file dialog answers with these paths. */
export async function answerOpenDialog(app: ElectronApplication, paths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths })
  }, paths)
}
