import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placementInFrame, enclosingFrame, pixelAt, placementOnPane, visibleEdges } from '../../../renderer/viewer/frame.ts'
import { activeViewMode } from '../../../renderer/viewer/view-modes.ts'
import { paneGap, paneGrid, pointInPane } from '../../../renderer/zoom/pane-grid.ts'
import { formatHexColor, formatRgbaColor } from '../../../renderer/viewer/pixel-color.ts'
import { splitFractionAfterKey, splitFractionAt, splitPosition } from '../../../renderer/viewer/split-fraction.ts'
import { fitView, zoomTo } from '../../../renderer/zoom/zoom.ts'

const frame = { width: 1600, height: 1200 }
const length = fc.integer({ min: 1, max: 8000 })
const extent = fc.record({ width: length, height: length })

describe('images in one frame', () => {
  it('fill the frame if they have its aspect ratio, whatever their resolution', () => {
    expect(placementInFrame({ width: 800, height: 600 }, frame)).toEqual({ scale: 2, x: 0, y: 0 })
    expect(placementInFrame(frame, frame)).toEqual({ scale: 1, x: 0, y: 0 })
  })

  it('are centred within the frame if they have another aspect ratio', () => {
    expect(placementInFrame({ width: 600, height: 600 }, frame)).toEqual({ scale: 2, x: 200, y: 0 })
    expect(placementInFrame({ width: 1600, height: 600 }, frame)).toEqual({ scale: 1, x: 0, y: 300 })
  })

  it('are never scaled down by the frame', () => {
    fc.assert(
      fc.property(fc.array(extent, { minLength: 1, maxLength: 4 }), (pictures) => {
        const around = enclosingFrame(pictures)
        if (around === null) throw new Error('The images have no frame.')
        for (const picture of pictures) expect(placementInFrame(picture, around).scale).toBeGreaterThanOrEqual(1)
      })
    )
    expect(enclosingFrame([])).toBeNull()
  })

  it('show the same point at any zoom', () => {
    const pane = { width: 700, height: 500 }
    const view = zoomTo(fitView(frame, pane), 3, { x: 500, y: 120 }, frame, pane)
    const small = placementOnPane(view, placementInFrame({ width: 800, height: 600 }, frame))
    const large = placementOnPane(view, placementInFrame(frame, frame))
    const point = { x: 311, y: 247 }
    expect((point.x - small.x) / small.scale / 800).toBeCloseTo((point.x - large.x) / large.scale / 1600)
    expect((point.y - small.y) / small.scale / 600).toBeCloseTo((point.y - large.y) / large.scale / 1200)
  })

  it('are visible only within their pane', () => {
    const pane = { width: 400, height: 300 }
    expect(visibleEdges(frame, { scale: 0.1, x: 120, y: 90 }, pane)).toEqual({ left: 120, top: 90, right: 280, bottom: 210 })
    expect(visibleEdges(frame, { scale: 1, x: -500, y: -20 }, pane)).toEqual({ left: 0, top: 0, right: 400, bottom: 300 })
  })

  it('have a pixel under a point only if the point is within the image', () => {
    const place = { scale: 4, x: 10, y: 20 }
    expect(pixelAt({ x: 10, y: 20 }, place, frame)).toEqual({ x: 0, y: 0 })
    expect(pixelAt({ x: 17.9, y: 24 }, place, frame)).toEqual({ x: 1, y: 1 })
    expect(pixelAt({ x: 9, y: 30 }, place, frame)).toBeNull()
    expect(pixelAt({ x: 10 + 4 * 1600, y: 30 }, place, frame)).toBeNull()
  })
})

