import type { GridLayout } from './justified-rows.ts'
import { lowerBound } from './visible-rows.ts'

/**
 * A tile that keeps its position in the window when the grid changes. `offset` is the distance in pixels from the top of the visible area
 * to the tile.
 */
export type ScrollAnchor = { readonly key: number; readonly offset: number }

/**
 * Returns the first item that begins in or below the visible area. Null if the grid is scrolled to the top, so that new items become
 * visible. Also null if no item follows.
 */
export function findScrollAnchor(layout: GridLayout, keyAt: (place: number) => number | null, scrollTop: number): ScrollAnchor | null {
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

/**
 * Returns the scroll position, in pixels, that keeps the anchor tile in place. Null if the tile is gone. `placeOf` returns -1 for a missing
 * tile.
 */
export function scrollTopForAnchor(layout: GridLayout, { key, offset }: ScrollAnchor, placeOf: (key: number) => number): number | null {
  const place = placeOf(key)
  if (place === -1) return null
  return Math.max(0, (layout.rowTop[layout.tileRow[place] ?? 0] ?? 0) - offset)
}
