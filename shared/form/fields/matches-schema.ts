import type { JsonSchema } from '../json-schema.ts'
import { isRecord, isSameJson, jsonTypeOf, ownPropertySchema, propertiesOf } from './schema-reading.ts'

/** Maximum depth of JSON to validate. Stops contracts that refer to themselves. */
export const maxJsonDepth = 32

type JsonObject = { readonly [name: string]: unknown }

/**
 * True if a JSON value matches a JSON Schema. `schemaErrorsOf` then doesn't return any errors. Use this function if the errors don't
 * matter, such as to find the variant that a value matches.
 */
export function matchesSchema(value: unknown, schema: JsonSchema | boolean | undefined, depth = 0): boolean {
  if (schema === false) return false
  if (!isRecord(schema) || depth > maxJsonDepth) return true
  return (
    mismatchedTypes(value, schema) === null &&
    (!Object.hasOwn(schema, 'const') || isSameJson(schema.const, value)) &&
    isInEnum(value, schema) &&
    (typeof value !== 'string' || matchesText(value, schema)) &&
    (typeof value !== 'number' || matchesNumber(value, schema)) &&
    (!Array.isArray(value) || matchesArray(value, schema, depth)) &&
    (!isRecord(value) || matchesObject(value, schema, depth)) &&
    matchesCombination(value, schema, depth) &&
    !matchesNot(value, schema) &&
    matchesSchema(value, conditionalBranch(value, schema), depth)
  )
}

const knownTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/** Returns the types that the schema allows, if the value has none of them. Otherwise returns null. */
export function mismatchedTypes(value: unknown, schema: JsonSchema): readonly string[] | null {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => knownTypes.includes(type)) as readonly string[]
  if (types.length === 0 || (schema['nullable'] === true && value === null)) return null
  const is = jsonTypeOf(value)
  return types.some((type) => type === is || (type === 'integer' && Number.isInteger(value))) ? null : types
}

/** True if the value is in the schema's `enum`, or if the `enum` is missing or empty. */
export function isInEnum(value: unknown, schema: JsonSchema): boolean {
  return !Array.isArray(schema.enum) || schema.enum.length === 0 || schema.enum.some((item) => isSameJson(item, value))
}

function matchesText(value: string, { minLength, maxLength, pattern }: JsonSchema): boolean {
  const length = countCodePoints(value)
  return (
    !(typeof minLength === 'number' && length < minLength) &&
    !(typeof maxLength === 'number' && length > maxLength) &&
    !(typeof pattern === 'string' && !matchesPattern(value, pattern))
  )
}

function matchesNumber(value: number, schema: JsonSchema): boolean {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema
  return (
    !(typeof minimum === 'number' && value < minimum) &&
    !(typeof maximum === 'number' && value > maximum) &&
    !(typeof above === 'number' && value <= above) &&
    !(typeof below === 'number' && value >= below) &&
    !(typeof multipleOf === 'number' && multipleOf > 0 && !isMultipleOf(value, multipleOf))
  )
}

function matchesArray(value: readonly unknown[], schema: JsonSchema, depth: number): boolean {
  const { minItems, maxItems } = schema
  return (
    !(typeof minItems === 'number' && value.length < minItems) &&
    !(typeof maxItems === 'number' && value.length > maxItems) &&
    !(schema['uniqueItems'] === true && hasRepeatedItem(value)) &&
    value.every((item, index) => matchesSchema(item, itemSchema(schema, index), depth + 1))
  )
}

function matchesObject(value: JsonObject, schema: JsonSchema, depth: number): boolean {
  return (
    requiredNames(schema).every((name) => Object.hasOwn(value, name)) &&
    propertiesOf(schema).every(([name, property]) => !Object.hasOwn(value, name) || matchesSchema(value[name], property, depth + 1)) &&
    unlistedNames(value, schema).every((name) => matchesSchema(value[name], schema.additionalProperties, depth + 1)) &&
    missingDependentProperties(value, schema).length === 0 &&
    dependentSchemas(value, schema).every((part) => matchesSchema(value, part, depth)) &&
    unevaluatedNames(value, schema).length === 0
  )
}

