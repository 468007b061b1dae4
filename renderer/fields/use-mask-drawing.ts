import { useRef, useState } from 'react'
import { drawLine, maskColor } from './mask-canvas.ts'
import type { MaskBox, MaskPoint } from './mask-steps.ts'
import type { MaskEditor } from './use-mask-editor.ts'

/** The brush, and the stroke or rectangle being drawn. `begin`, `continueTo` and `end` draw it. `end` adds it to the mask. */
export type MaskDrawing = {
  /** Brush position in the image's pixels. Null if the brush isn't over the image. */
  readonly at: MaskPoint | null
  readonly setAt: (at: MaskPoint) => void
  /** The rectangle being drawn, in whole pixels. */
  readonly box: MaskBox | null
  readonly begin: (point: MaskPoint) => void
  readonly continueTo: (points: readonly MaskPoint[]) => void
  readonly end: () => void
  /** Hides the brush, unless something is being drawn. */
  readonly leave: () => void
}

export function useMaskDrawing({ canvas, tool, brush, add }: MaskEditor): MaskDrawing {
  const [at, setAt] = useState<MaskPoint | null>(null)
  const [box, setBox] = useState<MaskBox | null>(null)
  const stroke = useRef<MaskPoint[] | null>(null)
  const erases = tool === 'eraser'
  const wholeBox = box === null ? null : { from: wholePoint(box.from), to: wholePoint(box.to) }

  return {
    at,
    setAt,
    box: wholeBox,
    begin: (point) => {
      if (tool === 'box') return setBox({ from: point, to: point })
      stroke.current = [point]
      if (canvas.current !== null) drawLine(canvas.current, [point], brush, erases, maskColor)
    },
    continueTo: (points) => {
      const last = points.at(-1)
      if (last === undefined) return
      setAt(last)
      if (box !== null) return setBox({ from: box.from, to: last })
      if (stroke.current === null || canvas.current === null) return
      drawLine(canvas.current, [...stroke.current.slice(-1), ...points], brush, erases, maskColor)
      stroke.current.push(...points)
    },
    end: () => {
      if (wholeBox !== null) {
        const { from, to } = wholeBox
        if (from.x !== to.x && from.y !== to.y) add({ kind: 'box', erases: false, box: wholeBox })
        setBox(null)
      }
      if (stroke.current !== null) add({ kind: 'stroke', erases, width: brush, points: stroke.current })
      stroke.current = null
    },
    leave: () => {
      if (stroke.current === null && box === null) setAt(null)
    }
  }
}

function wholePoint({ x, y }: MaskPoint): MaskPoint {
  return { x: Math.round(x), y: Math.round(y) }
}
