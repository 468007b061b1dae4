import type { Language } from '../../shared/i18n/languages.ts'
import { currentLanguage } from '../../shared/i18n/say.ts'
import type { Chapter } from './chapters.ts'
import { parseChapters } from './chapters.ts'

/** The repository's changelog, which is the last chapter of the English guide. */
const changelog = import.meta.glob<string>('../../CHANGELOG.md', { query: '?raw', import: 'default' })
const texts: { readonly [Name in Language]: Readonly<Record<string, () => Promise<string>>> } = {
  en: {
    ...import.meta.glob<string>('./en/*.md', { query: '?raw', import: 'default' }),
    ...Object.fromEntries(Object.values(changelog).map((load) => ['./en/12-changelog.md', load]))
  },
  'zh-Hans': import.meta.glob<string>('./zh-hans/*.md', { query: '?raw', import: 'default' })
}
const pictures: { readonly [Name in Language]: Readonly<Record<string, string>> } = {
  en: import.meta.glob<string>('./en/pictures/*.webp', { query: '?url', import: 'default', eager: true }),
  'zh-Hans': import.meta.glob<string>('./zh-hans/pictures/*.webp', { query: '?url', import: 'default', eager: true })
}

export async function loadChapters(language: Language): Promise<readonly Chapter[]> {
  const files = Object.entries(texts[language]).map(async ([path, load]) => [path, await load()] as const)
  return parseChapters(Object.fromEntries(await Promise.all(files)))
}

/** Returns the URL of a guide image for the active language and a theme. Undefined if there is no such image. */
export function guideImageUrl(name: string, theme: 'dark' | 'light'): string | undefined {
  const language = currentLanguage()
  return pictures[language][`./${language.toLowerCase()}/pictures/${name}-${theme}.webp`]
}
