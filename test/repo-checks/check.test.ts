import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PartResult } from '../tools/list-check-parts.ts'
import { listCheckParts } from '../tools/list-check-parts.ts'

// The duration of a part depends on how busy the machine is. Lint alone has taken 70 seconds.
vi.setConfig({ testTimeout: 240_000 })

/** Path of a copy of the repository, because the tests write files. */
let root = ''
const treeRoot = join(import.meta.dirname, '..', '..')
const treeParts = [
  'shared',
  'electron',
  'renderer',
  'test/tsconfig.json',
  'test/tools',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  '.gitignore'
]

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kiln-house-'))
  for (const part of treeParts) await cp(join(treeRoot, part), join(root, part), { recursive: true })
  await symlink(join(treeRoot, 'node_modules'), join(root, 'node_modules'), 'junction')
})

afterAll(() => rm(root, { recursive: true, force: true }))

/** Runs the part `name` of the check while the file `plantedPath` contains `text`. Restores the previous file afterwards. */
async function checkWith(name: string, plantedPath: string, text: string): Promise<PartResult> {
  const part = listCheckParts(root).find((candidate) => candidate.name === name)
  if (part === undefined) throw new Error(`The check has no part ${name}.`)
  const path = join(root, plantedPath)
  const before = await readFile(path).catch(() => null)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  try {
    return await part.run()
  } finally {
    await (before === null ? rm(path) : writeFile(path, before))
  }
}

describe('npm run check', () => {
  it.each([
    ['format', 'shared/planted.ts', 'export const   planted = "double";\n'],
    ['lint', 'electron/tasks/machine/planted.ts', 'export function planted(): void {\n  Promise.resolve(1)\n}\n'],
    [
      'lint',
      'electron/tasks/machine/planted.ts',
      "import { neverWritten } from './planted.ts'\n\nexport const planted = (): unknown => neverWritten\n"
    ],
    ['types of shared', 'shared/planted.ts', 'export const planted: string = 1\n'],
    ['types of shared', 'shared/planted.ts', 'export const planted = document.title\n'],
    [
      'types of electron/tasks/machine',
      'electron/tasks/machine/planted.ts',
      "import { readFileSync } from 'node:fs'\n\nexport const planted = readFileSync('/')\n"
    ],
    ['types of electron', 'electron/service/planted.ts', 'export const planted = document.title\n'],
    ['types of renderer', 'renderer/app/planted.ts', 'export const planted = process.env\n'],
    ['types of test', 'test/planted.ts', 'export enum Planted {\n  one\n}\n'],
    ['layers', 'renderer/queue/planted.ts', "import { ipcRenderer } from 'electron'\n\nexport const planted = ipcRenderer\n"],
    ['layers', 'electron/tasks/machine/planted.ts', "import { readFileSync } from 'node:fs'\n\nexport const planted = readFileSync('/')\n"],
    ['reading direction', 'renderer/queue/planted.module.css', '.row {\n  margin-left: 8px;\n}\n'],
    ['dead code', 'electron/tasks/engine/planted.ts', 'export const planted = 1\n'],
    ['house style', 'electron/tasks/engine/planted.ts', '// Mends the file.\nexport const planted = 1\n'],
    ['spelling', 'renderer/guide/en/planted.md', '# Planted\n\nPlanted without a mispeling of its coluor.\n'],
    ['spelling', 'shared/planted/catalogue.json', '{\n  "The task was cancelled succesfully.": "renderer/planted.tsx"\n}\n'],
    ['markdown', 'decisions/planted.md', '# Planted\n\n### A level too deep\n']
  ])('fails its %s part for an invalid %s', async (name, plantedPath, text) => {
    const { passed, output } = await checkWith(name, plantedPath, text)
    expect(passed).toBe(false)
    expect(output).toContain(plantedPath)
  })

  it('fails its lint part for a file and a function that are too long', async () => {
    const path = 'electron/tasks/machine/planted.ts'
    const text = `export function planted(): void {\n${'\n'.repeat(120)}}\n${'// Planted.\n'.repeat(300)}`
    const { passed, output } = await checkWith('lint', path, text)
    expect(passed).toBe(false)
    expect(output).toContain('eslint(max-lines)')
    expect(output).toContain('eslint(max-lines-per-function)')
  })

  it('fails its dead code part for an unused export', async () => {
    const path = 'shared/assert-never.ts'
    const text = await readFile(join(root, path), 'utf8')
    const { passed, output } = await checkWith('dead code', path, `${text}\nexport function plantedAndUnused(): void {}\n`)
    expect(passed).toBe(false)
    expect(output).toContain('plantedAndUnused')
  })

  it('fails its dead code part for an unused dependency', async () => {
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    const bloated = { ...manifest, dependencies: { ...manifest.dependencies, 'planted-and-unused': '1.0.0' } }
    const { passed, output } = await checkWith('dead code', 'package.json', JSON.stringify(bloated))
    expect(passed).toBe(false)
    expect(output).toContain('planted-and-unused')
  })

  it('fails its lock part for a missing platform package', async () => {
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, unknown> }
    const packages = Object.fromEntries(Object.entries(lock.packages).filter(([place]) => place !== 'node_modules/@img/sharp-darwin-arm64'))
    const { passed, output } = await checkWith('lock', 'package-lock.json', JSON.stringify({ ...lock, packages }))
    expect(passed).toBe(false)
    expect(output).toContain('lists @img/sharp-darwin-arm64, which is missing from the lock file')
  })

  it('fails its layers part for a file outside every layer', async () => {
    const { passed, output } = await checkWith('layers', 'electron/cleverness/planted.ts', 'export const planted = 1\n')
    expect(passed).toBe(false)
    expect(output).toContain('electron/cleverness/planted.ts:1 This file isn’t in any layer')
  })
})
