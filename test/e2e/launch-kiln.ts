import { join } from 'node:path'
import { _electron, test } from '@playwright/test'
import type { ElectronApplication, Page } from '@playwright/test'
import { descendantsOf, waitForExit } from '../runtime/process-tree.ts'
import { runApp, type AppRun } from '../runtime/run-app.ts'
import { chooseRuntime, realElectronSkipPrefix } from '../runtime/choose-runtime.ts'
import type { RuntimeName } from '../runtime/choose-runtime.ts'
import { platformTextsOf } from '../../shared/i18n/platform-texts.ts'

const appDir = join(import.meta.dirname, '..', '..')

export type LaunchOptions = {
  readonly userDataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** Additional arguments for the app. */
  readonly args?: readonly string[]
}

export type RunningKiln = {
  readonly app: ElectronApplication
  /** The app's window, after its own page has loaded. */
  readonly page: Page
  readonly runtime: RuntimeName
  /** Kills the main process with SIGKILL. Resolves when the main process and all its child processes have ended. */
  readonly kill: () => Promise<void>
}

function environment(more: LaunchOptions['env']): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _, ...kept } = process.env
  return { ...(kept as Record<string, string>), ...inEnglish, STANDIN_PLATFORM: platformUnderTest(), ...more }
}

/** Tag for platform-dependent tests. On the Electron stand-in, they run as macOS, Windows and Linux (see playwright.config.ts). */
export const eachPlatformTag = { tag: '@platforms' } as const

/**
 * Returns the platform that the app detects. On the Electron stand-in, the Playwright project sets the platform. On real Electron and
 * outside tests, it's this computer's platform.
 */
export function platformUnderTest(): NodeJS.Platform {
  const wanted = projectMetadata()['platform']
  return chooseRuntime() === 'stand-in' && typeof wanted === 'string' ? (wanted as NodeJS.Platform) : process.platform
}

/** Returns the platform's wording of an English UI text. For example, Windows has “Move to Recycle Bin” instead of “Move to trash”. */
export function platformText(text: string): string {
  return platformTextsOf(platformUnderTest(), 'en').get(text) ?? text
}

function projectMetadata(): { readonly [name: string]: unknown } {
  try {
    return test.info().project.metadata
  } catch {
    // `test.info()` throws outside Playwright's runner, for example in the tour and the benchmarks.
    return {}
  }
}

/**
 * Environment variables that make the app use English on Linux. macOS needs `englishArguments`. Windows always uses the system's language.
 */
const inEnglish = { LANGUAGE: 'en', LC_ALL: 'en_US.UTF-8' }
/** Environment variables that make the app use simplified Chinese. They work only on Linux. */
export const chineseEnvironment = { LANGUAGE: 'zh_CN', LC_ALL: 'zh_CN.UTF-8' }
const englishArguments = process.platform === 'darwin' ? ['-AppleLanguages', '(en)'] : []
/**
 * Enables software 3D rendering for machines without a GPU, such as CI runners. Without this switch, Chromium doesn't provide WebGL there
 * on Windows and macOS.
 */
const drawInSoftware = '--enable-unsafe-swiftshader'

/**
 * Starts the built app (`out/`) on real Electron if installed, otherwise on the Electron stand-in. The page follows the app's theme, not
 * Playwright's.
 */
export async function launchKiln({ userDataDir, env, args = [] }: LaunchOptions): Promise<RunningKiln> {
  const runtime = chooseRuntime()
  const app = await _electron.launch({
    args: [appDir, `--user-data-dir=${userDataDir}`, ...englishArguments, drawInSoftware, ...args],
    env: environment(env),
    // Without this option, Playwright adds `--no-sandbox` on Linux. Root needs `--no-sandbox`, because Chromium can't sandbox root's
    // processes.
    chromiumSandbox: runtime === 'electron' && process.getuid?.() !== 0,
    colorScheme: null
  })
  const page = await app.firstWindow()
  await page.waitForURL((url) => url.protocol !== 'about:')

  const kill = async (): Promise<void> => {
    const main = app.process()
    const helpers = descendantsOf(main.pid as number)
    main.kill('SIGKILL')
    // On Windows, Playwright starts Electron through a shell, so the main process is among the helpers.
    if (process.platform === 'win32') helpers.forEach(killQuietly)
    await waitForExit([main.pid as number])
    // The helpers would exit on their own within two seconds. Killing them avoids that wait.
    for (const pid of helpers) killQuietly(pid)
    await waitForExit(helpers)
  }
  return { app, page, runtime, kill }
}

/** Starts the app as a user does, without Playwright. Resolves when the process ends. Used to test second starts and failing starts. */
export function runKiln({ userDataDir, env, args = [] }: LaunchOptions): Promise<AppRun> {
  return runApp(appDir, [`--user-data-dir=${userDataDir}`, ...englishArguments, ...args], environment(env))
}

/**
 * Skips the test, or all tests in the surrounding `describe`, if only the Electron stand-in is available. The test report shows `reason`.
 */
export function skipUnlessRealElectron(reason: string): void {
  test.skip(chooseRuntime() !== 'electron', `${realElectronSkipPrefix}${reason}`)
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}
