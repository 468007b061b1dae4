import type { KeyboardEvent, PointerEvent } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { Point } from '../../zoom/zoom.ts'
import type { Frame, FrameEdge, FrameHandle, FrameRanges } from './frame-geometry.ts'
import { frameEdges, frameHandles } from './frame-geometry.ts'
import styles from './frame-overlay.module.css'

export type EdgeTexts = { readonly [edge in FrameEdge]: { readonly label: string; readonly value: string } }

/**
 * A frame on the stage whose edges and corners can be dragged. On the keyboard, the edges are sliders. An arrow key moves an edge by
 * `keyStep` image pixels, and with Shift by the smallest step.
 */
export function FrameOverlay({
  frame,
  ranges,
  texts,
  keyStep,
  isOutside = false,
  place,
  pointOf,
  onResize,
  onSettle
}: {
  readonly frame: Frame
  readonly ranges: FrameRanges
  readonly texts: EdgeTexts
  readonly keyStep: number
  /** True for a frame around the image. The rest of the stage then isn't darkened. */
  readonly isOutside?: boolean
  readonly place: (point: Point) => Point
  readonly pointOf: (event: { readonly clientX: number; readonly clientY: number }) => Point
  readonly onResize: (handle: FrameHandle, to: Point) => void
  /** Called when a drag or key press ends. */
  readonly onSettle?: () => void
}) {
  const from = place({ x: frame.left, y: frame.top })
  const to = place({ x: frame.right, y: frame.bottom })
  const box = { left: from.x, top: from.y, width: to.x - from.x, height: to.y - from.y }

  function drag(handle: FrameHandle) {
    return {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.focus({ focusVisible: false })
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onResize(handle, pointOf(event))
      },
      onPointerUp: onSettle
    }
  }
  function keyDown(edge: FrameEdge, event: KeyboardEvent): void {
    const { min, max, step } = ranges[edge]
    const by = Math.max(step, event.shiftKey ? step : keyStep)
    const targets: { readonly [key: string]: number } = {
      ArrowLeft: frame[edge] - by,
      ArrowUp: frame[edge] - by,
      ArrowRight: frame[edge] + by,
      ArrowDown: frame[edge] + by,
      Home: min,
      End: max
    }
    const target = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onResize(edge, { x: target, y: target })
  }
  return (
    <>
      <div className={classNames(styles.frame, isOutside && styles.outside)} style={box} />
      {frameHandles.map((handle) => {
        const edge = frameEdges.find((one) => one === handle)
        const x = handle.includes('left') ? from.x : handle.includes('right') ? to.x : (from.x + to.x) / 2
        const y = handle.includes('top') ? from.y : handle.includes('bottom') ? to.y : (from.y + to.y) / 2
        const className = classNames(styles.handle, styles[handle])
        if (edge === undefined)
          return (
            <span
              key={handle}
              aria-hidden="true"
              className={className}
              style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
              {...drag(handle)}
            />
          )
        return (
          <span
            key={handle}
            role="slider"
            tabIndex={0}
            aria-label={texts[edge].label}
            aria-orientation={edge === 'left' || edge === 'right' ? 'horizontal' : 'vertical'}
            aria-valuemin={ranges[edge].min}
            aria-valuemax={ranges[edge].max}
            aria-valuenow={frame[edge]}
            aria-valuetext={texts[edge].value}
            className={className}
            style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
            onKeyDown={(event) => keyDown(edge, event)}
            onKeyUp={onSettle}
            {...drag(handle)}
          />
        )
      })}
    </>
  )
}
