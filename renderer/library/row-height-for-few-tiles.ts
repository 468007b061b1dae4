import type { GridCells } from './grid-cells.ts'

type RowMeasures = {
  /** Width of the rows, usual height of a row and gap between tiles, in pixels. */
  readonly width: number
  readonly rowHeight: number
  readonly gap: number
  /** Maximum height of a row, in pixels. */
  readonly maxRowHeight: number
}

/** Maximum number of sections, such as days, for larger tiles. */
const maxSections = 2

/** Returns a larger row height if every section still fits into one row. Few matches are then shown large. Otherwise returns the usual height. */
export function rowHeightForFewTiles({ ratios, sections }: Pick<GridCells, 'ratios' | 'sections'>, measures: RowMeasures): number {
  const { width, rowHeight, gap, maxRowHeight } = measures
  if (sections.length === 0 || sections.length > maxSections) return rowHeight
  const heights = sections.map(({ from, count }) => {
    const sum = ratios.subarray(from, from + count).reduce((total, ratio) => total + ratio / 1000, 0)
    return Math.floor((width - gap * (count - 1)) / sum)
  })
  return Math.max(rowHeight, Math.min(maxRowHeight, ...heights))
}
