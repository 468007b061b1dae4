import type { Chapter } from './chapters.ts'
import { readChapters } from './chapters.ts'

const english = import.meta.glob<string>('./en/*.md', { query: '?raw', import: 'default', eager: true })
const pictures = import.meta.glob<string>('./pictures/*.webp', { query: '?url', import: 'default', eager: true })

export const chapters: readonly Chapter[] = readChapters(english)

/** Address of a picture of the tour; the two themes have one each. */
export function pictureOf(name: string, theme: 'dark' | 'light'): string | undefined {
  return pictures[`./pictures/${name}-${theme}.webp`]
}