function matchesCombination(value: unknown, { allOf, anyOf, oneOf }: JsonSchema, depth: number): boolean {
  const matches = (part: JsonSchema): boolean => matchesSchema(value, part, depth)
  return (
    (!Array.isArray(allOf) || allOf.every(matches)) &&
    (!Array.isArray(anyOf) || anyOf.length === 0 || anyOf.some(matches)) &&
    (!Array.isArray(oneOf) || oneOf.length === 0 || oneOf.filter(matches).length === 1)
  )
}

/** True if the value matches the schema's `not`. */
export function matchesNot(value: unknown, schema: JsonSchema): boolean {
  const not = schema['not']
  return not === true || (isRecord(not) && matchesSchema(value, not))
}

/** Returns the branch of `if` that applies to the value. Undefined if none applies. */
export function conditionalBranch(value: unknown, schema: JsonSchema): JsonSchema | undefined {
  if (!Object.hasOwn(schema, 'if')) return undefined
  return (matchesSchema(value, schema['if'] as JsonSchema) ? schema['then'] : schema['else']) as JsonSchema | undefined
}

export function itemSchema(schema: JsonSchema, index: number): JsonSchema | undefined {
  const first = Array.isArray(schema['prefixItems']) ? (schema['prefixItems'] as readonly JsonSchema[]) : []
  return index < first.length ? first[index] : schema.items
}

export function hasRepeatedItem(value: readonly unknown[]): boolean {
  return value.some((item, index) => value.slice(0, index).some((other) => isSameJson(item, other)))
}

export function requiredNames(schema: JsonSchema): readonly string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
}

/** Returns the names in the value that neither `properties` nor `patternProperties` define. */
export function unlistedNames(value: JsonObject, schema: JsonSchema): readonly string[] {
  const patterns = isRecord(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : []
  return Object.keys(value).filter(
    (name) => ownPropertySchema(schema, name) === undefined && !patterns.some((pattern) => matchesPattern(name, pattern))
  )
}

/** Returns the missing properties that `dependentRequired` requires, because another property is present. */
export function missingDependentProperties(
  value: JsonObject,
  schema: JsonSchema
): readonly { readonly name: string; readonly missing: string }[] {
  const lists = isRecord(schema['dependentRequired']) ? Object.entries(schema['dependentRequired']) : []
  return lists.flatMap(([name, others]) =>
    Object.hasOwn(value, name) && Array.isArray(others)
      ? others.flatMap((other) => (typeof other === 'string' && !Object.hasOwn(value, other) ? [{ name, missing: other }] : []))
      : []
  )
}

/** Returns the `dependentSchemas` that apply to the value. */
export function dependentSchemas(value: JsonObject, schema: JsonSchema): readonly JsonSchema[] {
  const parts = isRecord(schema['dependentSchemas']) ? Object.entries(schema['dependentSchemas']) : []
  return parts.flatMap(([name, part]) => (Object.hasOwn(value, name) ? [part as JsonSchema] : []))
}

/** Returns the names that no applicable part of the schema defines. Empty unless `unevaluatedProperties` is false. */
export function unevaluatedNames(value: JsonObject, schema: JsonSchema): readonly string[] {
  if (schema['unevaluatedProperties'] !== false) return []
  const known = new Set(knownNames(value, schema))
  return Object.keys(value).filter((name) => !known.has(name))
}

function knownNames(value: JsonObject, schema: JsonSchema, depth = 0): readonly string[] {
  if (depth > maxJsonDepth) return []
  const all = Array.isArray(schema.allOf) ? schema.allOf : []
  const some = [schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? list.filter((part) => matchesSchema(value, part)) : []
  )
  const isMet = Object.hasOwn(schema, 'if') && matchesSchema(value, schema['if'] as JsonSchema)
  const branch: readonly unknown[] = [isMet ? schema['if'] : undefined, conditionalBranch(value, schema)]
  const isOpen = schema.additionalProperties !== undefined && schema.additionalProperties !== false
  const parts = [...all, ...some, ...branch, ...dependentSchemas(value, schema)].filter(isRecord)
  return [
    ...(isOpen ? Object.keys(value) : propertiesOf(schema).map(([name]) => name)),
    ...parts.flatMap((part) => knownNames(value, part, depth + 1))
  ]
}

/** Counts Unicode code points, as JSON Schema does. A simple emoji counts as one. */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** True if the text matches the pattern. Also true if the pattern isn't a valid JavaScript regular expression. */
export function matchesPattern(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

/** True if `value` is a multiple of `step`. Tolerates binary rounding, so 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, step: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}
