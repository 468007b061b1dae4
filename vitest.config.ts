import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    // A process of its own for each file: node:sqlite, signals and the working folder are real here.
    pool: 'forks',
    maxWorkers: '100%',
    // Only for tests that hang: no test asserts durations, and a busy machine is several times slower.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } }
  }
})
