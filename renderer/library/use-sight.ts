import type { RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LibraryQuery } from '../../shared/library.ts'
import { markPlace, scrollTopFor } from './keep-place.ts'
import { noteScroll, scrollMemory } from './library-memory.ts'
import type { RowRange } from './rows-in-sight.ts'
import { placesOfRows, rowsBetween } from './rows-in-sight.ts'
import { keyAtPlace, placeOfKey } from './shelf-places.ts'
import { tiles } from './shelf-store.ts'
import type { LaidShelf } from './use-shelf-layout.ts'

/** Room under the last row for what floats there. */
export const footHeight = 84

/** In screens: where a scroll goes to, the pictures are on their way before they are in sight. */
const ahead = 1.2
const behind = 0.5

/**
 * Which rows are drawn: those in sight, a screen where the scroll goes to, and half of one behind. Keeps the place when the shelf becomes another, and has the tiles read
 * that are near.
 */
export function useSight(
  scrollerRef: RefObject<HTMLDivElement | null>,
  laid: LaidShelf | null,
  query: LibraryQuery | null
): { readonly drawn: RowRange; readonly onScroll: () => void; readonly reveal: (place: number) => void } {
  const [sight] = useState(() => createStore<RowRange>(() => ({ first: 0, end: 0 })))
  const drawn = useStore(sight)
  const before = useRef<{ readonly laid: LaidShelf; readonly query: LibraryQuery | null } | null>(null)

  const look = useCallback(() => {
    if (scrollerRef.current === null || laid === null) return
    const { scrollTop, clientHeight } = scrollerRef.current
    const isUpwards = scrollTop < scrollMemory.top
    noteScroll(scrollTop)
    const [above, below] = isUpwards ? [ahead, behind] : [behind, ahead]
    const next = rowsBetween(laid.layout, scrollTop - clientHeight * above, scrollTop + clientHeight * (1 + below))
    const now = sight.getState()
    if (now.first !== next.first || now.end !== next.end) sight.setState(next)
    wantTiles(laid, scrollTop, clientHeight)
  }, [scrollerRef, laid, sight])

  useLayoutEffect(() => {
    const element = scrollerRef.current
    if (element === null || laid === null) return
    const last = before.current
    before.current = { laid, query }
    if (last === null || last.query !== query) element.scrollTo({ top: scrollMemory.top })
    else if (last.laid !== laid) {
      const mark = markPlace(last.laid.layout, (place) => keyAtPlace(last.laid.places, place), scrollMemory.top)
      const top = mark === null ? null : scrollTopFor(laid.layout, mark, (key) => placeOfKey(laid.places, key))
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

/** What is in sight first, then what comes next, then what was before. */
function wantTiles({ layout, places }: LaidShelf, scrollTop: number, height: number): void {
  const seen = placesOfRows(layout, rowsBetween(layout, scrollTop, scrollTop + height))
  const near = placesOfRows(layout, rowsBetween(layout, scrollTop - height * 2, scrollTop + height * 3))
  const wanted: number[] = []
  const want = (from: number, end: number): void => {
    for (let place = from; place < end; place++) {
      const key = keyAtPlace(places, place)
      if (key !== null) wanted.push(key)
    }
  }
  want(seen.from, seen.end)
  want(seen.end, near.end)
  want(near.from, seen.from)
  tiles.want(wanted)
}

/** Null: the tile is in sight as it is. With the heading of its day where it is in the first row of it. */
function scrollTopToShow(
  { layout }: LaidShelf,
  place: number,
  { scrollTop, clientHeight }: { readonly scrollTop: number; readonly clientHeight: number }
): number | null {
  const row = layout.tileRow[place] ?? 0
  const top = layout.rowTop[row] ?? 0
  const bottom = top + (layout.rowHeight[row] ?? 0) + footHeight
  const isUnderHead = row > 0 && layout.rowFrom[row - 1] === layout.rowEnd[row - 1]
  const from = isUnderHead ? (layout.rowTop[row - 1] ?? top) : top - 8
  if (from < scrollTop) return Math.max(0, from)
  return bottom > scrollTop + clientHeight ? bottom - clientHeight : null
}
