import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { rangeWithFocusedRow } from '../../ui/range-with-focused-row.ts'
import type { StageSize } from './stage-rows.ts'
import { allResultsHeight, stageRows, newestRunScrollTop } from './stage-rows.ts'
import type { StageRun } from './stage-runs.ts'
import { useFollowNewest } from './use-follow-newest.ts'
import type { StagePosition } from './use-stage-cursor.ts'

/** Number of rows to render before and after the visible rows. They count as near. */
const nearRows = 2

/**
 * Virtual list of the stage's rows. Renders the visible rows, nearby rows, and the row of the output at the cursor. Until the view is
 * settled, nearby rows aren't rendered. `onFollow` is called when a new run appears while the focus is outside the stage.
 */
export function useStageList(runs: readonly StageRun[], cursor: StagePosition | null, isSettled: boolean, onFollow: () => void) {
  const scroller = useRef<HTMLDivElement>(null)
  const size = useContentSize(scroller)
  const rows = useMemo(() => (size === null ? [] : stageRows(runs, size)), [runs, size])
  // A single run fills the stage, so a link above it would be out of sight.
  const linkHeight = runs.length > 1 ? allResultsHeight : 0
  const newestTop = useMemo(() => newestRunScrollTop(rows, size?.height ?? 0, linkHeight), [rows, size, linkHeight])
  const placeOf = ({ run, output }: StagePosition): number => rows.findIndex((row) => row.run === run && output < row.until)
  const virtualizer = useVirtualizer({
    enabled: size !== null,
    count: rows.length,
    getScrollElement: () => scroller.current,
    // The function changes whenever `rows` changes, which makes the virtualizer measure again.
    getItemKey: useCallback((place: number) => rows[place]?.key ?? place, [rows]),
    estimateSize: (place) => rows[place]?.height ?? 0,
    // Renders the newest runs, which are at the end, in the first frame. The list is rendered only once its size is known.
    initialRect: size ?? { width: 0, height: 0 },
    initialOffset: newestTop,
    overscan: isSettled ? nearRows : 0,
    scrollMargin: linkHeight,
    rangeExtractor: (range) => rangeWithFocusedRow(range, cursor === null ? -1 : placeOf(cursor))
  })
  useFollowNewest(scroller, { key: runs.at(-1)?.key ?? null, top: newestTop, totalSize: virtualizer.getTotalSize() }, onFollow)
  return {
    scroller,
    virtualizer,
    rows,
    /** Height of the link above the runs in CSS pixels. 0 if there is no link. */
    linkHeight,
    /** Returns the number of outputs side by side in a run. */
    columnsOf: (run: number): number => rows.find((row) => row.run === run)?.grid.columns ?? 1,
    /** False if the output's row is more than two rows outside the visible rows. */
    isNear: (position: StagePosition): boolean => {
      const { range } = virtualizer
      const place = placeOf(position)
      return range === null || (place >= range.startIndex - nearRows && place <= range.endIndex + nearRows)
    },
    scrollTo: (position: StagePosition): void => {
      const place = placeOf(position)
      if (place >= 0) virtualizer.scrollToIndex(place, { align: 'auto' })
    }
  }
}

/** Size of the last stage. The next stage usually has the same size. This size is used until that stage is measured. */
let lastSize: StageSize | null = null

/** Returns the size of the stage’s content in CSS pixels. Null until the first stage is measured. */
function useContentSize(element: RefObject<HTMLElement | null>): StageSize | null {
  const [size, setSize] = useState(lastSize)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const change = (width: number, height: number): void => {
      const next = { width: Math.floor(width), height: Math.floor(height) }
      if (next.width === 0) return
      lastSize = next
      setSize((known) => (known?.width === next.width && known.height === next.height ? known : next))
    }
    const style = getComputedStyle(current)
    const sum = (...lengths: readonly string[]): number => lengths.reduce((total, length) => total + Number.parseFloat(length), 0)
    // Measures the element immediately, because the observer reports only after the first frame.
    change(
      current.clientWidth - sum(style.paddingLeft, style.paddingRight),
      current.clientHeight - sum(style.paddingTop, style.paddingBottom)
    )
    const observer = new ResizeObserver(([entry]) => {
      if (entry) change(entry.contentRect.width, entry.contentRect.height)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
