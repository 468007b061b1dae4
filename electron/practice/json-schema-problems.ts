import type { JsonSchema } from '../../shared/json-schema.ts'

/** A broken rule, in the form of `details` of spec section 7. `field` is empty when the whole value is meant. */
export type Detail = { readonly field: string; readonly message: string }

const words = new Set([
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'default',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'format',
  'x-media'
])

/** Every rule of `schema` that `value` breaks. Throws for a keyword that it does not know: a rule that is told must also be kept. */
export function jsonSchemaProblems(schema: JsonSchema, value: unknown, field = ''): Detail[] {
  for (const word of Object.keys(schema))
    if (!words.has(word)) throw new Error(`The schema of ${field} uses "${word}", which nobody checks.`)
  const is = (message: string): Detail[] => [{ field, message }]

  switch (schema.type) {
    case 'object':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return is('must be an object')
      return objectProblems(schema, value as Record<string, unknown>, field)
    case 'array': {
      if (!Array.isArray(value)) return is('must be a list')
      const { minItems = 0, maxItems = Infinity, items = {} } = schema
      if (value.length < minItems) return is(`needs at least ${minItems} items`)
      if (value.length > maxItems) return is(`takes at most ${maxItems} items`)
      return value.flatMap((item, index) => jsonSchemaProblems(items, item, `${field}[${index}]`))
    }
    case 'string':
      if (typeof value !== 'string') return is('must be text')
      return stringProblem(schema, value).flatMap(is)
    case 'integer':
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return is('must be a number')
      return numberProblem(schema, value).flatMap(is)
    case 'boolean':
      return typeof value === 'boolean' ? [] : is('must be true or false')
    default:
      throw new Error(`The schema of ${field} has a type that nobody checks: ${JSON.stringify(schema.type)}`)
  }
}

function objectProblems(schema: JsonSchema, value: Record<string, unknown>, field: string): Detail[] {
  const properties = schema.properties ?? {}
  const at = (name: string): string => (field === '' ? name : `${field}.${name}`)
  return [
    ...(schema.required ?? []).filter((name) => !(name in value)).map((name) => ({ field: at(name), message: 'is required' })),
    ...Object.entries(value).flatMap(([name, item]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (property !== undefined) return jsonSchemaProblems(property, item, at(name))
      return schema.additionalProperties === false ? [{ field: at(name), message: 'is not a field of this capability' }] : []
    })
  ]
}

function stringProblem(schema: JsonSchema, value: string): string[] {
  const { minLength = 0, maxLength = Infinity } = schema
  // JSON Schema counts characters, not UTF-16 units.
  const length = [...value].length
  if (length < minLength) return [minLength === 1 ? 'must not be empty' : `needs at least ${minLength} characters`]
  if (length > maxLength) return [`takes at most ${maxLength} characters, this has ${length}`]
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`must be one of ${schema.enum.join(', ')}`]
  if (schema.format === 'uri' && !isHttpUrl(value)) return ['must be an http or https URL']
  return []
}

function numberProblem(schema: JsonSchema, value: number): string[] {
  const { minimum = -Infinity, maximum = Infinity } = schema
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`must be one of ${schema.enum.join(', ')}`]
  const step = schema.type === 'integer' ? 1 : schema.multipleOf
  if (step !== undefined && !Number.isInteger(value / step))
    return [step === 1 ? 'must be a whole number' : `must be a multiple of ${step}`]
  if (value < minimum) return [`must be at least ${minimum}`]
  if (value > maximum) return [`must be at most ${maximum}`]
  return []
}

function isHttpUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}
