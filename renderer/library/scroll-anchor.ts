import type { GridLayout } from './justified-rows.ts'
import { lowerBound } from './visible-rows.ts'

/** A tile that anchors the scroll position: its key, and how many pixels its top is below the top of the visible area. */
export type ScrollAnchor = { readonly key: number; readonly offset: number }

/** Returns the first tile that begins in the visible area as the anchor. Null at the very top, so that new items appear there. */
export function scrollAnchorAt(layout: GridLayout, keyAt: (place: number) => number | null, scrollTop: number): ScrollAnchor | null {
  if (scrollTop <= 0) return null
  const { rowTop, rowFrom, rowEnd, rowCount } = layout
  for (let row = lowerBound(rowCount, (one) => (rowTop[one] ?? 0) >= scrollTop); row < rowCount; row++) {
    const place = rowFrom[row] ?? 0
    if (place === rowEnd[row]) continue
    const key = keyAt(place)
    if (key !== null) return { key, offset: (rowTop[row] ?? 0) - scrollTop }
  }
  return null
}

/** Scroll position that keeps the anchor tile in place. Null if the tile is gone. */
export function scrollTopFor(layout: GridLayout, { key, offset }: ScrollAnchor, placeOf: (key: number) => number): number | null {
  const place = placeOf(key)
  if (place === -1) return null
  return Math.max(0, (layout.rowTop[layout.tileRow[place] ?? 0] ?? 0) - offset)
}
