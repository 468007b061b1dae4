import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type ElectronApplication, type Page } from '@playwright/test'
import axe from 'axe-core'
import { openPracticeService, type PracticeOptions, type PracticeService } from '../../electron/practice/practice-service.ts'
import type { Task, TaskResult } from '../../shared/task/task.ts'
import { launchKiln, type RunningKiln } from './launch-kiln.ts'

/** A running app with its own data folder, and a practice service in the test's process. */
export type AppFixture = {
  readonly folder: string
  service: PracticeService
  kiln: RunningKiln
  /** Restarts the app with the same data folder. `env`: additional environment variables. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Page>
  /** Kills the app's processes and restarts the app with the same data folder. */
  readonly killAndStart: (env?: Readonly<Record<string, string>>) => Promise<Page>
  /** Stops the service. Requires `isPersistent`. */
  readonly goOffline: () => Promise<void>
  /** Restarts the service with its stored data. `changes`: options that differ from the previous start. */
  readonly goOnline: (changes?: PracticeOptions) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Starts a practice service and the app, without connecting them. `isPersistent`: true if the service stores its data, as `goOffline` and
 * `goOnline` require.
 */
export async function openAppFixture(
  { isPersistent = false, ...options }: PracticeOptions & { readonly isPersistent?: boolean } = {},
  args: readonly string[] = []
): Promise<AppFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-e2e-'))
  const serviceOptions = { timeScale: 0.1, ...options, ...(isPersistent && { dataDir: join(folder, 'service') }) }
  const service = await openPracticeService(serviceOptions)
  let isOffline = false
  const start = { userDataDir: join(folder, 'data'), args }
  const appFixture: AppFixture = {
    folder,
    service,
    kiln: await launchKiln(start),
    start: async (env = {}) => {
      appFixture.kiln = await launchKiln({ ...start, env })
      return appFixture.kiln.page
    },
    killAndStart: async (env) => {
      await appFixture.kiln.kill()
      return appFixture.start(env)
    },
    goOffline: async () => {
      isOffline = true
      await appFixture.service.close()
    },
    goOnline: async (changes) => {
      appFixture.service = await openPracticeService({ ...serviceOptions, ...changes })
      isOffline = false
    },
    close: async () => {
      await appFixture.kiln.app.close()
      if (!isOffline) await appFixture.service.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
  return appFixture
}

/** Connects through the welcome view as a user does. */
export async function connect(page: Page, baseUrl: string, apiKey: string): Promise<void> {
  await page.getByLabel('Base URL').fill(baseUrl)
  await page.getByLabel('API key', { exact: true }).fill(apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

/** Opens the app with a connected account, at the gallery. */
export async function openConnectedFixture(options: PracticeOptions = {}): Promise<AppFixture> {
  const appFixture = await openAppFixture(options)
  const { page } = appFixture.kiln
  await connect(page, appFixture.service.url, appFixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  return appFixture
}

/** Sends the prompt directly to the main process. Returns the task's ID. */
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
  // Uses the keyboard, because cards move when the catalogue arrives. A click could open another card, but the focus stays on the same
  // card.
  const card = page.getByRole('main').getByRole('button', { name: new RegExp(`^${title}(?! \\d)`) })
  // Only the cards near the visible part of the gallery are drawn.
  if ((await card.count()) === 0) await page.getByRole('searchbox', { name: 'Search capabilities' }).fill(title)
  await card.first().press('Enter')
  await page.getByRole('main', { name: title }).waitFor()
}

/** Opens a page of the settings. `name`: label of the page's tab. */
export async function openSettingsPage(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('main', { name: 'Settings' }).waitFor()
  await page.getByRole('tab', { name, exact: true }).click()
}

/** Calls `look` once in the dark theme and once in the light theme. */
export async function forEachTheme(page: Page, look: (theme: 'dark' | 'light') => Promise<void>): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((chosen) => window.kiln.request('settings.change', { theme: chosen }), theme)
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    await look(theme)
  }
}

export async function tasksOf(page: Page): Promise<readonly Task[]> {
  const answer = await page.evaluate(() => window.kiln.request('task.list', undefined))
  if (!answer.ok) throw new Error(answer.message)
  return answer.value.filter(({ hidden }) => !hidden)
}

/** Returns the path of a result's file. The page gets the path only on request. */
export async function pathOfResult(page: Page, result: Pick<TaskResult, 'id'> | undefined): Promise<string> {
  const answer = await page.evaluate((id) => window.kiln.request('result.location', { id }), result?.id ?? '')
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}

/** Expects the whole window to be free of WCAG 2.2 AA violations, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  // The themes differ only in colours.
  const colourRules = ['color-contrast', 'link-in-text-block']
  // Polled, because a control may be measured during a transition.
  await expect
    .poll(async () => [...(await violationsOf(page, allRules)), ...(await inTheOtherTheme(page, () => violationsOf(page, colourRules)))])
    .toEqual([])
}

/**
 * Finishes all running animations, such as a view's fade-in. Doesn't wait for their natural end, because a busy window can delay it for
 * minutes. Ignores scroll-driven and endless animations.
 */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.timeline === document.timeline && animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })
}

/** Returns a text for each violation of the rules. `rules`: IDs or tags of axe-core. */
export async function violationsOf(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  await finishAnimations(page)
  // Runs axe-core in the page. Its Playwright adapter would load it twice and open a second page for each check. The adapter needs this for
  // frames, which Kiln's page doesn't have.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (runOnly) => {
      const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] })
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`
      )
    },
    [...rules]
  )
}

/**
 * Calls `look` in the other theme, then restores the theme. Changes only the page, not the setting. Overlays therefore stay open, and a
 * full disk can't interfere.
 */
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

/** Makes every save dialog return this path from now on. */
export async function stubSaveDialogs(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
}

/** Makes every file dialog return these paths from now on. */
export async function stubOpenDialogs(app: ElectronApplication, paths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths })
  }, paths)
}
