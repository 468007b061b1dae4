import type { RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LibraryQuery } from '../../shared/library/library.ts'
import { findScrollAnchor, scrollTopForAnchor } from './scroll-anchor.ts'
import { setLibraryScroll, libraryScroll } from './library-view-store.ts'
import type { RowRange } from './visible-rows.ts'
import { tileRangeOfRows, visibleRows } from './visible-rows.ts'
import { keyAtIndex, indexOfKey } from './grid-cells.ts'
import { libraryTileStore } from './grid-store.ts'
import type { LaidOutGrid } from './use-grid-layout.ts'

/** Space below the last row for floating bars, in pixels. */
export const gridBottomPadding = 84

/** Distances to render beyond the visible area, in heights of that area. Images then load before they are visible. */
const ahead = 1.2
const behind = 0.5

/**
 * Returns the rows to render as `drawn`. They are the visible rows, `ahead` in the scroll direction, and `behind` in the other direction.
 * Keeps the scroll position when the grid changes, and loads nearby tiles.
 */
export function useGridViewport(
  scrollerRef: RefObject<HTMLDivElement | null>,
  laid: LaidOutGrid | null,
  query: LibraryQuery | null
): { readonly drawn: RowRange; readonly onScroll: () => void; readonly reveal: (place: number) => void } {
  const [sight] = useState(() => createStore<RowRange>(() => ({ first: 0, end: 0 })))
  const drawn = useStore(sight)
  const before = useRef<{ readonly laid: LaidOutGrid; readonly query: LibraryQuery | null } | null>(null)

  const look = useCallback(() => {
    if (scrollerRef.current === null || laid === null) return
    const { scrollTop, clientHeight } = scrollerRef.current
    const isUpwards = scrollTop < libraryScroll.top
    setLibraryScroll(scrollTop)
    const [above, below] = isUpwards ? [ahead, behind] : [behind, ahead]
    const next = visibleRows(laid.layout, scrollTop - clientHeight * above, scrollTop + clientHeight * (1 + below))
    const now = sight.getState()
    if (now.first !== next.first || now.end !== next.end) sight.setState(next)
    wantTiles(laid, scrollTop, clientHeight)
  }, [scrollerRef, laid, sight])

  useLayoutEffect(() => {
    const element = scrollerRef.current
    if (element === null || laid === null) return
    const last = before.current
    before.current = { laid, query }
    if (last === null || last.query !== query) element.scrollTo({ top: libraryScroll.top })
    else if (last.laid !== laid) {
      const mark = findScrollAnchor(last.laid.layout, (place) => keyAtIndex(last.laid.places, place), libraryScroll.top)
      const top = mark === null ? null : scrollTopForAnchor(laid.layout, mark, (key) => indexOfKey(laid.places, key))
      if (top !== null) element.scrollTo({ top })
    }
    look()
  }, [scrollerRef, laid, query, look])

  useEffect(() => {
    const element = scrollerRef.current
    if (element === null) return undefined
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scrollerRef, look])

  const reveal = useCallback(
    (place: number) => {
      if (scrollerRef.current === null || laid === null) return
      const top = scrollTopToShow(laid, place, scrollerRef.current)
      if (top !== null) scrollerRef.current.scrollTo({ top })
      look()
    },
    [scrollerRef, laid, look]
  )
  return { drawn, onScroll: look, reveal }
}

/** Requests the visible tiles first, then the tiles below, then the tiles above. */
function wantTiles({ layout, places }: LaidOutGrid, scrollTop: number, height: number): void {
  const seen = tileRangeOfRows(layout, visibleRows(layout, scrollTop, scrollTop + height))
  const near = tileRangeOfRows(layout, visibleRows(layout, scrollTop - height * 2, scrollTop + height * 3))
  const wanted: number[] = []
  const want = (from: number, end: number): void => {
    for (let place = from; place < end; place++) {
      const key = keyAtIndex(places, place)
      if (key !== null) wanted.push(key)
    }
  }
  want(seen.from, seen.end)
  want(seen.end, near.end)
  want(near.from, seen.from)
  libraryTileStore.want(wanted)
}

/**
 * Returns the scroll position that shows a tile, in pixels. Null if the tile is fully visible. For a tile in a day's first row, it also
 * shows the day heading.
 */
function scrollTopToShow(
  { layout }: LaidOutGrid,
  place: number,
  { scrollTop, clientHeight }: { readonly scrollTop: number; readonly clientHeight: number }
): number | null {
  const row = layout.tileRow[place] ?? 0
  const top = layout.rowTop[row] ?? 0
  const bottom = top + (layout.rowHeight[row] ?? 0) + gridBottomPadding
  const isUnderHead = row > 0 && layout.rowFrom[row - 1] === layout.rowEnd[row - 1]
  const from = isUnderHead ? (layout.rowTop[row - 1] ?? top) : top - 8
  if (from < scrollTop) return Math.max(0, from)
  return bottom > scrollTop + clientHeight ? bottom - clientHeight : null
}
