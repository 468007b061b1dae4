import type { KnipConfig } from 'knip'

/** What is reached from here is alive; every other file, export and dependency is dead and fails `npm run check`. */
const config: KnipConfig = {
  entry: [
    'electron/main.ts',
    'electron/library/index-thread.ts',
    'electron/journal/journal-thread.ts',
    'electron/preload.ts',
    'renderer/main.tsx',
    'test/**/*.test.{ts,tsx}',
    // Started by their path, as processes of their own.
    'test/**/*child.ts',
    'test/bench/{contract-side,digest-receiver,download-client,many-service,poll-service,upload-client}.ts',
    'test/migrations/make-fixture.ts',
    'test/runtime/boot.ts',
    'test/runtime/electron-module.ts',
    'test/runtime/self-test/app/main.ts',
    'test/ui/main.tsx',
    'test/tools/after-pack.ts'
  ],
  project: ['*.config.ts', '{shared,electron,renderer,test}/**/*.{ts,tsx,css}'],
  // A type that is only used in its own file may still be exported: it names a part of what that file hands out.
  ignoreExportsUsedInFile: { type: true, interface: true },
  compilers: {
    css: (text: string) => [...text.matchAll(/@import\s+['"]([^'"]+)['"]/g)].map(([, file]) => `import '${file}'`).join('\n')
  }
}

export default config
