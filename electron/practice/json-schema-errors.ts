import type { JsonSchema } from '../../shared/form/json-schema.ts'

/** A validation error, as in `details` of spec section 7. `field` is empty if the error concerns the whole value. */
export type ValidationDetail = { readonly field: string; readonly message: string }
type Fields = { readonly [name: string]: unknown }

const words = new Set([
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'default',
  'deprecated',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'format',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired'
])

/** Returns every rule of `schema` that `value` violates. Throws for an unknown keyword, because every published rule must be enforced. */
export function jsonSchemaErrors(schema: JsonSchema, value: unknown, field = ''): ValidationDetail[] {
  if (
    schema.type === undefined &&
    schema.oneOf === undefined &&
    schema.anyOf === undefined &&
    schema.const === undefined &&
    schema.not === undefined
  )
    throw new Error(`The schema of ${field} has an unsupported type: ${JSON.stringify(schema.type)}`)
  return problemsOf(schema, value, field)
}

/** Like `jsonSchemaErrors`, for subschemas that may omit the type. */
function problemsOf(schema: JsonSchema, value: unknown, field: string): ValidationDetail[] {
  for (const word of Object.keys(schema))
    if (!words.has(word) && !word.startsWith('x-')) throw new Error(`The schema of ${field} uses "${word}", which isn’t supported.`)
  const is = (message: string): ValidationDetail[] => [{ field, message }]
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type
  const schemaError = typeProblem(types, value, field)
  if (schemaError !== null) return is(schemaError)
  if (schema.enum !== undefined && !schema.enum.some((one) => one === value)) return is(`must be one of ${schema.enum.join(', ')}`)
  if (schema.const !== undefined && schema.const !== value) return is(`must be ${JSON.stringify(schema.const)}`)
  return [
    ...ownProblems(schema, value, field),
    ...(schema.allOf ?? []).flatMap((part) => problemsOf(part, value, field)),
    ...choiceProblems(schema, value, field),
    ...conditionProblems(schema, value, field)
  ]
}

function typeProblem(types: readonly string[], value: unknown, field: string): string | null {
  if (types.length === 0) return null
  const fits = types.some((type) => {
    switch (type) {
      case 'object':
        return isFields(value)
      case 'array':
        return Array.isArray(value)
      case 'string':
      case 'boolean':
        return typeof value === type
      case 'integer':
        return typeof value === 'number' && Number.isInteger(value)
      case 'number':
        return typeof value === 'number' && Number.isFinite(value)
      case 'null':
        return value === null
      default:
        throw new Error(`The schema of ${field} has an unsupported type: ${JSON.stringify(type)}`)
    }
  })
  if (fits) return null
  if (types.includes('integer') && typeof value === 'number') return 'must be a whole number'
  return `must be ${types.map((type) => typeText[type]).join(' or ')}`
}

const typeText: { readonly [type: string]: string } = {
  object: 'a JSON object',
  array: 'a list',
  string: 'text',
  boolean: 'true or false',
  integer: 'a number',
  number: 'a number',
  null: 'null'
}

function ownProblems(schema: JsonSchema, value: unknown, field: string): ValidationDetail[] {
  const is = (message: string): ValidationDetail => ({ field, message })
  if (isFields(value)) return objectProblems(schema, value, field)
  if (typeof value === 'string') return stringProblem(schema, value).map(is)
  if (typeof value === 'number') return numberProblem(schema, value).map(is)
  if (!Array.isArray(value)) return []
  const { minItems = 0, maxItems = Infinity, items } = schema
  if (value.length < minItems) return [is(`must have at least ${minItems} items`)]
  if (value.length > maxItems) return [is(`must have at most ${maxItems} items`)]
  const texts = value.map((item) => JSON.stringify(item))
  if (schema['uniqueItems'] === true && new Set(texts).size < texts.length) return [is('must not have duplicate items')]
  return items === undefined ? [] : value.flatMap((item, index) => jsonSchemaErrors(items, item, `${field}[${index}]`))
}

