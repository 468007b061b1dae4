import type { Capability } from '../../shared/form/capability.ts'
import { requestBodyOf } from '../../shared/form/fields.ts'
import { resolveConditions } from '../../shared/form/fields/resolve-schema.ts'
import { isRecord, enumValues, ownPropertySchema } from '../../shared/form/fields/schema-reading.ts'
import { placeholderUrl } from '../../shared/form/fields/placeholder-urls.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import type { Values } from '../../shared/form/values.ts'

/**
 * Returns the request body for an estimate, without the user's content. Files and URLs become placeholders, because a price may depend on
 * their number. Free text becomes filler of the same length. Choices, numbers, booleans and texts with a required pattern are kept.
 */
export function estimateRequestBody(capability: Capability, values: Values): { readonly [name: string]: unknown } {
  const body = requestBodyOf(capability, values, () => placeholderUrl)
  return plainObject(capability.inputSchema, body)
}

function plainObject(schema: JsonSchema, body: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  const flat = resolveConditions(schema, body as Values).schema
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, plainValue(ownPropertySchema(flat, name) ?? {}, value)]))
}

function plainValue(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') return plainText(schema, value)
  if (Array.isArray(value)) return value.map((item: unknown) => plainValue(isRecord(schema.items) ? schema.items : {}, item))
  return isRecord(value) ? plainObject(schema, value) : value
}

function plainText(schema: JsonSchema, text: string): string {
  const isChoice = enumValues(schema)?.includes(text) === true || typeof schema.pattern === 'string'
  // True for numbers written as text, such as `1024*768`, `16:9` or `5 s`.
  const isFigure = /^\d[\d.,:x*×/ -]{0,20}[a-z%]{0,3}$/i.test(text)
  if (isChoice || isFigure) return text
  return /^[a-z][a-z\d+.-]*:\S*$/i.test(text) ? placeholderUrl : 'x'.repeat([...text].length)
}
