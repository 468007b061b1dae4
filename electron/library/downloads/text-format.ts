import type { Medium } from '../../../shared/form/json-schema.ts'

/** Content types of text results, by the file extension that Kiln saves them with. */
export const textContentTypes: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  ass: 'text/x-ssa',
  lrc: 'text/plain',
  json: 'application/json',
  jsonl: 'application/jsonl',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown'
}

const otherExtensions: ReadonlyMap<string, string> = new Map([
  ['text', 'txt'],
  ['ssa', 'ass'],
  ['ndjson', 'jsonl'],
  ['markdown', 'md']
])
const otherTypes: Readonly<Record<string, string>> = {
  'text/srt': 'srt',
  'application/x-ass': 'ass',
  'text/json': 'json',
  'application/x-ndjson': 'jsonl',
  'application/x-jsonlines': 'jsonl',
  'text/x-markdown': 'md'
}
/** Extensions whose content type is also used for error messages and pages. */
const vagueExtensions: ReadonlySet<string> = new Set(['txt', 'json'])

const shapes: readonly (readonly [string, RegExp])[] = [
  ['vtt', /^WEBVTT(?:\s|$)/],
  ['srt', /^\d+\s*\r?\n\d{1,2}:\d{2}:\d{2}[,.]\d{3}\s*-->/],
  ['ass', /^\[Script Info\]/i],
  ['lrc', /^\[(?:(?:ti|ar|al|au|by|re|ve|la|offset|length):|\d{1,3}:\d{2}(?:[.:]\d{1,3})?\])/i]
]

/**
 * Returns the extension of a text result. Null if the text isn't a result. The caller has already ruled out errors (`isErrorText`). The
 * first rule that applies decides:
 * 1. The text starts like subtitles or lyrics.
 * 2. The URL has a text extension, and the text can have that format.
 * 3. Text was expected: JSON by its first characters, otherwise the declared type, otherwise plain text.
 * 4. Another medium was expected: the declared type. Null if messages have this type too, or if the URL names a media file.
 */
export function textExtension(
  text: string,
  known: { readonly type: string; readonly extension: string; readonly isMediaAddress: boolean; readonly expectedMedium: Medium }
): string | null {
  const byShape = shapes.find(([, shape]) => shape.test(text))?.[0]
  if (byShape !== undefined) return byShape
  const byAddress = otherExtensions.get(known.extension) ?? (Object.hasOwn(textContentTypes, known.extension) ? known.extension : null)
  if (byAddress !== null && mayBe(byAddress, text)) return byAddress
  const byType = extensionOfType(known.type)
  if (known.expectedMedium === 'text') return looksLikeJson(text) ? (byType === 'jsonl' ? byType : 'json') : (byType ?? 'txt')
  return byType === null || vagueExtensions.has(byType) || known.isMediaAddress ? null : byType
}

function mayBe(extension: string, text: string): boolean {
  if (extension === 'json' || extension === 'jsonl') return looksLikeJson(text)
  if (extension === 'srt' || extension === 'vtt') return text.includes('-->')
  return extension !== 'ass' || text.includes('Dialogue:')
}

/**
 * True if a text looks like JSON. Checks only the first characters, because the text may be truncated. `[Music]` isn't JSON, but the start
 * of a transcript.
 */
function looksLikeJson(text: string): boolean {
  return /^(?:\{\s*["}]|\[\s*(?:[{["\d\]-]|true|false|null))/.test(text)
}

function extensionOfType(type: string): string | null {
  if (Object.hasOwn(otherTypes, type)) return otherTypes[type] ?? null
  if (/^(?:application|text)\/[\w.-]+\+json$/.test(type)) return 'json'
  return Object.keys(textContentTypes).find((extension) => textContentTypes[extension] === type) ?? null
}
