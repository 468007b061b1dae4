import { describe, expect, it } from 'vitest'
import { justifiedRows } from '../../../renderer/library/justified-rows.ts'
import type { GridLayout } from '../../../renderer/library/justified-rows.ts'
import { tileRangeOfRows, visibleRows } from '../../../renderer/library/visible-rows.ts'

const measures = { width: 1016, rowHeight: 160, gap: 4, headHeight: 52 }
const oneDay = (count: number) => [{ from: 0, count, hasHead: true }]

/** Returns `count` common aspect ratios, in thousandths, in a fixed pseudo-random order. */
function shapes(count: number): Uint16Array {
  const common = [1000, 1333, 750, 1778, 562, 1500, 667, 2333, 800]
  let state = 7
  return Uint16Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return common[state % common.length] ?? 1000
  })
}

function rowsOf(layout: GridLayout) {
  return Array.from({ length: layout.rowCount }, (_, row) => {
    const [from, end] = [layout.rowFrom[row] ?? 0, layout.rowEnd[row] ?? 0]
    return { top: layout.rowTop[row] ?? 0, height: layout.rowHeight[row] ?? 0, from, end, isHead: from === end }
  })
}

describe('the layout of the library', () => {
  it('fills every row except a day’s last one exactly, with a gap between tiles', () => {
    const layout = justifiedRows(shapes(400), oneDay(400), measures)
    const rows = rowsOf(layout).filter(({ isHead }) => !isHead)
    for (const { from, end } of rows.slice(0, -1)) {
      for (let place = from; place < end; place++) {
        const right = (layout.tileStart[place] ?? 0) + (layout.tileWidth[place] ?? 0)
        expect(right).toBe(place === end - 1 ? measures.width : (layout.tileStart[place + 1] ?? 0) - measures.gap)
      }
    }
  })

  it('shows images in their own aspect ratio, within three pixels', () => {
    const ratios = shapes(400)
    const layout = justifiedRows(ratios, oneDay(400), measures)
    for (let place = 0; place < 400; place++) {
      const height = layout.rowHeight[layout.tileRow[place] ?? 0] ?? 0
      expect(Math.abs((layout.tileWidth[place] ?? 0) - (height * (ratios[place] ?? 0)) / 1000)).toBeLessThanOrEqual(3)
    }
  })

  it('has rows close to the requested height', () => {
    const rows = rowsOf(justifiedRows(shapes(400), oneDay(400), measures)).filter(({ isHead }) => !isHead)
    for (const { height } of rows) {
      expect(height).toBeGreaterThan(measures.rowHeight * 0.66)
      expect(height).toBeLessThan(measures.rowHeight * 1.5)
    }
  })

  it('aligns the few images of a day to the left, no larger than the others', () => {
    const layout = justifiedRows(Uint16Array.of(1000, 1000), oneDay(2), measures)
    expect(Array.from(layout.tileWidth)).toEqual([160, 160])
    expect(layout.rowHeight[1]).toBe(160)
  })

  it('starts every day with its heading, and stacks rows without holes', () => {
    const sections = [
      { from: 0, count: 26, hasHead: true },
      { from: 26, count: 1, hasHead: true }
    ]
    const rows = rowsOf(justifiedRows(shapes(27), sections, measures))
    expect(rows[0]).toEqual({ top: 0, height: 52, from: 0, end: 0, isHead: true })
    expect(rows.filter(({ isHead }) => isHead)).toHaveLength(2)
    let bottom = 0
    for (const { top, height, isHead } of rows) {
      expect(top).toBe(bottom)
      bottom = top + height + (isHead ? 0 : measures.gap)
    }
  })

  it('places every image exactly once', () => {
    const layout = justifiedRows(shapes(999), oneDay(999), measures)
    const places = rowsOf(layout).flatMap(({ from, end }) => Array.from({ length: end - from }, (_, step) => from + step))
    expect(places).toEqual(Array.from({ length: 999 }, (_, place) => place))
  })

  it('crops very wide and very tall images instead of giving each its own row', () => {
    const layout = justifiedRows(Uint16Array.of(9000, 100, 1000, 1000), oneDay(4), measures)
    expect(layout.tileWidth[0]).toBeLessThan(measures.width)
    expect(layout.tileWidth[1]).toBeGreaterThan(60)
  })

  it('handles an empty list and a very narrow window', () => {
    expect(justifiedRows(new Uint16Array(0), [], measures).height).toBe(0)
    const narrow = justifiedRows(shapes(5), oneDay(5), { ...measures, width: 40 })
    expect(rowsOf(narrow)).toHaveLength(6)
  })

  it('finds the visible rows of a large library', () => {
    const layout = justifiedRows(shapes(50_000), oneDay(50_000), measures)
    const sight = visibleRows(layout, 500_000, 500_700)
    for (let row = sight.first; row < sight.end; row++) {
      expect((layout.rowTop[row] ?? 0) + (layout.rowHeight[row] ?? 0)).toBeGreaterThan(500_000)
      expect(layout.rowTop[row]).toBeLessThan(500_700)
    }
    expect(layout.rowTop[sight.end]).toBeGreaterThanOrEqual(500_700)
    const { from, end } = tileRangeOfRows(layout, sight)
    expect(end - from).toBeGreaterThan(20)
    expect(visibleRows(layout, layout.height + 10, layout.height + 900)).toEqual({ first: layout.rowCount, end: layout.rowCount })
  })
})
