import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumbersByName } from '../../../../renderer/fields/editor/drawn-fields.ts'
import {
  boxValues,
  drawnFieldsOf,
  fieldValueOf,
  frameOfBox,
  frameOfMargins,
  marginRanges,
  marginValues,
  pixelsOf
} from '../../../../renderer/fields/editor/drawn-fields.ts'
import { frameHandles, resizeFrame } from '../../../../renderer/fields/editor/frame-geometry.ts'
import type { Capability } from '../../../../shared/form/capability.ts'
import type { NumberField } from '../../../../shared/form/fields.ts'
import { fieldsOf } from '../../../../shared/form/fields.ts'
import type { JsonSchema } from '../../../../shared/form/json-schema.ts'

function fields(properties: { readonly [name: string]: JsonSchema }) {
  return fieldsOf({ id: 'x', inputSchema: { type: 'object', properties } } as unknown as Capability)
}
const side: JsonSchema = { type: 'integer', minimum: 0, maximum: 2048, multipleOf: 8, default: 0 }
const fraction: JsonSchema = { type: 'number', minimum: 0, maximum: 1, multipleOf: 0.01 }
const pixel: JsonSchema = { type: 'integer', minimum: 0 }
const sides = drawnFieldsOf(fields({ left: side, right: side, top: side, bottom: side }))
const size = { width: 400, height: 300 }

describe('fields that can be drawn', () => {
  it.each<[string | undefined, { readonly [name: string]: JsonSchema }]>([
    ['margins', { left: side, right: side, top: side, bottom: side }],
    ['margins', { expandLeft: pixel, expandRight: pixel, expandUp: pixel, expandDown: pixel }],
    ['margins', { margin_left: pixel, margin_right: pixel, margin_top: pixel, margin_bottom: pixel }],
    ['box', { left: pixel, right: pixel, top: pixel, bottom: pixel }],
    ['box', { x: pixel, y: pixel, width: pixel, height: pixel }],
    ['box', { left: pixel, top: pixel, width: pixel, height: pixel }],
    ['box', { x1: pixel, y1: pixel, x2: pixel, y2: pixel }],
    ['box', { xMin: pixel, y_min: pixel, xMax: pixel, y_max: pixel }],
    ['point', { x: fraction, y: fraction, label: { type: 'string' } }],
    ['range', { from: pixel, to: pixel }],
    ['range', { startTime: pixel, end_seconds: pixel }],
    ['face', { faceIndex: { type: 'integer', minimum: 1, maximum: 20, description: 'Counted from the left.' } }],
    [undefined, { faceIndex: { type: 'integer', minimum: 1, maximum: 20 } }],
    [undefined, { x: fraction, z: fraction }],
    [undefined, { width: pixel, height: pixel }],
    [undefined, { left: pixel, right: pixel }],
    [undefined, { stability: fraction, similarity: fraction }]
  ])('are %s for %j', (kind, properties) => {
    expect(drawnFieldsOf(fields(properties))?.kind).toBe(kind)
  })
})

describe('a coordinate', () => {
  const [x, percent, plain] = fields({
    x: fraction,
    y: { type: 'number', minimum: 0, maximum: 100, 'x-unit': '%' },
    z: pixel
  }) as readonly [NumberField, NumberField, NumberField]

  it('is a fraction, a percentage or pixels', () => {
    expect([fieldValueOf(x, 100, 400), fieldValueOf(percent, 100, 400), fieldValueOf(plain, 100, 400)]).toEqual([0.25, 25, 100])
    expect([pixelsOf(x, { x: 0.25 }, 400), pixelsOf(percent, { y: 25 }, 400), pixelsOf(plain, {}, 400)]).toEqual([100, 100, null])
  })

  it('is a value that the field accepts, however far outside the image the pointer is', () => {
    fc.assert(
      fc.property(fc.double({ min: -2000, max: 4000, noNaN: true }), (pixels) => {
        const value = fieldValueOf(x, pixels, 400)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(Math.abs(value * 100 - Math.round(value * 100))).toBeLessThan(1e-6)
      })
    )
  })
})

describe('a frame around the image', () => {
  const margins = sides?.kind === 'margins' ? sides.fields : null

  it('has the margins of the values, and writes them back', () => {
    const values: NumbersByName = { left: 8, right: 0, top: 200, bottom: 16 }
    const frame = frameOfMargins(margins!, values, size)
    expect(frame).toEqual({ left: -8, top: -200, right: 400, bottom: 316 })
    expect(marginValues(margins!, frame, size)).toEqual(values)
  })

  it('never has a margin that the fields reject', () => {
    const anyPoint = fc.record({ x: fc.integer({ min: -9000, max: 9000 }), y: fc.integer({ min: -9000, max: 9000 }) })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...frameHandles), anyPoint), { maxLength: 6 }), (drags) => {
        const ranges = marginRanges(margins!, size)
        const frame = drags.reduce((now, [handle, to]) => resizeFrame(now, handle, to, ranges, null), frameOfMargins(margins!, {}, size))
        for (const value of Object.values(marginValues(margins!, frame, size))) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(2048)
          expect(Number(value) % 8).toBe(0)
        }
      })
    )
  })
})

describe('a box', () => {
  it.each([
    [
      { x: pixel, y: pixel, width: pixel, height: pixel },
      { x: 10, y: 20, width: 30, height: 40 }
    ],
    [
      { x1: fraction, y1: fraction, x2: fraction, y2: fraction },
      { x1: 0.1, y1: 0.2, x2: 0.5, y2: 0.6 }
    ]
  ])('of %j is read and written as %j', (properties, values: NumbersByName) => {
    const box = drawnFieldsOf(fields(properties))
    if (box?.kind !== 'box') throw new Error('It isn’t a box.')
    expect(boxValues(box, frameOfBox(box, values, size), size)).toEqual(values)
  })

  it('starts in the middle if the values have none', () => {
    const box = drawnFieldsOf(fields({ x: pixel, y: pixel, width: pixel, height: pixel }))
    if (box?.kind !== 'box') throw new Error('It isn’t a box.')
    expect(frameOfBox(box, { x: 4 }, size)).toEqual({ left: 100, top: 75, right: 300, bottom: 225 })
  })
})
