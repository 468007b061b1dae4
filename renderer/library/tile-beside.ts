import type { ShelfLayout } from './justified-rows.ts'

export type Direction = 'left' | 'right' | 'up' | 'down' | 'row-start' | 'row-end' | 'first' | 'last' | 'page-up' | 'page-down'

/** Where a move leads, and the column that up and down keep to: the middle of the tile that they set out from. */
export type Step = { readonly place: number; readonly column: number }

/**
 * The tile that lies in a direction, by where the tiles stand. `column`: pixels from where rows begin, kept from the steps before; null at the first.
 * `pageHeight`: what PageUp and PageDown go by. Null: there are no tiles.
 */
export function tileBeside(
  layout: ShelfLayout,
  place: number,
  direction: Direction,
  { column, pageHeight }: { readonly column: number | null; readonly pageHeight: number }
): Step | null {
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
      return inRow(layout, tileRowFrom(layout, row - 1, -1), atColumn) ?? { place: from, column: atColumn }
    case 'down':
      return inRow(layout, tileRowFrom(layout, row + 1, 1), atColumn) ?? { place: from, column: atColumn }
    case 'page-up':
      return page(layout, row, -pageHeight, atColumn) ?? { place: from, column: atColumn }
    case 'page-down':
      return page(layout, row, pageHeight, atColumn) ?? { place: from, column: atColumn }
  }
}

/** The furthest row of tiles within a page's height, or the next one where a single row is higher than that. */
function page(layout: ShelfLayout, row: number, distance: number, column: number): Step | null {
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

/** The next row that holds tiles, headings passed over; null: there is none. */
function tileRowFrom({ rowCount, rowFrom, rowEnd }: ShelfLayout, row: number, way: 1 | -1): number | null {
  for (let next = row; next >= 0 && next < rowCount; next += way) if (rowFrom[next] !== rowEnd[next]) return next
  return null
}

/** The tile of a row over which a column lies, or that ends nearest to it. */
function inRow(layout: ShelfLayout, row: number | null, column: number): Step | null {
  if (row === null) return null
  const end = layout.rowEnd[row] ?? 0
  for (let place = layout.rowFrom[row] ?? 0; place < end; place++) {
    if ((layout.tileStart[place] ?? 0) + (layout.tileWidth[place] ?? 0) >= column || place === end - 1) return { place, column }
  }
  return null
}

function stepTo(layout: ShelfLayout, place: number): Step {
  return { place, column: middleOf(layout, place) }
}

function middleOf({ tileStart, tileWidth }: ShelfLayout, place: number): number {
  return (tileStart[place] ?? 0) + (tileWidth[place] ?? 0) / 2
}
