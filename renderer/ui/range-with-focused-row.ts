import type { Range } from '@tanstack/react-virtual'
import { defaultRangeExtractor } from '@tanstack/react-virtual'

/**
 * Returns the rows to render. Also includes the row at `place`, which would lose the focus if it weren't rendered. `place` is -1 if there
 * is no row to add.
 */
export function rangeWithFocusedRow(range: Range, place: number): number[] {
  const places = defaultRangeExtractor(range)
  return place < 0 || places.includes(place) ? places : [...places, place].toSorted((one, other) => one - other)
}
