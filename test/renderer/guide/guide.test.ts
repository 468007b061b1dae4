import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseChapters, searchChapters } from '../../../renderer/guide/chapters.ts'
import type { Shortcut } from '../../../shared/app/shortcuts.ts'
import { shortcuts } from '../../../shared/app/shortcuts.ts'
import { languages } from '../../../shared/i18n/languages.ts'
import type { Language } from '../../../shared/i18n/languages.ts'
import { listGuidePictures } from '../../tour/guide-pictures.ts'

const guide = join(import.meta.dirname, '..', '..', '..', 'renderer', 'guide')
const tour = join(import.meta.dirname, '..', '..', 'tour', 'pictures')

function filesOf(language: Language): Readonly<Record<string, string>> {
  const folder = join(guide, language.toLowerCase())
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
  const files = names.map((name) => [`./${language}/${name}`, readFileSync(join(folder, name), 'utf8')])
  const changelog = ['./en/12-changelog.md', readFileSync(join(guide, '..', '..', 'CHANGELOG.md'), 'utf8')]
  return Object.fromEntries(language === 'en' ? [...files, changelog] : files)
}

describe.each(languages)('the guide in %s', (language) => {
  const files = filesOf(language)
  const chapters = parseChapters(files)
  const text = Object.values(files).join('\n')

  it('has the same chapters, with as many sections, as the English one', () => {
    const shape = (of: ReturnType<typeof parseChapters>) => of.map(({ id, sections }) => [id, sections.length])
    expect(shape(chapters)).toEqual(shape(parseChapters(filesOf('en'))))
  })

  it('names only existing shortcuts', () => {
    const table: Readonly<Record<string, Readonly<Record<string, Shortcut>>>> = shortcuts
    const named = [...text.matchAll(/\[\[([a-zA-Z]+)\.([a-zA-Z]+)\]\]/g)]
    expect(named.length).toBeGreaterThan(10)
    for (const [name, place = '', action = ''] of named) expect(table[place]?.[action], name).toBeDefined()
  })

  it('links only to existing chapters', () => {
    const ids = chapters.map(({ id }) => id)
    for (const [, target = ''] of text.matchAll(/(?<!!)\[[^\][]+\]\(([^)]+)\)/g)) expect(ids).toContain(target)
  })

  it('contains only supported elements: paragraphs, lists, tables and images', () => {
    const kinds = new Set(chapters.flatMap(({ sections }) => sections.flatMap(({ tokens }) => tokens.map(({ type }) => type))))
    expect([...kinds].filter((kind) => !['paragraph', 'list', 'table'].includes(kind))).toEqual([])
  })
})

it.each(languages)('shows the current tour images in %s', async (language) => {
  const pictures = await listGuidePictures(join(tour, ...(language === 'en' ? [] : [language.toLowerCase()])), language)
  expect(pictures.length).toBeGreaterThan(20)
  for (const { inGuide, inTour } of pictures) {
    expect((await readFile(inGuide)).equals(await readFile(inTour)), `${inGuide} is outdated. Run npm run tour.`).toBe(true)
  }
  expect(readdirSync(join(guide, language.toLowerCase(), 'pictures')).length).toBe(pictures.length)
})

describe('the guide’s search', () => {
  const chapters = parseChapters(filesOf('en'))

  it('finds sections that contain all words, with an excerpt', () => {
    const found = searchChapters(chapters, 'proxy password')
    expect(found.map(({ section }) => section.title)).toEqual(['A proxy or a company’s certificate'])
    expect(found[0]?.excerpt).toContain('proxy')
  })

  it('finds words in tables and headings too', () => {
    expect(searchChapters(chapters, 'not confirmed').map(({ chapter }) => chapter.id)).toContain('queue')
    expect(searchChapters(chapters, 'lasso').map(({ chapter }) => chapter.id)).toContain('form')
  })

  it.each([
    ['csv', 'batch'],
    ['offline', 'trouble'],
    ['hide', 'queue'],
    ['prxoy', 'trouble']
  ])('finds “%s” in the chapter %s', (query, chapter) => {
    expect(searchChapters(chapters, query)[0]?.chapter.id).toBe(chapter)
  })

  it('ranks a section with that title before sections that only mention it', () => {
    expect(searchChapters(chapters, 'delete')[0]?.section.title).toBe('Delete')
  })

  it.each([
    ['csv', 'batch'],
    ['离线', 'trouble'],
    ['隐藏任务', 'queue']
  ])('finds “%s” in the Chinese chapter %s', (query, chapter) => {
    expect(searchChapters(parseChapters(filesOf('zh-Hans')), query)[0]?.chapter.id).toBe(chapter)
  })

  it('finds nothing for an empty query or unknown words', () => {
    expect(searchChapters(chapters, '  ')).toEqual([])
    expect(searchChapters(chapters, 'zebra')).toEqual([])
  })

  it('shows no Markdown syntax in excerpts', () => {
    for (const { excerpt } of searchChapters(chapters, 'press')) expect(excerpt).not.toMatch(/\*\*|\[\[|\]\(/)
  })
})

it('rejects a file that isn’t a chapter', () => {
  expect(() => parseChapters({ './en/notes.md': '# Notes' })).toThrow('isn’t a chapter')
  expect(() => parseChapters({ './en/01-notes.md': 'no title' })).toThrow('isn’t a chapter')
})
