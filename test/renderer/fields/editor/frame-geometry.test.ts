import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../../../../renderer/fields/editor/frame-geometry.ts'
import {
  frameHandles,
  frameSize,
  largestFrame,
  moveFrame,
  rangesInside,
  resizeFrame
} from '../../../../renderer/fields/editor/frame-geometry.ts'
import { nearestStep } from '../../../../shared/form/fields.ts'

const size = { width: 400, height: 300 }
const ranges = rangesInside(size)
const anyPoint = fc.record({ x: fc.integer({ min: -500, max: 900 }), y: fc.integer({ min: -500, max: 900 }) })
const anyFrame = fc
  .record({ left: fc.nat(390), top: fc.nat(290), width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 300 }) })
  .map(({ left, top, width, height }) => ({ left, top, right: Math.min(400, left + width), bottom: Math.min(300, top + height) }))
const anyHandle = fc.constantFrom(...frameHandles)

function expectInside({ left, top, right, bottom }: Frame): void {
  for (const edge of [left, top, right, bottom]) expect(Number.isInteger(edge)).toBe(true)
  expect(left).toBeGreaterThanOrEqual(0)
  expect(top).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(400)
  expect(bottom).toBeLessThanOrEqual(300)
  expect(left).toBeLessThan(right)
  expect(top).toBeLessThan(bottom)
}

describe('the frame of a crop', () => {
  it('is the largest with the chosen ratio, centred', () => {
    expect(largestFrame(size, null)).toEqual({ left: 0, top: 0, right: 400, bottom: 300 })
    expect(largestFrame(size, 1)).toEqual({ left: 50, top: 0, right: 350, bottom: 300 })
    expect(largestFrame(size, 2)).toEqual({ left: 0, top: 50, right: 400, bottom: 250 })
  })

  it('moves only the dragged edges', () => {
    const frame = { left: 100, top: 100, right: 200, bottom: 200 }
    expect(resizeFrame(frame, 'left', { x: 40, y: 7 }, ranges, null)).toEqual({ ...frame, left: 40 })
    expect(resizeFrame(frame, 'bottom-right', { x: 240, y: 260 }, ranges, null)).toEqual({ ...frame, right: 240, bottom: 260 })
    expect(resizeFrame(frame, 'left', { x: 260, y: 0 }, ranges, null)).toEqual({ ...frame, left: 199 })
  })

  it('keeps the opposite corner, or the middle of the other direction, with a ratio', () => {
    const frame = { left: 100, top: 100, right: 200, bottom: 200 }
    expect(resizeFrame(frame, 'top-left', { x: 60, y: 90 }, ranges, 1)).toEqual({ left: 60, top: 60, right: 200, bottom: 200 })
    expect(resizeFrame(frame, 'right', { x: 240, y: 0 }, ranges, 1)).toEqual({ left: 100, top: 80, right: 240, bottom: 220 })
  })

  it('stays inside the image, whatever is dragged where', () => {
    fc.assert(
      fc.property(anyFrame, anyHandle, anyPoint, fc.option(fc.double({ min: 0.4, max: 2.5, noNaN: true })), (frame, handle, to, ratio) => {
        const after = resizeFrame(frame, handle, to, ranges, ratio)
        expectInside(after)
        const { width, height } = frameSize(after)
        // Rounding to whole pixels causes a small error.
        if (ratio !== null) expect(Math.abs(width - height * ratio)).toBeLessThanOrEqual(Math.max(1, ratio) * 1.01)
      })
    )
    fc.assert(
      fc.property(anyFrame, anyPoint, (frame, delta) => {
        const after = moveFrame(frame, delta, ranges)
        expectInside(after)
        expect(frameSize(after)).toEqual(frameSize(frame))
      })
    )
  })
})

describe('a position in a range', () => {
  it('is a whole number of steps from the origin, within the limits', () => {
    const range = { min: -100, max: 0, origin: 0, step: 8 }
    expect([nearestStep(-13, range), nearestStep(-3, range), nearestStep(-500, range), nearestStep(50, range)].map((at) => at + 0)).toEqual(
      [-16, 0, -96, 0]
    )
  })
})
