import type { KnipConfig } from 'knip'

/** Entry points. Any file, export or dependency that they don't reach is dead and fails `npm run check`. */
const config: KnipConfig = {
  entry: [
    'electron/main.ts',
    'electron/library/index/index-thread.ts',
    'electron/tasks/journal/journal-thread.ts',
    'electron/images/image-thread.ts',
    'electron/practice/picture-thread.ts',
    'electron/preload.ts',
    'renderer/main.tsx',
    'test/**/*.test.{ts,tsx}',
    // Started by path, as separate processes.
    'test/**/*child.ts',
    'test/bench/{contract-child,digest-receiver,download-client,large-catalogue-service,poll-service,upload-client}.ts',
    'test/migrations/make-fixture.ts',
    'test/runtime/boot.ts',
    'test/runtime/electron-module.ts',
    'test/runtime/self-test/app/main.ts',
    'test/ui/main.tsx',
    'test/tools/after-pack.ts'
  ],
  project: ['*.config.ts', '{shared,electron,renderer,test}/**/*.{ts,tsx,css}'],
  // sharp loads the first package (see electron/images/sharp.ts). test/tools/list-check-parts.ts starts the others by the path of their
  // script.
  ignoreDependencies: ['@img/sharp-wasm32', 'cspell', 'markdownlint-cli2'],
  // The tour gets fonts from fontconfig, which is part of Linux desktops.
  ignoreBinaries: ['fc-list'],
  // A type that is used only in its own file may be exported. It describes part of what the file's functions return.
  ignoreExportsUsedInFile: { type: true, interface: true },
  compilers: {
    css: (text: string) => [...text.matchAll(/@import\s+['"]([^'"]+)['"]/g)].map(([, file]) => `import '${file}'`).join('\n')
  }
}

export default config
