import { z } from 'zod'
import { pickFrom } from '../crash/seeded-random-stream.ts'
import type { HostileValueKind } from './hostile-values.ts'
import { hostileText, hostileValue, wrongValue } from './hostile-values.ts'

/** A part of a payload. `takes`: the kinds of value that the contract accepts in this part. */
type Spot = { readonly path: readonly PropertyKey[]; readonly takes: ReadonlySet<HostileValueKind> }

/** A payload. `mustBeRefused`: true if the replaced part's kind isn't accepted there. `spoilt`: the replaced part's path and new value. */
export type HostilePayload = { readonly payload: unknown; readonly mustBeRefused: boolean; readonly spoilt: string }

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypes['_zod']['def']

function defOf(schema: Schema): Definition {
  return (schema as z.ZodType).def as Definition
}

/** Replaces one part of a valid payload, or the whole payload, with a hostile value. The result may still be valid. */
export function hostilePayload(random: () => number, schema: Schema): HostilePayload {
  const valid = validPayload(random, schema)
  const spots = spotsIn(schema, valid, [])
  const spot = random() < 0.12 ? (spots[0] as Spot) : pickFrom(random, spots)
  if (random() < 0.75) {
    const wrong = wrongValue(random, spot.takes)
    return { payload: withPart(valid, spot.path, wrong.make()), mustBeRefused: true, spoilt: `${wrong.name} at “${spot.path.join('.')}”` }
  }
  const bent = hostileValue(random)
  const mustBeRefused = !spot.takes.has(bent.kind)
  return { payload: withPart(valid, spot.path, bent.make()), mustBeRefused, spoilt: `${bent.name} at “${spot.path.join('.')}”` }
}

/** Returns a valid payload with hostile strings where the contract accepts strings. */
export function validPayload(random: () => number, schema: Schema): unknown {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const payload = sample(random, schema, 0)
    if (z.safeParse(schema, payload).success) return payload
  }
  throw new Error('No valid payload was found. Add support for the new schema kind to hostile-payload.ts.')
}

function sample(random: () => number, schema: Schema, depth: number): unknown {
  const def = defOf(schema)
  switch (def.type) {
    case 'undefined':
    case 'void':
      return undefined
    case 'null':
      return null
    case 'string':
      return random() < 0.5
        ? pickFrom(random, ['a', 'prompt', 'imgmodel-image-generator', 'https://example.com/a.png', 'unknown-1'])
        : hostileText(random)
    case 'number':
      return pickFrom(random, [0, 1, 2, 5, 40, 0.5, -1, 1_700_000_000_000])
    case 'boolean':
      return random() < 0.5
    case 'literal':
      return pickFrom(random, def.values)
    case 'enum':
      return pickFrom(random, Object.values(def.entries))
    case 'custom':
      return new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, part]) => defOf(part).type !== 'optional' || random() < 0.6)
          .map(([name, part]) => [name, sample(random, part, depth + 1)])
      )
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () => sample(random, def.element, depth + 1))
    case 'record': {
      const names = Array.from({ length: Math.floor(random() * 4) }, () =>
        random() < 0.6 ? pickFrom(random, ['prompt', 'size', 'imageUrls', 'seed']) : hostileText(random)
      )
      return Object.fromEntries(names.map((name) => [name, sample(random, def.valueType, depth + 1)]))
    }
    case 'union':
      // Beyond depth 6, uses only the first option, so that the recursion ends.
      return sample(random, pickFrom(random, depth > 6 ? def.options.slice(0, 1) : def.options), depth + 1)
    case 'optional':
    case 'nullable':
      return random() < 0.2 ? (def.type === 'optional' ? undefined : null) : sample(random, def.innerType, depth)
    case 'readonly':
    case 'default':
    case 'catch':
      return sample(random, def.innerType, depth)
    case 'lazy':
      return sample(random, def.getter(), depth + 1)
    case 'pipe':
      return sample(random, def.in, depth)
    default:
      throw new Error(`hostile-payload.ts doesn’t support schemas of the kind “${def.type}”.`)
  }
}

function takesOf(schema: Schema): ReadonlySet<HostileValueKind> {
  const def = defOf(schema)
  switch (def.type) {
    case 'undefined':
    case 'void':
      return new Set(['undefined'])
    case 'null':
      return new Set(['null'])
    case 'string':
      return new Set(['text'])
    case 'number':
      return new Set(['number'])
    case 'boolean':
      return new Set(['boolean'])
    case 'literal':
    case 'enum':
      return new Set(['text', 'number', 'boolean', 'null'])
    case 'custom':
      return new Set(['bytes'])
    case 'object':
      // Zod checks only the known members of an object. Bytes or a map therefore pass as an object without these members.
      return new Set(['object', 'bytes', 'strange'])
    case 'array':
      return new Set(['list'])
    case 'record':
      return new Set(['object'])
    case 'union':
      return new Set(def.options.flatMap((option) => [...takesOf(option)]))
    case 'optional':
    case 'nullable':
      return new Set([...takesOf(def.innerType), def.type === 'optional' ? 'undefined' : 'null'])
    case 'readonly':
    case 'default':
    case 'catch':
      return takesOf(def.innerType)
    case 'lazy':
      return new Set(['text', 'number', 'boolean', 'null', 'list', 'object'])
    case 'pipe':
      return takesOf(def.in)
    default:
      throw new Error(`hostile-payload.ts doesn’t support schemas of the kind “${def.type}”.`)
  }
}

/** Returns the parts that can be replaced, starting with the whole value. Includes at most three items of each list or record. */
function spotsIn(schema: Schema, value: unknown, path: readonly PropertyKey[]): readonly Spot[] {
  const own: Spot = { path, takes: takesOf(schema) }
  return [own, ...partsOf(schema, value, path)]
}

function partsOf(schema: Schema, value: unknown, path: readonly PropertyKey[]): readonly Spot[] {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) =>
        spotsIn(part, (value as Readonly<Record<string, unknown>>)[name], [...path, name])
      )
    case 'array':
      return (value as readonly unknown[]).slice(0, 3).flatMap((item, place) => spotsIn(def.element, item, [...path, place]))
    case 'record':
      return Object.entries(value as object)
        .slice(0, 3)
        .flatMap(([name, item]) => (name === '__proto__' ? [] : spotsIn(def.valueType, item, [...path, name])))
    case 'union': {
      const option = def.options.find((candidate) => z.safeParse(candidate, value).success)
      return option === undefined ? [] : unionParts(option, value, path)
    }
    case 'optional':
    case 'nullable':
      return value === undefined || value === null ? [] : partsOf(def.innerType, value, path)
    case 'readonly':
    case 'default':
    case 'catch':
      return partsOf(def.innerType, value, path)
    case 'lazy':
      return partsOf(def.getter(), value, path)
    case 'pipe':
      return partsOf(def.in, value, path)
    default:
      return []
  }
}

/**
 * Returns the replaceable parts of a union's option. Empty for simple types, because a value that's wrong for one option may be valid for
 * another.
 */
function unionParts(option: Schema, value: unknown, path: readonly PropertyKey[]): readonly Spot[] {
  const isTold = ['object', 'array', 'record'].includes(defOf(option).type)
  return isTold ? partsOf(option, value, path) : []
}

function withPart(value: unknown, path: readonly PropertyKey[], part: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return part
  if (Array.isArray(value)) return value.map((item: unknown, place) => (place === first ? withPart(item, rest, part) : item))
  const record = value as Readonly<Record<PropertyKey, unknown>>
  return { ...record, [first]: withPart(record[first], rest, part) }
}
