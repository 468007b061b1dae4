import type { JsonSchema } from '../json-schema.ts'
import { formatList, quoteValue } from './format-list.ts'
import { exampleOf, isColorSchema, isRecord, jsonTypeOf, enumValues, propertiesOf, ownPropertySchema } from './schema-reading.ts'
import { say, sayContract, word } from '../../i18n/say.ts'

/**
 * Where and how a value violates its schema. `message` is a predicate that follows a subject, such as "needs …" or "can't be …". `value` is
 * the invalid number, text or Boolean, if `message` doesn't name it.
 */
export type SchemaError = {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly value?: number | string | boolean
}

/** Maximum depth of JSON to validate. Stops contracts that refer to themselves. */
const deepest = 32

/**
 * Validates JSON against a JSON Schema, with the 2020-12 keywords that contracts use. Unknown keywords are ignored. Lengths are in Unicode
 * code points, as JSON Schema requires. A keyword with a value of the wrong type is skipped. A broken contract therefore can't block a
 * form.
 */
export function schemaErrorsOf(
  value: unknown,
  schema: JsonSchema | boolean | undefined,
  path: readonly (string | number)[] = []
): readonly SchemaError[] {
  if (schema === false) return [{ path, message: say('isn’t allowed here.') }]
  if (!isRecord(schema) || path.length > deepest) return []
  const typeError = errorOfType(value, schema)
  if (typeError !== null) return [{ path, message: typeError, ...(isNameable(value) && { value }) }]
  return [
    ...errorsOfList(value, schema).map((message) => ({ path, message })),
    ...errorsOfText(value, schema).map((message) => ({ path, message })),
    ...errorsOfNumber(value, schema).map((message) => ({ path, message, value: Number(value) })),
    ...errorsOfArray(value, schema, path),
    ...errorsOfObject(value, schema, path),
    ...errorsOfCombination(value, schema, path),
    ...errorsOfCondition(value, schema, path)
  ]
}

function isNameable(value: unknown): value is number | string | boolean {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '')
}

const typeText: { readonly [type: string]: string } = {
  string: 'text',
  number: 'a number',
  integer: word('a whole number'),
  boolean: word('true or false'),
  array: 'a list',
  object: word('a JSON object'),
  null: 'null'
}

function errorOfType(value: unknown, schema: JsonSchema): string | null {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type) => typeof type === 'string' && Object.hasOwn(typeText, type)
  )
  if (types.length === 0 || (schema['nullable'] === true && value === null)) return null
  const is = jsonTypeOf(value)
  if (types.some((type) => type === is || (type === 'integer' && Number.isInteger(value)))) return null
  return say('must be {types}.', {
    types: formatList(
      types.map((type) => (typeText[type] === undefined ? type : say(typeText[type]))),
      'or'
    )
  })
}

function errorsOfList(value: unknown, schema: JsonSchema): readonly string[] {
  const isOneOf = (allowed: readonly unknown[]) => allowed.some((item) => isSameJson(item, value))
  if (Object.hasOwn(schema, 'const') && !isSameJson(schema.const, value))
    return [say('can only be {value}.', { value: quoteValue(schema.const) })]
  if (!Array.isArray(schema.enum) || schema.enum.length === 0 || isOneOf(schema.enum)) return []
  return [say('can’t be {value}. Choose {choices}.', { value: quoteValue(value), choices: choicesText(schema.enum) })]
}

/** Returns the allowed values as text, or their number if the sentence would become too long. */
export function choicesText(values: readonly unknown[]): string {
  return values.length > 8
    ? say('one of the {count, number} available options', { count: values.length })
    : formatList(
        values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
        'or'
      )
}

function errorsOfText(value: unknown, schema: JsonSchema): readonly string[] {
  if (typeof value !== 'string') return []
  const length = codePointsIn(value)
  const messages: string[] = []
  if (typeof schema.minLength === 'number' && length < schema.minLength) {
    messages.push(
      length === 0
        ? say('can’t be empty.')
        : say('needs at least {minLength, number} characters. Add at least {missing, plural, one {# character} other {# characters}}.', {
            missing: schema.minLength - length,
            minLength: schema.minLength
          })
    )
  }
  if (typeof schema.maxLength === 'number' && length > schema.maxLength) {
    messages.push(
      say(
        'can have at most {maxLength, plural, one {# character} other {# characters}}. Remove {surplus, plural, one {# character} other {# characters}}.',
        { surplus: length - schema.maxLength, maxLength: schema.maxLength }
      )
    )
  }
  if (typeof schema.pattern === 'string' && !fitsPattern(value, schema.pattern)) {
    messages.push(wordsOfPattern(schema, schema.pattern))
  }
  return messages
}

/**
 * Returns the message for a text that doesn't match its pattern. The pattern itself is shown only as a last resort, because few users can
 * read it.
 */
