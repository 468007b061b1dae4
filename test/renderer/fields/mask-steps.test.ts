import { describe, expect, it } from 'vitest'
import type { MaskStep } from '../../../renderer/fields/mask-steps.ts'
import {
  nextBrushSize,
  brushPositionAfterKey,
  emptyMaskHistory,
  redoMaskStep,
  visibleMaskSteps,
  undoMaskStep,
  defaultBrushSize,
  addMaskStep
} from '../../../renderer/fields/mask-steps.ts'

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

  it('has a brush proportional to the image that changes size by a quarter', () => {
    expect([defaultBrushSize(1200, 800), defaultBrushSize(4, 4)]).toEqual([67, 1])
    expect([
      nextBrushSize(40, 1, 400),
      nextBrushSize(40, -1, 400),
      nextBrushSize(1, -1, 400),
      nextBrushSize(2, 1, 400),
      nextBrushSize(390, 1, 400)
    ]).toEqual([50, 32, 1, 3, 400])
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
