import type { Capability } from '../capability.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { MediaReference, Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { restFieldName } from './field.ts'
import { isEmptyValue } from './media-values.ts'
import { modeOf, valuesInMode } from './modes.ts'
import { allowsNull, defaultOf, isRecord, isRequiredIn, listedValues, propertiesOf, propertyOf, typesOf } from './schema-reading.ts'

/** JSON as it is sent. */
export type RequestBody = { readonly [name: string]: unknown }

/**
 * The body of a submission. Holds only what a person chose, as it was typed (texts are not trimmed), and whatever the contract
 * requires and has a default for. Empty values and fields of the other mode are left out; a number stands as text where the
 * contract lists texts (`imageNum`). Keys come in the order of the contract, unlisted ones after it by name, so that the same
 * values always give the same bytes.
 * `urlOf` gives the URL of an uploaded file; the parameter of its upload is `field`.
 */
export function requestBodyOf(
  capability: Capability,
  values: Values,
  urlOf: (reference: MediaReference, field: string, index: number | null) => string
): RequestBody {
  const schema = capability.inputSchema
  const inMode = valuesInMode(capability, values, modeOf(capability, values))
  const given = propertyOf(schema, restFieldName) === undefined ? withRestSpread(inMode) : inMode
  const names = propertiesOf(schema).map(([name]) => name)
  const known = new Set(names)
  const entries: [string, unknown][] = []
  for (const [name, property] of propertiesOf(schema)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value !== undefined && !isEmptyValue(value)) entries.push([name, sent(canonicalValue(value, property), name, urlOf)])
    else if (isRequiredIn(schema, name) && defaultOf(property) !== undefined) entries.push([name, defaultOf(property)])
    else if (isRequiredIn(schema, name) && allowsNull(property)) entries.push([name, null])
  }
  for (const name of Object.keys(given).toSorted()) {
    const value = given[name]
    if (!known.has(name) && value !== undefined && !isEmptyValue(value)) entries.push([name, sent(value, name, urlOf)])
  }
  return Object.fromEntries(entries)
}

/** The entries of the rest field beside the others; what a field of its own holds wins. */
function withRestSpread(values: Values): Values {
  const { [restFieldName]: rest, ...own } = values
  return isRecord(rest) && !isMediaReference(rest) ? { ...rest, ...own } : own
}

/** A number stands as text where the contract lists only texts: `imageNum` is "4", not 4 (spec section 2.5). */
export function canonicalValue(value: Value, schema: JsonSchema): Value {
  if (typeof value !== 'number') return value
  const types = typesOf(schema)
  const isListedText = types.length === 1 && types[0] === 'string' && (listedValues(schema)?.includes(String(value)) ?? false)
  return isListedText ? String(value) : value
}

function sent(value: Value, field: string, urlOf: (reference: MediaReference, field: string, index: number | null) => string): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => withUrls(item, field, index, urlOf)).filter((item) => !isEmptyValue(item as Value))
  return withUrls(value, field, null, urlOf)
}

function withUrls(
  value: Value,
  field: string,
  index: number | null,
  urlOf: (reference: MediaReference, field: string, index: number | null) => string
): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isMediaReference(value)) return urlOf(value, field, index)
  if (Array.isArray(value)) return value.map((item) => withUrls(item, field, index, urlOf))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withUrls(item, field, index, urlOf)]))
}
