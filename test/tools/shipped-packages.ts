import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { packagesOf } from './layers.ts'
import { readSources } from './read-sources.ts'

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({})
})

/** A package that is shipped with the app. `license`: as in the package's manifest. `folder`: absolute installation path. */
export type ShippedPackage = {
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  readonly folder: string
}

/** Returns the packages shipped with the app. These are all packages that our own code imports, the typeface, and their dependencies. */
export async function shippedPackages(root: string): Promise<ShippedPackage[]> {
  const named = packagesOf(await readSources(root)).filter((name) => name !== 'electron')
  const isLinux = process.platform === 'linux'
  const found = await packagesWithDependencies(root, [...named, '@fontsource-variable/inter', ...(isLinux ? ['@img/sharp-wasm32'] : [])])
  // electron-builder.yml excludes sharp's native Linux packages too.
  return found.filter(({ name }) => !/^@img\/sharp-(libvips-)?linux/.test(name))
}

/** Returns the named packages and all their dependencies, each once. `root` contains node_modules. Optional packages may be missing. */
export async function packagesWithDependencies(root: string, names: readonly string[]): Promise<ShippedPackage[]> {
  const found = new Map<string, ShippedPackage>()
  const waiting = names.map((name) => ({ name, from: root }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const folder = await folderOf(root, next.from, next.name)
    if (folder === null || found.has(folder)) continue
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
    const { name, version, license, dependencies, optionalDependencies } = manifest
    found.set(folder, { name, version, license, folder })
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }).map((dependency) => ({ name: dependency, from: folder })))
  }
  return [...found.values()]
}

/** Returns the package's folder as Node resolves it from `from`, nearest first. Null if the package isn't installed. */
async function folderOf(root: string, from: string, name: string): Promise<string | null> {
  const nested = join(from, 'node_modules', name)
  const places = from === root ? [nested] : [nested, join(root, 'node_modules', name)]
  for (const place of places) if (await readFile(join(place, 'package.json')).catch(() => null)) return place
  return null
}
