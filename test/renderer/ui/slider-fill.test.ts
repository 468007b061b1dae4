import { describe, expect, it } from 'vitest'
import { sliderFill } from '../../../renderer/ui/slider-fill.ts'

describe('the filled part of a slider', () => {
  it.each([
    [0, 10, 4, { from: 0, to: 0.4, zero: null }],
    [-10, 10, 0, { from: 0.5, to: 0.5, zero: 0.5 }],
    [-10, 10, 5, { from: 0.5, to: 0.75, zero: 0.5 }],
    [-12, 12, -6, { from: 0.25, to: 0.5, zero: 0.5 }],
    [5, 5, 5, { from: 0, to: 0, zero: null }]
  ])('is correct from %d to %d at %d', (min, max, value, fill) => {
    expect(sliderFill(min, max, value)).toEqual(fill)
  })
})
