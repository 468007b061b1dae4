import type { FaceBox } from '../../shared/task/faces.ts'
import type { Extent, ZoomState } from '../zoom/zoom.ts'

/** Minimum side of a face’s button, in CSS pixels. Small faces can still be clicked at this size. */
export const minBoxSide = 28

/** Height above a box for its number, in CSS pixels. */
const numberHeight = 32

/** Space below a box for its reference face, in CSS pixels. */
const referenceGap = 6

/** Position of a face’s box on the stage, and of the labels around it. Lengths are in CSS pixels. */
export type FaceBoxLayout = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Side of the reference face’s image. */
  readonly referenceSide: number
  /** True if the number is inside the box, because the stage has no room above it. */
  readonly isNumberInside: boolean
  /** True if the reference face is inside the box, because the stage has no room below it. */
  readonly isReferenceInside: boolean
}

/** Places a face’s box on the zoomed preview. A box below the minimum size is enlarged around its centre. */
export function faceBoxLayout(box: FaceBox, size: Extent, view: ZoomState, stage: Extent): FaceBoxLayout {
  const along = (start: number, length: number, pixels: number, offset: number): { readonly from: number; readonly side: number } => {
    const own = length * pixels * view.scale
    const side = Math.max(minBoxSide, own)
    return { from: offset + start * pixels * view.scale - (side - own) / 2, side }
  }
  const { from: left, side: width } = along(box.x, box.width, size.width, view.x)
  const { from: top, side: height } = along(box.y, box.height, size.height, view.y)
  const referenceSide = Math.min(68, Math.max(32, width * 0.42))
  return {
    left,
    top,
    width,
    height,
    referenceSide,
    isNumberInside: top < numberHeight,
    isReferenceInside: top + height + referenceGap + referenceSide > stage.height
  }
}
