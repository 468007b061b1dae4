import type { Field, NumberField, StepRange } from '../../../shared/form/fields.ts'
import {
  fieldNameSteps,
  marginWordPattern,
  nearestNumber,
  numberFieldNamed,
  numberStepSize,
  rangeFieldsOf,
  wordsInName
} from '../../../shared/form/fields.ts'
import type { Value } from '../../../shared/form/values.ts'
import type { Extent } from '../../zoom/zoom.ts'
import type { WantedMedia } from '../media-under-mask.ts'
import type { Frame, FrameEdge, FrameRanges } from './frame-geometry.ts'
import { frameEdges } from './frame-geometry.ts'

/** Number fields that the user can draw on media. They describe a face, point or area in an image, or a part of a recording. */
export type DrawnFields =
  /** Space to add at each edge of the image. */
  | { readonly kind: 'margins'; readonly fields: { readonly [edge in FrameEdge]: NumberField } }
  | { readonly kind: 'point'; readonly fields: { readonly x: NumberField; readonly y: NumberField } }
  /** `isSize` is true if the second pair is a width and a height. Otherwise it is the opposite corner. */
  | {
      readonly kind: 'box'
      readonly isSize: boolean
      readonly fields: readonly [x: NumberField, y: NumberField, x2: NumberField, y2: NumberField]
    }
  /** Start and end, in seconds. */
  | { readonly kind: 'range'; readonly fields: { readonly start: NumberField; readonly end: NumberField } }
  /** The number of a face, counted from the left. */
  | { readonly kind: 'face'; readonly fields: { readonly index: NumberField } }

/** Values of fields. Each key is the last segment of a field's name. */
export type NumbersByName = { readonly [name: string]: Value | undefined }

/** Finds the number fields that can be drawn, by their names. `fields` must be on the same level. Null if none can be drawn. */
export function drawnFieldsOf(fields: readonly Field[]): DrawnFields | null {
  const named = (names: readonly string[]): NumberField | undefined => numberFieldNamed(fields, names)
  const all = <Names extends readonly NumberField[]>(...found: readonly (NumberField | undefined)[]): Names | null =>
    found.some((field) => field === undefined) ? null : (found as unknown as Names)
  type Four = readonly [NumberField, NumberField, NumberField, NumberField]
  type Two = readonly [NumberField, NumberField]

  const sides = all<Four>(named(['left']), named(['top', 'up']), named(['right']), named(['bottom', 'down']))
  if (sides !== null) {
    const [left, top, right, bottom] = sides
    // Fields that default to 0 are margins. A box with its right edge at 0 would be empty.
    const isMargin = sides.every((field) => field.default === 0 || wordsInName(field).some((word) => marginWordPattern.test(word)))
    if (isMargin) return { kind: 'margins', fields: { left, top, right, bottom } }
    return { kind: 'box', isSize: false, fields: [left, top, right, bottom] }
  }
  const corner = all<Two>(named(['x', 'left']), named(['y', 'top']))
  const size = all<Two>(named(['width', 'w']), named(['height', 'h']))
  if (corner !== null && size !== null) return { kind: 'box', isSize: true, fields: [...corner, ...size] }
  const first = all<Two>(named(['x1', 'xmin', 'minx']), named(['y1', 'ymin', 'miny']))
  const second = all<Two>(named(['x2', 'xmax', 'maxx']), named(['y2', 'ymax', 'maxy']))
  if (first !== null && second !== null) return { kind: 'box', isSize: false, fields: [...first, ...second] }
  const point = all<Two>(named(['x']), named(['y']))
  if (point !== null) return { kind: 'point', fields: { x: point[0], y: point[1] } }
  const range = rangeFieldsOf(fields)
  if (range !== null) return { kind: 'range', fields: range }
  const index = fields.filter((field) => field.kind === 'number').find(({ isFaceIndex }) => isFaceIndex)
  return index === undefined ? null : { kind: 'face', fields: { index } }
}

/** Describes the media on which the user draws the fields. */
export function mediaToDrawOn({ kind, fields }: DrawnFields): WantedMedia {
  const help = Object.values<NumberField>(fields)
    .map((field) => field.help)
    .join(' ')
  return { media: kind === 'range' ? ['video', 'audio'] : kind === 'face' ? ['image'] : ['image', 'video'], help }
}

/**
 * Returns the number of pixels per unit of a coordinate, for an image edge of `length` pixels. Fields up to 1 are fractions, and fields in
 * % are percentages.
 */
function pixelsPerUnit({ maximum, unit, isInteger }: NumberField, length: number): number {
  if (maximum === 1 && !isInteger) return length
  return unit === '%' ? length / 100 : 1
}

