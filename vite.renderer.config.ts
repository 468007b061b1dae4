import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** The page, as it is served from `app://kiln/`. */
export default defineConfig({
  root: join(root, 'renderer'),
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [react()],
  build: {
    target: 'chrome155',
    outDir: join(root, 'out', 'renderer'),
    emptyOutDir: true,
    // A `data:` address for a script or style would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // What draws 3D models is one large piece; it is read when the first model is looked at.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    // What both sides share does nothing by being read, so that a table nobody looks into goes, with all that it would bring along.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /[\\/]shared[\\/]/, sideEffects: false }] } }
  }
})
