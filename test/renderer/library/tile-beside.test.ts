import { describe, expect, it } from 'vitest'
import { justifiedRows } from '../../../renderer/library/justified-rows.ts'
import type { Direction } from '../../../renderer/library/tile-beside.ts'
import { tileBeside } from '../../../renderer/library/tile-beside.ts'

/** Two days: six squares in rows of three, then a wide one and a square. */
const layout = justifiedRows(
  Uint16Array.of(1000, 1000, 1000, 1000, 1000, 1000, 2000, 1000),
  [
    { from: 0, count: 6, hasHead: true },
    { from: 6, count: 2, hasHead: true }
  ],
  { width: 308, rowHeight: 100, gap: 4, headHeight: 40 }
)
const step = (place: number, direction: Direction, column: number | null = null) =>
  tileBeside(layout, place, direction, { column, pageHeight: 250 })

describe('arrow keys on the shelf', () => {
  it('go along the row and on into the next', () => {
    expect(step(0, 'right')?.place).toBe(1)
    expect(step(2, 'right')?.place).toBe(3)
    expect(step(3, 'left')?.place).toBe(2)
    expect(step(0, 'left')?.place).toBe(0)
    expect(step(7, 'right')?.place).toBe(7)
  })

  it('go up and down to what lies there, past the heading of a day', () => {
    expect(step(1, 'down')?.place).toBe(4)
    expect(step(4, 'down')?.place).toBe(6)
    expect(step(5, 'down')?.place).toBe(7)
    expect(step(7, 'up')?.place).toBe(5)
    expect(step(1, 'up')?.place).toBe(1)
    expect(step(7, 'down')?.place).toBe(7)
  })

  it('keep to their column over a row that is cut otherwise', () => {
    const down = step(4, 'down')
    expect(down?.place).toBe(6)
    expect(step(6, 'up', down?.column)?.place).toBe(4)
  })

  it('lead to the ends of a row, a page and all', () => {
    expect(step(4, 'row-start')?.place).toBe(3)
    expect(step(4, 'row-end')?.place).toBe(5)
    expect(step(4, 'first')?.place).toBe(0)
    expect(step(4, 'last')?.place).toBe(7)
    expect(step(0, 'page-down')?.place).toBe(6)
    expect(step(6, 'page-up')?.place).toBe(1)
  })

  it('lead nowhere when there is nothing', () => {
    const empty = justifiedRows(new Uint16Array(0), [], { width: 300, rowHeight: 100, gap: 4, headHeight: 40 })
    expect(tileBeside(empty, 0, 'down', { column: null, pageHeight: 100 })).toBeNull()
  })
})
