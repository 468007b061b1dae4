import type { MediaReference, Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'
import { restFieldName } from './field.ts'

/** A reference among the values, and where it stands: the property, and its place when that is a list. */
export type PlacedReference = { readonly field: string; readonly index: number | null; readonly reference: MediaReference }

/**
 * Every file, item and draft among the values, wherever it stands. `field` is the property whose upload it is, also inside the JSON of
 * the rest field; `index` is the place in that property's list.
 */
export function referencesIn(values: Values): readonly PlacedReference[] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (field === restFieldName && isObject(value) && !isMediaReference(value)) return referencesIn(value)
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

/** Nothing filled in: absent, null, an empty list, or text of nothing but space. Never sent. */
export function isEmptyValue(value: Value | undefined): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.every(isEmptyValue)
}

/** Nothing filled in, however deep: such a group or item is not sent. */
export function isHollow(value: Value | undefined): boolean {
  if (value === undefined || isEmptyValue(value)) return true
  return isObject(value) && !isMediaReference(value) && Object.values(value).every(isHollow)
}
