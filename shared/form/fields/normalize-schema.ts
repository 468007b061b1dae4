import { findSchemaChoice } from './schema-choice.ts'
import { matchesSchema } from './matches-schema.ts'
import { isRecord, enumValues, propertiesOf, ownPropertySchema, typesOf, isSameJson } from './schema-reading.ts'
import type { JsonSchema } from '../json-schema.ts'

/** Maximum number of schemas in one capability once its references are resolved. Stops documents that refer to themselves. */
const mostSchemas = 20_000
const deepest = 24

/**
 * Below these keywords, `false` as a property's schema means that the condition forbids the property. Elsewhere, `false` means that the
 * property never exists.
 */
const branchText = new Set(['then', 'else', 'dependentSchemas', 'oneOf', 'anyOf', 'allOf'])

const apartText = ['if', 'not', 'oneOf', 'anyOf', 'allOf', 'dependentRequired', 'dependentSchemas']

/**
 * A resolved reference. `isCut` is true if a part couldn't be resolved and was replaced by an empty schema. Reasons are cycles, dynamic
 * references, and limits on depth and size. `schemas` is the number of schemas in `schema`.
 */
type Known = { readonly schema: JsonSchema; readonly isCut: boolean; readonly schemas: number }
type Reader = {
  readonly document: unknown
  readonly home: unknown
  readonly known: Map<string, Known>
  left: number
  /** True if a part couldn't be resolved (see `Known`). */
  isCut: boolean
  /**
   * Index of the outermost trail step that a cycle leads back to. A schema below that step can't be cached, because the same reference
   * gives another schema elsewhere.
   */
  outermost: number
}

/** Resolved references by document. Each reference is resolved only once, because a contract uses its components repeatedly. */
const knownOf = new WeakMap<object, Reader['known']>()

/**
 * Returns the schema in the structure that forms read. References are resolved, `allOf` is merged, and all spellings of nullable are
 * unified. A choice between constants becomes `enum`. A reference that is missing, cyclic or too deeply nested becomes an empty schema. A
 * form shows an empty schema as JSON. References point into `document`. Don't modify the result, because a schema that is referenced twice
 * is one object.
 */
export function normalizeSchema(schema: unknown, document: unknown): JsonSchema {
  const known = isRecord(document) ? (knownOf.get(document) ?? new Map<string, Known>()) : new Map<string, Known>()
  if (isRecord(document)) knownOf.set(document, known)
  return plain(schema, { document, home: schema, known, left: mostSchemas, isCut: false, outermost: Infinity }, [])
}

/**
 * Like `normalizeSchema`, but always returns an object schema, because a submit body is an object. For a choice between complete bodies,
 * the result has the fields of all bodies. A body that may be something other than an object becomes the schema's only field.
 */
export function normalizeBodySchema(schema: unknown, document: unknown): JsonSchema {
  const body = normalizeSchema(schema, document)
  if (!isObjectSchema(body)) return { type: 'object', properties: { [wholeBody]: body }, required: [wholeBody], 'x-whole-body': wholeBody }
  return { ...withFieldsOfVariants(body), type: 'object' }
}

const wholeBody = 'body'