function wordsOfPattern(schema: JsonSchema, pattern: string): string {
  if (isColorSchema(schema))
    return say('isn’t a colour code. Enter a code such as {example}. You can also choose a colour.', { example: '#FF8800' })
  const example = exampleOf(schema)
  if (example !== null && fitsPattern(example, pattern))
    return say('isn’t in the required format. Use a format like “{example}”.', { example })
  return typeof schema.description === 'string'
    ? say('isn’t in the required format: {description}', { description: sayContract(schema.description) })
    : say('doesn’t match the required pattern {pattern}.', { pattern })
}

function errorsOfNumber(value: unknown, schema: JsonSchema): readonly string[] {
  if (typeof value !== 'number') return []
  const messages: string[] = []
  const above = schema['exclusiveMinimum']
  const below = schema['exclusiveMaximum']
  if (typeof schema.minimum === 'number' && value < schema.minimum)
    messages.push(say('can’t be below {minimum, number}.', { minimum: schema.minimum }))
  if (typeof schema.maximum === 'number' && value > schema.maximum)
    messages.push(say('can’t be above {maximum, number}.', { maximum: schema.maximum }))
  if (typeof above === 'number' && value <= above) messages.push(say('must be greater than {above, number}.', { above }))
  if (typeof below === 'number' && value >= below) messages.push(say('must be less than {below, number}.', { below }))
  if (typeof schema.multipleOf === 'number' && schema.multipleOf > 0 && !isMultipleOf(value, schema.multipleOf)) {
    messages.push(
      schema.multipleOf === 1
        ? say('must be a whole number.')
        : say('must be a multiple of {multipleOf, number}.', { multipleOf: schema.multipleOf })
    )
  }
  return messages
}

function errorsOfArray(value: unknown, schema: JsonSchema, path: readonly (string | number)[]): readonly SchemaError[] {
  if (!Array.isArray(value)) return []
  const schemaErrors: SchemaError[] = []
  if (typeof schema.minItems === 'number' && value.length < schema.minItems)
    schemaErrors.push({
      path,
      message: say('needs at least {minItems, plural, one {# entry} other {# entries}}.', { minItems: schema.minItems })
    })
  if (typeof schema.maxItems === 'number' && value.length > schema.maxItems)
    schemaErrors.push({
      path,
      message: say('can have at most {maxItems, plural, one {# item} other {# items}}.', { maxItems: schema.maxItems })
    })
  if (schema['uniqueItems'] === true && value.some((item, place) => value.slice(0, place).some((other) => isSameJson(item, other)))) {
    schemaErrors.push({ path, message: say('can’t contain the same item twice.') })
  }
  const first = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : []
  return [
    ...schemaErrors,
    ...value.flatMap((item, place) => schemaErrorsOf(item, place < first.length ? first[place] : schema.items, [...path, place]))
  ]
}

function errorsOfObject(value: unknown, schema: JsonSchema, path: readonly (string | number)[]): readonly SchemaError[] {
  if (!isRecord(value)) return []
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ path, message: say('needs {name}.', { name: quoteValue(name) }) }))
  const listedOnes = propertiesOf(schema).flatMap(([name, property]) =>
    Object.hasOwn(value, name) ? schemaErrorsOf(value[name], property, [...path, name]) : []
  )
  const patterns = isRecord(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : []
  const others = Object.keys(value).filter(
    (name) => ownPropertySchema(schema, name) === undefined && !patterns.some((pattern) => fitsPattern(name, pattern))
  )
  const unlisted = others.flatMap((name) =>
    schema.additionalProperties === false
      ? [{ path: [...path, name], message: say('isn’t a field the service accepts. Remove it.') }]
      : schemaErrorsOf(value[name], schema.additionalProperties, [...path, name])
  )
  return [...missing, ...listedOnes, ...unlisted, ...errorsOfDependence(value, schema, path), ...errorsOfUnevaluated(value, schema, path)]
}

/** Checks `dependentRequired` and `dependentSchemas`. */
function errorsOfDependence(
  value: { readonly [name: string]: unknown },
  schema: JsonSchema,
  path: readonly (string | number)[]
): readonly SchemaError[] {
  const names = isRecord(schema['dependentRequired']) ? Object.entries(schema['dependentRequired']) : []
  const parts = isRecord(schema['dependentSchemas']) ? Object.entries(schema['dependentSchemas']) : []
  return [
    ...names.flatMap(([name, others]) =>
      Object.hasOwn(value, name) && Array.isArray(others)
        ? others
            .filter((other) => typeof other === 'string' && !Object.hasOwn(value, other))
            .map((other) => ({
              path,
              message: say('needs {other} along with {name}.', { other: quoteValue(other), name: quoteValue(name) })
            }))
        : []
    ),
    ...parts.flatMap(([name, part]) => (Object.hasOwn(value, name) ? schemaErrorsOf(value, part as JsonSchema, path) : []))
  ]
}

