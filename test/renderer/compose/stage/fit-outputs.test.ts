import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitOutputs, tileGap } from '../../../../renderer/compose/stage/fit-outputs.ts'

describe('the outputs of a run', () => {
  it('are side by side if that makes them larger', () => {
    expect(fitOutputs(4, 1, 1_000, 300)).toMatchObject({ columns: 4, tileWidth: 247 })
    expect(fitOutputs(4, 1, 600, 600)).toMatchObject({ columns: 2, tileWidth: 298 })
    expect(fitOutputs(2, 0.5, 500, 800)).toMatchObject({ columns: 2 })
  })

  it('never exceed the room, keep their shape, and are as large as some number of columns allows', () => {
    const room = fc.integer({ min: 60, max: 3_000 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        room,
        room,
        (count, ratio, width, height) => {
          const { columns, tileWidth, tileHeight, height: used } = fitOutputs(count, ratio, width, height)
          const rows = Math.ceil(count / columns)
          expect(columns * tileWidth + (columns - 1) * tileGap).toBeLessThanOrEqual(width)
          expect(used).toBeLessThanOrEqual(Math.max(height, (rows - 1) * tileGap))
          expect(Math.abs(tileHeight - tileWidth / ratio)).toBeLessThanOrEqual(1)
          for (let other = 1; other <= count; other += 1) {
            const otherRows = Math.ceil(count / other)
            const possible = Math.min((width - (other - 1) * tileGap) / other, ((height - (otherRows - 1) * tileGap) / otherRows) * ratio)
            expect(tileWidth).toBeGreaterThanOrEqual(Math.floor(possible))
          }
        }
      )
    )
  })

  it('keep their least size and leave room for captions', () => {
    const limits = { leastSide: 96, captionHeight: 20 }
    const few = fitOutputs(8, 1, 900, 300, limits)
    expect(few).toEqual({ columns: 4, tileWidth: 128, tileHeight: 128, height: 300 })
    const many = fitOutputs(60, 1.5, 900, 300, limits)
    expect(many).toMatchObject({ columns: 6, tileWidth: 146, tileHeight: 97 })
    expect(many.height).toBe(10 * (97 + 20) + 9 * tileGap)
    expect(fitOutputs(3, 1, 80, 300, limits)).toMatchObject({ columns: 1, tileWidth: 80 })
  })
})
