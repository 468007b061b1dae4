import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { classNames } from '../ui/class-names.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { drawMaskSteps, maskColor, paintedFraction } from './mask-canvas.ts'
import styles from './mask-painter.module.css'
import type { MaskBox, MaskPoint } from './mask-steps.ts'
import { brushPositionAfterKey } from './mask-steps.ts'
import { useMaskDrawing } from './use-mask-drawing.ts'
import type { MaskEditor } from './use-mask-editor.ts'

/** Space around the image for the focus ring, in CSS pixels per axis. */
const focusRoom = 10

/**
 * The image with its mask, painted by pointer or keyboard. `isBare` hides the image and shows the mask as the service receives it.
 * `onPainted` is called with the painted fraction.
 */
export function MaskStage({
  editor,
  isBare,
  onPainted
}: {
  readonly editor: MaskEditor
  readonly isBare: boolean
  readonly onPainted: (part: number) => void
}) {
  const { canvas, under, width, height, ground, history, tool, brush } = editor
  const announce = useAnnounce()
  const frame = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const scale = useFittedScale(place, width, height)
  const { at, setAt, box, begin, continueTo, end, leave } = useMaskDrawing(editor)
  /** True after a key has started a stroke or set the first corner of a rectangle. */
  const [isDown, setIsDown] = useState(false)

  const painted = useEffectEvent(onPainted)
  useLayoutEffect(() => {
    if (canvas.current === null) return
    drawMaskSteps(canvas.current, ground, history.steps, maskColor)
    painted(paintedFraction(canvas.current))
  }, [canvas, ground, history.steps])

  function pointOf(event: { readonly clientX: number; readonly clientY: number }): MaskPoint {
    const { left, top } = frame.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    const within = (value: number, most: number): number => Math.min(Math.max(0, value), most)
    return { x: within((event.clientX - left) / scale, width), y: within((event.clientY - top) / scale, height) }
  }
  function lift(): void {
    end()
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
    continueTo((events.length > 0 ? events : [event]).map(pointOf))
  }
  function keyDown(event: KeyboardEvent): void {
    const here = at ?? { x: width / 2, y: height / 2 }
    const next = brushPositionAfterKey(here, event.key, brush, event.shiftKey, { width, height })
    const move = next === null ? undefined : () => continueTo([next])
    const isTaken = handleShortcut('mask', event, {
      move,
      moveLittle: move,
      dab: tool === 'box' ? undefined : () => editor.add({ kind: 'stroke', erases: tool === 'eraser', width: brush, points: [here] }),
      put: () => putDownOrLift(here),
      invert: () => editor.add({ kind: 'invert' }),
      smaller: () => editor.resizeBrush(-1),
      larger: () => editor.resizeBrush(1),
      brush: () => editor.setTool('brush'),
      eraser: () => editor.setTool('eraser'),
      box: () => editor.setTool('box'),
      undo: editor.undo,
      redo: editor.redo
    })
    if (isTaken && at === null) setAt(next ?? here)
  }
  function putDownOrLift(here: MaskPoint): void {
    if (isDown) {
      lift()
      return announce(tool === 'box' ? say('Rectangle painted.') : say('Stroke ended.'))
    }
    begin(here)
    setIsDown(true)
    announce(tool === 'box' ? say('First corner set. Move to the opposite corner and press Enter.') : say('Stroke started.'))
  }
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
        onPointerUp={lift}
        onPointerCancel={lift}
        onPointerLeave={leave}
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
        {box !== null && <Outline box={box} scale={scale} />}
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

/** Returns the scale at which the image fits into the element `place`, keeping its aspect ratio. */
function useFittedScale(place: RefObject<HTMLDivElement | null>, width: number, height: number): number {
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const fit = (): void => setScale(Math.min((element.clientWidth - focusRoom) / width, (element.clientHeight - focusRoom) / height))
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    fit()
    return () => observer.disconnect()
  }, [place, width, height])
  return scale
}

function Outline({ box: { from, to }, scale }: { readonly box: MaskBox; readonly scale: number }) {
  return (
    <span
      className={styles.box}
      style={{
        left: Math.min(from.x, to.x) * scale,
        top: Math.min(from.y, to.y) * scale,
        width: Math.abs(to.x - from.x) * scale,
        height: Math.abs(to.y - from.y) * scale
      }}
    />
  )
}
