import type { Extent, Point } from './zoom.ts'

/** A grid of equal panes. Lengths are in CSS pixels. `margin` is the space on each side of the grid. */
export type PaneGrid = { readonly columns: number; readonly rows: number; readonly pane: Extent; readonly margin: number }

/** Gap between two panes, in CSS pixels. */
export const paneGap = 8

/**
 * Returns the grid of `count` panes in which the images are largest. Images side by side are easiest to compare. A grid with fewer columns
 * is therefore chosen only if its images are noticeably larger. An exception is a full grid such as 2 × 2. There, each pane still has a
 * neighbour beside it.
 */
export function paneGrid(count: number, frame: Extent, room: Extent): PaneGrid {
  const grids = Array.from({ length: count }, (_, place) => gridOf(count - place, Math.ceil(count / (count - place)), room))
  const fitted = grids.map((grid) => ({ grid, scale: Math.min(grid.pane.width / frame.width, grid.pane.height / frame.height) }))
  const best = fitted.reduce((one, other) => {
    const isFull = other.grid.columns > 1 && other.grid.columns * other.grid.rows === count
    return other.scale > one.scale * (isFull ? 1 : noticeable) ? other : one
  })
  return withoutInnerSpace(best.grid, frame)
}

/** Factor by which a grid with fewer columns must enlarge the images to be chosen. */
const noticeable = 1.25

function gridOf(columns: number, rows: number, room: Extent): PaneGrid {
  const along = (length: number, count: number): number => Math.max(1, (length - (count - 1) * paneGap) / count)
  return { columns, rows, pane: { width: along(room.width, columns), height: along(room.height, rows) }, margin: 0 }
}

/** Minimum width of a narrowed pane, in CSS pixels. Controls on the image need this width. */
const minNarrowedWidth = 240

/**
 * Returns the grid with its panes narrowed to their images. A single row or column isn't narrowed. Images that are close together are
 * easier to compare.
 */
function withoutInnerSpace(grid: PaneGrid, frame: Extent): PaneGrid {
  const { columns, rows, pane } = grid
  if (columns === 1 || rows === 1) return grid
  const width = Math.min(pane.width, Math.max(minNarrowedWidth, (pane.height * frame.width) / frame.height))
  return { ...grid, pane: { width, height: pane.height }, margin: ((pane.width - width) * columns) / 2 }
}

/** Converts a point on the stage to coordinates in the pane under that point. */
export function pointInPane(point: Point, { columns, rows, pane, margin }: PaneGrid): Point {
  const within = (position: number, length: number, count: number): number => {
    const place = Math.min(count - 1, Math.max(0, Math.floor(position / (length + paneGap))))
    return position - place * (length + paneGap)
  }
  return { x: within(point.x - margin, pane.width, columns), y: within(point.y, pane.height, rows) }
}
