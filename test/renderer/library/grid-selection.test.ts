import { describe, expect, it } from 'vitest'
import {
  selectAll,
  toggleSelected,
  selectOnly,
  selectTouchedTiles,
  selectRange,
  emptySelection,
  deselectOutsideGrid,
  deselectKeys
} from '../../../renderer/library/grid-selection.ts'
import type { GridSelection } from '../../../renderer/library/grid-selection.ts'

const order = Uint32Array.of(50, 40, 30, 20, 10)
const keysOf = ({ keys }: GridSelection) => [...keys].toSorted((one, other) => other - one)

describe('selecting in the library', () => {
  it('selects one tile by a click, and adds or removes a tile by a click with Ctrl', () => {
    const one = selectOnly(40)
    expect(keysOf(one)).toEqual([40])
    const two = toggleSelected(one, 10)
    expect(keysOf(two)).toEqual([40, 10])
    expect(keysOf(toggleSelected(two, 40))).toEqual([10])
  })

  it('selects a range by a click with Shift, in either direction', () => {
    expect(keysOf(selectRange(selectOnly(40), 20, order, false))).toEqual([40, 30, 20])
    expect(keysOf(selectRange(selectOnly(20), 40, order, false))).toEqual([40, 30, 20])
  })

  it('selects a new range from the same start', () => {
    const wide = selectRange(selectOnly(40), 10, order, false)
    expect(keysOf(selectRange(wide, 30, order, false))).toEqual([40, 30])
    expect(keysOf(selectRange(wide, 50, order, false))).toEqual([50, 40])
  })

  it('adds a range to the selection with Ctrl and Shift', () => {
    const apart = toggleSelected(selectOnly(50), 20)
    expect(keysOf(selectRange(apart, 10, order, true))).toEqual([50, 20, 10])
    expect(keysOf(selectRange(apart, 10, order, false))).toEqual([20, 10])
  })

  it('starts at the clicked tile if the anchor no longer exists', () => {
    expect(keysOf(selectRange(selectOnly(99), 30, order, false))).toEqual([30])
    expect(keysOf(selectRange(emptySelection, 30, order, false))).toEqual([30])
  })

  it('selects all tiles', () => {
    expect(keysOf(selectAll(order, emptySelection))).toEqual([50, 40, 30, 20, 10])
  })

  it('adds or removes the tiles that a rectangle touches', () => {
    expect(keysOf(selectTouchedTiles([30, 20], new Set(), false))).toEqual([30, 20])
    expect(keysOf(selectTouchedTiles([30, 20], new Set([50]), false))).toEqual([50, 30, 20])
    expect(keysOf(selectTouchedTiles([30, 20], new Set([50, 30]), true))).toEqual([50, 20])
  })

  it('drops deleted tiles, and is unchanged if none was deleted', () => {
    const two = toggleSelected(selectOnly(40), 10)
    expect(deselectKeys(two, [30])).toBe(two)
    expect(keysOf(deselectKeys(two, [40, 30]))).toEqual([10])
  })

  it('drops tiles that are no longer in the grid', () => {
    const two = toggleSelected(selectOnly(40), 10)
    expect(deselectOutsideGrid(two, order)).toBe(two)
    expect(keysOf(deselectOutsideGrid(two, Uint32Array.of(50, 10)))).toEqual([10])
    expect(deselectOutsideGrid(two, Uint32Array.of(50)).keys.size).toBe(0)
  })
})
