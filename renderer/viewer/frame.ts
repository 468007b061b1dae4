import type { Extent, Point, ZoomState } from '../zoom/zoom.ts'

/**
 * Position of an image in a frame, or on a pane (see `placementOnPane`). Images viewed together share one frame and one view. Each image
 * fits completely into the frame and is centred. Zoom and pan therefore show the same part of all images, regardless of their pixel sizes.
 */
export type ImagePlacement = Point & {
  /** Frame units per image pixel. On a pane, CSS pixels per image pixel. */
  readonly scale: number
}

export function placementInFrame(picture: Extent, frame: Extent): ImagePlacement {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height)
  return { scale, x: (frame.width - picture.width * scale) / 2, y: (frame.height - picture.height * scale) / 2 }
}

/** Returns the smallest frame in which no image is scaled down. Null if there are no images. */
export function enclosingFrame(pictures: readonly Extent[]): Extent | null {
  if (pictures.length === 0) return null
  return { width: Math.max(...pictures.map(({ width }) => width)), height: Math.max(...pictures.map(({ height }) => height)) }
}

/** Returns the position of an image on its pane, in CSS pixels. `scale` is in CSS pixels per image pixel. */
export function placementOnPane(view: ZoomState, box: ImagePlacement): ImagePlacement {
  return { x: view.x + box.x * view.scale, y: view.y + box.y * view.scale, scale: view.scale * box.scale }
}

export type Edges = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Returns the edges of the image's visible part, in pane coordinates. */
export function visibleEdges(picture: Extent, place: ImagePlacement, pane: Extent): Edges {
  const left = Math.max(0, place.x)
  const top = Math.max(0, place.y)
  return {
    left,
    top,
    right: Math.max(left, Math.min(pane.width, place.x + picture.width * place.scale)),
    bottom: Math.max(top, Math.min(pane.height, place.y + picture.height * place.scale))
  }
}

/** Returns the image pixel at a point of the pane. Null if the point is outside the image. */
export function pixelAt(point: Point, place: ImagePlacement, picture: Extent): Point | null {
  const x = Math.floor((point.x - place.x) / place.scale)
  const y = Math.floor((point.y - place.y) / place.scale)
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : null
}
