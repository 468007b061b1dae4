import type { JsonSchema } from '../json-schema.ts'
import type { Value } from '../values.ts'
import { enumValues, typesOf } from './schema-reading.ts'

/**
 * Converts a number to text if the contract lists only texts. `imageNum` 4 becomes "4" (spec section 2.5). Returns any other value
 * unchanged.
 */
export function canonicalValue(value: Value, schema: JsonSchema): Value {
  if (typeof value !== 'number') return value
  const types = typesOf(schema)
  const isListedText = types.length === 1 && types[0] === 'string' && (enumValues(schema)?.includes(String(value)) ?? false)
  return isListedText ? String(value) : value
}
