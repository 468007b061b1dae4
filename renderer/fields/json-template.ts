import { isRecord, propertiesOf, typesOf } from '../../shared/form/fields/schema-reading.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import type { Value } from '../../shared/form/values.ts'

const deepest = 6

/**
 * Returns a template value for a schema: its example, default, constant or first choice. If the schema has none of these, returns an empty
 * value of its type. Objects get their required properties, or all properties if none is required. Undefined if the schema has no known
 * type or is nested too deeply.
 */
export function jsonTemplate(schema: JsonSchema, depth = 0): Value | undefined {
  if (depth > deepest) return undefined
  const examples: unknown = schema['examples']
  const given: readonly unknown[] = [Array.isArray(examples) ? examples[0] : schema['example'], schema.default, schema.const]
  const told = given.find((value) => value !== undefined)
  if (told !== undefined) return told as Value
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== null) as Value | undefined
  const form = [...(Array.isArray(schema.oneOf) ? schema.oneOf : []), ...(Array.isArray(schema.anyOf) ? schema.anyOf : [])].find(isRecord)
  const [type] = typesOf(schema)
  switch (type) {
    case 'object':
      return objectSkeleton(schema, depth)
    case 'array': {
      const item = isRecord(schema.items) ? jsonTemplate(schema.items, depth + 1) : undefined
      const count = Math.min(4, Math.max(1, typeof schema.minItems === 'number' ? schema.minItems : 1))
      return item === undefined ? [] : Array.from({ length: count }, () => item)
    }
    case 'string':
      return ''
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 0
    case 'boolean':
      return false
    default:
      return form === undefined ? undefined : jsonTemplate(form, depth + 1)
  }
}

function objectSkeleton(schema: JsonSchema, depth: number): Value {
  const required = Array.isArray(schema.required) ? schema.required : []
  const all = propertiesOf(schema)
  const asked = all.filter(([name]) => required.includes(name))
  return Object.fromEntries(
    (asked.length > 0 ? asked : all).flatMap(([name, property]) => {
      const value = jsonTemplate(property, depth + 1)
      return value === undefined ? [] : [[name, value] as const]
    })
  )
}
