import { choiceIn } from './schema-choice.ts'
import { isSameJson, misfitsOf } from './schema-misfits.ts'
import { isRecord, listedValues, propertiesOf, propertyOf, typesOf } from './schema-reading.ts'
import type { JsonSchema } from '../json-schema.ts'

/** How many schemas one capability may come to when its references are written out; a document that folds back on itself ends here. */
const mostSchemas = 20_000
const deepest = 24

/** Within these a field that is false is one that the condition forbids, not one that is never there. */
const branchWords = new Set(['then', 'else', 'dependentSchemas', 'oneOf', 'anyOf', 'allOf'])

const apartWords = ['if', 'not', 'oneOf', 'anyOf', 'allOf', 'dependentRequired', 'dependentSchemas']

/** A schema that is referred to, written out. `isCut`: it refers to itself, and is open where it does. `schemas`: how many it comes to. */
type Known = { readonly schema: JsonSchema; readonly isCut: boolean; readonly schemas: number }
type Reader = {
  readonly document: unknown
  readonly home: unknown
  readonly known: Map<string, Known>
  left: number
  /** Something was left open because it refers to itself, or leads too deep. */
  isCut: boolean
  /** The outermost step of the trail that a circle led back to: what is read below it means something else elsewhere. */
  outermost: number
}

/** What every reference of a document comes to, read once: contracts share their components. */
const knownOf = new WeakMap<object, Reader['known']>()

/**
 * A schema as forms read it: references written out, `allOf` merged, nullable in all its spellings as one, a choice between constants
 * as `enum`. What can't be followed (a reference to nowhere, a circle, too deep) becomes the open schema, which a form shows as JSON.
 * `document` is where references lead to. What is referred to twice is one object in the result: it must not be written to.
 */
export function plainSchema(schema: unknown, document: unknown): JsonSchema {
  const known = isRecord(document) ? (knownOf.get(document) ?? new Map<string, Known>()) : new Map<string, Known>()
  if (isRecord(document)) knownOf.set(document, known)
  return plain(schema, { document, home: schema, known, left: mostSchemas, isCut: false, outermost: Infinity }, [])
}

/**
 * As `plainSchema`, and always an object schema: the shape of a submit body. A choice between whole bodies shows the fields of all.
 * A body that is no object, or need not be one, is the one field of such a schema.
 */
export function plainBodySchema(schema: unknown, document: unknown): JsonSchema {
  const body = plainSchema(schema, document)
  if (!isObjectSchema(body)) return { type: 'object', properties: { [wholeBody]: body }, required: [wholeBody], 'x-whole-body': wholeBody }
  return { ...withFieldsOfVariants(body), type: 'object' }
}

const wholeBody = 'body'

/** An object whatever form it takes; a schema that says nothing at all is one too. */
function isObjectSchema(schema: JsonSchema): boolean {
  const types = typesOf(schema)
  if (types.length > 0) return types.length === 1 && types[0] === 'object'
  const forms = [...(Array.isArray(schema.oneOf) ? schema.oneOf : []), ...(Array.isArray(schema.anyOf) ? schema.anyOf : [])]
  return forms.filter((form) => form.type !== 'null').every(isObjectSchema)
}