/** True if the schema, or each of its variants, allows only objects. Also true if the schema has neither a type nor variants. */
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
  // The target of these keywords depends on the referring schema, so it can't be resolved here.
  if (own['$dynamicRef'] !== undefined || own['$recursiveRef'] !== undefined) return cut(reader, Infinity)
  let result = withPlainParts(withPlainLimits(own), reader, trail)
  if (typeof reference === 'string') result = mergeSchemas(referred(reference, reader, trail), result)
  if (Array.isArray(allOf)) {
    const parts = allOf.map((part) => plain(part, reader, [...trail, 'allOf']))
    // Conditions of several parts all apply but can't be merged. Their parts therefore stay in `allOf`.
    const isApart = (part: JsonSchema): boolean => apartText.some((word) => Object.hasOwn(part, word))
    const apart = parts.length > 1 || apartText.some((word) => Object.hasOwn(result, word)) ? parts.filter(isApart) : []
    result = mergeSchemas(parts.filter((part) => !apart.includes(part)).reduce(mergeSchemas, {}), result)
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

/** Resolves a `$ref`. Cached unless a cycle on the current path cut it short. */
function referred(reference: string, reader: Reader, trail: readonly string[]): JsonSchema {
  const place = trail.indexOf(reference)
  if (place !== -1) return cut(reader, place)
  // Below a condition, `false` as a property's schema has a different meaning. Such references are therefore cached separately.
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
  return trail.some((step) => branchText.has(step))
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

/** Converts the exclusive limits of OpenAPI 3.0 to those of 3.1. */
function withPlainLimits(schema: JsonSchema): JsonSchema {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = schema
  if (typeof exclusiveMinimum !== 'boolean' && typeof exclusiveMaximum !== 'boolean') return schema
  const limit = (name: string, value: number | undefined, isExclusive: unknown): JsonSchema =>
    value === undefined ? {} : { [isExclusive === true ? `exclusive${name}` : name.toLowerCase()]: value }
  return { ...rest, ...limit('Minimum', minimum, exclusiveMinimum), ...limit('Maximum', maximum, exclusiveMaximum) }
}

/** Converts a choice. One schema beside null becomes a nullable schema. Constants become `enum`, and anything else remains a choice. */
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
  // If part of a variant couldn't be resolved, a value may match several variants. `oneOf` therefore becomes `anyOf`.
  const judged = reader.isCut && base.anyOf === undefined ? 'anyOf' : word
  reader.isCut ||= isCut
  const others = all.filter((variant) => variant.type !== 'null' && !(Object.hasOwn(variant, 'const') && variant.const === null))
  const isNullable = others.length < all.length
  const [only] = others
  if (only === undefined) return base
  if (others.length === 1) return nullable(mergeSchemas(only, base), isNullable)
  const any = word === 'anyOf' ? anyOfItsType(others) : null
  if (any !== null) return nullable(mergeSchemas(any, base), isNullable)
  const lists = others.map(enumValues)
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

/**
 * Returns the variant that allows any value of its type. Some contracts list common values beside such a variant. Null without such a
 * variant, for objects and arrays, and if the types differ.
 */
function anyOfItsType(forms: readonly JsonSchema[]): JsonSchema | null {
  const rule = /^(?!(?:type|title|description|examples?|default|deprecated|x-.*)$)/
  const open = forms.find((form) => typeof form.type === 'string' && !Object.keys(form).some((word) => rule.test(word)))
  if (open === undefined || open.type === 'object' || open.type === 'array') return null
  if (!forms.every((form) => typesOf(form).join() === open.type)) return null
  const standard = forms.find((form) => form.default !== undefined)?.default
  return standard === undefined ? open : { ...open, default: standard }
}

/** Converts `nullable: true` of OpenAPI 3.0 to 3.1. */
function withNull(schema: JsonSchema): JsonSchema {
  const { nullable: flag, ...rest } = schema
  return flag === true ? nullable(rest, true) : schema
}

/** Adds null to the allowed values, regardless of which keyword excludes it. */
function nullable(schema: JsonSchema, isNullable: boolean): JsonSchema {
  if (!isNullable || matchesSchema(null, schema)) return schema
  const { const: only, ...rest } = schema
  const withNullForm = (forms: readonly JsonSchema[]): readonly JsonSchema[] =>
    forms.some((form) => matchesSchema(null, form)) ? forms : [...forms, { type: 'null' }]
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

/**
 * Merges two schemas. The result has the stricter limits, and the properties and required names of both. It has only the enum values that
 * both allow. Every other keyword has the value of `over`.
 */
export function mergeSchemas(under: JsonSchema, over: JsonSchema): JsonSchema {
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
    both.set(name, isRecord(before) && isRecord(property) ? mergeSchemas(before, property) : property)
  }
  return Object.fromEntries(both)
}

/**
 * Adds the fields of every variant, so that the user can fill in each. The choice itself is kept, because it checks which fields go
 * together. If `findSchemaChoice` finds the choice, a field that differs between variants is only in the variants. Otherwise such a field
 * accepts anything.
 */
function withFieldsOfVariants(schema: JsonSchema): JsonSchema {
  const variants = [...(Array.isArray(schema.anyOf) ? schema.anyOf : []), ...(Array.isArray(schema.oneOf) ? schema.oneOf : [])]
  if (variants.length === 0) return schema
  const areForms = findSchemaChoice(schema) !== null
  const properties = new Map(propertiesOf(schema))
  for (const [name, property] of variants.flatMap(propertiesOf)) {
    if (properties.has(name)) continue
    const isOne = variants.every((variant) => isSameJson(ownPropertySchema(variant, name) ?? property, property))
    if (isOne || !areForms) properties.set(name, isOne ? property : {})
  }
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Resolves a JSON pointer such as `#/components/schemas/Image` within the document. Never fetches another document. */
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

/** Returns `value` if it is an object, or the object that its `$ref` points to. Null if no such object exists. */
export function dereference(value: unknown, document: unknown): { readonly [name: string]: unknown } | null {
  let found = value
  for (let steps = 0; steps < deepest && isRecord(found) && typeof found['$ref'] === 'string'; steps += 1)
    found = follow(found['$ref'], document)
  return isRecord(found) ? found : null
}
