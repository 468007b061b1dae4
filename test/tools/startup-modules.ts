import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { isNode, walkTree } from './walk-tree.ts'

export type StartupModules = {
  /** Paths of our own files, with forward slashes. */
  readonly files: ReadonlySet<string>
  /** Names of packages from the registry. */
  readonly packages: ReadonlySet<string>
}

/**
 * Returns the modules that static imports load before the entry's first line runs. `root`: absolute path. `entry`: path relative to `root`.
 */
export function findStartupModules(root: string, entry: string): StartupModules {
  const files = new Set<string>()
  const packages = new Set<string>()
  const follow = (path: string): void => {
    if (files.has(path) || !/\.[cm]?tsx?$/.test(path)) return
    files.add(path)
    for (const specifier of staticImportsOf(path, readFileSync(join(root, path), 'utf8'))) {
      if (!specifier.startsWith('.')) {
        if (!specifier.startsWith('node:')) packages.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
        continue
      }
      const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''))
      if (!existsSync(join(root, target))) throw new Error(`${path} imports ${specifier}, which doesn’t exist.`)
      follow(target)
    }
  }
  follow(entry)
  return { files, packages }
}

/** Returns the specifiers of value imports and re-exports. */
function staticImportsOf(path: string, text: string): readonly string[] {
  const found: string[] = []
  walkTree(path, text, (node) => {
    if (node.type === 'Program') return 'everywhere'
    const isOfTypes = node['importKind'] === 'type' || node['exportKind'] === 'type'
    const { source } = node
    if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && isNode(source) && !isOfTypes) found.push(String(source['value']))
    return 'nowhere'
  })
  return found
}
