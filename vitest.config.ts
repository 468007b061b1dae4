import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Tests start hundreds of processes and threads. Without the cache, each would compile Kiln's TypeScript again.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled')

/** Tests of pure code. They can share a process, because they don't have lasting side effects. */
const pure = ['test/shared/**', 'test/renderer/**', 'test/electron/tasks/machine/**']
/** Tests of components in jsdom, without the app. */
const components = ['test/renderer/**/*.test.tsx']
/** Tests with real servers, processes, kills or large data. `npm run test:quick` skips them. */
const slow = [
  'test/{bench,chaos,crash,fuzz,integration,migrations,package,repo-checks,rogue,tour}/**',
  'test/electron/{images,practice,tasks/journal,library/downloads,library/folders}/**',
  'test/electron/ipc/{batch-handlers,handlers,library-handlers,proxy,workspace-handlers}.test.ts',
  'test/electron/library/{bulk-operations,create-library}.test.ts',
  'test/electron/{network/proxy-traffic,diagnostics/diagnostics,service/http-client}.test.ts',
  'test/electron/**/*.kill.test.ts'
]
const only = (folders: readonly string[]): string[] => folders.map((folder) => folder.replace(/\*\*$/, '**/*.test.{ts,tsx}'))
const notTests = ['test/e2e/**', 'node_modules/**']

export default defineConfig({
  test: {
    // Runs each file in its own process, because tests use node:sqlite, signals and the working folder.
    pool: 'forks',
    maxWorkers: '100%',
    // Only stops tests that hang. No test asserts durations, and a busy machine is several times slower.
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 300_000 } },
    projects: [
      { extends: true, test: { name: 'pure', include: only(pure), exclude: components, isolate: false } },
      {
        extends: true,
        test: { name: 'components', include: components, environment: 'jsdom', setupFiles: ['test/renderer/set-up-components.ts'] }
      },
      { extends: true, test: { name: 'quick', include: ['test/**/*.test.{ts,tsx}'], exclude: [...notTests, ...pure, ...slow] } },
      { extends: true, test: { name: 'slow', include: only(slow), exclude: notTests } }
    ]
  }
})
