import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** The preload script, bundled as one CommonJS file. A sandboxed preload script can't load ESM or other files. */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  ssr: { target: 'node', noExternal: true, external: ['electron'] },
  build: {
    ssr: true,
    target: 'chrome155',
    outDir: join(root, 'out', 'preload'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: join(root, 'electron', 'preload.ts'),
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false }
    }
  }
})
