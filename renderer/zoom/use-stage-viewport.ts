import type { PointerEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { PaneGrid } from './pane-grid.ts'
import { paneGrid, pointInPane } from './pane-grid.ts'
import { wheelIntent } from './wheel-intent.ts'
import type { Extent, Point, ZoomState } from './zoom.ts'
import { fitView, nextScale, panBy, panIntoView, zoomAround, zoomTo } from './zoom.ts'

export type StageViewport = {
  readonly stageRef: (element: HTMLDivElement | null) => void
  /** The stage's element. Null while it isn't in the page. */
  readonly element: HTMLDivElement | null
  /** Null until both the image and the stage are measured. */
  readonly view: ZoomState | null
  /** Panes of the stage. Null until both the image and the stage are measured. */
  readonly grid: PaneGrid | null
  readonly canPan: boolean
  readonly isPanning: boolean
  readonly fit: () => void
  /** Shows one image pixel per screen pixel. */
  readonly showPixels: () => void
  /** Zooms by a step. `around`: point of the image that stays visible. The default is the middle of the stage. */
  readonly step: (direction: 1 | -1, around?: Point | null) => void
  readonly toggleAt: (event: { readonly clientX: number; readonly clientY: number }) => void
  /** Pans with the pointer until it is released. Uses the main and the middle button. */
  readonly startPan: (event: PointerEvent) => void
  /** Pans by a distance in CSS pixels. */
  readonly pan: (delta: Point) => void
  /** Pans until a point of the image is visible. */
  readonly reveal: (point: Point) => void
  /** Converts a point of the window to coordinates of the pane under that point. */
  readonly pointOf: (event: { readonly clientX: number; readonly clientY: number }) => Point
}

export type StageContent = {
  /** Size in pixels of the image, or of the frame that several images share. Null until measured. */
  readonly frame: Extent | null
  /** ID of the viewed content. When the ID changes, the view is fitted again. */
  readonly subject: string
  /** Number of equal panes on the stage. All panes share the same zoom and pan. */
  readonly paneCount?: number
}

/** Space around a point that stays visible or is revealed, in CSS pixels. */
const revealMargin = 48

/** Lets the user zoom and pan a stage by wheel, pinch, drag and keys. A fitted view stays fitted when the stage is resized. */
export function useStageViewport({ frame, subject, paneCount = 1 }: StageContent): StageViewport {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [room, setRoom] = useState<Extent | null>(null)
  const [own, setOwn] = useState<{ readonly subject: string; readonly view: ZoomState } | null>(null)
  const [isPanning, setIsPanning] = useState(false)
  const grid = room === null || frame === null ? null : paneGrid(paneCount, frame, room)
  const stage = grid?.pane ?? null
  const kept = own?.subject === subject && !own.view.isFitted ? own.view : null
  const view = frame === null || stage === null ? null : kept === null ? fitView(frame, stage) : panBy(kept, { x: 0, y: 0 }, frame, stage)

  function change(next: (view: ZoomState, frame: Extent, stage: Extent) => ZoomState): void {
    if (view !== null && frame !== null && stage !== null) setOwn({ subject, view: next(view, frame, stage) })
  }
  function pointOf(event: { readonly clientX: number; readonly clientY: number }): Point {
    const box = element?.getBoundingClientRect()
    const point = { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
    return grid === null ? point : pointInPane(point, grid)
  }
  const now = useRef({ change, pointOf })
  useEffect(() => {
    now.current = { change, pointOf }
  })

  useEffect(() => {
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => entry && setRoom({ width: entry.contentRect.width, height: entry.contentRect.height }))
    observer.observe(element)
    function wheel(event: WheelEvent): void {
      event.preventDefault()
      const intent = wheelIntent(event)
      now.current.change((before, itsFrame, itsStage) =>
        intent.kind === 'zoom'
          ? zoomTo(before, before.scale * intent.factor, now.current.pointOf(event), itsFrame, itsStage)
          : panBy(before, intent, itsFrame, itsStage)
      )
    }
    // React's wheel listener is passive, so it can't stop the page from zooming.
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', wheel)
    }
  }, [element])

  useEffect(() => {
    if (!isPanning) return
    const listening = new AbortController()
    const { signal } = listening
    const stop = (): void => setIsPanning(false)
    window.addEventListener(
      'pointermove',
      (event) =>
        now.current.change((before, itsFrame, itsStage) => panBy(before, { x: event.movementX, y: event.movementY }, itsFrame, itsStage)),
      { signal }
    )
    window.addEventListener('pointerup', stop, { signal })
    window.addEventListener('pointercancel', stop, { signal })
    return () => listening.abort()
  }, [isPanning])

  const pixelScale = 1 / globalThis.devicePixelRatio
  const middle = (itsStage: Extent): Point => ({ x: itsStage.width / 2, y: itsStage.height / 2 })
  const canPan =
    view !== null &&
    frame !== null &&
    stage !== null &&
    (frame.width * view.scale > stage.width + 1 || frame.height * view.scale > stage.height + 1)
  return {
    stageRef: setElement,
    element,
    view,
    grid,
    canPan,
    isPanning,
    fit: () => setOwn(null),
    showPixels: () => change((before, itsFrame, itsStage) => zoomTo(before, pixelScale, middle(itsStage), itsFrame, itsStage)),
    step: (direction, around = null) =>
      change((before, itsFrame, itsStage) => {
        const scale = nextScale(before.scale, direction)
        if (around === null) return zoomTo(before, scale, middle(itsStage), itsFrame, itsStage)
        return zoomAround(before, scale, around, revealMargin, itsFrame, itsStage)
      }),
    toggleAt: (event) => {
      if (view !== null && !view.isFitted) return setOwn(null)
      change((before, itsFrame, itsStage) => zoomTo(before, Math.max(pixelScale, before.scale * 2), pointOf(event), itsFrame, itsStage))
    },
    startPan: (event) => {
      if ((event.button === 0 || event.button === 1) && canPan) setIsPanning(true)
    },
    pan: (delta) => change((before, itsFrame, itsStage) => panBy(before, delta, itsFrame, itsStage)),
    reveal: (point) => change((before, itsFrame, itsStage) => panIntoView(before, point, revealMargin, itsFrame, itsStage)),
    pointOf
  }
}
