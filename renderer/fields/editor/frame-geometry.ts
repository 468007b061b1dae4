import type { StepRange } from '../../../shared/form/fields.ts'
import { nearestStep } from '../../../shared/form/fields.ts'
import type { Extent, Point } from '../../zoom/zoom.ts'

/** Edges of a frame in image pixels. They may be outside the image. */
export type Frame = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
export type FrameEdge = keyof Frame
export const frameEdges = ['left', 'top', 'right', 'bottom'] as const satisfies readonly FrameEdge[]

/** An edge or corner that can be dragged. */
export type FrameHandle = FrameEdge | 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'
export const frameHandles = [
  ...frameEdges,
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right'
] as const satisfies readonly FrameHandle[]

/** Positions that each edge can have, in image pixels. */
export type FrameRanges = { readonly [edge in FrameEdge]: StepRange }

/** Returns the ranges of a frame inside an image. */
export function rangesInside({ width, height }: Extent): FrameRanges {
  const across = { min: 0, max: width, origin: 0, step: 1 }
  const down = { min: 0, max: height, origin: 0, step: 1 }
  return { left: across, right: across, top: down, bottom: down }
}

/** Returns the space around an image on the stage, in image pixels. The space keeps the handles at the image's edges visible. */
export function handleMargin({ width, height }: Extent): Point {
  const spare = Math.round(Math.max(width, height) * 0.03)
  return { x: spare, y: spare }
}

export function frameSize({ left, top, right, bottom }: Frame): Extent {
  return { width: right - left, height: bottom - top }
}

/** Returns the largest centred frame with the aspect ratio `ratio` inside an image. If `ratio` is null, returns the whole image. */
export function largestFrame({ width, height }: Extent, ratio: number | null): Frame {
  const across = ratio === null ? width : Math.max(1, Math.min(width, Math.round(height * ratio)))
  const down = ratio === null ? height : Math.max(1, Math.min(height, Math.round(width / ratio)))
  const left = Math.floor((width - across) / 2)
  const top = Math.floor((height - down) / 2)
  return { left, top, right: left + across, bottom: top + down }
}

/**
 * Moves an edge or corner to a point. The frame stays within the ranges. With an aspect ratio, it grows or shrinks from the opposite edge
 * or corner. A frame is at least one pixel wide and high.
 */
export function resizeFrame(frame: Frame, handle: FrameHandle, to: Point, ranges: FrameRanges, ratio: number | null): Frame {
  const moves = (edge: FrameEdge): boolean => handle.split('-').includes(edge)
  const left = moves('left') ? Math.min(nearestStep(to.x, ranges.left), frame.right - 1) : frame.left
  const right = moves('right') ? Math.max(nearestStep(to.x, ranges.right), frame.left + 1) : frame.right
  const top = moves('top') ? Math.min(nearestStep(to.y, ranges.top), frame.bottom - 1) : frame.top
  const bottom = moves('bottom') ? Math.max(nearestStep(to.y, ranges.bottom), frame.top + 1) : frame.bottom
  if (ratio === null) return { left, top, right, bottom }

  const across = along(moves('left'), moves('right'), left, right, ranges.left.min, ranges.right.max)
  const down = along(moves('top'), moves('bottom'), top, bottom, ranges.top.min, ranges.bottom.max)
  const movesAcross = moves('left') || moves('right')
  const movesDown = moves('top') || moves('bottom')
  const wanted = !movesDown ? right - left : !movesAcross ? (bottom - top) * ratio : Math.max(right - left, (bottom - top) * ratio)
  const width = Math.min(wanted, across.room, down.room * ratio)
  const [newLeft, newRight] = across.place(Math.max(1, Math.round(width)))
  const [newTop, newBottom] = down.place(Math.max(1, Math.min(down.room, Math.round(width / ratio))))
  return { left: newLeft, top: newTop, right: newRight, bottom: newBottom }
}

/** Moves the whole frame, as far as the ranges allow. */
export function moveFrame(frame: Frame, delta: Point, ranges: FrameRanges): Frame {
  const x = Math.round(clamp(delta.x, ranges.left.min - frame.left, ranges.right.max - frame.right))
  const y = Math.round(clamp(delta.y, ranges.top.min - frame.top, ranges.bottom.max - frame.bottom))
  return { left: frame.left + x, right: frame.right + x, top: frame.top + y, bottom: frame.bottom + y }
}

/**
 * Calculates one dimension of a frame. `room` is the maximum length. `place` returns the start and end for a length. If one edge is moved,
 * the opposite edge stays. Otherwise the middle stays.
 */
function along(movesStart: boolean, movesEnd: boolean, start: number, end: number, least: number, most: number) {
  const middle = (start + end) / 2
  return {
    room: movesStart ? end - least : movesEnd ? most - start : most - least,
    place: (length: number): readonly [start: number, end: number] => {
      if (movesStart) return [end - length, end]
      const from = movesEnd ? start : clamp(Math.round(middle - length / 2), least, most - length)
      return [from, from + length]
    }
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
