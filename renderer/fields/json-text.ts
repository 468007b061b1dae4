import { unfinishedJsonText } from '../../shared/form/fields.ts'
import type { Value } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import type { JsonSyntaxError } from './json-syntax-error.ts'
import { findJsonError } from './json-syntax-error.ts'

/** Result of parsing the text of a JSON editor: a value, or the syntax error. Blank text gives an undefined value. */
export type JsonParseResult =
  | { readonly ok: true; readonly value: Value | undefined }
  | { readonly ok: false; readonly fault: JsonSyntaxError }

export function parseJsonText(text: string): JsonParseResult {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) as Value }
  } catch {
    // `JSON.parse` is fast, but doesn't always report the position.
    return { ok: false, fault: findJsonError(text) ?? { offset: 0, line: 1, column: 1, reason: say('This isn’t valid JSON.') } }
  }
}

/** Returns `value` as text for the JSON editor. Unfinished JSON is returned as the user typed it. Null and undefined give an empty text. */
export function jsonText(value: Value | undefined): string {
  if (value === undefined || value === null) return ''
  return unfinishedJsonText(value) ?? JSON.stringify(value, null, 2)
}

/**
 * Returns the indentation for a line inserted at `offset`. Copies the indentation before `offset`, and adds two spaces after an opening
 * bracket.
 */
export function newLineIndentation(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return (/^[ \t]*/.exec(line)?.[0] ?? '') + (/[{[]\s*$/.test(line) ? '  ' : '')
}
