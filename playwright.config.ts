import { defineConfig } from '@playwright/test'
import { hostPlatform } from './test/runtime/host-platform.ts'
import { chooseRuntime } from './test/runtime/choose-runtime.ts'

/** The stand-in also runs platform-dependent tests for the other two systems. Real Electron only has its host system. */
const otherPlatforms = chooseRuntime() === 'stand-in' ? (['darwin', 'win32', 'linux'] as const).filter((name) => name !== hostPlatform) : []

/** Tests with a window. `runtime` tests the stand-in itself; `e2e` tests the app, on real Electron if available. */
export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results',
  // The UI texts are the same on every system.
  snapshotPathTemplate: '{testDir}/e2e/words/{arg}{ext}',
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 2,
  // A busy machine can delay a window too long. Tests that needed the retry are listed at the end of the run, as faults to find.
  retries: 1,
  // Missing text snapshots fail here too, rather than pass on the retry.
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
