import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** The page that Kiln serves from `app://kiln/`. */
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
    // A `data:` URL for a script or style would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Maximum chunk size in kB before a warning. The 3D renderer is one large chunk, which is loaded when the first model is viewed.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    // Modules in `shared/` have no side effects, so unused ones are removed together with their imports.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /[\\/]shared[\\/]/, sideEffects: false }] } }
  }
})
