import type { Value } from '../values.ts'

/**
 * Prefix of text in a JSON box that isn't valid JSON yet. It can't be typed, so such text is never mistaken for a value. If a contract
 * accepts anything, incomplete JSON would otherwise be sent as text. Drafts are stored with this prefix, so don't change it.
 */
const mark = '\u0000'

export function unfinishedJson(text: string): string {
  return mark + text
}

/** The unfinished text. Null if `value` isn't unfinished text. */
export function unfinishedText(value: Value | undefined): string | null {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : null
}
