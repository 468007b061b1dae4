import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contractTexts } from '../tools/contract-texts.ts'
import { findTexts } from '../tools/find-texts.ts'
import { untranslatedStrings } from '../tools/untranslated-strings.ts'
import { messageProblems, writeMessageCatalogue } from '../tools/message-catalogue.ts'

/** Path of a temporary folder that is checked as if it were the repository. */
let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kiln-words-'))
  for (const side of ['shared/i18n', 'electron', 'renderer']) await mkdir(join(root, side), { recursive: true })
  await plant(
    'renderer/planted.tsx',
    `${sayImport}export const words = () => say('{count, plural, one {# task} other {# tasks}}', { count: 2 })\n`
  )
  await plant('shared/i18n/zh-hans.json', JSON.stringify({ '{count, plural, one {# task} other {# tasks}}': '{count, number} 个任务' }))
  await plant('shared/i18n/contract-zh-hans.json', JSON.stringify(Object.fromEntries(contractTexts().map((text) => [text, `说：${text}`]))))
  await writeMessageCatalogue(root)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const sayImport = "import { say, sayInParts, word } from '../shared/i18n/say.ts'\nimport { Say } from './ui/say.tsx'\n"

async function plant(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function messages(): Promise<string[]> {
  return (await messageProblems(root)).map(({ file, message }) => `${file} ${message}`)
}

function straysIn(text: string): string[] {
  return untranslatedStrings([{ path: 'renderer/planted.tsx', text }], []).map(({ message }) => /“(.*)”/s.exec(message)?.[1] ?? message)
}

function problemsIn(text: string): string[] {
  return findTexts([{ path: 'renderer/planted.tsx', text: `${sayImport}${text}` }]).problems.map(({ message }) => message)
}

describe('the message catalogue', () => {
  it('is valid', async () => {
    expect(await messages()).toEqual([])
    expect(JSON.parse(await readFile(join(root, 'shared/i18n/catalogue.json'), 'utf8'))).toEqual({
      '{count, plural, one {# task} other {# tasks}}': 'renderer/planted.tsx'
    })
  })

  it('is outdated after a source text changed', async () => {
    await plant('renderer/other.tsx', `${sayImport}export const words = () => say('Queue')\n`)
    expect(await messages()).toEqual([
      expect.stringContaining('shared/i18n/catalogue.json doesn’t match the sources'),
      expect.stringContaining('shared/i18n/zh-hans.json lacks “Queue”')
    ])
  })

  it('is repaired and sorted after two branches changed a language', async () => {
    const [one, other] = ['  "Zoom": "缩放",', '  "{count, plural, one {# task} other {# tasks}}": "{count, number} 个任务",']
    await plant('renderer/zoom.tsx', `${sayImport}export const words = () => say('Zoom')\n`)
    await plant('shared/i18n/zh-hans.json', `{\n${one}\n${other}\n${one}\n}\n`)
    expect(await messages()).toContainEqual(expect.stringContaining('zh-hans.json isn’t in the generated format'))
    await writeMessageCatalogue(root)
    expect(await messages()).toEqual([])
    expect(JSON.parse(await readFile(join(root, 'shared/i18n/zh-hans.json'), 'utf8'))).toMatchObject({ Zoom: '缩放' })
  })

  it('has no unused text', async () => {
    await plant('renderer/planted.tsx', `${sayImport}export const words = () => 1\n`)
    expect(await messages()).toContainEqual(expect.stringContaining('which no source uses'))
    await writeMessageCatalogue(root)
    expect(await messages()).toEqual([])
  })

  it.each([
    ['{number, number} 个任务', 'don’t have the same values: count, number.'],
    ['{count, number} 个任务 {more}', 'don’t have the same values: more.'],
    ['{count, plural, one {# 个}}', 'isn’t an ICU message'],
    ['{count 个', 'isn’t an ICU message']
  ])('rejects the translation %s', async (translation, problem) => {
    await plant(
      'shared/i18n/zh-hans.json',
      `${JSON.stringify({ '{count, plural, one {# task} other {# tasks}}': translation }, null, 2)}\n`
    )
    expect(await messages()).toEqual([expect.stringContaining(problem)])
  })
})

describe('a message call', () => {
  it.each([
    ["export const words = say('Queue')", 'at the top level of a module'],
    ['export const words = (name: string) => say(`Hello ${name}`)', 'needs a literal text'],
    ["export const words = (name: string) => say('Hello ' + name)", 'needs a literal text'],
    ['export const words = (name: string) => word(name)', 'needs a literal text'],
    ["export const words = () => say('Hello {name}')", 'The text has {name}, but no value'],
    ["export const words = (who: string) => say('Hello {name}', { who, name: who })", 'The value “who” isn’t used'],
    ["export const words = (values: { name: string }) => say('Hello {name}', values)", 'as an object literal'],
    ["export const words = () => say('{count, plural, one {# task}}', { count: 1 })", 'isn’t an ICU message'],
    ['export const Words = () => <Say text="Hello <b>you</b>" values={{}} />', 'The text has {b}, but no value']
  ])('is invalid as %s', (text, problem) => {
    expect(problemsIn(text)).toContainEqual(expect.stringContaining(problem))
  })

  it.each([
    ["export const table = { does: word('Queue') }\nexport const words = () => say(table.does)"],
    ["export const words = (isOne: boolean) => say(isOne ? 'Send it' : 'Send them')"],
    ['export const Words = () => <Say text="Hello <b>{name}</b>" values={{ name: 1, b: <b /> }} />']
  ])('is valid as %s', (text) => {
    expect(problemsIn(text)).toEqual([])
  })
})

describe('an untranslated string', () => {
  it.each([
    ['export const A = () => <p>Nothing here</p>', 'Nothing here'],
    ['export const A = ({ n }) => <p>{n} files</p>', 'files'],
    ['export const A = () => <B label="undo" />', 'undo'],
    ['export const A = () => <Place name="Queue" />', 'Queue'],
    ['export const A = () => <B aria-label={isOpen ? "Close" : "Open it"} />', 'Close'],
    ['export const a = () => toast({ title: "Copied" })', 'Copied'],
    ['export const a = (n: number) => `${n} left over`', '{…} left over'],
    ['export const a = () => { throw new UserFacingError("The folder is gone.") }', 'The folder is gone.'],
    ['export const a = { does: "Search or do" } as const', 'Search or do']
  ])('is found in %s', (text, words) => {
    expect(straysIn(text)).toContain(words)
  })

  it.each([
    ["import a from './A b.ts'"],
    ['export type A = "Some words" | "Others"'],
    ['export const a = () => { throw new Error("Nothing opened it.") }'],
    ['export const a = () => log.error("could not read it", error)'],
    ['export const A = () => <p className="strong cut num">{a}</p>'],
    ['export const a = (key: string) => key === "Escape"'],
    [`${sayImport}export const a = () => say('Nothing here')`],
    [`${sayImport}export const A = () => <Say text="Nothing <b>here</b>" values={{ b: <b /> }} />`]
  ])('is not found in %s', (text) => {
    expect(straysIn(text)).toEqual([])
  })
})
