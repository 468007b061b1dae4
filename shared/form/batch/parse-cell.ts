import { assertNever } from '../../assert-never.ts'
import type { ChoiceField, CountField, Field, ListField, MediaField, SizeField } from '../fields.ts'
import { listItemField } from '../fields.ts'
import type { Value } from '../values.ts'
import { isFileTokenReference, isFileReference, isItemReference } from '../values.ts'
import { sayContract } from '../../i18n/say-contract.ts'
import type { Problem } from '../problem.ts'

/** Result of reading a cell. `value` is undefined if the service decides the value. */
export type CellParseResult = { readonly ok: true; readonly value: Value | undefined } | { readonly ok: false; readonly problem: Problem }

const switchText: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['true', 'yes', 'y', 'on', '1'].map((word) => [word, true])),
  ...Object.fromEntries(['false', 'no', 'n', 'off', '0'].map((word) => [word, false]))
}
const mostChoicesNamed = 8

/**
 * Parses a cell's text as a field value. `checkValues` decides whether the value is allowed. File names are relative to the table's folder.
 * The caller handles empty cells, which keep the form's value.
 */
export function parseCell(field: Field, text: string): CellParseResult {
  const trimmed = text.trim()
  switch (field.kind) {
    case 'text':
      return read(text)
    case 'choice':
      return readChoice(field, trimmed)
    case 'size':
      return readSize(field, trimmed)
    case 'count':
      return readCount(field, trimmed)
    case 'number':
      return readNumber(field, trimmed, field.unit)
    case 'seed':
      return readNumber(field, trimmed, null)
    case 'switch': {
      const value = switchText[trimmed.toLowerCase()]
      return value === undefined ? unread({ code: 'switch-cell', params: { label: field.label, text: trimmed } }) : read(value)
    }
    case 'media':
      return readMedia(field, trimmed)
    case 'list':
      return readList(field, trimmed)
    case 'group':
    case 'json':
      return readJson(field, trimmed)
    default:
      return assertNever(field)
  }
}

function read(value: Value | undefined): CellParseResult {
  return { ok: true, value }
}

function unread(problem: Problem): CellParseResult {
  return { ok: false, problem }
}

function readChoice(field: ChoiceField, text: string): CellParseResult {
  const sameText = (one: string): boolean => one.localeCompare(text, 'en', { sensitivity: 'accent' }) === 0
  const option =
    field.options.find(({ value }) => asText(value) === text) ??
    field.options.find(({ value }) => sameText(asText(value))) ??
    field.options.find(({ label }) => sameText(label) || label === sayContract(text))
  if (option !== undefined) return read(option.value)
  const choices = field.options.slice(0, mostChoicesNamed).map(({ label }) => label)
  return unread({ code: 'choice-cell', params: { label: field.label, text, choices, others: field.options.length - choices.length } })
}

function asText(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function readSize(field: SizeField, text: string): CellParseResult {
  if (field.automatic !== null && /^auto(matic)?$/i.test(text)) return read(field.automatic.value ?? undefined)
  const sizes = field.groups.flatMap((group) => group.sizes)
  const pixels = /^(\d+)\s*[*x×]\s*(\d+)$/i.exec(text)
  const found =
    sizes.find(({ value }) => value === text) ??
    sizes.find(({ width, height }) => pixels !== null && width === Number(pixels[1]) && height === Number(pixels[2]))
  if (found !== undefined) return read(found.value)
  const named = sizes.slice(0, mostChoicesNamed).map(({ width, height }) => ({ width, height }))
  return unread({ code: 'size-cell', params: { label: field.label, text, sizes: named, others: sizes.length - named.length } })
}

function readCount(field: CountField, text: string): CellParseResult {
  const option = field.options.find(({ value, count }) => String(value) === text || String(count) === text)
  if (option !== undefined) return read(option.value)
  const counts = field.options.map(({ count }) => count)
  return unread({ code: 'count-cell', params: { label: field.label, text, least: Math.min(...counts), most: Math.max(...counts) } })
}

/**
 * Parses a number. A decimal comma is accepted, because many locales use it. An ambiguous comma is an error, because Kiln doesn't guess.
 */
function readNumber(field: Field, text: string, unit: string | null): CellParseResult {
  const bare = unit !== null && text.toLowerCase().endsWith(unit.toLowerCase()) ? text.slice(0, -unit.length).trim() : text
  const plain = bare.replaceAll(/[\s\u00a0\u202f](?=\d{3})/g, '').replace('−', '-')
  if (/^[-+]?\d{1,3},\d{3}$/.test(plain) && !/^[-+]?0/.test(plain)) {
    const [whole = '', rest = ''] = plain.split(',')
    return unread({ code: 'ambiguous-cell', params: { label: field.label, text, whole, rest } })
  }
  const withPoint = /^[-+]?\d+,\d+$/.test(plain) ? plain.replace(',', '.') : plain.replaceAll(/,(?=\d{3}(?:\D|$))/g, '')
  const number = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(withPoint) ? Number(withPoint) : Number.NaN
  if (Number.isFinite(number)) return read(number)
  const { label } = field
  if (field.kind !== 'seed') return unread({ code: 'number-cell', params: { label, text } })
  const { minimum, maximum } = field
  return unread({ code: 'invalid-seed', params: { subject: { kind: 'field', label }, value: text, minimum, maximum } })
}

/**
 * Parses one or more files or URLs, separated by line breaks, semicolons or vertical bars. Commas aren't separators, because file names may
 * contain them.
 */
function readMedia(field: MediaField, text: string): CellParseResult {
  const names = field.isMany ? partsOf(text, /[\n;|]/) : [text]
  const strange = names.find((name) => /^[a-z][a-z0-9+.-]+:\/\//i.test(name) && !/^https?:\/\//i.test(name))
  if (strange !== undefined) return unread({ code: 'address-cell', params: { label: field.label, text: strange } })
  const outside = names.find((name) => !/^https?:/i.test(name) && leadsOut(name))
  if (outside !== undefined) return unread({ code: 'outside-file-cell', params: { label: field.label, fileName: outside } })
  const media = names.map((name): Value => (/^https?:\/\//i.test(name) ? name : { file: name }))
  return read(field.isMany ? media : media[0])
}

function readList(field: ListField, text: string): CellParseResult {
  if (text.startsWith('[')) return readJson(field, text)
  const values: Value[] = []
  for (const [place, part] of partsOf(text, /[\n;|]/).entries()) {
    const item = parseCell(listItemField(field, String(place), field.label), part)
    if (!item.ok) return item
    if (item.value !== undefined) values.push(item.value)
  }
  return read(values)
}

function partsOf(text: string, between: RegExp): readonly string[] {
  return text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function readJson(field: Field, text: string): CellParseResult {
  try {
    const value = JSON.parse(text) as Value
    return holdsForeignReference(value) ? unread({ code: 'outside-reference-cell', params: { label: field.label } }) : read(value)
  } catch {
    return unread({ code: 'json-cell', params: { label: field.label, text, isList: field.kind === 'list' } })
  }
}

/**
 * True if a path leads outside the table's folder. Tables may come from untrusted sources. They may therefore name only files in that
 * folder and its subfolders.
 */
function leadsOut(name: string): boolean {
  return /^([/\\~]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..')
}

function holdsForeignReference(value: Value): boolean {
  if (isFileTokenReference(value) || isItemReference(value)) return true
  if (isFileReference(value)) return leadsOut(value.file)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsForeignReference)
}
