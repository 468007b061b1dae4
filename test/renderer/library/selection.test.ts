import { describe, expect, it } from 'vitest'
import {
  chooseAll,
  chooseAlso,
  chooseOnly,
  chooseTouched,
  chooseUpTo,
  noSelection,
  withoutKeys
} from '../../../renderer/library/selection.ts'
import type { Selection } from '../../../renderer/library/selection.ts'

const order = Uint32Array.of(50, 40, 30, 20, 10)
const keysOf = ({ keys }: Selection) => [...keys].toSorted((one, other) => other - one)

describe('choosing on the shelf', () => {
  it('is this one alone by a press, this one more by a press with Ctrl', () => {
    const one = chooseOnly(40)
    expect(keysOf(one)).toEqual([40])
    const two = chooseAlso(one, 10)
    expect(keysOf(two)).toEqual([40, 10])
    expect(keysOf(chooseAlso(two, 40))).toEqual([10])
  })

  it('is everything between by a press with Shift, in the order of the shelf, whichever way', () => {
    expect(keysOf(chooseUpTo(chooseOnly(40), 20, order, false))).toEqual([40, 30, 20])
    expect(keysOf(chooseUpTo(chooseOnly(20), 40, order, false))).toEqual([40, 30, 20])
  })

  it('draws a range anew from where it began', () => {
    const wide = chooseUpTo(chooseOnly(40), 10, order, false)
    expect(keysOf(chooseUpTo(wide, 30, order, false))).toEqual([40, 30])
    expect(keysOf(chooseUpTo(wide, 50, order, false))).toEqual([50, 40])
  })

  it('adds a range to what was chosen before with Ctrl and Shift', () => {
    const apart = chooseAlso(chooseOnly(50), 20)
    expect(keysOf(chooseUpTo(apart, 10, order, true))).toEqual([50, 20, 10])
    expect(keysOf(chooseUpTo(apart, 10, order, false))).toEqual([20, 10])
  })

  it('begins at what is pressed when the anchor is not on the shelf any more', () => {
    expect(keysOf(chooseUpTo(chooseOnly(99), 30, order, false))).toEqual([30])
    expect(keysOf(chooseUpTo(noSelection, 30, order, false))).toEqual([30])
  })

  it('is all of it', () => {
    expect(keysOf(chooseAll(order, noSelection))).toEqual([50, 40, 30, 20, 10])
  })

  it('is what a rectangle touches, beside or against what was chosen before', () => {
    expect(keysOf(chooseTouched([30, 20], new Set(), false))).toEqual([30, 20])
    expect(keysOf(chooseTouched([30, 20], new Set([50]), false))).toEqual([50, 30, 20])
    expect(keysOf(chooseTouched([30, 20], new Set([50, 30]), true))).toEqual([50, 20])
  })

  it('is never what is gone, and stays the same when nothing of it is', () => {
    const two = chooseAlso(chooseOnly(40), 10)
    expect(withoutKeys(two, [30])).toBe(two)
    expect(keysOf(withoutKeys(two, [40, 30]))).toEqual([10])
  })
})
