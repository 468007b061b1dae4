import { unfinishedText } from '../../shared/fields.ts'
import type { Value } from '../../shared/values.ts'
import { say } from '../../shared/i18n/say.ts'
import type { JsonSyntaxError } from './json-syntax-error.ts'
import { findJsonError } from './json-syntax-error.ts'

/** Content of a JSON box: a value, or why the text isn't valid yet. Empty text means no value. */
export type ReadJson = { readonly ok: true; readonly value: Value | undefined } | { readonly ok: false; readonly fault: JsonSyntaxError }

export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) as Value }
  } catch {
    // `JSON.parse` is fast, but doesn't always report the position.
    return { ok: false, fault: findJsonError(text) ?? { offset: 0, line: 1, column: 1, reason: say('This isn’t valid JSON.') } }
  }
}

/** A value as text for the box. Typed text that isn't valid JSON yet is returned as it was. */
export function jsonText(value: Value | undefined): string {
  if (value === undefined || value === null) return ''
  return unfinishedText(value) ?? JSON.stringify(value, null, 2)
}

/** Indentation of a new line: that of the line before, plus two spaces after an opening bracket. */
export function indentAfter(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return (/^[ \t]*/.exec(line)?.[0] ?? '') + (/[{[]\s*$/.test(line) ? '  ' : '')
}
