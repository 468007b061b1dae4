import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, createServer, preview } from 'vite'
import type { InlineConfig } from 'vite'

const root = join(import.meta.dirname, '..', '..')
const config: InlineConfig = {
  root: import.meta.dirname,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [react()]
}

export type ServedPage = { readonly url: string; readonly close: () => Promise<void> }

/** Builds the page into a temporary folder and serves it, for tests and screenshots. */
export async function servePage(): Promise<ServedPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'kiln-ui-'))
  // Raises the warning limit to 1,000 kB. A page that is loaded only once doesn't need code splitting.
  await build({ ...config, build: { target: 'chrome155', outDir, emptyOutDir: true, chunkSizeWarningLimit: 1000 } })
  const server = await preview({ ...config, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    }
  }
}

/** `npm run ui`: opens the page in a browser and updates it whenever the UI kit changes. */
if (import.meta.main) {
  const fs = { allow: [root, await realpath(join(root, 'node_modules'))] }
  const server = await createServer({ ...config, cacheDir: join(root, 'node_modules', '.vite-ui'), server: { open: true, fs } })
  await server.listen()
  server.printUrls()
}
