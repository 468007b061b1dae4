import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    // Runs each file in its own process, because tests use node:sqlite, signals and the working folder.
    pool: 'forks',
    maxWorkers: '100%',
    // Only stops tests that hang. No test asserts durations, and a busy machine is several times slower.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } }
  }
})
