import type { GridLayout } from './justified-rows.ts'
import { visibleRows } from './visible-rows.ts'

/**
 * A rectangle in the grid, in pixels. `top` and `bottom` are measured from the top of the grid. `start` and `end` are measured from the
 * start of a row. In right-to-left languages, rows start on the right.
 */
export type GridRectangle = { readonly start: number; readonly top: number; readonly end: number; readonly bottom: number }

/** Returns the rectangle with these two points as opposite corners, in either order. */
export function rectangleBetween(
  one: { readonly x: number; readonly y: number },
  other: { readonly x: number; readonly y: number }
): GridRectangle {
  return {
    start: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    end: Math.max(one.x, other.x),
    bottom: Math.max(one.y, other.y)
  }
}

/** Returns the zero-based indexes of the tiles that a rectangle touches, in order. */
export function tilesInRectangle(layout: GridLayout, { start, top, end, bottom }: GridRectangle): readonly number[] {
  const found: number[] = []
  const rows = visibleRows(layout, top, bottom)
  for (let row = rows.first; row < rows.end; row++) {
    const last = layout.rowEnd[row] ?? 0
    for (let place = layout.rowFrom[row] ?? 0; place < last; place++) {
      const from = layout.tileStart[place] ?? 0
      if (from < end && from + (layout.tileWidth[place] ?? 0) > start) found.push(place)
    }
  }
  return found
}

/**
 * Returns the pixels to scroll per frame while the user draws a rectangle. Positive values scroll down. 0 unless the pointer is near or
 * beyond the top or bottom edge of the visible area.
 */
export function autoScrollStep(pointerY: number, edges: { readonly top: number; readonly bottom: number }): number {
  const zone = 40
  const max = 400
  const over = pointerY < edges.top + zone ? pointerY - (edges.top + zone) : Math.max(0, pointerY - (edges.bottom - zone))
  const zones = Math.abs(over) / zone
  // Inside the zone, scrolling is slow, so that the user can stop precisely. Beyond the zone, it accelerates, so that scrolling past
  // thousands of tiles takes seconds.
  const step = Math.min(max, Math.round(zones <= 1 ? zones * 14 : 14 * zones ** 2.5))
  return over < 0 ? -step : step
}
