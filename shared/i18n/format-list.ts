import { joinNames } from './join.ts'
import { say } from './say.ts'

/** Joins words: `JPG, PNG or WEBP`. */
export function formatList(words: readonly string[], last: 'or' | 'and'): string {
  const end = words.at(-1)
  if (end === undefined || words.length === 1) return end ?? ''
  const before = joinNames(words.slice(0, -1))
  return last === 'or' ? say('{words} or {end}', { words: before, end }) : say('{words} and {end}', { words: before, end })
}
