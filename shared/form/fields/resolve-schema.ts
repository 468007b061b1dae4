import type { JsonSchema } from '../json-schema.ts'
import type { Value, Values } from '../values.ts'
import { canonicalValue } from './canonical-value.ts'
import { isEmptyValue } from './media-values.ts'
import { matchesSchema } from './matches-schema.ts'
import { findSchemaChoice, matchingVariantIndex } from './schema-choice.ts'
import { defaultOf, isRecord, isRequiredIn, propertiesOf, ownPropertySchema, hasDistinctNull, isSameJson } from './schema-reading.ts'
import { withPlaceholderUrls } from './placeholder-urls.ts'

const conditionalText = ['oneOf', 'anyOf', 'allOf', 'if', 'dependentRequired', 'dependentSchemas', 'not'] as const
/**
 * Maximum number of rounds. Several are needed if a condition depends on a field that another condition hides. No known contract needs this
 * many.
 */
const mostRounds = 8

/** An object schema with its conditions resolved for the given values. Values of fields that don't apply are omitted. */
export type ResolvedSchema = { readonly schema: JsonSchema; readonly values: Values }

/**
 * Resolves the conditions of an object schema: a choice between variants (`oneOf`, `anyOf`), `if`, `dependentRequired`, `dependentSchemas`.
 * Values of fields that don't apply are omitted. They remain in the form but aren't sent. `variant` is the index of the selected variant in
 * the outermost choice. By default, it is the variant that matches the values.
 */
export function resolveConditions(schema: JsonSchema, values: Values, variant: number | null = null): ResolvedSchema {
  if (!conditionalText.some((word) => Object.hasOwn(schema, word))) return { schema, values }
  const known = new Set(propertyNamesIn(schema))
  let kept = values
  for (let round = 0; ; round += 1) {
    const flat = withoutForbidden(flattened(schema, asSent(schema, kept), variant))
    const next = Object.entries(kept).filter(([name]) => !known.has(name) || ownPropertySchema(flat, name) !== undefined)
    if (next.length === Object.keys(kept).length || round === mostRounds) return { schema: flat, values: kept }
    kept = Object.fromEntries(next)
  }
}

/** Returns the values that would be sent. Conditions are evaluated with these values. */
function asSent(schema: JsonSchema, values: Values): Values {
  const standing = propertiesOf(schema).flatMap(([name, property]) => {
    const standard = defaultOf(property)
    return standard !== undefined && isRequiredIn(schema, name) ? [[name, standard as Value] as const] : []
  })
  const given = Object.entries(values).flatMap(([name, value]) => {
    const property = ownPropertySchema(schema, name) ?? {}
    if (value === null && hasDistinctNull(property)) return [[name, null] as const]
    return isEmptyValue(value) ? [] : [[name, withPlaceholderUrls(canonicalValue(value, property))] as const]
  })
  return Object.fromEntries([...standing, ...given])
}

function flattened(schema: JsonSchema, values: Values, variant: number | null): JsonSchema {
  const { oneOf: _one, anyOf: _any, allOf, if: condition, then, else: otherwise, dependentRequired, dependentSchemas, not, ...own } = schema
  let flat: JsonSchema = own
  const choice = findSchemaChoice(schema)
  if (choice !== null) {
    const index = matchingVariantIndex(choice, schema, values, variant)
    flat = withChoice(flat, choice, index, values)
  }
  for (const part of Array.isArray(allOf) ? allOf : []) if (isRecord(part)) flat = together(flat, flattened(part, values, null))
  if (condition !== undefined) {
    const branch = matchesSchema(values, condition as JsonSchema) ? then : otherwise
    if (isRecord(branch)) flat = together(flat, flattened(branch, values, null))
  }
  for (const [name, names] of Object.entries(isRecord(dependentRequired) ? dependentRequired : {})) {
    if (Object.hasOwn(values, name) && Array.isArray(names)) flat = together(flat, { required: names as readonly string[] })
  }
  for (const [name, part] of Object.entries(isRecord(dependentSchemas) ? dependentSchemas : {})) {
    if (Object.hasOwn(values, name) && isRecord(part)) flat = together(flat, flattened(part, values, null))
  }
  const [refused, ...others] = isRecord(not) && Array.isArray(not['required']) && Object.keys(not).length === 1 ? not['required'] : []
  if (typeof refused === 'string' && others.length === 0) flat = together(flat, { properties: { [refused]: { not: {} } } })
  return flat
}

