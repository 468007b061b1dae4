/** Geometry of an image on a stage. Lengths are in CSS pixels. `scale` 1 shows one image pixel per CSS pixel. */

export type Extent = { readonly width: number; readonly height: number }
export type Point = { readonly x: number; readonly y: number }
/** `x` and `y` are the image's top left corner on the stage. If `isFitted` is true, the image stays fitted when the stage is resized. */
export type ZoomState = { readonly scale: number; readonly x: number; readonly y: number; readonly isFitted: boolean }

/** Minimum scale. An image that fits only at a smaller scale can still be shown at that scale. */
const smallestScale = 0.05
export const maxScale = 16

/** Returns the view that shows the whole image, centred and never enlarged. */
export function fitView(picture: Extent, stage: Extent): ZoomState {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height, 1)
  return { ...centred(picture, stage, scale), isFitted: true }
}

/** Returns the view zoomed to `scale`, within the limits. The part of the image under `pointer` keeps its position. */
export function zoomTo(view: ZoomState, scale: number, pointer: Point, picture: Extent, stage: Extent): ZoomState {
  const bounded = clamp(scale, Math.min(smallestScale, fitView(picture, stage).scale), maxScale)
  const factor = bounded / view.scale
  const moved = {
    scale: bounded,
    x: pointer.x - (pointer.x - view.x) * factor,
    y: pointer.y - (pointer.y - view.y) * factor,
    isFitted: false
  }
  return keepOnStage(moved, picture, stage)
}

export function panBy(view: ZoomState, delta: Point, picture: Extent, stage: Extent): ZoomState {
  return keepOnStage({ ...view, x: view.x + delta.x, y: view.y + delta.y, isFitted: false }, picture, stage)
}

/**
 * Returns the view panned until `point`, in image pixels, is on the stage with `margin` around it. Returns the view unchanged if it already
 * is.
 */
export function panIntoView(view: ZoomState, point: Point, margin: number, picture: Extent, stage: Extent): ZoomState {
  const along = (position: number, room: number): number => {
    const edge = Math.min(margin, room / 2)
    return clamp(position, edge, room - edge) - position
  }
  const delta = { x: along(view.x + point.x * view.scale, stage.width), y: along(view.y + point.y * view.scale, stage.height) }
  return delta.x === 0 && delta.y === 0 ? view : panBy(view, delta, picture, stage)
}

/** Returns the view zoomed to `scale` around `point`, in image pixels. `point` is then on the stage with `margin` around it. */
export function zoomAround(view: ZoomState, scale: number, point: Point, margin: number, picture: Extent, stage: Extent): ZoomState {
  const onStage = { x: view.x + point.x * view.scale, y: view.y + point.y * view.scale }
  return panIntoView(zoomTo(view, scale, onStage, picture, stage), point, margin, picture, stage)
}

/** Scales that the + and - keys step through. */
const steps = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16]
export function nextScale(scale: number, direction: 1 | -1): number {
  const margin = 1.001
  if (direction === 1) return steps.find((step) => step > scale * margin) ?? maxScale
  return steps.findLast((step) => step < scale / margin) ?? Math.min(scale, smallestScale)
}

/**
 * Returns the view moved back onto the stage. Centres an image that is smaller than the stage. Moves a larger image so that it doesn't
 * leave a gap at any edge.
 */
function keepOnStage(view: ZoomState, picture: Extent, stage: Extent): ZoomState {
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
