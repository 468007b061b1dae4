import type { ShelfLayout } from './justified-rows.ts'
import { firstWhere } from './rows-in-sight.ts'

/** A tile by which a place on the shelf is kept: how far its top is below the upper edge of what is in sight, in pixels. */
export type PlaceMark = { readonly key: number; readonly offset: number }

/** The tile to keep by: the first that begins in sight. Null at the very top, where what comes new is to be seen. */
export function markPlace(layout: ShelfLayout, keyAt: (place: number) => number | null, scrollTop: number): PlaceMark | null {
  if (scrollTop <= 0) return null
  const { rowTop, rowFrom, rowEnd, rowCount } = layout
  for (let row = firstWhere(rowCount, (one) => (rowTop[one] ?? 0) >= scrollTop); row < rowCount; row++) {
    const place = rowFrom[row] ?? 0
    if (place === rowEnd[row]) continue
    const key = keyAt(place)
    if (key !== null) return { key, offset: (rowTop[row] ?? 0) - scrollTop }
  }
  return null
}

/** Where to scroll to so that the tile stands where it stood; null when it is gone. */
export function scrollTopFor(layout: ShelfLayout, { key, offset }: PlaceMark, placeOf: (key: number) => number): number | null {
  const place = placeOf(key)
  if (place === -1) return null
  return Math.max(0, (layout.rowTop[layout.tileRow[place] ?? 0] ?? 0) - offset)
}
