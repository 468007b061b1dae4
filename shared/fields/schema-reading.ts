import type { JsonSchema } from '../json-schema.ts'

/** Types a schema allows, null aside: `['string', 'null']` reads as `['string']`. Where it names none, enum, const and structure tell. */
export function typesOf(schema: JsonSchema): readonly string[] {
  const named = typeof schema.type === 'string' ? [schema.type] : Array.isArray(schema.type) ? schema.type : []
  const types = named.filter((type): type is string => typeof type === 'string' && type !== 'null')
  if (types.length > 0) return types
  const listed = listedValues(schema)
  if (listed !== null) return [...new Set(listed.filter((value) => value !== null).map(jsonTypeOf))]
  if (isRecord(schema.properties)) return ['object']
  if (isRecord(schema.items)) return ['array']
  return []
}

/** True when null is one of the allowed values. */
export function allowsNull(schema: JsonSchema): boolean {
  if (schema.type === 'null' || (Array.isArray(schema.type) && schema.type.includes('null'))) return true
  if (listedValues(schema)?.includes(null) === true) return true
  return (
    schema.type === undefined &&
    [schema.anyOf, schema.oneOf].some((forms) => Array.isArray(forms) && forms.some((form) => isRecord(form) && allowsNull(form)))
  )
}

/** Null says something else than nothing: where nothing is given, another default stands in. */
export function takesNull(schema: JsonSchema): boolean {
  const standard = defaultOf(schema)
  return allowsNull(schema) && standard !== undefined && standard !== null
}

/** The values of `enum`, or of `const` as a list of one; null when the schema lists none. */
export function listedValues(schema: JsonSchema): readonly unknown[] | null {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum
  if (Object.hasOwn(schema, 'const')) return [schema.const]
  return null
}

/** What stands in when nothing is chosen: `default`, or the only value there is. Undefined when nothing does. */
export function defaultOf(schema: JsonSchema): unknown {
  return schema.default !== undefined ? schema.default : schema.const
}

/** Properties of an object schema, in the order of the contract. */
export function propertiesOf(schema: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] {
  if (!isRecord(schema.properties)) return []
  return Object.entries(schema.properties).map(([name, property]) => [name, isRecord(property) ? property : {}])
}

/** A property by its name; undefined when there is none. Safe for names such as `constructor`. */
export function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  if (!isRecord(schema.properties) || !Object.hasOwn(schema.properties, name)) return undefined
  const property = schema.properties[name]
  return isRecord(property) ? property : {}
}

export function isRequiredIn(schema: JsonSchema, name: string): boolean {
  return Array.isArray(schema.required) && schema.required.includes(name)
}

/** The JSON Schema name of a value's type. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value of a contract as a word; what is an object as JSON, since one that came as JSON may hold a `toString` that is no function. */
export function wordOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** A property name as words: `referenceFaceImageUrl` reads "Reference face image". */
export function wordsOfName(name: string): string {
  const words = name
    .replace(/(?<=[a-z0-9])(?:_?(?:url|uri)s?|Ur[li]s?|UR[LI]s?)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
