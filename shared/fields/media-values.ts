import type { MediaReference, Value, Values } from '../values.ts'
import { isMediaReference } from '../values.ts'

/** A reference among the values, and where it stands: the property, and its place when that is a list. */
export type PlacedReference = { readonly field: string; readonly index: number | null; readonly reference: MediaReference }

/** Every file, item and draft among the values, wherever it stands. `index` is the place in the top-level list. */
export function referencesIn(values: Values): readonly PlacedReference[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const places: readonly (readonly [index: number | null, value: Value])[] = Array.isArray(value) ? [...value.entries()] : [[null, value]]
    return places.flatMap(([index, item]) => referencesWithin(item).map((reference) => ({ field, index, reference })))
  })
}

function referencesWithin(value: Value | undefined): readonly MediaReference[] {
  if (typeof value !== 'object' || value === null) return []
  if (isMediaReference(value)) return [value]
  return Object.values(value as { readonly [key: string]: Value }).flatMap(referencesWithin)
}

/** Nothing filled in: absent, null, an empty list, or text of nothing but space. Never sent. */
export function isEmptyValue(value: Value | undefined): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.every(isEmptyValue)
}
