import type { Value } from '../values.ts'

/**
 * Prefix of text in a JSON input that isn't valid JSON yet. Users can't type this character, so such text is never mistaken for a value.
 * Without the prefix, incomplete JSON would be sent as text if the contract accepts anything. Stored in drafts. Don't change.
 */
const mark = '\u0000'

export function markUnfinishedJson(text: string): string {
  return mark + text
}

/** Returns the unfinished text without its prefix. Null if `value` isn't unfinished text. */
export function unfinishedJsonText(value: Value | undefined): string | null {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : null
}
