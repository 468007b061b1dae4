import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import type { ElectronApplication, Page } from '@playwright/test'
import { launcherDir } from '../choose-runtime.ts'

export const selfTestAppFolder = join(import.meta.dirname, 'app')

export type SelfTest = { readonly app: ElectronApplication; readonly page: Page }

/** The API that the self-test app's preload exposes to the page. */
export type SelfTestBridge = {
  readonly invoke: (channel: string, ...values: unknown[]) => Promise<unknown>
  readonly send: (channel: string, ...values: unknown[]) => void
  readonly listen: (channel: string, listener: (...values: unknown[]) => void) => () => void
  readonly pathOf: (file: unknown) => string
  readonly increase: (value: number) => number
  readonly callWith: (callback: (value: number) => number, value: number) => number
  readonly refuse: () => never
  readonly sendSync: () => unknown
  readonly nested: { readonly list: readonly unknown[] }
}

/** Starts the stand-in with its own small app and the user data folder `userDataDir`. */
export async function launchSelfTest(userDataDir: string, env: Readonly<Record<string, string>> = {}): Promise<SelfTest> {
  process.env.ELECTRON_OVERRIDE_DIST_PATH = launcherDir
  const app = await _electron.launch({
    args: [selfTestAppFolder, `--user-data-dir=${userDataDir}`],
    env: { ...(process.env as Record<string, string>), ...env },
    colorScheme: null
  })
  const page = await app.firstWindow()
  await page.waitForURL('https://self.app.invalid/')
  return { app, page }
}

/** Creates a temporary folder and a function that deletes it. */
export function createTemporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'stand-in-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) }
}
