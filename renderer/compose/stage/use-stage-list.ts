import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { OutputGrid } from './fit-outputs.ts'
import { fitOutputs } from './fit-outputs.ts'
import type { StageRun } from './stage-runs.ts'

/** Height of a run's heading, and the space below a run, in CSS pixels. */
export const runHeadHeight = 36
const runGap = 16
/** The newest run fills the stage, but never less than this height in CSS pixels. */
const minNewestHeight = 96
/** Earlier runs take this share of the stage's height, within these limits in CSS pixels. */
const earlierShare = 0.34
const earlierLimits = { least: 120, most: 360 }
/** Size of a run without media, which has words instead. In CSS pixels. */
const noteSize = { width: 360, height: 160, leastHeight: 64 }
/** Distance from the end in CSS pixels within which the stage follows new runs. */
const followDistance = 80

type Size = { readonly width: number; readonly height: number }

/** A run’s place in the list. `height` includes the heading and the space below, in CSS pixels. */
type StageRow = { readonly key: string; readonly grid: OutputGrid; readonly height: number }

/**
 * The rows of the stage that are near the visible part. Until the view is settled, only the visible ones. `onFollow` is called when a new
 * run appears while the user works elsewhere.
 */
export function useStageList(runs: readonly StageRun[], isSettled: boolean, onFollow: () => void) {
  const scroller = useRef<HTMLDivElement>(null)
  const size = useContentSize(scroller)
  const rows = useMemo(() => (size === null ? [] : runs.map((run, place) => rowOf(run, place === runs.length - 1, size))), [runs, size])
  const virtualizer = useVirtualizer({
    enabled: size !== null,
    count: rows.length,
    getScrollElement: () => scroller.current,
    // The function changes whenever `rows` changes, which makes the virtualizer measure again.
    getItemKey: useCallback((place: number) => rows[place]?.key ?? place, [rows]),
    estimateSize: (place) => rows[place]?.height ?? 0,
    // Draws the newest runs at once, which are at the end. The list is drawn only once its size is known.
    initialRect: size ?? { width: 0, height: 0 },
    initialOffset: () => Math.max(0, rows.reduce((total, { height }) => total + height, 0) - (size?.height ?? 0)),
    overscan: isSettled ? 2 : 0
  })
  useFollowNewest(scroller, runs.at(-1)?.task.id ?? null, size !== null, virtualizer.getTotalSize(), onFollow)
  return { scroller, virtualizer, rows }
}

/** Size of the last stage. The next one usually has the same, so it is drawn with it and measured before it is painted. */
let lastSize: Size | null = null

/** Size of the stage’s content in CSS pixels. Null until the first stage is measured. */
function useContentSize(element: RefObject<HTMLElement | null>): Size | null {
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
    // The observer reports only after the first frame.
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

function rowOf(run: StageRun, isNewest: boolean, size: Size): StageRow {
  const grid = gridOf(run, isNewest, size)
  return { key: run.task.id, grid, height: runHeadHeight + grid.height + runGap }
}

/** A single player fills the stage, because it has controls below its media. So does the image of a task that needs faces. */
function gridOf(run: StageRun, isNewest: boolean, { width, height }: Size): OutputGrid {
  const maxHeight = maxHeightOf(isNewest, height)
  if (isNote(run)) {
    const tileHeight = Math.min(noteSize.height, Math.max(noteSize.leastHeight, height - runHeadHeight - runGap))
    return { columns: 1, tileWidth: Math.min(noteSize.width, width), tileHeight, height: tileHeight }
  }
  return isNewest && (hasPlayer(run) || run.outputs[0]?.kind === 'needs-faces')
    ? { columns: 1, tileWidth: width, tileHeight: maxHeight, height: maxHeight }
    : fitOutputs(run.outputs.length, run.ratio, width, maxHeight)
}

function isNote({ outputs }: StageRun): boolean {
  return outputs.length === 1 && outputs[0]?.kind === 'stopped'
}

/** True if the run plays in place when it is the newest. */
export function hasPlayer({ outputs }: StageRun): boolean {
  const [output] = outputs
  return outputs.length === 1 && output?.kind === 'result' && output.result.medium !== 'image'
}

function maxHeightOf(isNewest: boolean, stageHeight: number): number {
  if (isNewest) return Math.max(minNewestHeight, stageHeight - runHeadHeight - runGap)
  return Math.min(earlierLimits.most, Math.max(earlierLimits.least, Math.round(stageHeight * earlierShare)))
}

/** Scrolls to the newest run at first, and later whenever the end was in view or the user is working in the form. */
function useFollowNewest(
  scroller: { readonly current: HTMLDivElement | null },
  newestId: string | null,
  isMeasured: boolean,
  totalSize: number,
  onFollow: () => void
): void {
  const isAtEnd = useRef(true)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = (): void => {
      isAtEnd.current = element.scrollHeight - element.clientHeight - element.scrollTop < followDistance
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [scroller])
  const shown = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || !isMeasured || totalSize === 0) return
    const isNew = shown.current !== newestId
    shown.current = newestId
    // The actions of a result are beside the scrolled part.
    const isElsewhere = element.parentElement?.contains(document.activeElement) !== true
    if (isNew && isElsewhere) onFollow()
    if (isAtEnd.current || (isNew && isElsewhere)) element.scrollTo({ top: totalSize })
  }, [scroller, newestId, isMeasured, totalSize, onFollow])
}