/** Converts pixels to the nearest allowed value of a field. `length` is the length of the image edge in pixels. */
export function fieldValueOf(field: NumberField, pixels: number, length: number): number {
  return nearestNumber(field, pixels / pixelsPerUnit(field, length))
}

/** Converts a field's value to pixels. Null if the field has neither a value nor a default. */
export function pixelsOf(field: NumberField, values: NumbersByName, length: number): number | null {
  const value = values[fieldNameSteps(field.name).at(-1) ?? ''] ?? field.default
  return typeof value === 'number' ? value * pixelsPerUnit(field, length) : null
}

/** Returns the frame around an image that the margins describe. */
export function frameOfMargins(fields: Readonly<Record<FrameEdge, NumberField>>, values: NumbersByName, size: Extent): Frame {
  const margin = (edge: FrameEdge): number => Math.max(0, Math.round(pixelsOf(fields[edge], values, lengthAt(edge, size)) ?? 0))
  return { left: -margin('left'), top: -margin('top'), right: size.width + margin('right'), bottom: size.height + margin('bottom') }
}

export function marginsOfFrame(frame: Frame, size: Extent): Readonly<Record<FrameEdge, number>> {
  return { left: -frame.left, top: -frame.top, right: frame.right - size.width, bottom: frame.bottom - size.height }
}

/** Returns the possible positions of each edge of the frame around an image. Without a limit, a margin can be as large as the image. */
export function marginRanges(fields: Readonly<Record<FrameEdge, NumberField>>, size: Extent): FrameRanges {
  const rangeOf = (edge: FrameEdge): StepRange => {
    const field = fields[edge]
    const length = lengthAt(edge, size)
    const scale = pixelsPerUnit(field, length)
    const least = Math.max(0, field.minimum ?? 0) * scale
    const most = field.maximum === null ? length : field.maximum * scale
    const step = Math.max(1, Math.round(numberStepSize(field) * scale))
    if (edge === 'left' || edge === 'top') return { min: -most, max: -least, origin: 0, step }
    return { min: length + least, max: length + most, origin: length, step }
  }
  return { left: rangeOf('left'), top: rangeOf('top'), right: rangeOf('right'), bottom: rangeOf('bottom') }
}

/** Returns the values of the margin fields for a frame. */
export function marginValues(fields: Readonly<Record<FrameEdge, NumberField>>, frame: Frame, size: Extent): NumbersByName {
  const margins = marginsOfFrame(frame, size)
  return Object.fromEntries(
    frameEdges.map((edge) => [lastNameSegment(fields[edge]), fieldValueOf(fields[edge], margins[edge], lengthAt(edge, size))])
  )
}

type BoxFields = Extract<DrawnFields, { kind: 'box' }>

/** Returns the box that the values describe, limited to the image. Without usable values, returns a box in the middle of the image. */
export function frameOfBox({ fields: [x, y, x2, y2], isSize }: BoxFields, values: NumbersByName, size: Extent): Frame {
  const numbers = [
    pixelsOf(x, values, size.width),
    pixelsOf(y, values, size.height),
    pixelsOf(x2, values, size.width),
    pixelsOf(y2, values, size.height)
  ]
  const [left = null, top = null, across = null, down = null] = numbers
  const whole = (value: number, most: number): number => Math.min(Math.max(0, Math.round(value)), most)
  if (left !== null && top !== null && across !== null && down !== null) {
    const right = isSize ? left + across : across
    const bottom = isSize ? top + down : down
    const found = {
      left: whole(left, size.width),
      top: whole(top, size.height),
      right: whole(right, size.width),
      bottom: whole(bottom, size.height)
    }
    if (found.left < found.right && found.top < found.bottom) return found
  }
  return {
    left: Math.floor(size.width / 4),
    top: Math.floor(size.height / 4),
    right: Math.ceil((size.width * 3) / 4),
    bottom: Math.ceil((size.height * 3) / 4)
  }
}

export function boxValues({ fields: [x, y, x2, y2], isSize }: BoxFields, frame: Frame, size: Extent): NumbersByName {
  const across = isSize ? frame.right - frame.left : frame.right
  const down = isSize ? frame.bottom - frame.top : frame.bottom
  return {
    [lastNameSegment(x)]: fieldValueOf(x, frame.left, size.width),
    [lastNameSegment(y)]: fieldValueOf(y, frame.top, size.height),
    [lastNameSegment(x2)]: fieldValueOf(x2, across, size.width),
    [lastNameSegment(y2)]: fieldValueOf(y2, down, size.height)
  }
}

export function lastNameSegment({ name }: NumberField): string {
  return fieldNameSteps(name).at(-1) ?? name
}

function lengthAt(edge: FrameEdge, { width, height }: Extent): number {
  return edge === 'left' || edge === 'right' ? width : height
}
