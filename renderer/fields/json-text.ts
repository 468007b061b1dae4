import { unfinishedText } from '../../shared/fields.ts'
import type { Value } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import type { JsonFault } from './json-fault.ts'
import { jsonFault } from './json-fault.ts'

/** What a JSON box holds: a value, or why the text is none yet. Empty text is no value. */
export type ReadJson = { readonly ok: true; readonly value: Value | undefined } | { readonly ok: false; readonly fault: JsonFault }

export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) as Value }
  } catch {
    // The engine reads fast, and says where it stopped only sometimes.
    return { ok: false, fault: jsonFault(text) ?? { offset: 0, line: 1, column: 1, why: say('This is not JSON.') } }
  }
}

/** A value as it is put into the box. What was typed and is not JSON yet goes back as it is. */
export function jsonText(value: Value | undefined): string {
  if (value === undefined || value === null) return ''
  return unfinishedText(value) ?? JSON.stringify(value, null, 2)
}

/** Spaces that a new line begins with: as many as the one before, and two more after an opening bracket. */
export function indentAfter(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return (/^[ \t]*/.exec(line)?.[0] ?? '') + (/[{[]\s*$/.test(line) ? '  ' : '')
}
