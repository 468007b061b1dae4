import type { JsonSchema } from '../json-schema.ts'
import { listed, quoted } from './say.ts'
import { isRecord, jsonTypeOf, listedValues, propertiesOf, propertyOf } from './schema-reading.ts'
import { say, word } from '../words/say.ts'

/** Where a value does not fit its schema, and how. `message` starts with a verb form that a subject goes before: "needs …", "can't be …". */
export type Misfit = { readonly path: readonly (string | number)[]; readonly message: string }

/** Deeper than this nobody types; a contract that refers to itself ends here. */
const deepest = 32

/**
 * Judges JSON against a JSON Schema (2020-12 keywords that contracts use; unknown keywords are not judged). Lengths are counted in
 * Unicode code points, as JSON Schema says. A keyword with a value of the wrong kind is passed over: a broken contract must not lock a form.
 */
export function misfitsOf(
  value: unknown,
  schema: JsonSchema | boolean | undefined,
  path: readonly (string | number)[] = []
): readonly Misfit[] {
  if (schema === false) return [{ path, message: say('can’t be given here.') }]
  if (!isRecord(schema) || path.length > deepest) return []
  const typeMisfit = misfitOfType(value, schema)
  if (typeMisfit !== null) return [{ path, message: typeMisfit }]
  return [
    ...misfitsOfList(value, schema).map((message) => ({ path, message })),
    ...misfitsOfText(value, schema).map((message) => ({ path, message })),
    ...misfitsOfNumber(value, schema).map((message) => ({ path, message })),
    ...misfitsOfArray(value, schema, path),
    ...misfitsOfObject(value, schema, path),
    ...misfitsOfCombination(value, schema, path),
    ...misfitsOfCondition(value, schema, path)
  ]
}

const typeWords: { readonly [type: string]: string } = {
  string: 'text',
  number: 'a number',
  integer: word('a whole number'),
  boolean: word('true or false'),
  array: 'a list',
  object: word('an object'),
  null: 'null'
}

function misfitOfType(value: unknown, schema: JsonSchema): string | null {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type) => typeof type === 'string' && Object.hasOwn(typeWords, type)
  )
  if (types.length === 0 || (schema['nullable'] === true && value === null)) return null
  const is = jsonTypeOf(value)
  if (types.some((type) => type === is || (type === 'integer' && Number.isInteger(value)))) return null
  return say('needs {types}.', {
    types: listed(
      types.map((type) => (typeWords[type] === undefined ? type : say(typeWords[type]))),
      'or'
    )
  })
}

function misfitsOfList(value: unknown, schema: JsonSchema): readonly string[] {
  const isOneOf = (allowed: readonly unknown[]) => allowed.some((item) => isSameJson(item, value))
  if (Object.hasOwn(schema, 'const') && !isSameJson(schema.const, value))
    return [say('can only be {value}.', { value: quoted(schema.const) })]
  if (!Array.isArray(schema.enum) || schema.enum.length === 0 || isOneOf(schema.enum)) return []
  return [say('can’t be {value}. Choose {choices}.', { value: quoted(value), choices: choicesInWords(schema.enum) })]
}

/** The allowed values, or how many there are when the sentence would grow too long. */
export function choicesInWords(values: readonly unknown[]): string {
  return values.length > 8
    ? say('one of the {count, number} that are offered', { count: values.length })
    : listed(
        values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
        'or'
      )
}

function misfitsOfText(value: unknown, schema: JsonSchema): readonly string[] {
  if (typeof value !== 'string') return []
  const length = codePointsIn(value)
  const messages: string[] = []
  if (typeof schema.minLength === 'number' && length < schema.minLength) {
    messages.push(
      length === 0
        ? say('can’t be empty.')
        : say('is {missing, plural, one {# character} other {# characters}} short of {minLength, number}. Write a little more.', {
            missing: schema.minLength - length,
            minLength: schema.minLength
          })
    )
  }
  if (typeof schema.maxLength === 'number' && length > schema.maxLength) {
    messages.push(
      say('is {surplus, plural, one {# character} other {# characters}} over {maxLength, number}. Shorten it.', {
        surplus: length - schema.maxLength,
        maxLength: schema.maxLength
      })
    )
  }
  if (typeof schema.pattern === 'string' && !fitsPattern(value, schema.pattern)) {
    messages.push(say('doesn’t have the form that the service asks for: {pattern}.', { pattern: schema.pattern }))
  }
  return messages
}

