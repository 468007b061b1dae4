import { inARow } from '../words/join.ts'
import { say } from '../words/say.ts'

/** Words that problems and prices share; numbers with commas, as the screen shows them. */

/** `2147483647` as `2,147,483,647`. */
export function numbered(value: number): string {
  const text = String(value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** `JPG, PNG or WEBP`. */
export function listed(words: readonly string[], last: 'or' | 'and'): string {
  const end = words.at(-1)
  if (end === undefined || words.length === 1) return end ?? ''
  const before = inARow(words.slice(0, -1))
  return last === 'or' ? say('{words} or {end}', { words: before, end }) : say('{words} and {end}', { words: before, end })
}

/** A typed value, short enough for a sentence. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const characters = [...text]
  return `“${characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : text}”`
}