function withChoice(
  base: JsonSchema,
  choice: NonNullable<ReturnType<typeof findSchemaChoice>>,
  index: number | null,
  values: Values
): JsonSchema {
  const { variants, by } = choice
  const chosen = index === null ? null : flattened(variants[index] ?? {}, values, null)
  const named = new Set(variants.flatMap(propertyNamesIn))
  const properties = propertiesOf(base).flatMap(([name, property]) => {
    if (name === by) return [[name, choice.chooser] as const]
    if (!named.has(name)) return [[name, property] as const]
    const own = chosen === null ? undefined : ownPropertySchema(chosen, name)
    if (own === undefined) return []
    // If the base property was only copied from the variants, the variant's own property replaces it.
    const isGathered = variants.some((variant) => isSameJson(ownPropertySchema(variant, name), property))
    return [[name, isGathered ? own : { ...property, ...own }] as const]
  })
  const others = chosen === null ? [] : propertiesOf(chosen).filter(([name]) => name !== by && ownPropertySchema(base, name) === undefined)
  const chooser = by !== null && ownPropertySchema(base, by) === undefined ? [[by, choice.chooser] as const] : []
  const isByRequired = by !== null && variants.every((variant) => isRequiredIn(variant, by))
  return {
    ...base,
    ...(chosen?.additionalProperties !== undefined && { additionalProperties: chosen.additionalProperties }),
    properties: Object.fromEntries([...chooser, ...properties, ...others]),
    required: [...new Set([...(base.required ?? []), ...(chosen?.required ?? []), ...(isByRequired ? [by] : [])])]
  }
}

/** Merges two schemas. The result has the properties of both. For a property in both, the keywords of `over` take precedence. */
function together(under: JsonSchema, over: JsonSchema): JsonSchema {
  const properties = new Map(propertiesOf(under))
  for (const [name, property] of propertiesOf(over)) {
    const before = properties.get(name)
    properties.set(name, before === undefined ? property : { ...before, ...property })
  }
  return {
    ...under,
    ...(over.additionalProperties !== undefined && { additionalProperties: over.additionalProperties }),
    properties: Object.fromEntries(properties),
    required: [...new Set([...(under.required ?? []), ...(over.required ?? [])])]
  }
}

function withoutForbidden(schema: JsonSchema): JsonSchema {
  const properties = propertiesOf(schema)
  const allowed = properties.filter(([, { not }]) => !(isRecord(not) && Object.keys(not).length === 0))
  return allowed.length === properties.length ? schema : { ...schema, properties: Object.fromEntries(allowed) }
}

/** Returns the names of all properties in a schema, under any condition. */
export function propertyNamesIn(schema: JsonSchema): readonly string[] {
  return [...propertiesOf(schema).map(([name]) => name), ...partsOf(schema).flatMap(propertyNamesIn)]
}

/** Returns the schema of a property, under any condition. Undefined if the schema only forbids the property or doesn't name it. */
export function findPropertySchema(schema: JsonSchema, name: string): JsonSchema | undefined {
  const own = ownPropertySchema(schema, name)
  if (own !== undefined) return own
  return partsOf(schema)
    .map((part) => findPropertySchema(part, name))
    .find((found) => found !== undefined && found.not === undefined)
}

/** Returns all schemas of a property, under any condition, except those that only forbid it. */
export function findPropertySchemas(schema: JsonSchema, name: string): readonly JsonSchema[] {
  const own = ownPropertySchema(schema, name)
  const inner = partsOf(schema).flatMap((part) => findPropertySchemas(part, name))
  return (own === undefined ? inner : [own, ...inner]).filter(({ not }) => not === undefined)
}

/** Returns the schemas that may extend a schema under some condition. */
function partsOf({ oneOf = [], anyOf = [], allOf = [], then, else: otherwise, dependentSchemas }: JsonSchema): readonly JsonSchema[] {
  const lists = [oneOf, anyOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []))
  return [...lists, then, otherwise, ...(isRecord(dependentSchemas) ? Object.values(dependentSchemas) : [])].filter(isRecord)
}
