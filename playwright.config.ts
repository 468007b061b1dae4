import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { hostPlatform } from './test/runtime/host-platform.ts'
import { chooseRuntime } from './test/runtime/choose-runtime.ts'

// Tests start hundreds of processes and threads. Without the cache, each would compile Kiln's TypeScript again.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled')
// Shortens the app's waits. For example, Kiln checks a task after half a second instead of five.
process.env['KILN_TIME_SCALE'] ??= '0.1'

/** Platforms that the fake Electron emulates in addition to the host's. Real Electron can't emulate other platforms. */
const otherPlatforms = chooseRuntime() === 'stand-in' ? (['darwin', 'win32', 'linux'] as const).filter((name) => name !== hostPlatform) : []

/** Tests with a window. `runtime` tests the fake Electron itself. `e2e` tests the app, on real Electron if available. */
export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results',
  // The path doesn't contain the platform, because UI texts are the same on every platform.
  snapshotPathTemplate: '{testDir}/e2e/words/{arg}{ext}',
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 2,
  // On a busy machine, a window can open too late. Playwright lists the retried tests as flaky, because a retry may also hide a bug.
  retries: 1,
  // CI doesn't write missing text snapshots, because the test would then pass on its retry.
  updateSnapshots: process.env.CI === undefined ? 'missing' : 'none',
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./test/runtime/runtime-reporter.ts']],
  use: { trace: 'off' },
  projects: [
    { name: 'runtime', testMatch: 'runtime/self-test/*.spec.ts', timeout: 120_000 },
    { name: 'build', testMatch: 'e2e/build.setup.ts' },
    { name: 'e2e', testMatch: 'e2e/*.spec.ts', dependencies: ['build'] },
    ...otherPlatforms.map((platform) => ({
      name: `e2e as ${platform}`,
      testMatch: 'e2e/*.spec.ts',
      grep: /@platforms/,
      dependencies: ['build'],
      metadata: { platform }
    }))
  ]
})
