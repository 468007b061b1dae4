import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MaskStep } from '../../../../renderer/fields/editor/mask-steps.ts'
import {
  nextBrushSize,
  brushPositionAfterKey,
  emptyMaskHistory,
  redoMaskStep,
  visibleMaskSteps,
  undoMaskStep,
  growthOffsets,
  isSoftMask,
  addMaskStep
} from '../../../../renderer/fields/editor/mask-steps.ts'

const dab: MaskStep = { kind: 'stroke', erases: false, width: 10, points: [{ x: 1, y: 1 }] }
const invert: MaskStep = { kind: 'invert' }
const fill: MaskStep = { kind: 'fill' }

describe('painting a mask', () => {
  it('undoes and redoes steps until another one is painted', () => {
    const painted = addMaskStep(addMaskStep(emptyMaskHistory, dab), invert)
    expect(undoMaskStep(painted)).toEqual({ steps: [dab], undone: [invert] })
    expect(redoMaskStep(undoMaskStep(painted))).toEqual(painted)
    expect(addMaskStep(undoMaskStep(painted), fill)).toEqual({ steps: [dab, fill], undone: [] })
    expect(undoMaskStep(emptyMaskHistory)).toEqual(emptyMaskHistory)
    expect(redoMaskStep(painted)).toEqual(painted)
  })

  it('draws only visible steps', () => {
    expect(visibleMaskSteps([dab, fill, dab, invert])).toEqual([fill, dab, invert])
    expect(visibleMaskSteps([fill, dab, { kind: 'clear' }])).toEqual([{ kind: 'clear' }])
    expect(visibleMaskSteps([dab, invert])).toEqual([dab, invert])
  })

  it('has a brush that changes size by a quarter, within its limits', () => {
    expect([nextBrushSize(40, 1), nextBrushSize(40, -1), nextBrushSize(2, -1), nextBrushSize(2, 1), nextBrushSize(230, 1)]).toEqual([
      50, 32, 2, 3, 240
    ])
  })

  it('has greys only after feathering, or from an initial mask that is still visible', () => {
    const feather: MaskStep = { kind: 'feather', by: 4 }
    expect([isSoftMask([dab, invert], false), isSoftMask([dab, feather, dab], false), isSoftMask([feather, fill], false)]).toEqual([
      false,
      true,
      false
    ])
    expect([isSoftMask([dab], true), isSoftMask([fill, dab], true)]).toEqual([true, false])
  })

  it('grows a point to a symmetric, nearly round area that reaches exactly as far as asked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), (radius) => {
        let area = new Set(['0 0'])
        const points = () => [...area].map((point) => point.split(' ').map(Number) as [number, number])
        for (const shift of growthOffsets(radius)) area = new Set([...area, ...points().map(([x, y]) => `${x + shift.x} ${y + shift.y}`)])
        const reach = points()
        expect(Math.max(...reach.map(([x]) => x))).toBe(radius)
        expect(Math.max(...reach.map(([, y]) => y))).toBe(radius)
        for (const [x, y] of reach) {
          expect(area.has(`${-x} ${y}`) && area.has(`${x} ${-y}`)).toBe(true)
          expect(Math.hypot(x, y)).toBeLessThan(radius * 1.09 + 0.7)
        }
        for (let x = 0; x <= radius; x += 1) {
          const y = Math.floor(Math.sqrt((radius - 0.5) ** 2 - x ** 2))
          if (y >= 0) expect(area.has(`${x} ${y}`), `${x} ${y} in ${radius}`).toBe(true)
        }
      }),
      { numRuns: 24 }
    )
  })

  it.each<[string, boolean, object | null]>([
    ['ArrowRight', false, { x: 70, y: 30 }],
    ['ArrowRight', true, { x: 51, y: 30 }],
    ['ArrowUp', false, { x: 50, y: 10 }],
    ['ArrowDown', false, { x: 50, y: 40 }],
    ['a', false, null],
    ['toString', false, null]
  ])('moves the brush with %s (Shift: %s) to %j', (key, isFine, to) => {
    expect(brushPositionAfterKey({ x: 50, y: 30 }, key, 40, isFine, { width: 100, height: 40 })).toEqual(to)
  })
})
