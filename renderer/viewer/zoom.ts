/** Geometry of the picture on the viewer's stage. Lengths in CSS pixels; `scale` 1 shows one picture pixel per CSS pixel. */

export type Extent = { readonly width: number; readonly height: number }
export type Point = { readonly x: number; readonly y: number }
/** `x` and `y` are where the picture's top left corner lies on the stage. `isFitted`: it goes on fitting when the stage changes. */
export type View = { readonly scale: number; readonly x: number; readonly y: number; readonly isFitted: boolean }

const smallestScale = 0.05
export const largestScale = 16

/** The whole picture, centred, never larger than its own pixels. */
export function fitView(picture: Extent, stage: Extent): View {
  const scale = clamp(Math.min(stage.width / picture.width, stage.height / picture.height, 1), smallestScale, largestScale)
  return { ...centred(picture, stage, scale), isFitted: true }
}

/** Zooms so that the point of the picture beneath `pointer` stays there. */
export function zoomTo(view: View, scale: number, pointer: Point, picture: Extent, stage: Extent): View {
  const bounded = clamp(scale, Math.min(smallestScale, fitView(picture, stage).scale), largestScale)
  const factor = bounded / view.scale
  const moved = {
    scale: bounded,
    x: pointer.x - (pointer.x - view.x) * factor,
    y: pointer.y - (pointer.y - view.y) * factor,
    isFitted: false
  }
  return keepOnStage(moved, picture, stage)
}

export function panBy(view: View, delta: Point, picture: Extent, stage: Extent): View {
  return keepOnStage({ ...view, x: view.x + delta.x, y: view.y + delta.y, isFitted: false }, picture, stage)
}

/** Steps of the + and - keys: the next round figure. */
const steps = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16]
export function nextScale(scale: number, direction: 1 | -1): number {
  const margin = 1.001
  if (direction === 1) return steps.find((step) => step > scale * margin) ?? largestScale
  return steps.findLast((step) => step < scale / margin) ?? smallestScale
}

/** A picture smaller than the stage is centred; a larger one never leaves a gap at an edge. */
function keepOnStage(view: View, picture: Extent, stage: Extent): View {
  return {
    ...view,
    x: keepAlong(view.x, picture.width * view.scale, stage.width),
    y: keepAlong(view.y, picture.height * view.scale, stage.height)
  }
}

function keepAlong(position: number, length: number, room: number): number {
  return length <= room ? (room - length) / 2 : clamp(position, room - length, 0)
}

function centred(picture: Extent, stage: Extent, scale: number): { scale: number; x: number; y: number } {
  return { scale, x: (stage.width - picture.width * scale) / 2, y: (stage.height - picture.height * scale) / 2 }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
