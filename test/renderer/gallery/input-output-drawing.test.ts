import { describe, expect, it } from 'vitest'
import { inputFacetOptions, outputFacetOptions } from '../../../renderer/gallery/gallery-facets.ts'
import { inputOutputDrawing } from '../../../renderer/gallery/input-output-drawing.ts'

describe('the drawing of inputs and output', () => {
  it('has a symbol for each, with an arrow between them', () => {
    expect(inputOutputDrawing(['text'], 'image').width).toBe(55)
    expect(inputOutputDrawing(['text', 'video', 'face'], 'video').width).toBe(95)
    expect(inputOutputDrawing([], 'audio').width).toBe(35)
  })

  it('starts every stroke within its own symbol', () => {
    for (const output of outputFacetOptions) {
      const { path, width } = inputOutputDrawing(inputFacetOptions, output)
      const beginnings = Array.from(path.matchAll(/M(\S+?)[\s-](\S+?)(?=[a-z])/g), ([, x]) => Number(x))
      expect(beginnings.length).toBeGreaterThan(inputFacetOptions.length)
      expect(Math.min(...beginnings)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...beginnings)).toBeLessThanOrEqual(width)
      expect(beginnings.toSorted((one, other) => Math.floor(one / 20) - Math.floor(other / 20))).toEqual(beginnings)
      // Every path command except M is relative, so there are no other capital letters.
      expect(path.replaceAll('M', '')).not.toMatch(/[A-Z]/)
    }
  })

  it('is shared by all with the same inputs and output', () => {
    expect(inputOutputDrawing(['text', 'image'], 'video')).toBe(inputOutputDrawing(['text', 'image'], 'video'))
  })
})
