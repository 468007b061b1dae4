import { lexer } from 'marked'
import type { Token } from 'marked'
import { matchText } from '../search/match-text.ts'
import { queryTerms } from '../search/search-terms.ts'

/** A chapter of the user guide, parsed from Markdown. */
export type Chapter = {
  /** File name without the leading number and the extension. Links in the guide use this ID. */
  readonly id: string
  readonly title: string
  readonly sections: readonly ChapterSection[]
}
/** Content from one heading to the next. The first section has no title. `text` is the searchable text. */
export type ChapterSection = { readonly title: string | null; readonly tokens: readonly Token[]; readonly text: string }

/** Returns the chapters in the order of their paths. `files` has the Markdown by path, such as `./en/03-form.md`. */
export function parseChapters(files: Readonly<Record<string, string>>): readonly Chapter[] {
  return Object.entries(files)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => readChapter(path, text))
}

function readChapter(path: string, text: string): Chapter {
  const [, id] = /\/\d+-([a-z-]+)\.md$/.exec(path) ?? []
  const [head, ...rest] = lexer(text).filter(({ type }) => type !== 'space')
  if (id === undefined || head?.type !== 'heading' || head['depth'] !== 1)
    throw new Error(`${path} isn’t a chapter. Its number or title is missing.`)
  const parts: { title: string | null; tokens: Token[] }[] = [{ title: null, tokens: [] }]
  for (const token of rest) {
    if (token.type === 'heading') parts.push({ title: String(token['text']), tokens: [] })
    else parts.at(-1)?.tokens.push(token)
  }
  const sections = parts.map(({ title, tokens }) => ({ title, tokens, text: plainText(tokens) }))
  return { id, title: String(head['text']), sections: sections.filter(({ title, tokens }) => title !== null || tokens.length > 0) }
}

/** Returns the searchable text of `tokens`. Inline Markdown syntax stays in the text, and `bareText` removes it. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join(' ').replace(/\s+/g, ' ').trim()
}

function wordsOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as {
      readonly header: readonly { text: string }[]
      readonly rows: readonly (readonly { text: string }[])[]
    }
    return [header, ...rows].map((row) => row.map(({ text }) => text).join(' ')).join(' ')
  }
  if (token.type === 'list') return (token['items'] as readonly { readonly text: string }[]).map(({ text }) => text).join(' ')
  return 'text' in token ? String(token['text']) : ''
}

/** A section that matches the query, with its chapter and an excerpt around a matching word. */
export type SectionMatch = {
  readonly chapter: Chapter
  readonly section: ChapterSection
  readonly sectionIndex: number
  readonly excerpt: string
}

const excerptLength = 140

/**
 * Returns the matching sections, best first. Equally good sections stay in guide order. Similar spellings count only if no section contains
 * the words.
 */
export function searchChapters(chapters: readonly Chapter[], query: string): readonly SectionMatch[] {
  const words = queryTerms(query)
  if (words.length === 0) return []
  const fits = chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section, sectionIndex) => {
      const text = bareText(section.text)
      const fit = matchText(words, { name: section.title ?? chapter.title, purpose: text, term: chapter.title })
      return fit === null ? [] : [{ ...fit, found: { chapter, section, sectionIndex, excerpt: excerptOf(text, words) } }]
    })
  )
  const exact = fits.filter(({ isAlike }) => !isAlike)
  return (exact.length > 0 ? exact : fits)
    .toSorted((one, other) => other.wholeWords - one.wholeWords || other.worth - one.worth)
    .map(({ found }) => found)
}

/** Removes Markdown syntax and shortcut placeholders such as `[[gallery.search]]`. */
function bareText(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\[\[[^\]]*\]\]/g, '')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function excerptOf(text: string, words: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(words.find((word) => text.toLowerCase().includes(word)) ?? ''))
  const sentence = text.slice(0, at).lastIndexOf('. ')
  const from = at < excerptLength / 2 ? 0 : Math.max(sentence + 2, at - excerptLength / 2)
  const piece = text.slice(from, from + excerptLength)
  return `${from > 0 && sentence + 2 !== from ? '…' : ''}${piece}${from + excerptLength < text.length ? '…' : ''}`
}