function plain(schema: unknown, reader: Reader, trail: readonly string[]): JsonSchema {
  if (schema === false) return { not: {} }
  if (!isRecord(schema)) return {}
  if (reader.left <= 0 || trail.length > deepest) return cut(reader, -1)
  reader.left -= 1
  const { $ref: reference, allOf, anyOf, oneOf, $defs: _defs, definitions: _definitions, ...own } = schema
  // What these lead to hangs on where one comes from: left open.
  if (own['$dynamicRef'] !== undefined || own['$recursiveRef'] !== undefined) return cut(reader, Infinity)
  let result = withPlainParts(withPlainLimits(own), reader, trail)
  if (typeof reference === 'string') result = merged(referred(reference, reader, trail), result)
  if (Array.isArray(allOf)) {
    const parts = allOf.map((part) => plain(part, reader, [...trail, 'allOf']))
    // Conditions of several parts all hold: they can't be merged into one, and stay beside each other.
    const isApart = (part: JsonSchema): boolean => apartWords.some((word) => Object.hasOwn(part, word))
    const apart = parts.length > 1 || apartWords.some((word) => Object.hasOwn(result, word)) ? parts.filter(isApart) : []
    result = merged(parts.filter((part) => !apart.includes(part)).reduce(merged, {}), result)
    if (apart.length > 0) result = { ...result, allOf: apart }
  }
  if (Array.isArray(anyOf)) result = withVariants(result, 'anyOf', anyOf, reader, trail)
  if (Array.isArray(oneOf)) result = withVariants(result, 'oneOf', oneOf, reader, trail)
  return withNull(result)
}

function cut(reader: Reader, outermost: number): JsonSchema {
  reader.isCut = true
  reader.outermost = Math.min(reader.outermost, outermost)
  return {}
}

/** What a reference leads to. Kept for the next time, unless it is open at a place that only this trail made a circle of. */
function referred(reference: string, reader: Reader, trail: readonly string[]): JsonSchema {
  const place = trail.indexOf(reference)
  if (place !== -1) return cut(reader, place)
  // Below a condition a field that is false reads otherwise.
  const key = `${isBelowBranch(trail) ? '?' : ''}${reference}`
  const known = reader.known.get(key)
  if (known !== undefined) {
    if (known.schemas > reader.left) return cut(reader, -1)
    reader.left -= known.schemas
    reader.isCut ||= known.isCut
    return known.schema
  }
  const target = follow(reference, reader.document)
  const { isCut, outermost, left } = reader
  reader.isCut = false
  reader.outermost = Infinity
  const schema = plain(target ?? follow(reference, reader.home), reader, [...trail, reference])
  if (target !== undefined && reader.outermost >= trail.length)
    reader.known.set(key, { schema, isCut: reader.isCut, schemas: left - reader.left })
  reader.isCut ||= isCut
  reader.outermost = Math.min(outermost, reader.outermost)
  return schema
}

function isBelowBranch(trail: readonly string[]): boolean {
  return trail.some((step) => branchWords.has(step))
}

function withPlainParts(schema: JsonSchema, reader: Reader, trail: readonly string[]): JsonSchema {
  const inner = (part: unknown): JsonSchema => plain(part, reader, [...trail, 'part'])
  const { properties, items, prefixItems, patternProperties, additionalProperties, ...rest } = schema
  const isBranch = isBelowBranch(trail)
  const branch = (word: string, part: unknown): unknown => (isRecord(part) ? plain(part, reader, [...trail, word]) : part)
  return {
    ...rest,
    ...Object.fromEntries(
      ['if', 'then', 'else', 'not'].flatMap((word) => (rest[word] === undefined ? [] : [[word, branch(word, rest[word])]]))
    ),
    ...(isRecord(rest['dependentSchemas']) && {
      dependentSchemas: Object.fromEntries(
        Object.entries(rest['dependentSchemas']).map(([name, part]) => [name, branch('dependentSchemas', part)])
      )
    }),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties)
          .filter(([, property]) => isBranch || (property as unknown) !== false)
          .map(([name, property]) => [name, (property as unknown) === false ? { not: {} } : inner(property)])
      )
    }),
    ...(items !== undefined && { items: inner(items) }),
    ...(Array.isArray(prefixItems) && { prefixItems: prefixItems.map(inner) }),
    ...(isRecord(patternProperties) && {
      patternProperties: Object.fromEntries(Object.entries(patternProperties).map(([pattern, part]) => [pattern, inner(part)]))
    }),
    ...(typeof additionalProperties === 'boolean' && { additionalProperties }),
    ...(isRecord(additionalProperties) && { additionalProperties: inner(additionalProperties) })
  }
}

