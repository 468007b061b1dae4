import type { Language } from '../../shared/words/languages.ts'
import { languageInForce } from '../../shared/words/say.ts'
import type { Chapter } from './chapters.ts'
import { readChapters } from './chapters.ts'

/** What people notice of each version, written down once for all who ask. */
const news = import.meta.glob<string>('../../CHANGELOG.md', { query: '?raw', import: 'default' })
const texts: { readonly [Name in Language]: Readonly<Record<string, () => Promise<string>>> } = {
  en: {
    ...import.meta.glob<string>('./en/*.md', { query: '?raw', import: 'default' }),
    ...Object.fromEntries(Object.values(news).map((load) => ['./en/12-news.md', load]))
  },
  'zh-Hans': import.meta.glob<string>('./zh-hans/*.md', { query: '?raw', import: 'default' })
}
const pictures: { readonly [Name in Language]: Readonly<Record<string, string>> } = {
  en: import.meta.glob<string>('./en/pictures/*.webp', { query: '?url', import: 'default', eager: true }),
  'zh-Hans': import.meta.glob<string>('./zh-hans/pictures/*.webp', { query: '?url', import: 'default', eager: true })
}

export async function loadChapters(language: Language): Promise<readonly Chapter[]> {
  const files = Object.entries(texts[language]).map(async ([path, load]) => [path, await load()] as const)
  return readChapters(Object.fromEntries(await Promise.all(files)))
}

/** Address of a picture of the tour in the language in force; the two themes have one each. */
export function pictureOf(name: string, theme: 'dark' | 'light'): string | undefined {
  const language = languageInForce()
  return pictures[language][`./${language.toLowerCase()}/pictures/${name}-${theme}.webp`]
}
