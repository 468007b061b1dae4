import { describe, expect, it } from 'vitest'
import { justifiedRows } from '../../../renderer/library/justified-rows.ts'
import type { TileDirection } from '../../../renderer/library/adjacent-tile.ts'
import { adjacentTile } from '../../../renderer/library/adjacent-tile.ts'

/** A layout of two days. The first has six squares, the second a wide tile and a square. */
const layout = justifiedRows(
  Uint16Array.of(1000, 1000, 1000, 1000, 1000, 1000, 2000, 1000),
  [
    { from: 0, count: 6, hasHead: true },
    { from: 6, count: 2, hasHead: true }
  ],
  { width: 308, rowHeight: 100, gap: 4, headHeight: 40 }
)
const step = (place: number, direction: TileDirection, column: number | null = null) =>
  adjacentTile(layout, place, direction, { column, pageHeight: 250 })

describe('arrow keys in the library', () => {
  it('move along the row and into the next one', () => {
    expect(step(0, 'right')?.index).toBe(1)
    expect(step(2, 'right')?.index).toBe(3)
    expect(step(3, 'left')?.index).toBe(2)
    expect(step(0, 'left')?.index).toBe(0)
    expect(step(7, 'right')?.index).toBe(7)
  })

  it('move up and down to the nearest tile, past the heading of a day', () => {
    expect(step(1, 'down')?.index).toBe(4)
    expect(step(4, 'down')?.index).toBe(6)
    expect(step(5, 'down')?.index).toBe(7)
    expect(step(7, 'up')?.index).toBe(5)
    expect(step(1, 'up')?.index).toBe(1)
    expect(step(7, 'down')?.index).toBe(7)
  })

  it('keep their column across a row with other tile widths', () => {
    const down = step(4, 'down')
    expect(down?.index).toBe(6)
    expect(step(6, 'up', down?.column)?.index).toBe(4)
  })

  it('move to the ends of a row and of the library, and by a page', () => {
    expect(step(4, 'row-start')?.index).toBe(3)
    expect(step(4, 'row-end')?.index).toBe(5)
    expect(step(4, 'first')?.index).toBe(0)
    expect(step(4, 'last')?.index).toBe(7)
    expect(step(0, 'page-down')?.index).toBe(6)
    expect(step(6, 'page-up')?.index).toBe(1)
  })

  it('do nothing in an empty library', () => {
    const empty = justifiedRows(new Uint16Array(0), [], { width: 300, rowHeight: 100, gap: 4, headHeight: 40 })
    expect(adjacentTile(empty, 0, 'down', { column: null, pageHeight: 100 })).toBeNull()
  })
})
