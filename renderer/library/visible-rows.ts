import type { GridLayout } from './justified-rows.ts'

/** Rows from `first` (inclusive) to `end` (exclusive). */
export type RowRange = { readonly first: number; readonly end: number }

/** Rows that overlap `top` to `bottom`, found by binary search. Both are in pixels from the top of the grid. */
export function visibleRows({ rowTop, rowHeight, rowCount }: GridLayout, top: number, bottom: number): RowRange {
  const first = lowerBound(rowCount, (row) => (rowTop[row] ?? 0) + (rowHeight[row] ?? 0) > top)
  const end = lowerBound(rowCount, (row) => (rowTop[row] ?? 0) >= bottom)
  return { first, end: Math.max(first, end) }
}

/** Zero-based indexes of the tiles in consecutive rows, from `from` (inclusive) to `end` (exclusive). */
export function tileRangeOfRows(
  { rowFrom, rowEnd }: GridLayout,
  { first, end }: RowRange
): { readonly from: number; readonly end: number } {
  return first >= end ? { from: 0, end: 0 } : { from: rowFrom[first] ?? 0, end: rowEnd[end - 1] ?? 0 }
}

/** Binary search for the first index where `holds` is true, else `count`. `holds` must also be true for all later indexes. */
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
