import { useMemo } from 'react'
import type { LibraryQueryResult } from '../../shared/library/library.ts'
import { useNow } from '../ui/use-now.ts'
import { localDay } from '../ui/day-text.ts'
import type { PendingTile } from './pending-tiles.ts'
import type { GridLayout } from './justified-rows.ts'
import { justifiedRows } from './justified-rows.ts'
import type { GridCells } from './grid-cells.ts'
import { gridCells } from './grid-cells.ts'
import { rowHeightRange } from './library-view-store.ts'
import { allKeys } from './stacks.ts'
import { rowHeightForFewTiles } from './row-height-for-few-tiles.ts'

const headHeight = 46
const tileGap = 4

export type LaidOutGrid = { readonly places: GridCells; readonly layout: GridLayout; readonly today: string }

/**
 * Returns the layout of the grid. `width` and `rowHeight` are in pixels. Null if `width` is null, because the grid hasn't been measured
 * yet.
 */
export function useGridLayout(
  shelf: LibraryQueryResult,
  pendingTiles: readonly PendingTile[],
  { width, rowHeight }: { readonly width: number | null; readonly rowHeight: number }
): LaidOutGrid | null {
  const today = localDay(useNow(60_000))
  const places = useMemo(() => gridCells(shelf, pendingTiles, today), [shelf, pendingTiles, today])
  const isNarrowed = allKeys(shelf).length < shelf.total
  return useMemo(() => {
    if (width === null) return null
    const measures = { width, rowHeight, gap: tileGap, headHeight }
    const height = isNarrowed ? rowHeightForFewTiles(places, { ...measures, maxRowHeight: rowHeightRange.most }) : rowHeight
    return { places, layout: justifiedRows(places.ratios, places.sections, { ...measures, rowHeight: height }), today }
  }, [places, width, rowHeight, isNarrowed, today])
}
