import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { InspectedMedia } from '../../shared/form/media-facts.ts'
import { say } from '../../shared/i18n/say.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { classNames } from '../ui/class-names.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { drawLine, drawMaskSteps, paintedFraction } from './mask-canvas.ts'
import styles from './mask-painter.module.css'
import type { MaskBox, MaskHistory, MaskStep, MaskPoint } from './mask-steps.ts'
import { brushPositionAfterKey } from './mask-steps.ts'

export type MaskTool = 'brush' | 'eraser' | 'box'

/** Space around the image for the focus ring, in CSS pixels per axis. */
const focusRoom = 10

/** Display colour of the mask over the image. The mask file is black and white. */
const paint = '#e8478b'

/** The image with its mask, painted by pointer or keyboard. */
export function MaskStage({
  canvas,
  under,
  width,
  height,
  ground,
  history,
  tool,
  brush,
  isBare,
  onStep,
  onUndo,
  onRedo,
  onTool,
  onResize,
  onPainted
}: {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly under: InspectedMedia
  /** Size of the image beneath, in pixels. */
  readonly width: number
  readonly height: number
  readonly ground: HTMLCanvasElement | null
  readonly history: MaskHistory
  readonly tool: MaskTool
  readonly brush: number
  /** True to hide the image and show the mask as the service receives it. */
  readonly isBare: boolean
  readonly onStep: (step: MaskStep) => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onTool: (tool: MaskTool) => void
  readonly onResize: (direction: 1 | -1) => void
  readonly onPainted: (part: number) => void
}) {
  const announce = useAnnounce()
  const frame = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  /** Brush position in the image's pixels. Null if the brush isn't over the image. */
  const [at, setAt] = useState<MaskPoint | null>(null)
  const [box, setBox] = useState<MaskBox | null>(null)
  const stroke = useRef<MaskPoint[] | null>(null)
  /** True after a key has started a stroke or set the first corner of a rectangle. */
  const [isDown, setIsDown] = useState(false)

  // Scales the image to fit the available space, keeping its aspect ratio.
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const fit = (): void => setScale(Math.min((element.clientWidth - focusRoom) / width, (element.clientHeight - focusRoom) / height))
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    fit()
    return () => observer.disconnect()
  }, [width, height])

  const painted = useRef(onPainted)
  useEffect(() => {
    painted.current = onPainted
  })
  useLayoutEffect(() => {
    if (canvas.current === null) return
    drawMaskSteps(canvas.current, ground, history.steps, paint)
    painted.current(paintedFraction(canvas.current))
  }, [canvas, ground, history.steps])

  function pointOf(event: { readonly clientX: number; readonly clientY: number }): MaskPoint {
    const { left, top } = frame.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    const within = (value: number, most: number): number => Math.min(Math.max(0, value), most)
    return { x: within((event.clientX - left) / scale, width), y: within((event.clientY - top) / scale, height) }
  }
  function begin(point: MaskPoint): void {
    if (tool === 'box') return setBox({ from: point, to: point })
    stroke.current = [point]
    if (canvas.current !== null) drawLine(canvas.current, [point], brush, tool === 'eraser', paint)
  }
  function continueStroke(points: readonly MaskPoint[]): void {
    const last = points.at(-1)
    if (last === undefined) return
    setAt(last)
    if (box !== null) return setBox({ from: box.from, to: last })
    if (stroke.current === null || canvas.current === null) return
    drawLine(canvas.current, [...stroke.current.slice(-1), ...points], brush, tool === 'eraser', paint)
    stroke.current.push(...points)
  }
  function end(): void {
    if (box !== null) {
      const { from, to } = wholeBox(box)
      if (from.x !== to.x && from.y !== to.y) onStep({ kind: 'box', erases: false, box: { from, to } })
      setBox(null)
    }
    if (stroke.current !== null) onStep({ kind: 'stroke', erases: tool === 'eraser', width: brush, points: stroke.current })
    stroke.current = null
    setIsDown(false)
  }

  function pointerDown(event: PointerEvent): void {
    if (event.button !== 0) return
    event.preventDefault()
    frame.current?.focus()
    frame.current?.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    setAt(point)
    begin(point)
  }
  function pointerMove(event: PointerEvent): void {
    const events = event.nativeEvent.getCoalescedEvents()
    continueStroke((events.length > 0 ? events : [event]).map(pointOf))
  }
  function keyDown(event: KeyboardEvent): void {
    const here = at ?? { x: width / 2, y: height / 2 }
    const next = brushPositionAfterKey(here, event.key, brush, event.shiftKey, { width, height })
    const move = next === null ? undefined : () => continueStroke([next])
    const isTaken = handleShortcut('mask', event, {
      move,
      moveLittle: move,
      dab: tool === 'box' ? undefined : () => onStep({ kind: 'stroke', erases: tool === 'eraser', width: brush, points: [here] }),
      put: () => putDownOrLift(here),
      invert: () => onStep({ kind: 'invert' }),
      smaller: () => onResize(-1),
      larger: () => onResize(1),
      brush: () => onTool('brush'),
      eraser: () => onTool('eraser'),
      box: () => onTool('box'),
      undo: onUndo,
      redo: onRedo
    })
    if (isTaken && at === null) setAt(next ?? here)
  }
  function putDownOrLift(here: MaskPoint): void {
    if (isDown) {
      end()
      return announce(tool === 'box' ? say('Rectangle painted.') : say('Stroke ended.'))
    }
    begin(here)
    setIsDown(true)
    announce(tool === 'box' ? say('First corner set. Move to the opposite corner and press Enter.') : say('Stroke started.'))
  }
  const shown = box === null ? null : wholeBox(box)
  return (
    <div ref={place} className={styles.place}>
      <div
        ref={frame}
        role="application"
        aria-roledescription={say('painting area')}
        aria-label={say('{name}: paint the area to change', { name: under.facts.name })}
        tabIndex={0}
        className={styles.frame}
        style={{ width: width * scale, height: height * scale }}
        onPointerDown={pointerDown}
        onPointerMove={pointerMove}
        onPointerUp={end}
        onPointerCancel={end}
        onPointerLeave={() => stroke.current === null && box === null && setAt(null)}
        onKeyDown={keyDown}
      >
        {isBare ? (
          <div className={styles.black} />
        ) : under.facts.medium === 'video' ? (
          <video src={under.previewUrl} muted playsInline preload="auto" aria-hidden="true" tabIndex={-1} className={styles.under} />
        ) : (
          <img src={under.previewUrl} alt="" draggable={false} className={styles.under} />
        )}
        <canvas ref={canvas} width={width} height={height} className={classNames(styles.mask, isBare && styles.white)} />
        {shown !== null && (
          <span
            className={styles.box}
            style={{
              left: Math.min(shown.from.x, shown.to.x) * scale,
              top: Math.min(shown.from.y, shown.to.y) * scale,
              width: Math.abs(shown.to.x - shown.from.x) * scale,
              height: Math.abs(shown.to.y - shown.from.y) * scale
            }}
          />
        )}
        {at !== null && (
          <span
            className={classNames(styles.ring, tool === 'box' && styles.cross, isDown && styles.down)}
            style={{
              width: tool === 'box' ? 17 : brush * scale,
              height: tool === 'box' ? 17 : brush * scale,
              transform: `translate(${at.x * scale}px, ${at.y * scale}px) translate(-50%, -50%)`
            }}
          />
        )}
      </div>
    </div>
  )
}

/** Rounds a rectangle to whole pixels. */
function wholeBox({ from, to }: MaskBox): MaskBox {
  return { from: { x: Math.round(from.x), y: Math.round(from.y) }, to: { x: Math.round(to.x), y: Math.round(to.y) } }
}
