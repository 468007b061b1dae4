import { choiceIn } from '../../shared/fields/schema-choice.ts'
import { isSameJson } from '../../shared/fields/schema-misfits.ts'
import { allowsNull, isRecord, listedValues, propertiesOf, propertyOf } from '../../shared/fields/schema-reading.ts'
import type { JsonSchema } from '../../shared/json-schema.ts'

/** How many schemas one capability may come to when its references are written out; a document that refers to itself twice ends here. */
const mostSchemas = 5000
const deepest = 24

/** Within these a field that is false is one that the condition forbids, not one that is never there. */
const branchWords = new Set(['then', 'else', 'dependentSchemas', 'oneOf', 'anyOf', 'allOf'])

const apartWords = ['if', 'not', 'oneOf', 'anyOf', 'allOf', 'dependentRequired', 'dependentSchemas']

type Reader = { readonly document: unknown; readonly home: unknown; left: number }

/**
 * A schema as forms read it: references written out, `allOf` merged, nullable in all its spellings as one, a choice between constants
 * as `enum`. What can't be followed (a reference to nowhere, a circle, too deep) becomes the open schema, which a form shows as JSON.
 * `document` is where references lead to.
 */
export function plainSchema(schema: unknown, document: unknown): JsonSchema {
  return plain(schema, { document, home: schema, left: mostSchemas }, [])
}

/** As `plainSchema`, and always an object schema: the shape of a submit body. A choice between whole bodies shows the fields of all. */
export function plainBodySchema(schema: unknown, document: unknown): JsonSchema {
  const body = plainSchema(schema, document)
  const isObject = body.type === undefined || body.type === 'object' || (Array.isArray(body.type) && body.type.includes('object'))
  if (!isObject) return { type: 'object' }
  return { ...withFieldsOfVariants(body), type: 'object' }
}

function plain(schema: unknown, reader: Reader, trail: readonly string[]): JsonSchema {
  if (!isRecord(schema) || reader.left <= 0 || trail.length > deepest) return {}
  reader.left -= 1
  const { $ref: reference, allOf, anyOf, oneOf, ...own } = schema
  let result = withPlainParts(own, reader, trail)
  if (typeof reference === 'string') {
    const isCircle = trail.includes(reference)
    const target = isCircle ? undefined : (follow(reference, reader.document) ?? follow(reference, reader.home))
    result = merged(plain(target, reader, [...trail, reference]), result)
  }
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

function withPlainParts(schema: JsonSchema, reader: Reader, trail: readonly string[]): JsonSchema {
  const inner = (part: unknown): JsonSchema => plain(part, reader, [...trail, 'part'])
  const { properties, items, additionalProperties, ...rest } = schema
  const isBranch = trail.some((step) => branchWords.has(step))
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
    ...(isRecord(items) && { items: inner(items) }),
    ...(typeof additionalProperties === 'boolean' && { additionalProperties }),
    ...(isRecord(additionalProperties) && { additionalProperties: inner(additionalProperties) })
  }
}

/** A choice: null beside one schema is a nullable schema, constants are a list, anything else stays a choice. */
function withVariants(
  base: JsonSchema,
  word: 'anyOf' | 'oneOf',
  variants: readonly unknown[],
  reader: Reader,
  trail: readonly string[]
): JsonSchema {
  const all = variants.map((variant) => plain(variant, reader, [...trail, word]))
  const others = all.filter((variant) => variant.type !== 'null' && !(Object.hasOwn(variant, 'const') && variant.const === null))
  const isNullable = others.length < all.length
  const [only] = others
  if (only === undefined) return base
  if (others.length === 1) return nullable(merged(only, base), isNullable)
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
  return { ...base, [word]: isNullable ? [...others, { type: 'null' }] : others }
}

/** `nullable: true` of OpenAPI 3.0 in the words of 3.1. */
function withNull(schema: JsonSchema): JsonSchema {
  const { nullable: flag, ...rest } = schema
  return flag === true ? nullable(rest, true) : schema
}

function nullable(schema: JsonSchema, isNullable: boolean): JsonSchema {
  if (!isNullable) return schema
  const listed = Array.isArray(schema.enum) && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {}
  if (schema.type === undefined || allowsNull({ type: schema.type })) return { ...schema, ...listed }
  return { ...schema, ...listed, type: [...(typeof schema.type === 'string' ? [schema.type] : schema.type), 'null'] }
}

const greaterWins = new Set(['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'])
const lesserWins = new Set(['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'])

/** Both at once: the stricter limit, the fields of both, and for every other word that of `over`. */
function merged(under: JsonSchema, over: JsonSchema): JsonSchema {
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
  if (!reference.startsWith('#')) return undefined
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
