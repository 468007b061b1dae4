import type { GridLayout } from './justified-rows.ts'

/** Rows from `first` (inclusive) to `end` (exclusive). */
export type RowRange = { readonly first: number; readonly end: number }

/** Returns the rows that are at least partly between `top` and `bottom`. Both are in pixels from the top of the grid. */
export function visibleRows({ rowTop, rowHeight, rowCount }: GridLayout, top: number, bottom: number): RowRange {
  const first = lowerBound(rowCount, (row) => (rowTop[row] ?? 0) + (rowHeight[row] ?? 0) > top)
  const end = lowerBound(rowCount, (row) => (rowTop[row] ?? 0) >= bottom)
  return { first, end: Math.max(first, end) }
}

/** Returns the zero-based indexes of the tiles in these rows, from `from` (inclusive) to `end` (exclusive). */
export function tileRangeOfRows(
  { rowFrom, rowEnd }: GridLayout,
  { first, end }: RowRange
): { readonly from: number; readonly end: number } {
  return first >= end ? { from: 0, end: 0 } : { from: rowFrom[first] ?? 0, end: rowEnd[end - 1] ?? 0 }
}

/** Returns the first index where `holds` is true, else `count`. Uses binary search, so `holds` must be true for all later indexes too. */
export function lowerBound(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
