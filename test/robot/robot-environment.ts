import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConsoleMessage, Page } from '@playwright/test'
import { openPracticeService, type PracticeService } from '../../electron/practice/practice-service.ts'
import { languageFromHtmlLang } from '../../shared/i18n/languages.ts'
import { loadLocale } from '../../shared/i18n/load-locale.ts'
import { say } from '../../shared/i18n/say.ts'
import { chineseEnvironment, launchKiln, type RunningKiln } from '../e2e/launch-kiln.ts'
import { writeDroppableFiles } from './droppable-files.ts'

export type WindowSize = { readonly width: number; readonly height: number }
export type Appearance = { readonly theme: 'dark' | 'light'; readonly language: 'en' | 'zh-Hans'; readonly size: WindowSize }

/** A running app with its own data folder, connected to a practice service in this process. */
export type RobotEnvironment = {
  readonly folder: string
  readonly dataDir: string
  readonly service: PracticeService
  /** Paths of files that a user might drop: images, tables and others. */
  readonly files: readonly string[]
  readonly page: Page
  readonly kiln: RunningKiln
  /** Returns and clears the console errors and uncaught errors. */
  readonly takeErrors: () => readonly string[]
  /** True while a scenario makes media files unavailable. Failed media loads then aren't errors. */
  allowLostMedia: boolean
  /** Makes the next file dialog return these paths. */
  readonly answerNext: (paths: readonly string[]) => Promise<void>
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly quit: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openRobotEnvironment(appearance: Appearance): Promise<RobotEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-robot-'))
  const dataDir = join(folder, 'data')
  await mkdir(join(folder, 'saved'))
  const files = await writeDroppableFiles(join(folder, 'files'))
  const service = await openPracticeService({
    results: 'tiny',
    timeScale: 0.05,
    startingCredits: 10_000_000,
    dataDir: join(folder, 'service')
  })
  const errors: string[] = []
  let kiln: RunningKiln | null = null
  const running = (): RunningKiln => {
    if (kiln === null) throw new Error('Kiln is not running.')
    return kiln
  }

  async function start(): Promise<void> {
    kiln = await launchKiln({ userDataDir: dataDir, env: appearance.language === 'en' ? {} : chineseEnvironment })
    const { page, app } = kiln
    page.on('console', (message) => {
      const words = consoleError(message)
      if (words !== null && !(world.allowLostMedia && words.includes('/media/'))) errors.push(words)
    })
    page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack ?? error.message}`))
    await app.evaluate(
      ({ dialog }, [openable, folderToSave]) => {
        const robot = { next: null as readonly string[] | null, turn: 0 }
        Object.assign(globalThis, { robot })
        dialog.showOpenDialog = async (...values: readonly unknown[]) => {
          const { properties = [] } = values.at(-1) as { properties?: readonly string[] }
          const chosen = robot.next ?? (properties.includes('openDirectory') ? [] : [openable[robot.turn++ % openable.length] as string])
          robot.next = null
          return { canceled: chosen.length === 0, filePaths: [...chosen] }
        }
        dialog.showSaveDialog = async () => ({ canceled: false, filePath: `${folderToSave}/saved-${robot.turn++}` })
      },
      [files, join(folder, 'saved')] as const
    )
    await page.setViewportSize(appearance.size)
    await page.locator('main').first().waitFor()
    await loadLocale(languageFromHtmlLang((await page.locator('html').getAttribute('lang')) ?? 'en'))
  }

  const world: RobotEnvironment = {
    folder,
    dataDir,
    service,
    files,
    allowLostMedia: false,
    get page() {
      return running().page
    },
    get kiln() {
      return running()
    },
    takeErrors: () => errors.splice(0),
    answerNext: (paths) =>
      running().app.evaluate((_electron, chosen) => {
        ;(globalThis as unknown as { robot: { next: readonly string[] } }).robot.next = chosen
      }, paths),
    start,
    kill: async () => running().kill(),
    quit: async () => running().app.close(),
    close: async () => {
      await kiln?.kill().catch(() => undefined)
      await service.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
  try {
    await start()
    await connectRobot(world)
    await world.page.evaluate((theme) => window.kiln.request('settings.change', { theme }), appearance.theme)
  } catch (error) {
    await world.close()
    throw error
  }
  return world
}

/** Connects through the connect form, in the active language. */
export async function connectRobot({ page, service }: RobotEnvironment): Promise<void> {
  await page.getByLabel(say('Base URL')).fill(service.url)
  await page.getByLabel(say('API key'), { exact: true }).fill(service.apiKey)
  await page.getByRole('button', { name: say('Connect'), exact: true }).click()
  await page.getByRole('main', { name: say('Gallery') }).waitFor()
}

/**
 * Returns the text of a console error. Null for other messages. Also null for errors that the test runtime causes, such as the missing page
 * icon.
 */
function consoleError(message: ConsoleMessage): string | null {
  if (message.type() !== 'error') return null
  const { url } = message.location()
  if (url.endsWith('/favicon.ico') || message.text().includes('WebGL')) return null
  return `console: ${message.text()} (${url})`
}