function misfitsOfNumber(value: unknown, schema: JsonSchema): readonly string[] {
  if (typeof value !== 'number') return []
  const messages: string[] = []
  const above = schema['exclusiveMinimum']
  const below = schema['exclusiveMaximum']
  if (typeof schema.minimum === 'number' && value < schema.minimum)
    messages.push(say('can’t be below {minimum, number}.', { minimum: schema.minimum }))
  if (typeof schema.maximum === 'number' && value > schema.maximum)
    messages.push(say('can’t be above {maximum, number}.', { maximum: schema.maximum }))
  if (typeof above === 'number' && value <= above) messages.push(say('has to be above {above, number}.', { above }))
  if (typeof below === 'number' && value >= below) messages.push(say('has to be below {below, number}.', { below }))
  if (typeof schema.multipleOf === 'number' && schema.multipleOf > 0 && !isMultipleOf(value, schema.multipleOf)) {
    messages.push(
      schema.multipleOf === 1
        ? say('needs a whole number.')
        : say('has to be a multiple of {multipleOf, number}.', { multipleOf: schema.multipleOf })
    )
  }
  return messages
}

function misfitsOfArray(value: unknown, schema: JsonSchema, path: readonly (string | number)[]): readonly Misfit[] {
  if (!Array.isArray(value)) return []
  const misfits: Misfit[] = []
  if (typeof schema.minItems === 'number' && value.length < schema.minItems)
    misfits.push({ path, message: say('needs at least {minItems, plural, one {# item} other {# items}}.', { minItems: schema.minItems }) })
  if (typeof schema.maxItems === 'number' && value.length > schema.maxItems)
    misfits.push({ path, message: say('takes at most {maxItems, plural, one {# item} other {# items}}.', { maxItems: schema.maxItems }) })
  if (schema['uniqueItems'] === true && value.some((item, place) => value.slice(0, place).some((other) => isSameJson(item, other)))) {
    misfits.push({ path, message: say('can’t hold the same item twice.') })
  }
  const first = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : []
  return [
    ...misfits,
    ...value.flatMap((item, place) => misfitsOf(item, place < first.length ? first[place] : schema.items, [...path, place]))
  ]
}

function misfitsOfObject(value: unknown, schema: JsonSchema, path: readonly (string | number)[]): readonly Misfit[] {
  if (!isRecord(value)) return []
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ path, message: say('needs {name}.', { name: quoted(name) }) }))
  const listedOnes = propertiesOf(schema).flatMap(([name, property]) =>
    Object.hasOwn(value, name) ? misfitsOf(value[name], property, [...path, name]) : []
  )
  const patterns = isRecord(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : []
  const others = Object.keys(value).filter(
    (name) => propertyOf(schema, name) === undefined && !patterns.some((pattern) => fitsPattern(name, pattern))
  )
  const unlisted = others.flatMap((name) =>
    schema.additionalProperties === false
      ? [{ path: [...path, name], message: say('is not a field that the service knows. Take it out.') }]
      : misfitsOf(value[name], schema.additionalProperties, [...path, name])
  )
  return [...missing, ...listedOnes, ...unlisted, ...misfitsOfDependence(value, schema, path), ...misfitsOfUnevaluated(value, schema, path)]
}

/** Fields that others bring with them. */
function misfitsOfDependence(
  value: { readonly [name: string]: unknown },
  schema: JsonSchema,
  path: readonly (string | number)[]
): readonly Misfit[] {
  const names = isRecord(schema['dependentRequired']) ? Object.entries(schema['dependentRequired']) : []
  const parts = isRecord(schema['dependentSchemas']) ? Object.entries(schema['dependentSchemas']) : []
  return [
    ...names.flatMap(([name, others]) =>
      Object.hasOwn(value, name) && Array.isArray(others)
        ? others
            .filter((other) => typeof other === 'string' && !Object.hasOwn(value, other))
            .map((other) => ({ path, message: say('needs {other} beside {name}.', { other: quoted(other), name: quoted(name) }) }))
        : []
    ),
    ...parts.flatMap(([name, part]) => (Object.hasOwn(value, name) ? misfitsOf(value, part as JsonSchema, path) : []))
  ]
}

