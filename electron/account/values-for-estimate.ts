import type { Capability } from '../../shared/capability.ts'
import { requestBodyOf } from '../../shared/fields.ts'
import { inForce } from '../../shared/fields/schema-in-force.ts'
import { isRecord, listedValues, propertyOf } from '../../shared/fields/schema-reading.ts'
import { standInUrl } from '../../shared/fields/stand-ins.ts'
import type { JsonSchema } from '../../shared/json-schema.ts'
import type { Values } from '../../shared/values.ts'

/**
 * What the service is told to estimate: the body as it would be sent, but for what a price does not need and nobody has sent yet. Files and
 * addresses become a stand-in, so that they count; what a person wrote becomes as many letters. Choices, numbers and switches stay.
 */
export function valuesForEstimate(capability: Capability, values: Values): { readonly [name: string]: unknown } {
  const body = requestBodyOf(capability, values, () => standInUrl)
  return plainObject(capability.inputSchema, body)
}

function plainObject(schema: JsonSchema, body: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  const flat = inForce(schema, body as Values).schema
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, plainValue(propertyOf(flat, name) ?? {}, value)]))
}

function plainValue(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') return plainText(schema, value)
  if (Array.isArray(value)) return value.map((item: unknown) => plainValue(isRecord(schema.items) ? schema.items : {}, item))
  return isRecord(value) ? plainObject(schema, value) : value
}

function plainText(schema: JsonSchema, text: string): string {
  const isChoice = listedValues(schema)?.includes(text) === true || typeof schema.pattern === 'string'
  // `1024*768`, `16:9`, `5 s`: figures that are written as text.
  const isFigure = /^\d[\d.,:x*×/ -]{0,20}[a-z%]{0,3}$/i.test(text)
  if (isChoice || isFigure) return text
  return /^[a-z][a-z\d+.-]*:\S*$/i.test(text) ? standInUrl : 'x'.repeat([...text].length)
}
