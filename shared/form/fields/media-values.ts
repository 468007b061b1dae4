import type { MediaReference, Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { unlistedPropertiesFieldName } from './field.ts'

/** A reference in the values. `field` is its property. `index` is its position if the property is a list, otherwise null. */
export type PlacedReference = { readonly field: string; readonly index: number | null; readonly reference: MediaReference }

/**
 * Returns the reference of every file, item and draft in the values, at any depth. `field` is the top-level property that contains the
 * reference. Properties in the rest field's JSON count as top-level properties. `index` is the position in that property's list.
 */
export function mediaReferencesIn(values: Values): readonly PlacedReference[] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (field === unlistedPropertiesFieldName && isObject(value) && !isMediaReference(value)) return mediaReferencesIn(value)
    const places: readonly (readonly [index: number | null, value: Value])[] = Array.isArray(value) ? [...value.entries()] : [[null, value]]
    return places.flatMap(([index, item]) => referencesWithin(item).map((reference) => ({ field, index, reference })))
  })
}

function referencesWithin(value: Value | undefined): readonly MediaReference[] {
  if (isMediaReference(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(referencesWithin)
  return isObject(value) ? Object.values(value).flatMap(referencesWithin) : []
}

function isObject(value: Value | undefined): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True if nothing is filled in: undefined, null, an empty list or only whitespace. Such values are never sent. */
export function isEmptyValue(value: Value | undefined): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.every(isEmptyValue)
}

/** True if nothing is filled in at any depth. Such groups and items aren't sent. */
export function isDeepEmpty(value: Value | undefined): boolean {
  if (value === undefined || isEmptyValue(value)) return true
  return isObject(value) && !isMediaReference(value) && Object.values(value).every(isDeepEmpty)
}