/** Limits that exclude themselves, as OpenAPI 3.0 writes them, in the words of 3.1. */
function withPlainLimits(schema: JsonSchema): JsonSchema {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = schema
  if (typeof exclusiveMinimum !== 'boolean' && typeof exclusiveMaximum !== 'boolean') return schema
  const limit = (name: string, value: number | undefined, isExclusive: unknown): JsonSchema =>
    value === undefined ? {} : { [isExclusive === true ? `exclusive${name}` : name.toLowerCase()]: value }
  return { ...rest, ...limit('Minimum', minimum, exclusiveMinimum), ...limit('Maximum', maximum, exclusiveMaximum) }
}

/** A choice: null beside one schema is a nullable schema, constants are a list, anything else stays a choice. */
function withVariants(
  base: JsonSchema,
  word: 'anyOf' | 'oneOf',
  variants: readonly unknown[],
  reader: Reader,
  trail: readonly string[]
): JsonSchema {
  const { isCut } = reader
  reader.isCut = false
  const all = variants.map((variant) => plain(variant, reader, [...trail, word]))
  // Where a form is left open it can't be told whether a value fits only one.
  const judged = reader.isCut && base.anyOf === undefined ? 'anyOf' : word
  reader.isCut ||= isCut
  const others = all.filter((variant) => variant.type !== 'null' && !(Object.hasOwn(variant, 'const') && variant.const === null))
  const isNullable = others.length < all.length
  const [only] = others
  if (only === undefined) return base
  if (others.length === 1) return nullable(merged(only, base), isNullable)
  const any = word === 'anyOf' ? anyOfItsType(others) : null
  if (any !== null) return nullable(merged(any, base), isNullable)
  const lists = others.map(listedValues)
  if (lists.every((list) => list !== null) && lists.flat().every((value) => typeof value !== 'object')) {
    const labels = others.flatMap((variant) =>
      Object.hasOwn(variant, 'const') && typeof variant.title === 'string' ? [[String(variant.const), variant.title] as const] : []
    )
    const type = others[0]?.type
    return nullable(
      {
        ...(type !== undefined && others.every((variant) => variant.type === type) && { type }),
        ...base,
        enum: [...new Set(lists.flat())],
        ...(labels.length > 0 && base['x-enum-labels'] === undefined && { 'x-enum-labels': Object.fromEntries(labels) })
      },
      isNullable
    )
  }
  return { ...base, [judged]: isNullable ? [...others, { type: 'null' }] : others }
}

/** Any text beside a list of texts is any text: some contracts name the usual ones so. Null: the forms differ in more. */
function anyOfItsType(forms: readonly JsonSchema[]): JsonSchema | null {
  const rule = /^(?!(?:type|title|description|examples?|default|deprecated|x-.*)$)/
  const open = forms.find((form) => typeof form.type === 'string' && !Object.keys(form).some((word) => rule.test(word)))
  if (open === undefined || open.type === 'object' || open.type === 'array') return null
  if (!forms.every((form) => typesOf(form).join() === open.type)) return null
  const standard = forms.find((form) => form.default !== undefined)?.default
  return standard === undefined ? open : { ...open, default: standard }
}

/** `nullable: true` of OpenAPI 3.0 in the words of 3.1. */
function withNull(schema: JsonSchema): JsonSchema {
  const { nullable: flag, ...rest } = schema
  return flag === true ? nullable(rest, true) : schema
}

