import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

export const maxInitialBundleInBytes = 600_000

/** Measures the scripts and styles in the HTML document of a built page. The page must load these files before it can show anything. */
export async function measureInitialBundle(rendererFolder: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const document = await readFile(join(rendererFolder, 'index.html'), 'utf8')
  const named = [...document.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
  const sizes = await Promise.all(named.map(async (path) => (await stat(join(rendererFolder, path))).size))
  return { files: named.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
