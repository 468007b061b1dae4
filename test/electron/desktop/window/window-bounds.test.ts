import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctedWindowBounds, type WindowBounds } from '../../../../electron/desktop/window/window-bounds.ts'

const main: WindowBounds = { x: 0, y: 25, width: 1920, height: 1055 }
const left: WindowBounds = { x: -1440, y: 0, width: 1440, height: 900 }
const kiln: WindowBounds = { x: 200, y: 100, width: 1280, height: 800 }

describe('the window’s position', () => {
  it.each([
    ['on the main screen', kiln],
    ['on the second screen', { ...kiln, x: -1400 }],
    ['half off screen with enough of its top edge visible', { ...kiln, x: 1780 }],
    ['below the bottom edge except for its top', { ...kiln, y: 1040 }]
  ])('is kept %s', (_where, window) => {
    expect(correctedWindowBounds(window, [main, left])).toBeNull()
  })

  it.each([
    ['its screen is gone', { ...kiln, x: -1400 }, [main]],
    ['only a sliver of it is visible', { ...kiln, x: 1850 }, [main]],
    ['its top edge is above the screen', { ...kiln, y: -40 }, [main]],
    ['it is below the screen', { ...kiln, y: 1070 }, [main]]
  ])('is reset to the middle of the main screen if %s', (_why, window, areas) => {
    expect(correctedWindowBounds(window, areas)).toEqual({ x: 320, y: 153, width: 1280, height: 800 })
  })

  it('fits a smaller screen', () => {
    expect(correctedWindowBounds({ x: 5000, y: 0, width: 3000, height: 2000 }, [main])).toEqual(main)
  })

  it('is kept if no screen is known', () => {
    expect(correctedWindowBounds(kiln, [])).toBeNull()
  })

  it('is always reachable, whatever screens there are', () => {
    const size = fc.integer({ min: 900, max: 5000 })
    const place = fc.integer({ min: -20_000, max: 20_000 })
    const box = fc.record({ x: place, y: place, width: size, height: fc.integer({ min: 600, max: 4000 }) })
    fc.assert(
      fc.property(box, fc.array(box, { minLength: 1, maxLength: 4 }), (window, areas) => {
        expect(correctedWindowBounds(correctedWindowBounds(window, areas) ?? window, areas)).toBeNull()
      })
    )
  })
})
