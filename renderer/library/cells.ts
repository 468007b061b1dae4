import type { ShelfPlaces } from './shelf-places.ts'
import { keyAtPlace, placeOfKey } from './shelf-places.ts'

/** A name for what stands at a place that outlives another order: the key of an item, or that of a door. Null: nothing stands there. */
export function cellAt(places: ShelfPlaces, place: number): string | null {
  const key = keyAtPlace(places, place)
  return key === null ? (places.doors[place]?.key ?? null) : String(key)
}

/** -1: it stands there no longer. */
export function placeOfCell(places: ShelfPlaces, cell: string): number {
  const key = keyOfCell(cell)
  return key === null ? places.doors.findIndex((door) => door.key === cell) : placeOfKey(places, key)
}

/** Null for a door. */
export function keyOfCell(cell: string): number | null {
  return /^\d+$/.test(cell) ? Number(cell) : null
}
