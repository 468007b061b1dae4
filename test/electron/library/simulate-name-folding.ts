import { readdirSync } from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join, sep } from 'node:path'

type Call = (...parameters: unknown[]) => Promise<unknown>

/**
 * Functions that return the same string for all names that a file system considers equal. NTFS maps single characters to upper case. APFS
 * also normalises names and applies full case folding.
 */
export const foldings = {
  'like NTFS': (name: string) =>
    [...name].map((character) => (character.toUpperCase().length === 1 ? character.toUpperCase() : character)).join(''),
  'like APFS': (name: string) => name.normalize('NFD').replaceAll('ß', 'ss').replaceAll('ς', 'σ').toUpperCase().normalize('NFD')
} as const

/** Positions of the path parameters, by `node:fs/promises` function. */
const pathsOf: Readonly<Record<string, readonly number[]>> = {
  ...Object.fromEntries(
    ['access', 'lstat', 'mkdir', 'open', 'opendir', 'readFile', 'readdir', 'rm', 'stat', 'truncate', 'utimes', 'writeFile'].map((name) => [
      name,
      [0]
    ])
  ),
  ...Object.fromEntries(['copyFile', 'link', 'rename'].map((name) => [name, [0, 1]]))
}

/**
 * Simulates a file system below `root` that ignores some differences between names. Two names refer to the same file if `fold` returns the
 * same string. A file keeps the name that it was created with. Returns a function that ends the simulation.
 */
export function simulateNameFolding(root: string, fold: (name: string) => string): () => void {
  const patched = fsPromises as unknown as Record<string, Call>
  const originals = new Map(Object.keys(pathsOf).map((name) => [name, patched[name] as Call]))
  /** First requested name of each missing file. Two simultaneous calls with different spellings must create the same file. */
  const firstSpellings = new Map<string, string>()

  const find = (path: string): string => {
    if (!path.startsWith(root + sep)) return path
    const folder = find(dirname(path))
    const name = basename(path)
    const listed = list(folder).find((entry) => fold(entry) === fold(name))
    if (listed !== undefined) return join(folder, listed)
    const key = `${folder}${sep}${fold(name)}`
    const spelling = firstSpellings.get(key) ?? name
    firstSpellings.set(key, spelling)
    return join(folder, spelling)
  }

  for (const [name, original] of originals)
    patched[name] = (...parameters) =>
      original(...parameters.map((one, place) => (pathsOf[name]?.includes(place) && typeof one === 'string' ? find(one) : one)))
  syncBuiltinESMExports()
  return () => {
    for (const [name, original] of originals) patched[name] = original
    syncBuiltinESMExports()
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
