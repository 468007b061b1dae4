import type { CodeWithParams, NoParams } from '../../coded.ts'
import type { JsonSchema } from '../json-schema.ts'
import {
  countCodePoints,
  conditionalBranch,
  maxJsonDepth,
  dependentSchemas,
  matchesPattern,
  hasRepeatedItem,
  matchesNot,
  isInEnum,
  isMultipleOf,
  itemSchema,
  matchesSchema,
  mismatchedTypes,
  missingDependentProperties,
  requiredNames,
  unevaluatedNames,
  unlistedNames
} from './matches-schema.ts'
import { enumValues, exampleOf, isColorSchema, isRecord, isSameJson, propertiesOf } from './schema-reading.ts'

/** Parameters of each rule of a schema that a value can violate. Values are JSON. */
export type SchemaRuleParams = {
  readonly 'not-allowed': NoParams
  readonly 'wrong-type': { readonly types: readonly string[] }
  readonly 'not-the-constant': { readonly constant: unknown }
  readonly 'not-a-choice': { readonly value: unknown; readonly choices: readonly unknown[] }
  readonly empty: NoParams
  readonly 'too-short': { readonly minLength: number; readonly missing: number }
  readonly 'too-long': { readonly maxLength: number; readonly surplus: number }
  readonly 'not-a-colour': NoParams
  /**
   * A wrong format is described by the contract's example, otherwise by its description, otherwise by its pattern. The pattern comes last,
   * because few users can read it.
   */
  readonly 'wrong-format-example': { readonly example: string }
  readonly 'wrong-format-description': { readonly description: string }
  readonly 'wrong-format-pattern': { readonly pattern: string }
  readonly 'below-minimum': { readonly minimum: number }
  readonly 'above-maximum': { readonly maximum: number }
  readonly 'not-above': { readonly above: number }
  readonly 'not-below': { readonly below: number }
  readonly 'not-whole': NoParams
  readonly 'not-a-multiple': { readonly multipleOf: number }
  readonly 'too-few-items': { readonly minItems: number }
  readonly 'too-many-items': { readonly maxItems: number }
  readonly 'repeated-item': NoParams
  readonly 'missing-property': { readonly name: string }
  readonly 'missing-companion': { readonly name: string; readonly missing: string }
  readonly 'unknown-property': NoParams
  readonly 'several-variants': NoParams
  readonly 'no-variant': NoParams
  readonly 'excluded-properties': { readonly names: readonly string[] }
}
export type SchemaRule = CodeWithParams<SchemaRuleParams>

/** Where and how a value violates its schema. `value` is the invalid number, text or Boolean, if `rule` doesn't name it. */
export type SchemaError = {
  readonly path: readonly (string | number)[]
  readonly rule: SchemaRule
  readonly value?: number | string | boolean
}

type Path = SchemaError['path']

/**
 * Validates JSON against a JSON Schema, with the 2020-12 keywords that contracts use. Unknown keywords are ignored. Lengths are in Unicode
 * code points, as JSON Schema requires. A keyword with a value of the wrong type is skipped. A broken contract therefore can't block a
 * form.
 */
export function schemaErrorsOf(value: unknown, schema: JsonSchema | boolean | undefined, path: Path = []): readonly SchemaError[] {
  if (schema === false) return [{ path, rule: { code: 'not-allowed', params: {} } }]
  if (!isRecord(schema) || path.length > maxJsonDepth) return []
  const types = mismatchedTypes(value, schema)
  if (types !== null) return [{ path, rule: { code: 'wrong-type', params: { types } }, ...(isNameable(value) && { value }) }]
  return [
    ...listRules(value, schema).map((rule) => ({ path, rule })),
    ...(typeof value === 'string' ? textRules(value, schema).map((rule) => ({ path, rule })) : []),
    ...(typeof value === 'number' ? numberRules(value, schema).map((rule) => ({ path, rule, value })) : []),
    ...(Array.isArray(value) ? errorsOfArray(value, schema, path) : []),
    ...(isRecord(value) ? errorsOfObject(value, schema, path) : []),
    ...errorsOfCombination(value, schema, path),
    ...(matchesNot(value, schema) ? [{ path, rule: exclusionRule(schema['not']) }] : []),
    ...schemaErrorsOf(value, conditionalBranch(value, schema), path)
  ]
}

function isNameable(value: unknown): value is number | string | boolean {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '')
}

function listRules(value: unknown, schema: JsonSchema): readonly SchemaRule[] {
  if (Object.hasOwn(schema, 'const') && !isSameJson(schema.const, value))
    return [{ code: 'not-the-constant', params: { constant: schema.const } }]
  return isInEnum(value, schema) ? [] : [{ code: 'not-a-choice', params: { value, choices: schema.enum ?? [] } }]
}

function textRules(value: string, schema: JsonSchema): readonly SchemaRule[] {
  const { minLength, maxLength, pattern } = schema
  const length = countCodePoints(value)
  const rules: SchemaRule[] = []
  if (typeof minLength === 'number' && length < minLength)
    rules.push(length === 0 ? { code: 'empty', params: {} } : { code: 'too-short', params: { minLength, missing: minLength - length } })
  if (typeof maxLength === 'number' && length > maxLength)
    rules.push({ code: 'too-long', params: { maxLength, surplus: length - maxLength } })
  if (typeof pattern === 'string' && !matchesPattern(value, pattern)) rules.push(formatRule(schema, pattern))
  return rules
}

