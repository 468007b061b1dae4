import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
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
/** Size of a run without media: one that stopped, or needs faces. It has words instead. In CSS pixels. */
const noteSize = { width: 360, height: 160, leastHeight: 64 }
/** Distance from the end in CSS pixels within which the stage follows new runs. */
const followDistance = 80

type Size = { readonly width: number; readonly height: number }

/** The rows of the stage that are near the visible part. `onFollow` is called when a new run appears while the user works elsewhere. */
export function useStageList(runs: readonly StageRun[], onFollow: () => void) {
  const scroller = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const grids = runs.map((run, place) => gridOf(run, place === runs.length - 1, size ?? { width: 0, height: 0 }))
  const heights = grids.map(({ height }) => runHeadHeight + height + runGap)
  const virtualizer = useVirtualizer({
    count: size === null ? 0 : runs.length,
    getScrollElement: () => scroller.current,
    getItemKey: (place) => runs[place]?.task.id ?? place,
    estimateSize: (place) => heights[place] ?? 0,
    overscan: 2
  })
  const allHeights = heights.join(' ')
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, allHeights])
  useFollowNewest(scroller, runs.at(-1)?.task.id ?? null, size !== null, virtualizer.getTotalSize(), onFollow)
  return { scroller, virtualizer, grids, isMeasured: size !== null }
}

/** A single player fills the stage, because it has controls below its media. */
function gridOf(run: StageRun, isNewest: boolean, { width, height }: Size): OutputGrid {
  const maxHeight = maxHeightOf(isNewest, height)
  if (isNote(run)) {
    const tileHeight = Math.min(noteSize.height, Math.max(noteSize.leastHeight, height - runHeadHeight - runGap))
    return { columns: 1, tileWidth: Math.min(noteSize.width, width), tileHeight, height: tileHeight }
  }
  return isNewest && hasPlayer(run)
    ? { columns: 1, tileWidth: width, tileHeight: maxHeight, height: maxHeight }
    : fitOutputs(run.outputs.length, run.ratio, width, maxHeight)
}

function isNote({ outputs }: StageRun): boolean {
  return outputs.length === 1 && (outputs[0]?.kind === 'stopped' || outputs[0]?.kind === 'needs-faces')
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
