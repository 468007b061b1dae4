import { join } from 'node:path'
import { _electron, test } from '@playwright/test'
import type { ElectronApplication, Page } from '@playwright/test'
import { descendantsOf, untilGone } from '../runtime/process-tree.ts'
import { runApp, type AppRun } from '../runtime/run-app.ts'
import { chooseRuntime, needsRealElectron } from '../runtime/which-runtime.ts'
import type { RuntimeName } from '../runtime/which-runtime.ts'

const appDir = join(import.meta.dirname, '..', '..')

export type LaunchOptions = {
  readonly userDataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** More arguments for the app. */
  readonly args?: readonly string[]
}

export type RunningKiln = {
  readonly app: ElectronApplication
  /** The app's window, on its own page already. */
  readonly page: Page
  readonly runtime: RuntimeName
  /** SIGKILL to the main process, at once; resolves when it and everything it had started is gone. */
  readonly kill: () => Promise<void>
}

function environment(more: LaunchOptions['env']): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _, ...kept } = process.env
  return { ...(kept as Record<string, string>), ...inEnglish, ...more }
}

/** Tests read English, whatever the language of the machine is. Windows knows no such word; its language is the system's. */
const inEnglish = { LANGUAGE: 'en', LC_ALL: 'en_US.UTF-8' }
/** A system that prefers simplified Chinese, where an environment can say so. */
export const inChinese = { LANGUAGE: 'zh_CN', LC_ALL: 'zh_CN.UTF-8' }
const englishArguments = process.platform === 'darwin' ? ['-AppleLanguages', '(en)'] : []

/** Starts the built app (`out/`) on real Electron where it is, else on the stand-in. The page follows the app's theme, not Playwright's. */
export async function launchKiln({ userDataDir, env, args = [] }: LaunchOptions): Promise<RunningKiln> {
  const runtime = chooseRuntime()
  const app = await _electron.launch({
    args: [appDir, `--user-data-dir=${userDataDir}`, ...englishArguments, ...args],
    env: environment(env),
    colorScheme: null
  })
  const page = await app.firstWindow()
  await page.waitForURL((url) => url.protocol !== 'about:')

  const kill = async (): Promise<void> => {
    const main = app.process()
    const helpers = descendantsOf(main.pid as number)
    main.kill('SIGKILL')
    await untilGone([main.pid as number])
    // They would leave by themselves in a second or two; the next start need not wait for that.
    for (const pid of helpers) killQuietly(pid)
    await untilGone(helpers)
  }
  return { app, page, runtime, kill }
}

/** Starts the app as a person would, without Playwright; resolves when the process ends. For second starts and failing ones. */
export function runKiln({ userDataDir, env, args = [] }: LaunchOptions): Promise<AppRun> {
  return runApp(appDir, [`--user-data-dir=${userDataDir}`, ...englishArguments, ...args], environment(env))
}

/** Skips the test, or all tests of the `describe` it stands in, where only the stand-in is at hand; the run's end lists it. */
export function onlyOnRealElectron(reason: string): void {
  test.skip(chooseRuntime() !== 'electron', `${needsRealElectron}${reason}`)
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has left already.
  }
}