function objectProblems(schema: JsonSchema, value: Fields, field: string): ValidationDetail[] {
  const properties = schema.properties ?? {}
  const needed = (names: readonly string[]): ValidationDetail[] =>
    names.filter((name) => !Object.hasOwn(value, name)).map((name) => ({ field: within(field, name), message: 'is required' }))
  const dependent = (schema['dependentRequired'] ?? {}) as { readonly [name: string]: readonly string[] }
  return [
    ...needed(schema.required ?? []),
    ...Object.entries(dependent).flatMap(([name, names]) => (Object.hasOwn(value, name) ? needed(names) : [])),
    ...Object.entries(value).flatMap(([name, item]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (property !== undefined) return problemsOf(property, item, within(field, name))
      return schema.additionalProperties === false ? [{ field: within(field, name), message: 'is not a known field' }] : []
    })
  ]
}

/**
 * Returns the problems with `oneOf` and `anyOf`. If a constant property distinguishes the variants, returns the problems of the value's own
 * variant. Otherwise, returns the problems of the variant with the fewest problems.
 */
function choiceProblems(schema: JsonSchema, value: unknown, field: string): ValidationDetail[] {
  return [schema.oneOf, schema.anyOf].flatMap((variants, place) => {
    if (variants === undefined) return []
    const judged = variants.map((variant) => problemsOf(variant, value, field))
    const fitting = judged.filter((problems) => problems.length === 0).length
    if (fitting > 1 && place === 0) return [{ field, message: 'matches more than one variant' }]
    if (fitting > 0) return []
    const by = constantOf(variants)
    if (by === null || !isFields(value)) return judged.toSorted((one, other) => one.length - other.length)[0] ?? []
    const meant = variants.findIndex((variant) => variant.properties?.[by]?.const === value[by])
    const choices = variants.map((variant) => String(variant.properties?.[by]?.const))
    return judged[meant] ?? [{ field: within(field, by), message: `must be one of ${choices.join(', ')}` }]
  })
}

/** Returns the property whose constant distinguishes the variants. Null if none exists. */
function constantOf(variants: readonly JsonSchema[]): string | null {
  const names = Object.keys(variants[0]?.properties ?? {})
  return names.find((name) => variants.every((variant) => variant.properties?.[name]?.const !== undefined)) ?? null
}

function conditionProblems(schema: JsonSchema, value: unknown, field: string): ValidationDetail[] {
  const { not, if: condition, then, else: otherwise } = schema as { readonly [word: string]: JsonSchema | undefined }
  const refused = not !== undefined && problemsOf(not, value, field).length === 0
  const problems: ValidationDetail[] = refused ? [{ field: within(field, not.required?.[0] ?? ''), message: 'is not allowed here' }] : []
  if (condition === undefined) return problems
  const branch = problemsOf(condition, value, field).length === 0 ? then : otherwise
  return branch === undefined ? problems : [...problems, ...problemsOf(branch, value, field)]
}

function stringProblem(schema: JsonSchema, value: string): string[] {
  const { minLength = 0, maxLength = Infinity, pattern } = schema
  // JSON Schema counts characters, not UTF-16 code units.
  const length = [...value].length
  if (length < minLength) return [minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`]
  if (length > maxLength) return [`must have at most ${maxLength} characters but has ${length}`]
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return [`must match the pattern ${pattern}`]
  if (schema.format === 'uri' && !isHttpUrl(value)) return ['must be an http or https URL']
  return []
}

function numberProblem(schema: JsonSchema, value: number): string[] {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = schema
  const above = (schema['exclusiveMinimum'] as number | undefined) ?? -Infinity
  const below = (schema['exclusiveMaximum'] as number | undefined) ?? Infinity
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    return [multipleOf === 1 ? 'must be a whole number' : `must be a multiple of ${multipleOf}`]
  if (value < minimum) return [`must be at least ${minimum}`]
  if (value > maximum) return [`must be at most ${maximum}`]
  if (value <= above) return [`must be more than ${above}`]
  if (value >= below) return [`must be less than ${below}`]
  return []
}

/** True if `value` is a multiple of `step`. Tolerates floating-point errors, so that 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const parts = value / step
  return Math.abs(parts - Math.round(parts)) <= 1e-9 * Math.max(1, Math.abs(parts))
}

function within(field: string, name: string): string {
  return field === '' || name === '' ? field + name : `${field}.${name}`
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isHttpUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}