/** With null as one of the values, whatever word keeps it out. */
function nullable(schema: JsonSchema, isNullable: boolean): JsonSchema {
  if (!isNullable || misfitsOf(null, schema).length === 0) return schema
  const { const: only, ...rest } = schema
  const withNullForm = (forms: readonly JsonSchema[]): readonly JsonSchema[] =>
    forms.some((form) => misfitsOf(null, form).length === 0) ? forms : [...forms, { type: 'null' }]
  return {
    ...rest,
    ...(Object.hasOwn(schema, 'const') && { enum: [only, null] }),
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum.filter((value) => value !== null), null] }),
    ...(schema.type !== undefined && {
      type: [...(typeof schema.type === 'string' ? [schema.type] : schema.type).filter((type) => type !== 'null'), 'null']
    }),
    ...(Array.isArray(schema.oneOf) && { oneOf: withNullForm(schema.oneOf) }),
    ...(Array.isArray(schema.anyOf) && { anyOf: withNullForm(schema.anyOf) }),
    ...(Array.isArray(schema.allOf) && { allOf: schema.allOf.map((part) => nullable(part, true)) })
  }
}

const greaterWins = new Set(['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'])
const lesserWins = new Set(['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'])

/** Both at once: the stricter limit, the fields of both, and for every other word that of `over`. */
export function merged(under: JsonSchema, over: JsonSchema): JsonSchema {
  if (Object.keys(over).length === 0) return under
  if (Object.keys(under).length === 0) return over
  const result: { [word: string]: unknown } = { ...under }
  for (const [word, value] of Object.entries(over)) {
    const before = Object.hasOwn(under, word) ? under[word] : undefined
    if (word === 'required' && Array.isArray(before) && Array.isArray(value)) result[word] = [...new Set([...before, ...value])]
    else if (word === 'enum' && Array.isArray(before) && Array.isArray(value)) result[word] = before.filter((item) => value.includes(item))
    else if (typeof before === 'number' && typeof value === 'number' && greaterWins.has(word)) result[word] = Math.max(before, value)
    else if (typeof before === 'number' && typeof value === 'number' && lesserWins.has(word)) result[word] = Math.min(before, value)
    else if (word === 'properties' && isRecord(before) && isRecord(value)) result[word] = mergedProperties(before, value)
    else result[word] = value
  }
  return result
}

function mergedProperties(under: { readonly [name: string]: unknown }, over: { readonly [name: string]: unknown }): JsonSchema {
  const both = new Map(Object.entries(under))
  for (const [name, property] of Object.entries(over)) {
    const before = both.get(name)
    both.set(name, isRecord(before) && isRecord(property) ? merged(before, property) : property)
  }
  return Object.fromEntries(both)
}

/**
 * Every variant's fields, so that each can be filled; which go together is judged by the choice itself, which stays. A field that is one
 * thing in one form and another in the next is left to the forms, or may be anything where they are no forms.
 */
function withFieldsOfVariants(schema: JsonSchema): JsonSchema {
  const variants = [...(Array.isArray(schema.anyOf) ? schema.anyOf : []), ...(Array.isArray(schema.oneOf) ? schema.oneOf : [])]
  if (variants.length === 0) return schema
  const areForms = choiceIn(schema) !== null
  const properties = new Map(propertiesOf(schema))
  for (const [name, property] of variants.flatMap(propertiesOf)) {
    if (properties.has(name)) continue
    const isOne = variants.every((variant) => isSameJson(propertyOf(variant, name) ?? property, property))
    if (isOne || !areForms) properties.set(name, isOne ? property : {})
  }
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** What a JSON pointer such as `#/components/schemas/Image` leads to. Only within the document: nothing is fetched. */
function follow(reference: string, document: unknown): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  let found: unknown = document
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = unescaped(step)
    if (Array.isArray(found)) found = found[Number(name)] as unknown
    else if (isRecord(found) && Object.hasOwn(found, name)) found = found[name]
    else return undefined
  }
  return found
}

function unescaped(step: string): string {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** An object of the document, or what its `$ref` leads to. */
export function dereferenced(value: unknown, document: unknown): { readonly [name: string]: unknown } | null {
  let found = value
  for (let steps = 0; steps < deepest && isRecord(found) && typeof found['$ref'] === 'string'; steps += 1)
    found = follow(found['$ref'], document)
  return isRecord(found) ? found : null
}
