import { pickFrom } from '../crash/seeded-random-stream.ts'
import { hostileText } from './hostile-values.ts'

/** Functions that corrupt valid text, JSON and bytes. Equal `random` sequences give equal results. */

/** Strings that, when repeated, may cause backtracking in a regular expression. */
const repeated = [
  '/',
  '?',
  '#',
  ' ',
  '\t',
  '\n',
  'a',
  '1',
  '1,',
  '1.',
  '-',
  '_',
  '(',
  '[',
  '{"a":',
  '"',
  "'",
  '\\',
  '\\\n',
  '^',
  '`',
  '%',
  '&#',
  '&quot;',
  '=',
  ';',
  ',',
  '\ud800',
  'é',
  '\r',
  'a ',
  'a/',
  '<Code>',
  '<!',
  '@',
  ':',
  '$',
  '0x',
  'bytes='
]

/** Returns a repetitive string with at most about `longest` characters. Reveals parsers that take quadratic time. */
export function longRepetitiveText(random: () => number, longest: number): string {
  const unit = pickFrom(random, repeated)
  const stretch = unit.repeat(Math.max(1, Math.floor((longest * (0.2 + 0.7 * random())) / unit.length)))
  return pickFrom(random, ['', 'x', 'https://h.example']) + stretch + pickFrom(random, ['', 'x', '\n', '"', '}', ' credits'])
}

/** Returns the text with one to four random changes. `longest`: approximate maximum length of an inserted repetitive string. */
export function mutatedText(random: () => number, text: string, pieces: readonly string[], longest: number): string {
  let changed = text
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes -= 1) {
    const at = Math.floor(random() * (changed.length + 1))
    const until = at + (random() < 0.5 ? 0 : Math.floor(random() * 12))
    changed = changed.slice(0, at) + insertion(random, changed, pieces, longest) + changed.slice(until)
  }
  return changed
}

function insertion(random: () => number, text: string, pieces: readonly string[], longest: number): string {
  const roll = random()
  if (roll < 0.001) return longRepetitiveText(random, longest)
  if (roll < 0.55) return pickFrom(random, pieces)
  if (roll < 0.65) return String.fromCodePoint(Math.floor(random() * 0x3000))
  if (roll < 0.75) return String.fromCharCode(Math.floor(random() * 0x20))
  if (roll < 0.85) return hostileText(random)
  const at = Math.floor(random() * text.length)
  return roll < 0.95 ? text.slice(at, at + Math.floor(random() * 30)) : ''
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/**
 * Returns the document with one to three parts replaced, renamed, duplicated, wrapped or removed. `names`: member names that the parser
 * reads.
 */
export function mutatedJson(random: () => number, document: unknown, names: readonly string[]): unknown {
  let changed = document as Json
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) changed = mutatedPart(random, changed, names, changed)
  return changed
}

function mutatedPart(random: () => number, part: Json, names: readonly string[], whole: Json): Json {
  if (typeof part !== 'object' || part === null || random() < 0.12) return replacement(random, part, names, whole)
  if (isList(part)) {
    const at = Math.floor(random() * part.length)
    const roll = random()
    if (part.length === 0 || roll < 0.1) return [...part, replacement(random, null, names, whole)]
    if (roll < 0.2) return part.toSpliced(at, 1)
    if (roll < 0.25) return Array.from({ length: 400 }, () => part[at] ?? null)
    return part.with(at, mutatedPart(random, part[at] ?? null, names, whole))
  }
  const entries = Object.entries(part)
  const at = Math.floor(random() * entries.length)
  const [name, inner] = entries[at] ?? ['', null]
  const roll = random()
  if (entries.length === 0 || roll < 0.1) return { ...part, [pickFrom(random, names)]: replacement(random, null, names, whole) }
  if (roll < 0.18) return Object.fromEntries(entries.toSpliced(at, 1))
  if (roll < 0.26) return Object.fromEntries(entries.with(at, [random() < 0.7 ? pickFrom(random, names) : hostileText(random), inner]))
  return Object.fromEntries(entries.with(at, [name, mutatedPart(random, inner, names, whole)]))
}

function replacement(random: () => number, part: Json, names: readonly string[], whole: Json): Json {
  const roll = random()
  if (roll < 0.002) return longRepetitiveText(random, 200_000)
  if (roll < 0.003) return nested(random, random() < 0.5 ? 300 : 20_000)
  if (roll < 0.2) return hostileText(random)
  if (roll < 0.35) return pickFrom(random, [0, -1, 1, 0.5, 1e308, -1e308, 2 ** 53, 1e-300, 1_700_000_000, 1_700_000_000_000])
  if (roll < 0.45) return pickFrom<Json>(random, [null, true, false, [], {}, [[]], [{}], ''])
  if (roll < 0.55) return [part]
  if (roll < 0.65) return { [pickFrom(random, names)]: part }
  if (roll < 0.7) return JSON.parse('{"__proto__":{"polluted":true},"constructor":"x","toString":1,"length":9,"then":1}') as Json
  if (roll < 0.75) return Object.fromEntries(names.map((name) => [name, part]))
  if (roll < 0.8) return whole
  if (roll < 0.9)
    return typeof part === 'string' ? mutatedText(random, part, names, 100_000) : typeof part === 'object' ? 'text' : String(part)
  return pickFrom(random, names)
}

function isList(part: Json): part is readonly Json[] {
  return Array.isArray(part)
}

function nested(random: () => number, depth: number): Json {
  const isInEnum = random() < 0.5
  let value: Json = 'x'
  for (let level = 0; level < depth; level += 1) value = isInEnum ? [value] : { data: value }
  return value
}

/** Returns the value as JSON. If the value is nested too deeply for `JSON.stringify`, returns other deeply nested JSON text. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return `{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
  }
}

/** Returns a copy of `bytes` with one to eight changes. A change sets a byte, bit or length, or removes, inserts or repeats a range. */
export function mutatedBytes(random: () => number, bytes: Buffer): Buffer {
  let changed = Buffer.from(bytes)
  for (let changes = 1 + Math.floor(random() * 8); changes > 0; changes -= 1) {
    // Favours the start of the file, where structural data usually is.
    const at = Math.floor((random() < 0.5 ? random() ** 4 : random()) * changed.length)
    const roll = random()
    if (changed.length === 0) return changed
    if (roll < 0.35) changed[at] = Math.floor(random() * 256)
    else if (roll < 0.5) changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    else if (roll < 0.7 && at + 4 <= changed.length)
      changed.writeUInt32BE(pickFrom(random, [0, 1, 4, 8, 0x7fffffff, 0x80000000, 0xffffffff, changed.length, changed.length - at]), at)
    else if (roll < 0.8) changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + Math.floor(random() * 64))])
    else if (roll < 0.9)
      changed = Buffer.concat([changed.subarray(0, at), changed.subarray(Math.max(0, at - 64), at), changed.subarray(at)])
    else if (roll < 0.95) changed = changed.subarray(0, at)
    else changed = Buffer.concat([changed.subarray(0, at), Buffer.from(hostileText(random)), changed.subarray(at)])
  }
  return changed
}
