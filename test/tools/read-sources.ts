import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the TypeScript sources that are shipped: `shared/`, `electron/`, `renderer/`. Paths are relative to `root`, with forward slashes.
 */
export async function readSources(root: string): Promise<{ path: string; text: string }[]> {
  const sides = await Promise.all(['shared', 'electron', 'renderer'].map((side) => pathsWithin(root, side)))
  const paths = sides.flat().filter((path) => /\.[cm]?tsx?$/.test(path))
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

async function pathsWithin(root: string, side: string): Promise<string[]> {
  const entries = await readdir(join(root, side), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.map((path) => path.slice(root.length + 1).replaceAll('\\', '/'))
}
