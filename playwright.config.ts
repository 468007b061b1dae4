import { defineConfig } from '@playwright/test'

/** Tests with a window. `runtime` tests the stand-in itself; `e2e` tests the app, on real Electron where it is. */
export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results',
  // The words that a person reads are the same on every system.
  snapshotPathTemplate: '{testDir}/e2e/words/{arg}{ext}',
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 2,
  // A busy machine can starve a window of its moment. What needs the second try is named at the end of the run, as a fault to find.
  retries: 1,
  // Words that are not kept yet fail here too, rather than pass on the second try.
  updateSnapshots: process.env.CI === undefined ? 'missing' : 'none',
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./test/runtime/runtime-reporter.ts']],
  use: { trace: 'off' },
  projects: [
    { name: 'runtime', testMatch: 'runtime/self-test/*.spec.ts', timeout: 120_000 },
    { name: 'build', testMatch: 'e2e/build.setup.ts' },
    { name: 'e2e', testMatch: 'e2e/*.spec.ts', dependencies: ['build'] }
  ]
})
