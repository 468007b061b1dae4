import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type TreeFile = { readonly path: string; readonly text: string }

const textFile = /\.(?:[cm]?[jt]sx?|css|md|json)$/

/**
 * Returns the code, stylesheets, documents and JSON of the tree at `root`, in order. Skips the folders in `.gitignore`. Paths have forward
 * slashes.
 */
export async function readTreeFiles(root: string): Promise<readonly TreeFile[]> {
  const ignored = new Set(['.git', ...(await ignoredFolders(root))])
  const paths = (await pathsIn(root, '', ignored)).filter((path) => textFile.test(path) && !path.startsWith('test/migrations/fixtures/'))
  return Promise.all(paths.toSorted().map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

async function ignoredFolders(root: string): Promise<readonly string[]> {
  const text = await readFile(join(root, '.gitignore'), 'utf8').catch(() => 'node_modules/\n')
  return text.split('\n').flatMap((line) => (line.endsWith('/') ? [line.slice(0, -1)] : []))
}

async function pathsIn(root: string, folder: string, ignored: ReadonlySet<string>): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const nested = entries.map(async (entry) => {
    const path = `${folder}${entry.name}`
    if (entry.isFile()) return [path]
    return entry.isDirectory() && !ignored.has(entry.name) ? pathsIn(root, `${path}/`, ignored) : []
  })
  return (await Promise.all(nested)).flat()
}
