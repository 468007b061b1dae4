import fc from 'fast-check'
import type { ThirdPartyOpenApi } from './third-party-open-api.ts'
import { resolveReference } from './third-party-open-api.ts'

type Json = { readonly [word: string]: unknown }

/** Nesting level from which only required members are filled in. This limits the recursion in recursive schemas. */
const mostLevels = 5
const mostItems = 2
const address = 'https://example.org/1'

/**
 * Returns a body that should match `schema`. Resolves references in `document`, without the app's schema readers. Equal seeds give equal
 * bodies. Fields whose name or format indicates a URL contain a URL. Best effort: the result can still be invalid, so the caller validates
 * it.
 */
export function matchingBody(schema: unknown, document: ThirdPartyOpenApi, seed: number): unknown {
  const random = randomFrom(seed)
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One

  function valueOf(given: unknown, name: string, level: number): unknown {
    const found = resolveReference(given, document)
    const whole: Json = typeof found === 'object' && found !== null ? (found as Json) : {}
    const beside = found === given ? {} : withoutReference(given as Json)
    const bare: Json = { ...whole, ...beside }
    const choice = [...chosenOf(bare['oneOf'], level), ...chosenOf(bare['anyOf'], level)]
    // An option with only `required` makes more members required. Any other option is generated as a value and merged.
    const needs = choice.flatMap((form) => (isOnlyNeed(form) ? (listOf(form['required']) ?? []) : []))
    const rules: Json = needs.length === 0 ? bare : { ...bare, required: [...(listOf(bare['required']) ?? []), ...needs] }
    if (Object.hasOwn(rules, 'const')) return rules['const']
    if (Array.isArray(rules['enum'])) return pick(rules['enum'].filter((one) => one !== '' && (one !== null || random() < 0.2)))
    const parts = [...(listOf(rules['allOf']) ?? []), ...choice.filter((form) => !isOnlyNeed(form))]
    const own = ownValueOf(rules, name, level, parts.length > 0)
    if (parts.length === 0) return own
    const values = [own, ...parts.map((part) => valueOf(part, name, level))].filter((value) => value !== undefined)
    const isEachObject = values.every((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    return isEachObject ? Object.assign({}, ...(values as object[])) : values.at(-1)
  }

  /**
   * Returns a list with the chosen option. The list is empty if there are no options. Beyond `mostLevels`, prefers the first option with a
   * primitive type, because recursive options usually come last.
   */
  function chosenOf(list: unknown, level: number): readonly unknown[] {
    const forms = listOf(list)
    if (forms === null) return []
    return [level > mostLevels ? (forms.find((form) => isPlain(resolveReference(form, document))) ?? forms[0]) : pick(forms)]
  }

  function ownValueOf(rules: Json, name: string, level: number, isPart: boolean): unknown {
    const types = Array.isArray(rules['type']) ? rules['type'] : [rules['type']]
    const others = types.filter((type) => type !== 'null')
    if (typeof rules['contentMediaType'] === 'string') return address
    const type: unknown = others.length === 0 || (others.length < types.length && random() < 0.2) ? types.at(-1) : pick(others)
    if (type === 'object' || typeof rules['properties'] === 'object') return objectOf(rules, level)
    if (type === 'array' || typeof rules['items'] === 'object') return arrayOf(rules, name, level)
    switch (type) {
      case 'string':
        return textOf(rules, name)
      case 'integer':
      case 'number':
        return numberOf(rules, type === 'integer')
      case 'boolean':
        return random() < 0.5
      case 'null':
        return null
      default:
        return isPart ? undefined : { anything: 1 }
    }
  }

  function objectOf(rules: Json, level: number): Json {
    const required = new Set(listOf(rules['required']) ?? [])
    const entries = Object.entries((rules['properties'] ?? {}) as Json)
    const share = entries.length > 12 ? 0.25 : 0.5
    const kept = entries.filter(([name]) => required.has(name) || (level < mostLevels && random() < share))
    const body: Record<string, unknown> = {}
    for (const [name, property] of kept) body[name] = valueOf(property, name, level + 1)
    const others = rules['additionalProperties']
    const isOpen = typeof others === 'object' && others !== null
    if (isOpen && (level < mostLevels || entries.length === 0) && random() < 0.7)
      body['another_key'] = valueOf(others, 'another', level + 1)
    return body
  }

  function arrayOf(rules: Json, name: string, level: number): readonly unknown[] {
    const least = numberIn(rules, 'minItems') ?? (level > mostLevels ? 0 : 1)
    const most = Math.min(numberIn(rules, 'maxItems') ?? mostItems, Math.max(least, mostItems))
    const first = listOf(rules['prefixItems']) ?? []
    const count = Math.max(first.length, least + Math.floor(random() * (Math.max(least, most) - least + 1)))
    const items = Array.from({ length: count }, (_, place) => valueOf(first[place] ?? rules['items'] ?? {}, name, level + 1)).filter(
      (item) => first.length > 0 || !isHollow(item)
    )
    return rules['uniqueItems'] === true ? [...new Map(items.map((item) => [JSON.stringify(item), item])).values()] : items
  }

  function textOf(rules: Json, name: string): string {
    const format = String(rules['format'])
    if (/^(ur[li]|uri-reference|binary|iri)$/.test(format) || /ur[li]s?$/i.test(name)) return address
    if (typeof rules['pattern'] === 'string') return textLike(rules['pattern'], Math.floor(random() * 1e6))
    const least = numberIn(rules, 'minLength') ?? 1
    const most = numberIn(rules, 'maxLength') ?? Math.max(least, 24)
    const text = pick(['a glazed vase', 'x', '2026-11-20T10:00:00Z', 'kiln', '7', 'Übergröße 🏺'])
    return [...text.padEnd(least, '-')].slice(0, Math.max(1, most)).join('')
  }

  function numberOf(rules: Json, isWhole: boolean): number {
    const step = numberIn(rules, 'multipleOf') ?? (isWhole ? 1 : 0.5)
    const least = numberIn(rules, 'minimum') ?? (numberIn(rules, 'exclusiveMinimum') ?? 0) + step
    const most = numberIn(rules, 'maximum') ?? (numberIn(rules, 'exclusiveMaximum') ?? least + 100 * step + step) - step
    const steps = Math.max(0, Math.floor(most / step) - Math.ceil(least / step))
    return (Math.ceil(least / step) + Math.floor(random() * (steps + 1))) * step
  }

  return valueOf(schema, 'body', 0)
}

function isPlain(schema: unknown): boolean {
  return (
    typeof schema === 'object' && schema !== null && ['string', 'number', 'integer', 'boolean'].includes(String((schema as Json)['type']))
  )
}

function isHollow(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).every(isHollow))
}

function isOnlyNeed(form: unknown): form is Json {
  return typeof form === 'object' && form !== null && Object.keys(form).join() === 'required'
}

function withoutReference(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([word]) => word !== '$ref'))
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) && value.length > 0 ? value : null
}

function numberIn(rules: Json, word: string): number | null {
  return typeof rules[word] === 'number' ? rules[word] : null
}

/** Returns a string that matches `pattern`, or `x` if the generator doesn't support the pattern. */
function textLike(pattern: string, seed: number): string {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 1, seed })[0] ?? 'x'
  } catch {
    return 'x'
  }
}

/** Returns a generator of random numbers from 0 (inclusive) to 1 (exclusive). Equal seeds give equal sequences (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
