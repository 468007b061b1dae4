import { lexer } from 'marked'
import type { Token } from 'marked'

/** A chapter of the user guide, as a tree of Markdown. */
export type Chapter = {
  /** The name of its file without the number in front: what links lead to. */
  readonly id: string
  readonly title: string
  readonly sections: readonly Section[]
}
/** From one heading of the second level to the next; the first has none. */
export type Section = { readonly title: string | null; readonly tokens: readonly Token[]; readonly text: string }

/** `files`: Markdown by path, such as `./en/03-form.md`; chapters come in the order of their paths. */
export function readChapters(files: Readonly<Record<string, string>>): readonly Chapter[] {
  return Object.entries(files)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => readChapter(path, text))
}

function readChapter(path: string, text: string): Chapter {
  const [, id] = /\/\d+-([a-z-]+)\.md$/.exec(path) ?? []
  const [head, ...rest] = lexer(text).filter(({ type }) => type !== 'space')
  if (id === undefined || head?.type !== 'heading' || head['depth'] !== 1)
    throw new Error(`${path} is no chapter: it has no number or no title.`)
  const parts: { title: string | null; tokens: Token[] }[] = [{ title: null, tokens: [] }]
  for (const token of rest) {
    if (token.type === 'heading') parts.push({ title: String(token['text']), tokens: [] })
    else parts.at(-1)?.tokens.push(token)
  }
  const sections = parts.map(({ title, tokens }) => ({ title, tokens, text: plainText(tokens) }))
  return { id, title: String(head['text']), sections: sections.filter(({ title, tokens }) => title !== null || tokens.length > 0) }
}

/** Its words alone, for the search. */
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

/** Where a section says all the words: chapter, section, and its first sentence that has one of them. */
export type Found = { readonly chapter: Chapter; readonly section: Section; readonly place: number; readonly excerpt: string }

const excerptLength = 140

export function searchChapters(chapters: readonly Chapter[], query: string): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section, place) => {
      const text = `${chapter.title} ${section.title ?? ''} ${section.text}`.toLowerCase()
      return words.every((word) => text.includes(word))
        ? [{ chapter, section, place, excerpt: excerptOf(bareText(section.text), words) }]
        : []
    })
  )
}

/** Markdown's signs and the names of keys taken out. */
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
