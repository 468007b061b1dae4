import type { GridLayout } from './justified-rows.ts'

export type TileDirection = 'left' | 'right' | 'up' | 'down' | 'row-start' | 'row-end' | 'first' | 'last' | 'page-up' | 'page-down'

/**
 * Result of a move in the grid. `index` is the new tile. `column` is a horizontal position in pixels from the row start. Vertical moves
 * keep `column`. Other moves set it to the middle of the new tile.
 */
export type TilePosition = { readonly index: number; readonly column: number }

/**
 * Returns the tile that the focus moves to from the tile at index `place`. Null if there are no tiles. `column` is the position from the
 * previous step, in pixels from the row start. It is null for the first step. `pageHeight` is the distance of PageUp and PageDown, in
 * pixels.
 */
export function adjacentTile(
  layout: GridLayout,
  place: number,
  direction: TileDirection,
  { column, pageHeight }: { readonly column: number | null; readonly pageHeight: number }
): TilePosition | null {
  const count = layout.tileRow.length
  if (count === 0) return null
  const from = Math.min(Math.max(0, place), count - 1)
  const row = layout.tileRow[from] ?? 0
  const atColumn = column ?? middleOf(layout, from)
  switch (direction) {
    case 'left':
      return stepTo(layout, Math.max(0, from - 1))
    case 'right':
      return stepTo(layout, Math.min(count - 1, from + 1))
    case 'first':
      return stepTo(layout, 0)
    case 'last':
      return stepTo(layout, count - 1)
    case 'row-start':
      return stepTo(layout, layout.rowFrom[row] ?? from)
    case 'row-end':
      return stepTo(layout, (layout.rowEnd[row] ?? from + 1) - 1)
    case 'up':
      return inRow(layout, tileRowFrom(layout, row - 1, -1), atColumn) ?? { index: from, column: atColumn }
    case 'down':
      return inRow(layout, tileRowFrom(layout, row + 1, 1), atColumn) ?? { index: from, column: atColumn }
    case 'page-up':
      return page(layout, row, -pageHeight, atColumn) ?? { index: from, column: atColumn }
    case 'page-down':
      return page(layout, row, pageHeight, atColumn) ?? { index: from, column: atColumn }
  }
}

/** Returns the furthest tile row within a page's height, else the next tile row. Null if there is no tile row in that direction. */
function page(layout: GridLayout, row: number, distance: number, column: number): TilePosition | null {
  const way = distance < 0 ? -1 : 1
  const start = layout.rowTop[row] ?? 0
  let found: number | null = null
  for (let next = tileRowFrom(layout, row + way, way); next !== null; next = tileRowFrom(layout, next + way, way)) {
    const isFar = Math.abs((layout.rowTop[next] ?? 0) - start) > Math.abs(distance)
    if (isFar && found !== null) break
    found = next
    if (isFar) break
  }
  return inRow(layout, found, column)
}

/**
 * Returns the first row with tiles from `row` on. Searches in the direction `way`, which is -1 for up. Skips headings. Null if there is no
 * such row.
 */
function tileRowFrom({ rowCount, rowFrom, rowEnd }: GridLayout, row: number, way: 1 | -1): number | null {
  for (let next = row; next >= 0 && next < rowCount; next += way) if (rowFrom[next] !== rowEnd[next]) return next
  return null
}

/** Returns the row's first tile that ends at or after `column`, else the last tile. Null if `row` is null. */
function inRow(layout: GridLayout, row: number | null, column: number): TilePosition | null {
  if (row === null) return null
  const end = layout.rowEnd[row] ?? 0
  for (let index = layout.rowFrom[row] ?? 0; index < end; index++) {
    if ((layout.tileStart[index] ?? 0) + (layout.tileWidth[index] ?? 0) >= column || index === end - 1) return { index, column }
  }
  return null
}

function stepTo(layout: GridLayout, index: number): TilePosition {
  return { index, column: middleOf(layout, index) }
}

function middleOf({ tileStart, tileWidth }: GridLayout, place: number): number {
  return (tileStart[place] ?? 0) + (tileWidth[place] ?? 0) / 2
}
