import type { Task } from './task.ts'

/**
 * Returns the whole text that a task's title comes from, such as its prompt. Null if the title comes from file names or the capability,
 * because no text was sent.
 */
export function titleText({ title, values }: Pick<Task, 'title' | 'values'>): string | null {
  const isShortened = title.endsWith('…')
  const start = isShortened ? title.slice(0, -1) : title
  const texts = Object.values(values).flatMap((value) => (typeof value === 'string' ? [value.replaceAll(/\s+/g, ' ').trim()] : []))
  return texts.find((text) => text === title || (isShortened && text.startsWith(start))) ?? null
}
