import type { Value } from '../values.ts'

/**
 * Before what is typed into a JSON box while it is not JSON yet. Nobody types it, so that such a text is never taken for a value: where a
 * contract takes anything, a torn object would else go out as text. Stored in drafts; do not change.
 */
const mark = '\u0000'

export function unfinishedJson(text: string): string {
  return mark + text
}

/** What was typed so far; null: it is a value. */
export function unfinishedText(value: Value | undefined): string | null {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : null
}
