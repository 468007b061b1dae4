import type { ShelfLayout } from './justified-rows.ts'
import { rowsBetween } from './rows-in-sight.ts'

/** A rectangle on the shelf, in pixels from its top and from where its rows begin. */
export type Box = { readonly start: number; readonly top: number; readonly end: number; readonly bottom: number }

/** The rectangle between two points, whichever way it was drawn. */
export function boxBetween(one: { readonly x: number; readonly y: number }, other: { readonly x: number; readonly y: number }): Box {
  return {
    start: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    end: Math.max(one.x, other.x),
    bottom: Math.max(one.y, other.y)
  }
}

/** Zero-based places of the tiles that a rectangle touches, in order. */
export function tilesWithin(layout: ShelfLayout, { start, top, end, bottom }: Box): readonly number[] {
  const found: number[] = []
  const rows = rowsBetween(layout, top, bottom)
  for (let row = rows.first; row < rows.end; row++) {
    const last = layout.rowEnd[row] ?? 0
    for (let place = layout.rowFrom[row] ?? 0; place < last; place++) {
      const from = layout.tileStart[place] ?? 0
      if (from < end && from + (layout.tileWidth[place] ?? 0) > start) found.push(place)
    }
  }
  return found
}

/** How far to scroll in a frame (pixels, down is positive) while a rectangle is drawn beyond the edge of what is in sight. */
export function scrollWhileDrawing(pointerY: number, edges: { readonly top: number; readonly bottom: number }): number {
  const zone = 40
  const most = 28
  const over = pointerY < edges.top + zone ? pointerY - (edges.top + zone) : Math.max(0, pointerY - (edges.bottom - zone))
  return Math.max(-most, Math.min(most, Math.round((over / zone) * 14)))
}
