import type { Capability } from '../capability.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { MediaReference, Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { canonicalValue } from './canonical-value.ts'
import type { Field } from './field.ts'
import { restFieldName } from './field.ts'
import { fieldOf } from './field-of.ts'
import { isEmptyValue } from './media-values.ts'
import { modeOf, valuesInMode } from './modes.ts'
import { allowsNull, defaultOf, isRecord, isRequiredIn, propertiesOf, propertyOf, takesNull } from './schema-reading.ts'
import { inForce } from './schema-in-force.ts'

/** JSON as it is sent. */
export type RequestBody = { readonly [name: string]: unknown }

/**
 * The body of a submission. Holds only what a person chose, as it was typed (texts are not trimmed), and whatever the contract
 * requires and has a default for. Empty values and fields of the other mode are left out; a number stands as text where the
 * contract lists texts (`imageNum`). Keys come in the order of the contract, unlisted ones after it by name, so that the same
 * values always give the same bytes.
 * `urlOf` gives the URL of an uploaded file; the parameter of its upload is `field`.
 */
export function requestBodyOf(capability: Capability, values: Values, urlOf: UrlOf): RequestBody {
  const mode = modeOf(capability, values)
  const { schema, values: inMode } = inForce(capability.inputSchema, valuesInMode(capability, values, mode), mode?.variant ?? null)
  return bodyOf(schema, inMode, null, urlOf)
}

/** What is sent of a body: itself, unless the contract asks for no object (`x-whole-body`); then what its only field holds. */
export function sentBodyOf({ inputSchema }: Capability, body: RequestBody): unknown {
  const whole = inputSchema['x-whole-body']
  return whole === undefined ? body : (body[whole] ?? null)
}

type UrlOf = (reference: MediaReference, field: string, index: number | null) => string
/** The property of the body that something inside a group or a list belongs to, and its place there: what its upload is for. */
type Outer = { readonly field: string; readonly index: number | null }

function bodyOf(schema: JsonSchema, values: Values, outer: Outer | null, urlOf: UrlOf): RequestBody {
  const given = propertyOf(schema, restFieldName) === undefined ? withRestSpread(values) : values
  const names = propertiesOf(schema).map(([name]) => name)
  const known = new Set(names)
  const entries: [string, unknown][] = []
  for (const [name, property] of propertiesOf(schema)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    const filled = value === undefined ? undefined : filledIn(fieldOf(name, property, schema), value, property, outer, urlOf)
    if (filled !== undefined) entries.push([name, filled])
    else if (value === null && takesNull(property)) entries.push([name, null])
    else if (isRequiredIn(schema, name) && defaultOf(property) !== undefined) entries.push([name, defaultOf(property)])
    else if (isRequiredIn(schema, name) && allowsNull(property)) entries.push([name, null])
  }
  for (const name of Object.keys(given).toSorted()) {
    const value = given[name]
    if (!known.has(name) && value !== undefined && !isEmptyValue(value)) entries.push([name, sent(value, name, outer, urlOf)])
  }
  return Object.fromEntries(entries)
}

/** What a field sends; undefined: nothing, since nothing is filled in. */
function filledIn(field: Field, value: Value, schema: JsonSchema, outer: Outer | null, urlOf: UrlOf): unknown {
  if (field.kind === 'group' && isRecord(value) && !isMediaReference(value)) {
    const inner = inForce(field.schema, value)
    const body = bodyOf(inner.schema, inner.values, outer ?? { field: field.name, index: null }, urlOf)
    return Object.keys(body).length === 0 && !field.isRequired ? undefined : body
  }
  if (field.kind === 'list' && Array.isArray(value)) {
    const items = value.flatMap((item, index) => {
      const place = outer ?? { field: field.name, index }
      const filled = filledIn(fieldOf('item', field.item, {}), item, field.item, place, urlOf)
      return filled === undefined ? [] : [filled]
    })
    return items.length === 0 ? undefined : items
  }
  // What stands in a JSON box was written so, empty lists and nulls in it included.
  if (field.kind === 'json' && typeof value === 'object' && value !== null)
    return withUrls(value, outer ?? { field: field.name, index: null }, urlOf)
  return isEmptyValue(value) ? undefined : sent(canonicalValue(value, schema), field.name, outer, urlOf)
}

/** The entries of the rest field beside the others; what a field of its own holds wins. */
function withRestSpread(values: Values): Values {
  const { [restFieldName]: rest, ...own } = values
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