function formatRule(schema: JsonSchema, pattern: string): SchemaRule {
  if (isColorSchema(schema)) return { code: 'not-a-colour', params: {} }
  const example = exampleOf(schema)
  if (example !== null && matchesPattern(example, pattern)) return { code: 'wrong-format-example', params: { example } }
  return typeof schema.description === 'string'
    ? { code: 'wrong-format-description', params: { description: schema.description } }
    : { code: 'wrong-format-pattern', params: { pattern } }
}

function numberRules(value: number, schema: JsonSchema): readonly SchemaRule[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema
  const rules: SchemaRule[] = []
  if (typeof minimum === 'number' && value < minimum) rules.push({ code: 'below-minimum', params: { minimum } })
  if (typeof maximum === 'number' && value > maximum) rules.push({ code: 'above-maximum', params: { maximum } })
  if (typeof above === 'number' && value <= above) rules.push({ code: 'not-above', params: { above } })
  if (typeof below === 'number' && value >= below) rules.push({ code: 'not-below', params: { below } })
  if (typeof multipleOf === 'number' && multipleOf > 0 && !isMultipleOf(value, multipleOf))
    rules.push(multipleOf === 1 ? { code: 'not-whole', params: {} } : { code: 'not-a-multiple', params: { multipleOf } })
  return rules
}

function errorsOfArray(value: readonly unknown[], schema: JsonSchema, path: Path): readonly SchemaError[] {
  const { minItems, maxItems } = schema
  const rules: SchemaRule[] = []
  if (typeof minItems === 'number' && value.length < minItems) rules.push({ code: 'too-few-items', params: { minItems } })
  if (typeof maxItems === 'number' && value.length > maxItems) rules.push({ code: 'too-many-items', params: { maxItems } })
  if (schema['uniqueItems'] === true && hasRepeatedItem(value)) rules.push({ code: 'repeated-item', params: {} })
  return [
    ...rules.map((rule) => ({ path, rule })),
    ...value.flatMap((item, index) => schemaErrorsOf(item, itemSchema(schema, index), [...path, index]))
  ]
}

function errorsOfObject(value: { readonly [name: string]: unknown }, schema: JsonSchema, path: Path): readonly SchemaError[] {
  const unknown = (name: string): SchemaError => ({ path: [...path, name], rule: { code: 'unknown-property', params: {} } })
  return [
    ...requiredNames(schema).flatMap((name) =>
      Object.hasOwn(value, name) ? [] : [{ path, rule: { code: 'missing-property', params: { name } } } as const]
    ),
    ...propertiesOf(schema).flatMap(([name, property]) =>
      Object.hasOwn(value, name) ? schemaErrorsOf(value[name], property, [...path, name]) : []
    ),
    ...unlistedNames(value, schema).flatMap((name) =>
      schema.additionalProperties === false ? [unknown(name)] : schemaErrorsOf(value[name], schema.additionalProperties, [...path, name])
    ),
    ...missingDependentProperties(value, schema).map((params) => ({ path, rule: { code: 'missing-companion', params } }) as const),
    ...dependentSchemas(value, schema).flatMap((part) => schemaErrorsOf(value, part, path)),
    ...unevaluatedNames(value, schema).map(unknown)
  ]
}

function errorsOfCombination(value: unknown, schema: JsonSchema, path: Path): readonly SchemaError[] {
  return [
    ...(Array.isArray(schema.allOf) ? schema.allOf : []).flatMap((part) => schemaErrorsOf(value, part, path)),
    ...errorsOfVariants(value, schema.anyOf, false, path),
    ...errorsOfVariants(value, schema.oneOf, true, path)
  ]
}

function errorsOfVariants(value: unknown, variants: JsonSchema['anyOf'], isOnlyOne: boolean, path: Path): readonly SchemaError[] {
  if (!Array.isArray(variants) || variants.length === 0) return []
  const matching = variants.filter((variant) => matchesSchema(value, variant, path.length)).length
  if (matching > 1 && isOnlyOne) return [{ path, rule: { code: 'several-variants', params: {} } }]
  if (matching > 0) return []
  const judged = variants.map((variant) => schemaErrorsOf(value, variant, path))
  const [named, ...others] = variants.flatMap((variant, index) => (isNamedBy(value, variant) ? [judged[index] ?? []] : []))
  if (named !== undefined && others.length === 0) return named
  const closest = judged.toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)[0] ?? []
  return variants.length === 1 || depthOf(closest) > path.length ? closest : [{ path, rule: { code: 'no-variant', params: {} } }]
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

/** Returns the violated rule of a `not`. */
function exclusionRule(not: unknown): SchemaRule {
  const names = isRecord(not) && Array.isArray(not['required']) ? not['required'].filter((name) => typeof name === 'string') : []
  return names.length > 0 ? { code: 'excluded-properties', params: { names } } : { code: 'not-allowed', params: {} }
}

function depthOf(schemaErrors: readonly SchemaError[]): number {
  return Math.max(0, ...schemaErrors.map((schemaError) => schemaError.path.length))
}
