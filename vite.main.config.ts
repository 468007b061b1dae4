import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/**
 * Bundles the main process as ESM for Electron's Node. All chunks and assets are in the folder of `main.js`. Code that loads a file from
 * its own folder therefore still works in the bundle.
 */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  ssr: { target: 'node', noExternal: true, external: ['electron', 'sharp'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: join(root, 'out', 'main'),
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // Each worker thread needs its own entry file.
      input: {
        main: join(root, 'electron', 'main.ts'),
        'index-thread': join(root, 'electron', 'library', 'index', 'index-thread.ts'),
        'journal-thread': join(root, 'electron', 'tasks', 'journal', 'journal-thread.ts'),
        'image-thread': join(root, 'electron', 'images', 'image-thread.ts'),
        'picture-thread': join(root, 'electron', 'practice', 'picture-thread.ts')
      },
      external: ['electron', 'sharp', ...builtinModules, /^node:/],
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name][extname]' }
    }
  }
})
