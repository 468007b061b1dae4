import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    // A process of its own for each file: node:sqlite, signals and the working folder are real here.
    pool: 'forks',
    maxWorkers: '100%',
    // These only end what hangs: no test asserts how long something takes, and a busy machine is several times slower.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } }
  }
})
