import { capitalize } from './format-value.ts'
import type { JsonSchema } from '../json-schema.ts'

/**
 * Returns the types that a schema allows, except null: `['string', 'null']` gives `['string']`. If the schema doesn't name any types, they
 * are inferred from `enum`, `const` and structure.
 */
export function typesOf(schema: JsonSchema): readonly string[] {
  const named = typeof schema.type === 'string' ? [schema.type] : Array.isArray(schema.type) ? schema.type : []
  const types = named.filter((type): type is string => typeof type === 'string' && type !== 'null')
  if (types.length > 0) return types
  const listed = enumValues(schema)
  if (listed !== null) return [...new Set(listed.filter((value) => value !== null).map(jsonTypeOf))]
  if (isRecord(schema.properties)) return ['object']
  if (isRecord(schema.items)) return ['array']
  return []
}

/** True if null is one of the allowed values. */
export function allowsNull(schema: JsonSchema): boolean {
  if (schema.type === 'null' || (Array.isArray(schema.type) && schema.type.includes('null'))) return true
  if (enumValues(schema)?.includes(null) === true) return true
  return (
    schema.type === undefined &&
    [schema.anyOf, schema.oneOf].some((forms) => Array.isArray(forms) && forms.some((form) => isRecord(form) && allowsNull(form)))
  )
}

/** True if null is allowed and the schema has another default. An empty field isn't the same as null, because the default applies to it. */
export function hasDistinctNull(schema: JsonSchema): boolean {
  const standard = defaultOf(schema)
  return allowsNull(schema) && standard !== undefined && standard !== null
}

/** Returns the values of `enum`, or `const` as a list of one. Null if the schema lists none. */
export function enumValues(schema: JsonSchema): readonly unknown[] | null {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum
  if (Object.hasOwn(schema, 'const')) return [schema.const]
  return null
}

/** Returns the value that applies if the user doesn't choose one. This is `default`, otherwise `const`. Undefined if none exists. */
export function defaultOf(schema: JsonSchema): unknown {
  return schema.default !== undefined ? schema.default : schema.const
}

/** Returns the properties of an object schema, in contract order. */
export function propertiesOf(schema: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] {
  if (!isRecord(schema.properties)) return []
  return Object.entries(schema.properties).map(([name, property]) => [name, isRecord(property) ? property : {}])
}

/** Returns a property by name. Undefined if none exists. Safe for names such as `constructor`. */
export function ownPropertySchema(schema: JsonSchema, name: string): JsonSchema | undefined {
  if (!isRecord(schema.properties) || !Object.hasOwn(schema.properties, name)) return undefined
  const property = schema.properties[name]
  return isRecord(property) ? property : {}
}

export function isRequiredIn(schema: JsonSchema, name: string): boolean {
  return Array.isArray(schema.required) && schema.required.includes(name)
}

/** Returns the JSON Schema name of a value's type. Whole numbers are `number`, not `integer`. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Formats a value from a contract. Objects become JSON, because their `toString` may not be a function. */
export function stringifyValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Formats a property name as words: `referenceFaceImageUrl` becomes "Reference face image". */
export function humanizeName(name: string): string {
  const words = name
    .replace(/(?<=[a-z0-9])(?:_?(?:url|uri)s?|Ur[li]s?|UR[LI]s?)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words === '' ? name : capitalize(words)
}

/** True for a colour: by its format, or by a pattern that matches colours but not words. */
export function isColorSchema({ format, pattern }: JsonSchema): boolean {
  if (format === 'color' || format === 'colour') return true
  if (typeof pattern !== 'string') return false
  try {
    const fits = new RegExp(pattern, 'u')
    return fits.test('#c8a58a') && fits.test('#000000') && !fits.test('#c8a58') && !fits.test('c8a58a') && !fits.test('#vase00')
  } catch {
    return false
  }
}

/** Returns the example text from the contract. Null if the contract doesn't give one. */
export function exampleOf(schema: JsonSchema): string | null {
  const examples: unknown = schema['examples']
  const [first] = Array.isArray(examples) ? (examples as readonly unknown[]) : [schema['example']]
  return typeof first === 'string' && first.trim() !== '' ? first : null
}

/** True if both are the same JSON, regardless of key order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, place) => isSameJson(item, b[place]))
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
}
