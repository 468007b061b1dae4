import type { ShelfLayout } from './justified-rows.ts'

/** Rows from `first` up to, not with, `end`. */
export type RowRange = { readonly first: number; readonly end: number }

/** The rows that reach into `top` to `bottom` (pixels from the top of the shelf), found by halving. */
export function rowsBetween({ rowTop, rowHeight, rowCount }: ShelfLayout, top: number, bottom: number): RowRange {
  const first = firstWhere(rowCount, (row) => (rowTop[row] ?? 0) + (rowHeight[row] ?? 0) > top)
  const end = firstWhere(rowCount, (row) => (rowTop[row] ?? 0) >= bottom)
  return { first, end: Math.max(first, end) }
}

/** Zero-based places of the tiles in a run of rows. */
export function placesOfRows({ rowFrom, rowEnd }: ShelfLayout, { first, end }: RowRange): { readonly from: number; readonly end: number } {
  return first >= end ? { from: 0, end: 0 } : { from: rowFrom[first] ?? 0, end: rowEnd[end - 1] ?? 0 }
}

/** The first of `count` for which a thing holds that holds for all after it too; `count` when there is none. */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
