import { joinNames } from '../../i18n/join.ts'
import { say } from '../../i18n/say.ts'

/** Formatting shared by problem messages and prices. */

/** Formats a number with commas, such as `2,147,483,647`. */
export function formatGroupedNumber(value: number): string {
  const text = String(value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Joins words: `JPG, PNG or WEBP`. */
export function formatList(words: readonly string[], last: 'or' | 'and'): string {
  const end = words.at(-1)
  if (end === undefined || words.length === 1) return end ?? ''
  const before = joinNames(words.slice(0, -1))
  return last === 'or' ? say('{words} or {end}', { words: before, end }) : say('{words} and {end}', { words: before, end })
}

/** Returns a value in quotes, shortened to 40 characters. */
export function quoteValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const characters = [...text]
  return `“${characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : text}”`
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