/** Names that no part of the schema which holds for this value knows. */
function misfitsOfUnevaluated(
  value: { readonly [name: string]: unknown },
  schema: JsonSchema,
  path: readonly (string | number)[]
): readonly Misfit[] {
  if (schema['unevaluatedProperties'] !== false) return []
  const known = new Set(knownNames(value, schema))
  return Object.keys(value)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: [...path, name], message: say('is not a field that the service knows. Take it out.') }))
}

function knownNames(value: { readonly [name: string]: unknown }, schema: JsonSchema, depth = 0): readonly string[] {
  if (depth > deepest) return []
  const fits = (part: unknown): boolean => misfitsOf(value, part as JsonSchema).length === 0
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

function misfitsOfCombination(value: unknown, schema: JsonSchema, path: readonly (string | number)[]): readonly Misfit[] {
  const misfits: Misfit[] = []
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) misfits.push(...misfitsOf(value, part, path))
  for (const [variants, isOnlyOne] of [[schema.anyOf, false] as const, [schema.oneOf, true] as const]) {
    if (!Array.isArray(variants) || variants.length === 0) continue
    const judged = variants.map((variant) => misfitsOf(value, variant, path))
    const fitting = judged.filter((found) => found.length === 0).length
    if (fitting === 1 || (fitting > 1 && !isOnlyOne)) continue
    if (fitting > 1) {
      misfits.push({ path, message: say('fits several of the forms that the service takes, and may fit only one.') })
      continue
    }
    const [named, ...others] = variants.flatMap((variant, index) => (isNamedBy(value, variant) ? [judged[index] ?? []] : []))
    if (named !== undefined && others.length === 0) {
      misfits.push(...named)
      continue
    }
    const closest = judged.toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)[0] ?? []
    misfits.push(
      ...(variants.length === 1 || depthOf(closest) > path.length
        ? closest
        : [{ path, message: say('fits none of the forms that the service takes.') }])
    )
  }
  return misfits
}

/** The value holds a constant by which a form is told from the others. */
function isNamedBy(value: unknown, variant: unknown): boolean {
  if (!isRecord(value) || !isRecord(variant)) return false
  const constants = propertiesOf(variant).flatMap(([name, property]) => {
    const [only, ...others] = listedValues(property) ?? []
    return others.length === 0 && only !== undefined ? [[name, only] as const] : []
  })
  return constants.length > 0 && constants.every(([name, only]) => isSameJson(value[name], only))
}

function misfitsOfCondition(value: unknown, schema: JsonSchema, path: readonly (string | number)[]): readonly Misfit[] {
  const not = schema['not']
  const refused = isRecord(not) || not === true ? misfitsOf(value, not).length === 0 : false
  const misfits: readonly Misfit[] = refused ? [{ path, message: refusalInWords(not) }] : []
  if (!Object.hasOwn(schema, 'if')) return misfits
  const branch = misfitsOf(value, schema['if'] as JsonSchema).length === 0 ? schema['then'] : schema['else']
  return [...misfits, ...misfitsOf(value, branch as JsonSchema | undefined, path)]
}

/** What must not be, in words. */
function refusalInWords(not: unknown): string {
  const names = isRecord(not) && Array.isArray(not['required']) ? not['required'].filter((name) => typeof name === 'string') : []
  return names.length > 0 ? say('can’t hold {names} here.', { names: listed(names.map(quoted), 'and') }) : say('can’t be given here.')
}

function depthOf(misfits: readonly Misfit[]): number {
  return Math.max(0, ...misfits.map((misfit) => misfit.path.length))
}

/** Length as JSON Schema counts it: Unicode code points, so that an emoji is one. */
function codePointsIn(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A pattern that is no regular expression here judges nothing. */
function fitsPattern(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

/** Multiples in decimal: 0.3 is a multiple of 0.1, whatever binary fractions say. */
function isMultipleOf(value: number, step: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}

/** The same JSON, whatever the order of its keys. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, place) => isSameJson(item, b[place]))
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
}
