import type { Extent, Point } from './zoom.ts'

/** A grid of equal panes. Lengths are in CSS pixels. */
export type PaneGrid = { readonly columns: number; readonly rows: number; readonly pane: Extent }

/** Gap between two panes, in CSS pixels. */
export const paneGap = 8

/** Returns a grid of `count` panes. They are side by side, unless several rows make the images noticeably larger. */
export function paneGrid(count: number, frame: Extent, room: Extent): PaneGrid {
  const grids = Array.from({ length: count }, (_, place) => gridOf(count - place, Math.ceil(count / (count - place)), room))
  const fitted = grids.map((grid) => ({ grid, scale: Math.min(grid.pane.width / frame.width, grid.pane.height / frame.height) }))
  const best = fitted.reduce((one, other) => (isLarger(other.scale, one.scale) ? other : one))
  return best.grid
}

/**
 * True if `scale` is clearly larger than `than`. A slightly larger scale doesn't justify several rows, because side by side is best for
 * comparing.
 */
function isLarger(scale: number, than: number): boolean {
  return scale > than * 1.25
}

function gridOf(columns: number, rows: number, room: Extent): PaneGrid {
  const along = (length: number, count: number): number => Math.max(1, (length - (count - 1) * paneGap) / count)
  return { columns, rows, pane: { width: along(room.width, columns), height: along(room.height, rows) } }
}

/** Converts a point on the stage to coordinates in the pane under that point. */
export function pointInPane(point: Point, { columns, rows, pane }: PaneGrid): Point {
  const within = (position: number, length: number, count: number): number => {
    const place = Math.min(count - 1, Math.max(0, Math.floor(position / (length + paneGap))))
    return position - place * (length + paneGap)
  }
  return { x: within(point.x, pane.width, columns), y: within(point.y, pane.height, rows) }
}
