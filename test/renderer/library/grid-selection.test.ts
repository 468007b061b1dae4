import { describe, expect, it } from 'vitest'
import { selectAll, toggleSelected, selectOnly, selectTouchedTiles, selectRange } from '../../../renderer/library/grid-selection.ts'
import { deselectKeys, deselectOutsideGrid } from '../../../renderer/library/deselect.ts'
import { membersOf } from '../../../renderer/library/stacks.ts'
import { emptySelection, type GridSelection } from '../../../renderer/library/empty-selection.ts'

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

describe('selecting stacks', () => {
  // Tile 50 is a stack of 50 and 51. Tile 30 is a stack of 30, 31 and 32.
  const tiles = Uint32Array.of(50, 40, 30)
  const stacks = { members: Uint32Array.of(50, 51, 40, 30, 31, 32), ends: Uint32Array.of(2, 3, 6) }

  it('selects and deselects all results of a stack together', () => {
    const one = selectOnly(30, membersOf({ keys: tiles, stacks }, 30))
    expect(keysOf(one)).toEqual([32, 31, 30])
    const two = toggleSelected(one, 50, [50, 51])
    expect(keysOf(two)).toEqual([51, 50, 32, 31, 30])
    expect(keysOf(toggleSelected(two, 30, [30, 31, 32]))).toEqual([51, 50])
  })

  it('selects all results of the stacks in a range, and all results of the grid', () => {
    expect(keysOf(selectRange(selectOnly(40), 30, tiles, false, stacks))).toEqual([40, 32, 31, 30])
    expect(keysOf(selectRange(selectOnly(30, [30, 31, 32]), 50, tiles, false, stacks))).toEqual([51, 50, 40, 32, 31, 30])
    expect(keysOf(selectAll(tiles, emptySelection, stacks))).toEqual([51, 50, 40, 32, 31, 30])
    expect(selectAll(tiles, emptySelection, stacks).anchor).toBe(50)
  })

  it('deselects a stack that has a new result', () => {
    const selection = toggleSelected(selectOnly(50, [50, 51]), 30, [30, 31])
    expect(keysOf(deselectOutsideGrid(selection, tiles, stacks))).toEqual([51, 50])
  })
})
