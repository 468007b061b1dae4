import type { LibraryShelf } from '../../shared/library.ts'
import type { Door } from './doors.ts'
import type { ShelfSection } from './justified-rows.ts'

/** The shelf with what is being made before it: places count doors first, then items. */
export type ShelfPlaces = {
  readonly doors: readonly Door[]
  readonly keys: Uint32Array
  /** Of all places. */
  readonly ratios: Uint16Array
  readonly sections: readonly (ShelfSection & { readonly day: string | null })[]
}

/** `today`: such as 2026-11-20, where doors stand. Without days there is one section without a heading. */
export function shelfPlaces({ keys, ratios, days }: LibraryShelf, doors: readonly Door[], today: string): ShelfPlaces {
  const count = doors.length
  const all = new Uint16Array(count + ratios.length)
  all.set(doors.map(({ ratio }) => ratio))
  all.set(ratios, count)
  return { doors, keys, ratios: all, sections: sectionsOf() }

  function sectionsOf(): ShelfPlaces['sections'] {
    if (days.length === 0 && count === 0) return keys.length === 0 ? [] : [{ from: 0, count: keys.length, hasHead: false, day: null }]
    const after = days.map((one) => ({ from: one.from + count, count: one.count, hasHead: true, day: one.day }))
    if (count === 0) return after
    const [first, ...others] = after
    if (first?.day === today) return [{ ...first, from: 0, count: first.count + count }, ...others]
    return [{ from: 0, count, hasHead: true, day: today }, ...after]
  }
}

/** The key of the item at a place; null: a door stands there, or nothing. */
export function keyAtPlace({ doors, keys }: ShelfPlaces, place: number): number | null {
  return place < doors.length ? null : (keys[place - doors.length] ?? null)
}

/** -1: it is not on the shelf. */
export function placeOfKey({ doors, keys }: ShelfPlaces, key: number): number {
  const at = keys.indexOf(key)
  return at === -1 ? -1 : at + doors.length
}