describe('panes', () => {
  const wide = { width: 1608, height: 300 }
  const tall = { width: 300, height: 1608 }

  it('are side by side, or in rows if that shows clearly more', () => {
    expect(paneGrid(2, frame, wide)).toMatchObject({ columns: 2, rows: 1, pane: { width: 800, height: 300 } })
    expect(paneGrid(2, frame, tall)).toMatchObject({ columns: 1, rows: 2, pane: { width: 300, height: 800 } })
    expect(paneGrid(4, { width: 100, height: 100 }, { width: 1000, height: 1000 })).toMatchObject({ columns: 2, rows: 2 })
    expect(paneGrid(2, { width: 1152, height: 768 }, { width: 886, height: 640 })).toMatchObject({ columns: 2, rows: 1 })
    expect(paneGrid(1, frame, wide).pane).toEqual(wide)
  })

  it('are two by two as soon as that shows four images larger than one row, close together', () => {
    const square = { width: 1024, height: 1024 }
    expect(paneGrid(4, square, { width: 1232, height: 590 })).toMatchObject({ columns: 4, margin: 0 })
    const grid = paneGrid(4, square, { width: 1232, height: 690 })
    expect(grid).toEqual({ columns: 2, rows: 2, pane: { width: 341, height: 341 }, margin: 271 })
    expect(pointInPane({ x: 271 + 341 + paneGap + 30, y: 20 }, grid)).toEqual({ x: 30, y: 20 })
  })

  it('never extend beyond the stage', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), extent, fc.integer({ min: 200, max: 4000 }), (count, picture, side) => {
        const { columns, rows, pane, margin } = paneGrid(count, picture, { width: side, height: 500 })
        expect(columns * rows).toBeGreaterThanOrEqual(count)
        expect(columns * pane.width + (columns - 1) * paneGap + 2 * margin).toBeLessThanOrEqual(side + 0.001)
        expect(rows * pane.height + (rows - 1) * paneGap).toBeLessThanOrEqual(500.001)
      })
    )
  })

  it('have the pointer position relative to their own corner', () => {
    const grid = paneGrid(2, frame, wide)
    expect(pointInPane({ x: 30, y: 40 }, grid)).toEqual({ x: 30, y: 40 })
    expect(pointInPane({ x: 808 + 30, y: 40 }, grid)).toEqual({ x: 30, y: 40 })
  })
})

describe('the divider between before and after', () => {
  const edges = { left: 100, top: 0, right: 500, bottom: 300 }

  it('moves by 1% with an arrow key, by 10% with Shift, and to the ends', () => {
    expect(splitFractionAfterKey(0.5, 'ArrowRight', false)).toBe(0.51)
    expect(splitFractionAfterKey(0.5, 'ArrowLeft', true)).toBe(0.4)
    expect(splitFractionAfterKey(0.5, 'PageUp', false)).toBe(0.6)
    expect([splitFractionAfterKey(0.5, 'Home', false), splitFractionAfterKey(0.5, 'End', false)]).toEqual([0, 1])
    expect(splitFractionAfterKey(0.995, 'ArrowRight', false)).toBe(1)
    expect(splitFractionAfterKey(0.5, 'x', false)).toBeNull()
  })

  it('stays where it was dragged, within the image', () => {
    expect(splitPosition(splitFractionAt(200, edges), edges)).toBe(200)
    expect([splitFractionAt(20, edges), splitFractionAt(900, edges)]).toEqual([0, 1])
  })
})

it('a view mode that is not available falls back to the result', () => {
  expect([activeViewMode('blink', 'image', true), activeViewMode('blink', 'image', false)]).toEqual(['blink', 'result'])
  expect([activeViewMode('side', 'video', true), activeViewMode('blink', 'video', true), activeViewMode('side', 'model', true)]).toEqual([
    'side',
    'result',
    'result'
  ])
})

describe('the colour of a pixel', () => {
  it('is shown as hex and RGB, with its opacity if it is transparent', () => {
    expect([formatHexColor([200, 165, 138, 255]), formatRgbaColor([200, 165, 138, 255])]).toEqual(['#C8A58A', '200 165 138'])
    expect([formatHexColor([0, 9, 255, 128]), formatRgbaColor([0, 9, 255, 128])]).toEqual(['#0009FF80', '0 9 255 / 50%'])
  })
})
