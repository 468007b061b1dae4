import { describe, expect, it } from 'vitest'
import type { MaskStep } from '../../../renderer/fields/mask-steps.ts'
import {
  brushBeside,
  movedByKey,
  nothingPainted,
  redoneOnce,
  stepsThatShow,
  undoneOnce,
  usualBrush,
  withStep
} from '../../../renderer/fields/mask-steps.ts'

const dab: MaskStep = { kind: 'stroke', erases: false, width: 10, points: [{ x: 1, y: 1 }] }
const invert: MaskStep = { kind: 'invert' }
const fill: MaskStep = { kind: 'fill' }

describe('painting a mask', () => {
  it('takes steps back and does them again, until another is painted', () => {
    const painted = withStep(withStep(nothingPainted, dab), invert)
    expect(undoneOnce(painted)).toEqual({ steps: [dab], undone: [invert] })
    expect(redoneOnce(undoneOnce(painted))).toEqual(painted)
    expect(withStep(undoneOnce(painted), fill)).toEqual({ steps: [dab, fill], undone: [] })
    expect(undoneOnce(nothingPainted)).toEqual(nothingPainted)
    expect(redoneOnce(painted)).toEqual(painted)
  })

  it('draws only what still shows', () => {
    expect(stepsThatShow([dab, fill, dab, invert])).toEqual([fill, dab, invert])
    expect(stepsThatShow([fill, dab, { kind: 'clear' }])).toEqual([{ kind: 'clear' }])
    expect(stepsThatShow([dab, invert])).toEqual([dab, invert])
  })

  it('has a brush in proportion to the picture, a quarter larger or smaller at a time', () => {
    expect([usualBrush(1200, 800), usualBrush(4, 4)]).toEqual([67, 1])
    expect([
      brushBeside(40, 1, 400),
      brushBeside(40, -1, 400),
      brushBeside(1, -1, 400),
      brushBeside(2, 1, 400),
      brushBeside(390, 1, 400)
    ]).toEqual([50, 32, 1, 3, 400])
  })

  it.each<[string, boolean, object | null]>([
    ['ArrowRight', false, { x: 70, y: 30 }],
    ['ArrowRight', true, { x: 51, y: 30 }],
    ['ArrowUp', false, { x: 50, y: 10 }],
    ['ArrowDown', false, { x: 50, y: 40 }],
    ['a', false, null],
    ['toString', false, null]
  ])('goes by %s (Shift: %s) to %j', (key, isFine, to) => {
    expect(movedByKey({ x: 50, y: 30 }, key, 40, isFine, { width: 100, height: 40 })).toEqual(to)
  })
})
