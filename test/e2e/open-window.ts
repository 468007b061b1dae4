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
  service: PracticeService
  kiln: RunningKiln
  /** Starts the app on the same folder, once it was killed. `env`: more for its environment. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Page>
  /** Kills the app as the system would, and starts it again on the same folder. */
  readonly killAndStart: (env?: Readonly<Record<string, string>>) => Promise<Page>
  /** Takes the service away from the network. Only where it keeps its books. */
  readonly goOffline: () => Promise<void>
  /** The same service is there again, at the same address. */
  readonly comeBack: (changes?: PracticeOptions) => Promise<void>
  readonly close: () => Promise<void>
}

/** `keepsBooks`: the service can go away and come back. */
export async function openBench(
  { keepsBooks = false, ...options }: PracticeOptions & { readonly keepsBooks?: boolean } = {},
  args: readonly string[] = []
): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-e2e-'))
  const serviceOptions = { timeScale: 0.1, ...options, ...(keepsBooks && { dataDir: join(folder, 'service') }) }
  const service = await openPracticeService(serviceOptions)
  let isOffline = false
  const start = { userDataDir: join(folder, 'data'), args }
  const bench: Bench = {
    folder,
    service,
    kiln: await launchKiln(start),
    start: async (env = {}) => {
      bench.kiln = await launchKiln({ ...start, env })
      return bench.kiln.page
    },
    killAndStart: async (env) => {
      await bench.kiln.kill()
      return bench.start(env)
    },
    goOffline: async () => {
      isOffline = true
      await bench.service.close()
    },
    comeBack: async (changes) => {
      bench.service = await openPracticeService({ ...serviceOptions, ...changes })
      isOffline = false
    },
    close: async () => {
      await bench.kiln.app.close()
      if (!isOffline) await bench.service.close()
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

/** With its account connected, at the gallery. */
export async function openConnectedBench(options: PracticeOptions = {}): Promise<Bench> {
  const bench = await openBench(options)
  const { page } = bench.kiln
  await connect(page, bench.service.url, bench.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  return bench
}

/** Sent straight to main. Gives the id of the task. */
export async function submitPrompt(page: Page, prompt: string): Promise<string> {
  const outcome = await page.evaluate(
    (text) => window.kiln.request('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: text } }),
    prompt
  )
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value.id
}

export async function openForm(page: Page, title: string): Promise<void> {
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  // By keyboard: the focus follows its card when the catalogue arrives and cards change places. A click would open another one.
  await page
    .getByRole('button', { name: new RegExp(`^${title}(?! \\d)`) })
    .first()
    .press('Enter')
  await page.getByRole('main', { name: title }).waitFor()
}

/** Looks once in the dark, once in the light. */
export async function inBothThemes(page: Page, look: (theme: 'dark' | 'light') => Promise<void>): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((chosen) => window.kiln.request('settings.change', { theme: chosen }), theme)
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    await look(theme)
  }
}

export async function tasksOf(page: Page): Promise<readonly Task[]> {
  const answer = await page.evaluate(() => window.kiln.request('task.list', undefined))
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}

/** WCAG 2.2 AA, every rule, over the whole window as it stands, in its own theme and in the other. */
export async function expectAccessible(page: Page): Promise<void> {
  const words = [...(await violationsOf(page)), ...(await inTheOtherTheme(page, () => violationsOf(page)))]
  expect(words).toEqual([])
}

/**
 * A view that fades in is there whole: what moves is brought to its end, not waited for, since a busy window was seen to leave one unfinished for
 * minutes. What follows a scroll bar or repeats has no end.
 */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.timeline === document.timeline && animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  await untilStill(page)
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  return violations.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`
  )
}

/** The page alone changes, not the setting: what floats stays open, and a disk that is full does not stand in the way. */
async function inTheOtherTheme<Found>(page: Page, look: () => Promise<Found>): Promise<Found> {
  const theme = await page.evaluate(() => {
    const { dataset } = document.documentElement
    const own = dataset['theme'] ?? ''
    const isDark = own === 'dark' || (own !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    dataset['theme'] = isDark ? 'light' : 'dark'
    return own
  })
  const found = await look()
  await page.evaluate((own) => {
    if (own === '') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = own
  }, theme)
  return found
}

/** Every dialog for saving answers with this path. */
export async function answerSaveDialog(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
}

/** The next file dialog answers with these paths. */
export async function answerOpenDialog(app: ElectronApplication, paths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths })
  }, paths)
}
