import type { PointerEvent, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { wheelIntent } from './wheel-intent.ts'
import type { Extent, Point, View } from './zoom.ts'
import { fitView, nextScale, panBy, zoomTo } from './zoom.ts'

export type StageView = {
  readonly stageRef: RefObject<HTMLDivElement | null>
  /** Null until both the picture and the stage are measured. */
  readonly view: View | null
  readonly canPan: boolean
  readonly isPanning: boolean
  readonly fit: () => void
  /** One pixel of the picture on one pixel of the screen. */
  readonly showPixels: () => void
  readonly step: (direction: 1 | -1) => void
  readonly toggleAt: (event: { readonly clientX: number; readonly clientY: number }) => void
  readonly startPan: (event: PointerEvent) => void
}

/** Zoom and pan of a picture on its stage: wheel, pinch, drag, and steps for the keys. A fitted picture stays fitted when the stage changes. */
export function useStageView(picture: Extent | null): StageView {
  const stageRef = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Extent | null>(null)
  const [own, setOwn] = useState<View | null>(null)
  const [isPanning, setIsPanning] = useState(false)
  const view = picture === null || stage === null ? null : own === null || own.isFitted ? fitView(picture, stage) : own

  function change(next: (view: View, picture: Extent, stage: Extent) => View): void {
    if (view !== null && picture !== null && stage !== null) setOwn(next(view, picture, stage))
  }
  function placeOnStage(event: { readonly clientX: number; readonly clientY: number }): Point {
    const box = stageRef.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  const now = useRef({ change, placeOnStage })
  useEffect(() => {
    now.current = { change, placeOnStage }
  })

  useEffect(() => {
    const element = stageRef.current
    if (element === null) return
    const observer = new ResizeObserver(
      ([entry]) => entry && setStage({ width: entry.contentRect.width, height: entry.contentRect.height })
    )
    observer.observe(element)
    function wheel(event: WheelEvent): void {
      event.preventDefault()
      const intent = wheelIntent(event)
      now.current.change((before, itsPicture, itsStage) =>
        intent.does === 'zoom'
          ? zoomTo(before, before.scale * intent.factor, now.current.placeOnStage(event), itsPicture, itsStage)
          : panBy(before, intent, itsPicture, itsStage)
      )
    }
    // React listens passively, which could not keep the page from zooming.
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', wheel)
    }
  }, [])

  useEffect(() => {
    if (!isPanning) return
    const listening = new AbortController()
    const { signal } = listening
    const stop = (): void => setIsPanning(false)
    window.addEventListener(
      'pointermove',
      (event) =>
        now.current.change((before, itsPicture, itsStage) =>
          panBy(before, { x: event.movementX, y: event.movementY }, itsPicture, itsStage)
        ),
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
    picture !== null &&
    stage !== null &&
    (picture.width * view.scale > stage.width + 1 || picture.height * view.scale > stage.height + 1)
  return {
    stageRef,
    view,
    canPan,
    isPanning,
    fit: () => setOwn(null),
    showPixels: () => change((before, itsPicture, itsStage) => zoomTo(before, pixelScale, middle(itsStage), itsPicture, itsStage)),
    step: (direction) =>
      change((before, itsPicture, itsStage) => zoomTo(before, nextScale(before.scale, direction), middle(itsStage), itsPicture, itsStage)),
    toggleAt: (event) => {
      if (view !== null && !view.isFitted) return setOwn(null)
      change((before, itsPicture, itsStage) =>
        zoomTo(before, Math.max(pixelScale, before.scale * 2), placeOnStage(event), itsPicture, itsStage)
      )
    },
    startPan: (event) => {
      if (event.button === 0 && canPan) setIsPanning(true)
    }
  }
}
