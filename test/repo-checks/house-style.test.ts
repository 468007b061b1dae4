import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bannedWords } from '../tools/banned-words.ts'
import { styleExceptions } from '../tools/house-style-exceptions.ts'
import { findBannedWords, houseStyleProblems } from '../tools/house-style.ts'
import { readTreeFiles } from '../tools/tree-files.ts'

/** Path of a temporary folder that is checked as if it were the repository. */
let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kiln-style-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function plant(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

describe('a banned word', () => {
  it.each([
    ['texts', 'shared/i18n/catalogue.json', '{\n  "A": "a.ts",\n  "Mend {count} files": "b.ts"\n}\n', ':3 “Mend”: write “fix” or “repair”'],
    ['texts of contracts', 'shared/i18n/contract-zh-hans.json', '{\n  "Makes a clip": "制作"\n}\n', ':2 “clip”: write “video”'],
    [
      'a document',
      'renderer/guide/en/planted.md',
      '# Planted\n\nThe account stands\nin the way.\n',
      ':3 “stands in the way”: write “block”'
    ],
    ['a comment', 'shared/planted.ts', '/**\n * Looks\n * whether it is there.\n */\n', ':2 “Looks whether”: write “check”'],
    ['several comment lines', 'shared/planted.ts', 'f() // It goes\n// on.\n', ':1 “goes on”: write “resume”'],
    ['a stylesheet’s comment', 'renderer/planted.css', '.row {\n  /* Drawn anew. */\n  color: red;\n}\n', ':2 “anew”: write “again”'],
    ['a test’s title', 'test/planted.test.ts', "\nit.each([1])('is asked anew', f)\n", ':2 “anew”: write “again”'],
    ['a variable’s name', 'shared/planted.ts', '\nconst { taken: takenBack } = f()\n', ':2 “takenBack”: write “cancel”'],
    ['a parameter’s name', 'shared/planted.ts', 'export const f = (lookAtFiles: boolean) => 1\n', ':1 “lookAtFiles”: write “check”'],
    ['a property’s name', 'shared/planted.ts', "type A = {\n  readonly 'desk.open': 1\n}\n", ':2 “desk.open”: write “workspace”'],
    ['a constant’s name', 'shared/planted.ts', 'const MAX_DEEDS = 1\n', ':1 “MAX_DEEDS”: write “action”'],
    ['a file’s name', 'shared/own-wish.ts', '', ':1 “own-wish.ts”: write “request”'],
    ['a folder’s name', 'test/stories/a.ts', '', ':1 “stories”: write “timeline”']
  ])('is reported in %s with its replacement', async (_, path, text, problem) => {
    await plant(path, text)
    expect(await houseStyleProblems(root, [])).toEqual([expect.stringContaining(`${path}${problem}`)])
  })

  it.each([
    ['a text’s placeholders and choices', 'shared/i18n/catalogue.json', '{\n  "{held, select, wish {A} other {B}}": "wish.ts"\n}\n'],
    ['former texts', 'electron/tasks/journal/stored-sentences.json', '{\n  "Mend it": "Fix it"\n}\n'],
    ['a document’s code and links', 'a.md', 'Run `mend`, or see [it](story.md).\n\n```sh\nmend\n```\n'],
    ['code in a comment', 'shared/a.ts', '// Stored in `desk.sqlite`.\nconst a = 1\n'],
    ['strings and used names', 'shared/a.ts', "const a = { wish: 'mend' }\na.wish.anew()\n"],
    ['names from elsewhere', 'shared/a.ts', "import { wish } from 'a'\nconst { story } = f()\n"],
    [
      'a shared library’s words',
      'a.md',
      'Uses a stand-in, in the same way. It is no longer there. There is no network. None of it is none of these.\n'
    ],
    ['third-party notices', 'test/third-party-notices.ts', 'const thirdPartyNotices = 1\n'],
    ['words that contain one', 'shared/a.ts', '// Indeed, a recommended history of wanted desktop bookmarks.\nconst amendment = 1\n']
  ])('is not reported in %s', async (_, path, text) => {
    await plant(path, text)
    expect(await houseStyleProblems(root, [])).toEqual([])
  })

  it('is reported once per file, with the other lines', async () => {
    await plant('a.md', 'Anew.\n\nDone anew.\n\nDone anew.\n')
    expect(await houseStyleProblems(root, [])).toEqual(['a.md:1 “Anew”: write “again”', 'a.md:3 “anew”: write “again” (also 5)'])
  })

  it('is not reported in ignored folders', async () => {
    await plant('.gitignore', 'out/\n')
    await plant('out/a.md', 'Anew.\n')
    expect(await houseStyleProblems(root, [])).toEqual([])
  })
})

describe('an exception', () => {
  const exception = { path: 'shared/', found: 'obstacle', reason: 'The journal stores this name.' }

  it('allows one word in one place', async () => {
    await plant('shared/a.ts', 'const obstacle = 1\nconst obstacles = 1\n')
    await plant('electron/a.ts', 'const obstacle = 1\n')
    expect(await houseStyleProblems(root, [exception])).toEqual([
      'electron/a.ts:1 “obstacle”: write “network block” or “problem”',
      'shared/a.ts:2 “obstacles”: write “network block” or “problem”'
    ])
  })

  it('must have a reason', async () => {
    await plant('shared/a.ts', 'const obstacle = 1\n')
    expect(await houseStyleProblems(root, [{ ...exception, reason: ' ' }])).toEqual([
      expect.stringContaining('“obstacle” in shared/: add a reason')
    ])
  })

  it('must match something', async () => {
    await plant('shared/a.ts', 'const a = 1\n')
    expect(await houseStyleProblems(root, [exception])).toEqual([expect.stringContaining('“obstacle” in shared/: remove it')])
  })
})

describe('the house style’s tables', () => {
  it('ban each word in at least one scope and offer a replacement', () => {
    const weak = bannedWords.filter(({ write, scopes }) => write.length === 0 || scopes.length === 0)
    expect(weak).toEqual([])
  })

  it('list each exception once', () => {
    const places = styleExceptions.map(({ path, found }) => `${path} ${found}`)
    expect(places).toEqual([...new Set(places)])
  })

  it('keep the spelling list sorted and without words that no longer occur', async () => {
    const treeRoot = join(import.meta.dirname, '..', '..')
    const { words } = JSON.parse(await readFile(join(treeRoot, 'test/tools/cspell.json'), 'utf8')) as { words: string[] }
    const checked = (await readTreeFiles(treeRoot)).filter(({ path }) => /\.md$|\/(?:catalogue|contract-zh-hans)\.json$/.test(path))
    const text = checked.map((file) => file.text.toLowerCase()).join('\n')
    expect(words).toEqual([...new Set(words)].toSorted())
    expect(words.filter((word) => !text.includes(word))).toEqual([])
  })

  it('find words in every scope of this repository’s files', async () => {
    await plant('shared/i18n/catalogue.json', '{\n  "Anew": "a.ts"\n}\n')
    await plant('test/a.test.ts', "// Anew.\ntest('anew', f)\nconst anew = 1\n")
    await plant('a.md', 'Anew.\n')
    const scopes = (await findBannedWords(root)).map(({ scope }) => scope)
    expect(scopes.toSorted()).toEqual(['comments', 'documents', 'names', 'texts', 'titles'])
  })
})
