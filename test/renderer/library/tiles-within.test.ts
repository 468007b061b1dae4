import { describe, expect, it } from 'vitest'
import { justifiedRows } from '../../../renderer/library/justified-rows.ts'
import { markPlace, scrollTopFor } from '../../../renderer/library/keep-place.ts'
import { boxBetween, scrollWhileDrawing, tilesWithin } from '../../../renderer/library/tiles-within.ts'

const squares = (count: number) => Uint16Array.from({ length: count }, () => 1000)
const measures = { width: 308, rowHeight: 100, gap: 4, headHeight: 40 }
/** Rows of three squares of 100, the first at 40. */
const layout = justifiedRows(squares(30), [{ from: 0, count: 30, hasHead: true }], measures)

describe('drawing a rectangle over tiles', () => {
  it('takes what it touches, whichever way it is drawn', () => {
    const box = boxBetween({ x: 150, y: 200 }, { x: 90, y: 60 })
    expect(tilesWithin(layout, box)).toEqual([0, 1, 3, 4])
  })

  it('takes nothing between tiles or over a heading', () => {
    expect(tilesWithin(layout, boxBetween({ x: 101, y: 141 }, { x: 103, y: 143 }))).toEqual([])
    expect(tilesWithin(layout, boxBetween({ x: 0, y: 0 }, { x: 308, y: 39 }))).toEqual([])
  })

  it('scrolls faster the further it is drawn beyond the edge, and not in the middle', () => {
    const edges = { top: 100, bottom: 700 }
    expect(scrollWhileDrawing(400, edges)).toBe(0)
    expect(scrollWhileDrawing(690, edges)).toBeGreaterThan(0)
    expect(scrollWhileDrawing(760, edges)).toBeGreaterThan(scrollWhileDrawing(690, edges))
    expect(scrollWhileDrawing(20, edges)).toBeLessThan(0)
    expect(scrollWhileDrawing(9_000, edges)).toBeLessThanOrEqual(28)
  })
})

describe('keeping the place while things come and go', () => {
  const keyAt = (place: number) => 1000 - place
  const placeOf = (key: number) => 1000 - key

  it('is at the top when one looks at the top: what is new is to be seen', () => {
    expect(markPlace(layout, keyAt, 0)).toBeNull()
  })

  it('goes by the first tile in sight, also when rows are higher or more stand before it', () => {
    const mark = markPlace(layout, keyAt, 300)
    expect(mark).toEqual({ key: keyAt(9), offset: 52 })
    if (mark === null) return
    expect(scrollTopFor(layout, mark, placeOf)).toBe(300)
    const higher = justifiedRows(squares(33), [{ from: 0, count: 33, hasHead: true }], measures)
    expect(scrollTopFor(higher, mark, (key) => placeOf(key) + 3)).toBe(404)
  })

  it('gives up when its tile is gone', () => {
    expect(scrollTopFor(layout, { key: 5, offset: 0 }, () => -1)).toBeNull()
  })
})
