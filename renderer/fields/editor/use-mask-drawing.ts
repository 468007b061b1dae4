import { useRef, useState } from 'react'
import { drawLine, maskColor } from './mask-canvas.ts'
import type { MaskBox, MaskPoint } from './mask-steps.ts'
import type { MaskEditor } from './use-mask-editor.ts'

/** Position of the tool, and the shape being drawn. Call `begin`, `continueTo` and `end` to draw a shape. `end` adds it to the mask. */
export type MaskDrawing = {
  /** Position of the tool in the image's pixels. */
  readonly at: MaskPoint
  /** The rectangle being drawn, in whole pixels. */
  readonly box: MaskBox | null
  /** The line of the lasso being drawn. */
  readonly lasso: readonly MaskPoint[] | null
  readonly begin: (point: MaskPoint) => void
  readonly continueTo: (points: readonly MaskPoint[]) => void
  /** Ends the shape. Returns false if nothing was drawn, such as a rectangle without an area. */
  readonly end: () => boolean
  /** Called when the pointer leaves the stage. Moves the tool to the middle of the visible part, unless something is being drawn. */
  readonly leave: () => void
}

export function useMaskDrawing({ canvas, viewport, width, height, tool, isErasing, brushInImage, add }: MaskEditor): MaskDrawing {
  const [at, setAt] = useState<MaskPoint>({ x: width / 2, y: height / 2 })
  const [box, setBox] = useState<MaskBox | null>(null)
  const [lasso, setLasso] = useState<readonly MaskPoint[] | null>(null)
  const stroke = useRef<MaskPoint[] | null>(null)
  const wholePoint = ({ x, y }: MaskPoint): MaskPoint => ({ x: wholeWithin(x, width), y: wholeWithin(y, height) })
  const wholeBox = box === null ? null : { from: wholePoint(box.from), to: wholePoint(box.to) }

  return {
    at,
    box: wholeBox,
    lasso,
    begin: (point) => {
      setAt(point)
      if (tool === 'box') return setBox({ from: point, to: point })
      if (tool === 'lasso') return setLasso([point])
      stroke.current = [point]
      if (canvas.current !== null) drawLine(canvas.current, [point], brushInImage, isErasing, maskColor)
    },
    continueTo: (points) => {
      const last = points.at(-1)
      if (last === undefined) return
      setAt(last)
      if (box !== null) return setBox({ from: box.from, to: last })
      if (lasso !== null) return setLasso([...lasso, ...points])
      if (stroke.current === null || canvas.current === null) return
      drawLine(canvas.current, [...stroke.current.slice(-1), ...points], brushInImage, isErasing, maskColor)
      stroke.current.push(...points)
    },
    end: () => {
      const line = stroke.current
      stroke.current = null
      setBox(null)
      setLasso(null)
      if (line !== null) add({ kind: 'stroke', erases: isErasing, width: brushInImage, points: line })
      const hasBox = wholeBox !== null && wholeBox.from.x !== wholeBox.to.x && wholeBox.from.y !== wholeBox.to.y
      if (hasBox) add({ kind: 'box', erases: isErasing, box: wholeBox })
      const hasLasso = lasso !== null && lasso.length > 2
      if (hasLasso) add({ kind: 'lasso', erases: isErasing, points: lasso })
      return line !== null || hasBox || hasLasso
    },
    leave: () => {
      if (stroke.current !== null || box !== null || lasso !== null) return
      const { view, grid } = viewport
      if (view === null || grid === null) return
      setAt(wholePoint({ x: (grid.pane.width / 2 - view.x) / view.scale, y: (grid.pane.height / 2 - view.y) / view.scale }))
    }
  }
}

function wholeWithin(value: number, most: number): number {
  return Math.min(Math.max(0, Math.round(value)), most)
}
