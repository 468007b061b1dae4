import { describe, expect, it } from 'vitest'
import { justifiedRows } from '../../../renderer/library/justified-rows.ts'
import { findScrollAnchor, scrollTopForAnchor } from '../../../renderer/library/scroll-anchor.ts'
import { rectangleBetween, autoScrollStep, tilesInRectangle } from '../../../renderer/library/tiles-in-rectangle.ts'

const squares = (count: number) => Uint16Array.from({ length: count }, () => 1000)
const measures = { width: 308, rowHeight: 100, gap: 4, headHeight: 40 }
/** Rows of three squares, each 100 pixels wide. The first row starts 40 pixels below the top. */
const layout = justifiedRows(squares(30), [{ from: 0, count: 30, hasHead: true }], measures)

describe('drawing a rectangle over tiles', () => {
  it('selects the tiles it touches, in any direction', () => {
    const box = rectangleBetween({ x: 150, y: 200 }, { x: 90, y: 60 })
    expect(tilesInRectangle(layout, box)).toEqual([0, 1, 3, 4])
  })

  it('selects nothing between tiles or over a heading', () => {
    expect(tilesInRectangle(layout, rectangleBetween({ x: 101, y: 141 }, { x: 103, y: 143 }))).toEqual([])
    expect(tilesInRectangle(layout, rectangleBetween({ x: 0, y: 0 }, { x: 308, y: 39 }))).toEqual([])
  })

  it('scrolls faster the further it extends beyond the edge, and not in the middle', () => {
    const edges = { top: 100, bottom: 700 }
    expect(autoScrollStep(400, edges)).toBe(0)
    expect(autoScrollStep(690, edges)).toBeGreaterThan(0)
    expect(autoScrollStep(760, edges)).toBeGreaterThan(autoScrollStep(690, edges))
    expect(autoScrollStep(20, edges)).toBeLessThan(0)
    // At 120 pixels beyond the edge, scrolling moves by a window height in a few frames. Inside the edge, scrolling stays slow.
    expect(autoScrollStep(edges.bottom + 120, edges)).toBeGreaterThan(200)
    expect(autoScrollStep(edges.bottom - 1, edges)).toBeLessThanOrEqual(14)
    expect(autoScrollStep(9_000, edges)).toBeLessThanOrEqual(400)
  })
})

describe('keeping the scroll position while tiles change', () => {
  const keyAt = (place: number) => 1000 - place
  const placeOf = (key: number) => 1000 - key

  it('stays at the top when you are at the top, so new tiles are visible', () => {
    expect(findScrollAnchor(layout, keyAt, 0)).toBeNull()
  })

  it('follows the first visible tile, also when rows grow or more tiles come before it', () => {
    const mark = findScrollAnchor(layout, keyAt, 300)
    expect(mark).toEqual({ key: keyAt(9), offset: 52 })
    if (mark === null) return
    expect(scrollTopForAnchor(layout, mark, placeOf)).toBe(300)
    const higher = justifiedRows(squares(33), [{ from: 0, count: 33, hasHead: true }], measures)
    expect(scrollTopForAnchor(higher, mark, (key) => placeOf(key) + 3)).toBe(404)
  })

  it('stops if the followed tile no longer exists', () => {
    expect(scrollTopForAnchor(layout, { key: 5, offset: 0 }, () => -1)).toBeNull()
  })
})
