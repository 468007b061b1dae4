import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'

/** Content of a package's desktop entries and AppArmor profile, by path in the package. */
export type PackageTexts = ReadonlyMap<string, string>

/** Returns the problems of a Linux package. `kind`: the package's extension, such as `.deb`. */
export function linuxPackageProblems(kind: string, texts: PackageTexts): string[] {
  const entries = [...texts].filter(([path]) => path.endsWith('.desktop'))
  const problems = entries.length === 0 ? ['The desktop entry is missing.'] : []
  for (const [path, text] of entries) {
    const lines = text.split('\n').filter((line) => line.startsWith('Exec='))
    if (lines.length === 0) problems.push(`${path} has no Exec line.`)
    if (lines.some((line) => /--no-sandbox|--disable-setuid-sandbox/.test(line)))
      problems.push(`${path} turns the sandbox off: ${lines[0]}`)
  }
  // Ubuntu 23.10 and later allow user namespaces only for programs with an AppArmor profile that permits them. Chromium's sandbox needs
  // user namespaces.
  if (kind === '.deb' && ![...texts].some(([path, text]) => path.endsWith('/resources/apparmor-profile') && /^\s*userns,$/m.test(text)))
    problems.push('An AppArmor profile that allows user namespaces is missing.')
  return problems
}

/** Returns the problems of all Linux packages in the folder `dist`. An unreadable package is a problem. */
export function linuxDistProblems(dist: string): string[] {
  return readdirSync(dist)
    .filter((name) => ['.deb', '.rpm', '.AppImage'].includes(extname(name)))
    .toSorted()
    .flatMap((name) => {
      try {
        return linuxPackageProblems(extname(name), readTexts(resolve(dist, name))).map((problem) => `${name}: ${problem}`)
      } catch (error) {
        return [`${name} can’t be read: ${error instanceof Error ? error.message : String(error)}`]
      }
    })
}

function readTexts(file: string): PackageTexts {
  const folder = mkdtempSync(join(tmpdir(), 'kiln-package-'))
  try {
    const unpack = {
      '.deb': ['dpkg-deb', '--extract', file, folder],
      '.rpm': ['sh', '-c', 'rpm2cpio "$1" | (cd "$2" && cpio --extract --make-directories --quiet)', 'sh', file, folder],
      '.AppImage': [file, '--appimage-extract']
    }[extname(file)]
    const [command = '', ...args] = unpack ?? []
    const { status, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
    if (status !== 0) throw error ?? new Error(stderr)
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const wanted = entries.filter((entry) => entry.isFile() && /\.desktop$|^apparmor-profile$/.test(entry.name))
    return new Map(
      wanted.map(({ parentPath, name }) => [join(parentPath, name).slice(folder.length), readFileSync(join(parentPath, name), 'utf8')])
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
