import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from '../tools/read-sources.ts'

const root = join(import.meta.dirname, '..', '..')
const page = 'decisions/2026-11-22-follow-electrons-security-checklist.md'

type Row = {
  readonly number: number
  readonly files: readonly string[]
  readonly tests: readonly { readonly file: string; readonly name: string }[]
}

/** Parses rows such as `| 3 | item | `file`, `file` | `test` “name”; `test` “name” |`. */
function rowsOf(text: string): readonly Row[] {
  return text.split('\n').flatMap((line) => {
    const [, number, , files = '', tests = ''] = line.split('|').map((cell) => cell.trim())
    if (number === undefined || !/^\d+$/.test(number)) return []
    return {
      number: Number(number),
      files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
      tests: [...tests.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file = '', name = '']) => ({ file, name }))
    }
  })
}

/** True if `source` contains the test name `name` in any kind of quotation marks. */
function holdsTest(source: string, name: string): boolean {
  return ["'", '"', '`'].some((mark) => source.includes(`${mark}${name.replaceAll('\\', '')}${mark}`))
}

/** Returns the problems with the checklist's rows: missing files or missing tests. */
function problemsIn(text: string): readonly string[] {
  return rowsOf(text).flatMap(({ number, files, tests }) => [
    ...(files.length === 0 ? [`Row ${number} names no file.`] : []),
    ...(tests.length === 0 ? [`Row ${number} names no test.`] : []),
    ...files.filter((file) => !existsSync(join(root, file))).map((file) => `Row ${number}: there is no ${file}.`),
    ...tests
      .filter(({ file, name }) => !existsSync(join(root, file)) || !holdsTest(readFileSync(join(root, file), 'utf8'), name))
      .map(({ file, name }) => `Row ${number}: ${file} has no test “${name}”.`)
  ])
}

describe('the security checklist’s table', () => {
  const text = readFileSync(join(root, page), 'utf8')

  it('has each of the twenty items once, and names existing files and tests', () => {
    expect(rowsOf(text).map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, place) => place + 1))
    expect(problemsIn(text)).toEqual([])
  })

  it('fails with a missing file or test', () => {
    expect(problemsIn('| 1 | item | `electron/nowhere.ts` | `test/repo-checks/checklist.test.ts` “is not there” |')).toEqual([
      'Row 1: there is no electron/nowhere.ts.',
      'Row 1: test/repo-checks/checklist.test.ts has no test “is not there”.'
    ])
    expect(problemsIn('| 2 | item | none | none |')).toEqual(['Row 2 names no file.', 'Row 2 names no test.'])
  })
})

describe('the shipped code', () => {
  const uses = async (pattern: RegExp): Promise<readonly string[]> =>
    (await readSources(root)).filter(({ text }) => pattern.test(text)).map(({ path }) => path)

  it('opens no address through the system', async () => {
    expect(await uses(/\bopenExternal\s*\(/)).toEqual([])
  })

  it('uses no experimental Chromium feature', async () => {
    expect(await uses(/\b(?:enableBlinkFeatures|experimentalFeatures|appendSwitch|appendArgument)\b/)).toEqual([])
  })

  it('has one window, which displays Kiln’s own page', async () => {
    expect(await uses(/\bnew (?:BrowserWindow|WebContentsView|BrowserView|BaseWindow)\b/)).toEqual([
      'electron/desktop/window/main-window.ts'
    ])
    expect(await uses(/\.load(?:URL|File)\(/)).toEqual(['electron/desktop/window/main-window.ts'])
  })

  it('handles IPC in one module, has one bridge, and never uses Electron in the page', async () => {
    expect(await uses(/\bipcMain\b(?!\.handle`)/)).toEqual(['electron/desktop/window/window-ipc.ts'])
    expect(await uses(/\bipcRenderer\b|\bexposeInMainWorld\b/)).toEqual(['electron/preload.ts'])
    expect((await uses(/from 'electron'/)).filter((path) => path.startsWith('renderer/') || path.startsWith('shared/'))).toEqual([])
  })

  it('uses a supported Electron version, pinned exactly', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> }
    const version = devDependencies['electron'] ?? ''
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    // Electron supports three major versions and releases one every eight weeks. Version 45 is supported until 48 is released in spring
    // 2027.
    expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(45)
  })
})
