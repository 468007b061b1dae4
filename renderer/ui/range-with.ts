import type { Range } from '@tanstack/react-virtual'
import { defaultRangeExtractor } from '@tanstack/react-virtual'

/** Returns the rows to render, and the row at `place`, which would otherwise lose the focus out of view. `place` is -1 for no such row. */
export function rangeWith(range: Range, place: number): number[] {
  const places = defaultRangeExtractor(range)
  return place < 0 || places.includes(place) ? places : [...places, place].toSorted((one, other) => one - other)
}
