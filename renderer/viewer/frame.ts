import type { Extent, Point, View } from './zoom.ts'

/**
 * Pictures that are looked at together share a frame, in whose lengths one view is kept for all. Each lies whole and centred in the frame, so
 * that one zoom and one pan show the same place of every one of them, whatever their pixels.
 */
export type Box = Point & {
  /** Lengths of the frame per pixel of the picture. */
  readonly scale: number
}

export function boxWithin(picture: Extent, frame: Extent): Box {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height)
  return { scale, x: (frame.width - picture.width * scale) / 2, y: (frame.height - picture.height * scale) / 2 }
}

/** The smallest frame in which none of the pictures is made smaller. Null: there is none. */
export function frameAround(pictures: readonly Extent[]): Extent | null {
  if (pictures.length === 0) return null
  return { width: Math.max(...pictures.map(({ width }) => width)), height: Math.max(...pictures.map(({ height }) => height)) }
}

/** Where a picture's top left corner lies on its pane, and how large one of its pixels is there. */
export function placeOnPane(view: View, box: Box): Box {
  return { x: view.x + box.x * view.scale, y: view.y + box.y * view.scale, scale: view.scale * box.scale }
}

export type Edges = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** The part of the pane on which something of the picture is to be seen. */
export function shownEdges(picture: Extent, place: Box, pane: Extent): Edges {
  const left = Math.max(0, place.x)
  const top = Math.max(0, place.y)
  return {
    left,
    top,
    right: Math.max(left, Math.min(pane.width, place.x + picture.width * place.scale)),
    bottom: Math.max(top, Math.min(pane.height, place.y + picture.height * place.scale))
  }
}

/** The pixel of the picture beneath a point of its pane; null beside the picture. */
export function pixelAt(point: Point, place: Box, picture: Extent): Point | null {
  const x = Math.floor((point.x - place.x) / place.scale)
  const y = Math.floor((point.y - place.y) / place.scale)
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : null
}
