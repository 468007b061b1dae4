import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitView, maxScale, nextScale, panBy, panIntoView, zoomAround, zoomTo } from '../../../renderer/zoom/zoom.ts'

const picture = { width: 1792, height: 1344 }
const stage = { width: 896, height: 700 }

describe('the image on the stage', () => {
  it('fits completely and is centred', () => {
    expect(fitView(picture, stage)).toEqual({ scale: 0.5, x: 0, y: 14, isFitted: true })
  })

  it.each([
    [20_000, 10_000],
    [16_384, 16_384],
    [400, 30_000]
  ])('fits completely at %i × %i, and is not enlarged by zooming out', (width, height) => {
    const huge = { width, height }
    const view = fitView(huge, stage)
    expect(width * view.scale).toBeLessThanOrEqual(stage.width + 0.01)
    expect(height * view.scale).toBeLessThanOrEqual(stage.height + 0.01)
    expect(nextScale(view.scale, -1)).toBeLessThanOrEqual(view.scale)
    expect(zoomTo(view, nextScale(view.scale, -1), { x: 1, y: 1 }, huge, stage).scale).toBeCloseTo(view.scale)
  })

  it('is never enlarged to fit', () => {
    expect(fitView({ width: 100, height: 50 }, stage)).toMatchObject({ scale: 1, x: 398, y: 325 })
  })

  it('keeps the point under the pointer while zooming in', () => {
    const pointer = { x: 600, y: 300 }
    const before = fitView(picture, stage)
    const after = zoomTo(before, 2, pointer, picture, stage)
    expect((pointer.x - after.x) / after.scale).toBeCloseTo((pointer.x - before.x) / before.scale)
    expect((pointer.y - after.y) / after.scale).toBeCloseTo((pointer.y - before.y) / before.scale)
  })

  it('leaves no gap if it is larger than the stage, and is centred if it is smaller', () => {
    const near = fc.integer({ min: -5000, max: 5000 })
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 40, noNaN: true }), near, near, (scale, x, y) => {
        const view = panBy(zoomTo(fitView(picture, stage), scale, { x: 10, y: 20 }, picture, stage), { x, y }, picture, stage)
        expect(view.scale).toBeLessThanOrEqual(maxScale)
        const width = picture.width * view.scale
        if (width > stage.width) {
          expect(view.x).toBeLessThanOrEqual(0)
          expect(view.x + width).toBeGreaterThanOrEqual(stage.width - 0.001)
        } else {
          expect(view.x).toBeCloseTo((stage.width - width) / 2)
        }
      })
    )
  })

  it('pans until a point is visible, and no further than its edge', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (across, down) => {
        const point = { x: across * picture.width, y: down * picture.height }
        const before = zoomTo(fitView(picture, stage), 3, { x: 10, y: 20 }, picture, stage)
        const after = panIntoView(before, point, 48, picture, stage)
        const shown = { x: after.x + point.x * after.scale, y: after.y + point.y * after.scale }
        expect(shown.x).toBeGreaterThanOrEqual(-0.001)
        expect(shown.x).toBeLessThanOrEqual(stage.width + 0.001)
        expect(shown.y).toBeGreaterThanOrEqual(-0.001)
        expect(shown.y).toBeLessThanOrEqual(stage.height + 0.001)
        expect(panIntoView(after, point, 48, picture, stage)).toEqual(after)
      })
    )
  })

  it('keeps a point of the image in its place while zooming around it', () => {
    const point = { x: 1000, y: 500 }
    const before = fitView(picture, stage)
    const after = zoomAround(before, 2, point, 48, picture, stage)
    expect(after.scale).toBe(2)
    expect(after.x + point.x * after.scale).toBeCloseTo(before.x + point.x * before.scale)
    expect(after.y + point.y * after.scale).toBeCloseTo(before.y + point.y * before.scale)
  })

  it('pans to the point that it zooms around if the point is outside the stage', () => {
    const away = panBy(zoomTo(fitView(picture, stage), 2, { x: 0, y: 0 }, picture, stage), { x: -2000, y: -1500 }, picture, stage)
    const after = zoomAround(away, 3, { x: 200, y: 100 }, 48, picture, stage)
    expect(after.x + 200 * after.scale).toBeCloseTo(48)
    expect(after.y + 100 * after.scale).toBeCloseTo(48)
  })

  it('zooms in round steps with the keys', () => {
    expect(nextScale(0.5, 1)).toBe(0.75)
    expect(nextScale(0.6, -1)).toBe(0.5)
    expect(nextScale(16, 1)).toBe(16)
    expect(nextScale(0.05, -1)).toBe(0.05)
  })
})