/** Checks `unevaluatedProperties`: reports names that no applicable part of the schema defines. */
function errorsOfUnevaluated(
  value: { readonly [name: string]: unknown },
  schema: JsonSchema,
  path: readonly (string | number)[]
): readonly SchemaError[] {
  if (schema['unevaluatedProperties'] !== false) return []
  const known = new Set(knownNames(value, schema))
  return Object.keys(value)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: [...path, name], message: say('isn’t a field the service accepts. Remove it.') }))
}

function knownNames(value: { readonly [name: string]: unknown }, schema: JsonSchema, depth = 0): readonly string[] {
  if (depth > deepest) return []
  const fits = (part: unknown): boolean => schemaErrorsOf(value, part as JsonSchema).length === 0
  const all = Array.isArray(schema.allOf) ? schema.allOf : []
  const some = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(fits) : []))
  const branch: readonly unknown[] = Object.hasOwn(schema, 'if')
    ? fits(schema['if'])
      ? [schema['if'], schema['then']]
      : [schema['else']]
    : []
  const dependent = isRecord(schema['dependentSchemas'])
    ? Object.entries(schema['dependentSchemas']).flatMap(([name, part]) => (Object.hasOwn(value, name) ? [part] : []))
    : []
  const isOpen = schema.additionalProperties !== undefined && schema.additionalProperties !== false
  const parts = [...all, ...some, ...branch, ...dependent].filter(isRecord)
  return [
    ...(isOpen ? Object.keys(value) : propertiesOf(schema).map(([name]) => name)),
    ...parts.flatMap((part) => knownNames(value, part, depth + 1))
  ]
}

function errorsOfCombination(value: unknown, schema: JsonSchema, path: readonly (string | number)[]): readonly SchemaError[] {
  const schemaErrors: SchemaError[] = []
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) schemaErrors.push(...schemaErrorsOf(value, part, path))
  for (const [variants, isOnlyOne] of [[schema.anyOf, false] as const, [schema.oneOf, true] as const]) {
    if (!Array.isArray(variants) || variants.length === 0) continue
    const judged = variants.map((variant) => schemaErrorsOf(value, variant, path))
    const fitting = judged.filter((found) => found.length === 0).length
    if (fitting === 1 || (fitting > 1 && !isOnlyOne)) continue
    if (fitting > 1) {
      schemaErrors.push({ path, message: say('matches several of the formats the service accepts, but must match exactly one.') })
      continue
    }
    const [named, ...others] = variants.flatMap((variant, index) => (isNamedBy(value, variant) ? [judged[index] ?? []] : []))
    if (named !== undefined && others.length === 0) {
      schemaErrors.push(...named)
      continue
    }
    const closest = judged.toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)[0] ?? []
    schemaErrors.push(
      ...(variants.length === 1 || depthOf(closest) > path.length
        ? closest
        : [{ path, message: say('doesn’t match any of the formats the service accepts.') }])
    )
  }
  return schemaErrors
}

/** True if the value contains the constants that identify this variant. */
function isNamedBy(value: unknown, variant: unknown): boolean {
  if (!isRecord(value) || !isRecord(variant)) return false
  const constants = propertiesOf(variant).flatMap(([name, property]) => {
    const [only, ...others] = enumValues(property) ?? []
    return others.length === 0 && only !== undefined ? [[name, only] as const] : []
  })
  return constants.length > 0 && constants.every(([name, only]) => isSameJson(value[name], only))
}

function errorsOfCondition(value: unknown, schema: JsonSchema, path: readonly (string | number)[]): readonly SchemaError[] {
  const not = schema['not']
  const refused = isRecord(not) || not === true ? schemaErrorsOf(value, not).length === 0 : false
  const schemaErrors: readonly SchemaError[] = refused ? [{ path, message: refusalInText(not) }] : []
  if (!Object.hasOwn(schema, 'if')) return schemaErrors
  const branch = schemaErrorsOf(value, schema['if'] as JsonSchema).length === 0 ? schema['then'] : schema['else']
  return [...schemaErrors, ...schemaErrorsOf(value, branch as JsonSchema | undefined, path)]
}

/** Returns the message for a violated `not`. */
function refusalInText(not: unknown): string {
  const names = isRecord(not) && Array.isArray(not['required']) ? not['required'].filter((name) => typeof name === 'string') : []
  return names.length > 0
    ? say('can’t contain {names} here.', { names: formatList(names.map(quoteValue), 'and') })
    : say('isn’t allowed here.')
}

function depthOf(schemaErrors: readonly SchemaError[]): number {
  return Math.max(0, ...schemaErrors.map((schemaError) => schemaError.path.length))
}

/** Counts Unicode code points, as JSON Schema does. A simple emoji counts as one. */
function codePointsIn(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** True if the text matches the pattern. Also true if the pattern isn't a valid JavaScript regular expression. */
function fitsPattern(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

/** True if `value` is a multiple of `step`. Tolerates binary rounding, so 0.3 is a multiple of 0.1. */
function isMultipleOf(value: number, step: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}

/** True if both are the same JSON, regardless of key order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, place) => isSameJson(item, b[place]))
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
}
