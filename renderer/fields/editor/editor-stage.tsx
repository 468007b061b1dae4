import type { KeyboardEvent, PointerEvent, ReactNode, Ref } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import { handleShortcut } from '../../shortcuts/handle-shortcut.ts'
import { classNames } from '../../ui/class-names.ts'
import type { StageViewport } from '../../zoom/use-stage-viewport.ts'
import type { Extent, Point, ZoomState } from '../../zoom/zoom.ts'
import styles from './editor-stage.module.css'

/** Distance that an arrow key pans, in CSS pixels. */
const panStep = 64
const directions: { readonly [key: string]: Point } = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 }
}

export type EditorStageProps = {
  readonly media: InspectedMedia
  /** Size of the media in pixels. */
  readonly size: Extent
  /** Position of the media in the viewport's frame, in image pixels. Omitted if the media fills the frame. */
  readonly origin?: Point
  readonly viewport: StageViewport
  readonly videoRef?: Ref<HTMLVideoElement>
  readonly label: string
  /** Kind of area, for screen readers, such as "painting area". */
  readonly roleDescription: string
  /** True to hide the media. */
  readonly isBare?: boolean
  /** True if the tool draws its own pointer. */
  readonly hidesPointer?: boolean
  /**
   * Called when the main button is pressed, with the point in image pixels. Omitted if the tool doesn't draw. The main button then pans.
   */
  readonly onPress?: (point: Point) => void
  readonly onMove?: (points: readonly Point[]) => void
  readonly onRelease?: () => void
  readonly onLeave?: () => void
  /** Handles a key and returns true if the tool uses it. */
  readonly onKey?: (event: KeyboardEvent) => boolean
  /** Drawn on the media, in image pixels. */
  readonly layer?: ReactNode
  /** Renders content over the stage, in CSS pixels. */
  readonly children?: (
    place: (point: Point) => Point,
    view: ZoomState,
    /** Converts a point of the window to image pixels. */
    pointOf: (event: { readonly clientX: number; readonly clientY: number }) => Point
  ) => ReactNode
}

/** The media of the editor, zoomed and panned. Passes pointer and key events to the tool, unless they pan or zoom. */
export function EditorStage({ videoRef, ...props }: EditorStageProps) {
  const { media, size, origin = { x: 0, y: 0 }, viewport, label, roleDescription, isBare = false, hidesPointer = false } = props
  const { view } = viewport
  const stage = useRef<HTMLDivElement | null>(null)
  /** State of the Space key. `hasPanned` is true if the user has panned while holding the key. Null while the key isn't held. */
  const [space, setSpace] = useState<{ readonly hasPanned: boolean } | null>(null)
  /** True if the pointer last moved the tool, and false if the keyboard did. */
  const isPointing = useRef(false)

  // The dialog focuses its first control when it opens. This moves the focus to the stage, so that the stage's keys work immediately.
  useEffect(() => {
    const frame = requestAnimationFrame(() => stage.current?.focus({ focusVisible: false }))
    return () => cancelAnimationFrame(frame)
  }, [])

  function pointOf(event: { readonly clientX: number; readonly clientY: number }): Point {
    const point = viewport.pointOf(event)
    const { x, y, scale } = view ?? { x: 0, y: 0, scale: 1 }
    return { x: (point.x - x) / scale - origin.x, y: (point.y - y) / scale - origin.y }
  }
  function place(point: Point): Point {
    const { x, y, scale } = view ?? { x: 0, y: 0, scale: 1 }
    return { x: x + (point.x + origin.x) * scale, y: y + (point.y + origin.y) * scale }
  }
  function pointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button > 1) return
    event.preventDefault()
    event.currentTarget.focus({ focusVisible: false })
    isPointing.current = true
    if (event.button === 1 || space !== null || props.onPress === undefined) {
      if (space !== null) setSpace({ hasPanned: true })
      return viewport.startPan(event)
    }
    event.currentTarget.setPointerCapture(event.pointerId)
    props.onPress(pointOf(event))
  }
  function pointerMove(event: PointerEvent): void {
    if (viewport.isPanning) return
    isPointing.current = true
    const events = event.nativeEvent.getCoalescedEvents()
    props.onMove?.((events.length > 0 ? events : [event]).map(pointOf))
  }
  function keyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget && event.key.startsWith('Arrow')) return
    if (event.key === ' ' && event.target === event.currentTarget) {
      event.preventDefault()
      // Space paints only when it is released, because dragging while Space is held pans.
      if (!event.repeat) setSpace({ hasPanned: false })
      return
    }
    if (props.onKey?.(event) === true) {
      isPointing.current = false
      return
    }
    handleZoomKey(event, viewport)
  }
  function keyUp(event: KeyboardEvent): void {
    if (event.key !== ' ' || space === null) return
    setSpace(null)
    if (!space.hasPanned && !isPointing.current) props.onKey?.(event)
  }
  return (
    <div
      ref={(element) => {
        stage.current = element
        viewport.stageRef(element)
      }}
      role="application"
      aria-roledescription={roleDescription}
      aria-label={label}
      tabIndex={0}
      className={classNames(
        styles.stage,
        hidesPointer && space === null && styles.noPointer,
        (space !== null || props.onPress === undefined) && viewport.canPan && styles.canPan,
        viewport.isPanning && styles.panning
      )}
      onPointerDown={pointerDown}
      onPointerMove={pointerMove}
      onPointerUp={props.onRelease}
      onPointerCancel={props.onRelease}
      onPointerLeave={() => {
        isPointing.current = false
        props.onLeave?.()
      }}
      onKeyDown={keyDown}
      onKeyUp={keyUp}
      onBlur={() => setSpace(null)}
    >
      <div
        data-media
        className={classNames(styles.media, view !== null && view.scale >= 4 && styles.pixels)}
        style={{
          width: size.width,
          height: size.height,
          visibility: view === null ? 'hidden' : 'visible',
          transform: `translate(${place({ x: 0, y: 0 }).x}px, ${place({ x: 0, y: 0 }).y}px) scale(${view?.scale ?? 1})`
        }}
      >
        {isBare ? (
          <div className={styles.black} />
        ) : media.facts.medium === 'video' ? (
          <video ref={videoRef} src={media.previewUrl} muted playsInline preload="auto" aria-hidden="true" tabIndex={-1} />
        ) : (
          <img src={media.previewUrl} alt="" draggable={false} />
        )}
        {props.layer}
      </div>
      {view !== null && props.children?.(place, view, pointOf)}
    </div>
  )
}

/** Handles the keys that zoom and pan. Returns false for other keys. */
export function handleZoomKey(event: KeyboardEvent, viewport: StageViewport): boolean {
  return handleShortcut('editor', event, {
    larger: () => viewport.step(1),
    smaller: () => viewport.step(-1),
    fit: viewport.fit,
    pixels: viewport.showPixels,
    pan: ({ key }) => {
      const { x, y } = directions[key] ?? { x: 0, y: 0 }
      viewport.pan({ x: x * panStep, y: y * panStep })
    }
  })
}
