import type { Capability } from '../capability.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { MediaReference, Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { canonicalValue } from './canonical-value.ts'
import type { Field } from './field.ts'
import { unlistedPropertiesFieldName } from './field.ts'
import { createField } from './create-field.ts'
import { isEmptyValue } from './media-values.ts'
import { modeOf, valuesInMode } from './modes.ts'
import { allowsNull, defaultOf, isRecord, isRequiredIn, propertiesOf, ownPropertySchema, hasDistinctNull } from './schema-reading.ts'
import { resolveConditions } from './resolve-schema.ts'

/** A JSON object as Kiln sends it to the service. */
export type RequestBody = { readonly [name: string]: unknown }

/**
 * Returns the body of a submission. The body has only what the user chose, as typed, and required values with a default. Texts aren't
 * trimmed. Empty values and fields of other modes are omitted. A number becomes text if the contract lists texts (`imageNum`). Keys are in
 * contract order, followed by unlisted keys in name order. The same values therefore always give the same bytes. `urlOf` returns the URL of
 * an uploaded file. Its `field` is the property that the file was uploaded for.
 */
export function requestBodyOf(capability: Capability, values: Values, urlOf: UrlOf): RequestBody {
  const mode = modeOf(capability, values)
  const { schema, values: inMode } = resolveConditions(
    capability.inputSchema,
    valuesInMode(capability, values, mode),
    mode?.variant ?? null
  )
  return bodyOf(schema, inMode, null, urlOf)
}

/**
 * Returns the JSON to send. Usually this is the body itself. If the contract doesn't expect an object (`x-whole-body`), it is the value of
 * the body's only field.
 */
export function unwrapRequestBody({ inputSchema }: Capability, body: RequestBody): unknown {
  const whole = inputSchema['x-whole-body']
  return whole === undefined ? body : (body[whole] ?? null)
}

type UrlOf = (reference: MediaReference, field: string, index: number | null) => string
/** The body property that contains a nested value, and the value's position there. Uploads are made for that property. */
type Outer = { readonly field: string; readonly index: number | null }

function bodyOf(schema: JsonSchema, values: Values, outer: Outer | null, urlOf: UrlOf): RequestBody {
  const given = ownPropertySchema(schema, unlistedPropertiesFieldName) === undefined ? withRestSpread(values) : values
  const names = propertiesOf(schema).map(([name]) => name)
  const known = new Set(names)
  const entries: [string, unknown][] = []
  for (const [name, property] of propertiesOf(schema)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    const filled = value === undefined ? undefined : filledIn(createField(name, property, schema), value, property, outer, urlOf)
    if (filled !== undefined) entries.push([name, filled])
    else if (value === null && hasDistinctNull(property)) entries.push([name, null])
    else if (isRequiredIn(schema, name) && defaultOf(property) !== undefined) entries.push([name, defaultOf(property)])
    else if (isRequiredIn(schema, name) && allowsNull(property)) entries.push([name, null])
  }
  for (const name of Object.keys(given).toSorted()) {
    const value = given[name]
    if (!known.has(name) && value !== undefined && !isEmptyValue(value)) entries.push([name, sent(value, name, outer, urlOf)])
  }
  return Object.fromEntries(entries)
}

/** Returns the value to send for a field. Undefined if the field is empty. */
function filledIn(field: Field, value: Value, schema: JsonSchema, outer: Outer | null, urlOf: UrlOf): unknown {
  if (field.kind === 'group' && isRecord(value) && !isMediaReference(value)) {
    const inner = resolveConditions(field.schema, value)
    const body = bodyOf(inner.schema, inner.values, outer ?? { field: field.name, index: null }, urlOf)
    return Object.keys(body).length === 0 && !field.isRequired ? undefined : body
  }
  if (field.kind === 'list' && Array.isArray(value)) {
    const items = value.flatMap((item, index) => {
      const place = outer ?? { field: field.name, index }
      const filled = filledIn(createField('item', field.item, {}), item, field.item, place, urlOf)
      return filled === undefined ? [] : [filled]
    })
    return items.length === 0 ? undefined : items
  }
  // JSON fields are sent as written, including empty lists and nulls.
  if (field.kind === 'json' && typeof value === 'object' && value !== null)
    return withUrls(value, outer ?? { field: field.name, index: null }, urlOf)
  return isEmptyValue(value) ? undefined : sent(canonicalValue(value, schema), field.name, outer, urlOf)
}

/** Merges the rest field's entries with the other fields. The other fields take precedence. */
function withRestSpread(values: Values): Values {
  const { [unlistedPropertiesFieldName]: rest, ...own } = values
  return isRecord(rest) && !isMediaReference(rest) ? { ...rest, ...own } : own
}

function sent(value: Value, name: string, outer: Outer | null, urlOf: UrlOf): unknown {
  if (!Array.isArray(value)) return withUrls(value, outer ?? { field: name, index: null }, urlOf)
  return value.map((item, index) => withUrls(item, outer ?? { field: name, index }, urlOf)).filter((item) => !isEmptyValue(item as Value))
}

function withUrls(value: Value, outer: Outer, urlOf: UrlOf): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isMediaReference(value)) return urlOf(value, outer.field, outer.index)
  if (Array.isArray(value)) return value.map((item) => withUrls(item, outer, urlOf))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withUrls(item, outer, urlOf)]))
}
