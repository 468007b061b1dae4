import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({})
})
type Manifest = z.infer<typeof manifestSchema>

/**
 * The text of the notices that travel with the app: every package that our own code names in an import, and all that these depend
 * on, each with the licence file that it came with. `names` are package names, `root` holds node_modules.
 */
export async function thirdPartyNotices(root: string, names: readonly string[]): Promise<string> {
  const found = new Map<string, { readonly manifest: Manifest; readonly folder: string }>()
  const waiting = names.map((name) => ({ name, from: root }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const folder = await folderOf(root, next.from, next.name)
    if (folder === null || found.has(folder)) continue
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
    found.set(folder, { manifest, folder })
    waiting.push(...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).map((name) => ({ name, from: folder })))
  }
  const notices = await Promise.all([...found.values()].map(({ manifest, folder }) => noticeOf(manifest, folder)))
  return [...new Set(notices)].toSorted().join(`\n${'-'.repeat(100)}\n\n`)
}

/** Where Node finds the package from `from`: nearest first. Null where it is not installed, as an optional one may be. */
async function folderOf(root: string, from: string, name: string): Promise<string | null> {
  const nested = join(from, 'node_modules', name)
  const places = from === root ? [nested] : [nested, join(root, 'node_modules', name)]
  for (const place of places) if (await readFile(join(place, 'package.json')).catch(() => null)) return place
  return null
}

async function noticeOf({ name, version, license }: Manifest, folder: string): Promise<string> {
  const file = (await readdir(folder)).toSorted().find((candidate) => /^(licen[cs]e|copying)/i.test(candidate))
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8')
  return `${name} ${version}\nLicence: ${license ?? 'see below'}\n\n${text.trim()}\n`
}
