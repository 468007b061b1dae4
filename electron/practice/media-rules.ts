import type { JsonSchema, MediaRule } from '../../shared/form/json-schema.ts'

/** A media URL in a body: its field, and the rule for its media. */
export type MediaUrlInBody = { readonly field: string; readonly url: string; readonly rule: MediaRule }

/** Returns every media URL in a validated body, at any depth. */
export function findMediaUrls(schema: JsonSchema, value: unknown, field = ''): readonly MediaUrlInBody[] {
  const rule = schema['x-media']
  if (rule !== undefined && typeof value === 'string') return [{ field, url: value, rule }]
  const own = placesWithin(schema, value, field)
  const places = [...own, ...partsOf(schema).flatMap((part) => findMediaUrls(part, value, field))]
  return places.filter((place, index) => places.findIndex((other) => other.field === place.field) === index)
}

function placesWithin(schema: JsonSchema, value: unknown, field: string): readonly MediaUrlInBody[] {
  const { items, properties = {} } = schema
  if (Array.isArray(value))
    return items === undefined ? [] : value.flatMap((item, index) => findMediaUrls(items, item, `${field}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return property === undefined ? [] : findMediaUrls(property, item, field === '' ? name : `${field}.${name}`)
  })
}

/** Returns the media rules of a body field, including nested rules. Empty if the field doesn't accept media. */
export function fieldMediaRules(schema: JsonSchema, field: string): readonly MediaRule[] {
  const own = Object.hasOwn(schema.properties ?? {}, field) ? schema.properties?.[field] : undefined
  return [...(own === undefined ? [] : rulesIn(own)), ...partsOf(schema).flatMap((part) => fieldMediaRules(part, field))]
}

function rulesIn(schema: JsonSchema): readonly MediaRule[] {
  const rule = schema['x-media']
  return [
    ...(rule === undefined ? [] : [rule]),
    ...(schema.items === undefined ? [] : rulesIn(schema.items)),
    ...Object.values(schema.properties ?? {}).flatMap(rulesIn),
    ...partsOf(schema).flatMap(rulesIn)
  ]
}

function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { then, else: otherwise } = schema as { readonly [word: string]: JsonSchema | undefined }
  return [
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
    ...[then, otherwise].filter((part) => part !== undefined)
  ]
}

/** Returns the names of all body fields, in contract order. */
export function bodyFieldNames(schema: JsonSchema): readonly string[] {
  return [...new Set([...Object.keys(schema.properties ?? {}), ...partsOf(schema).flatMap(bodyFieldNames)])]
}
