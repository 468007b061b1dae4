import { describe, expect, it } from 'vitest'
import { coverFit } from '../../../renderer/gallery/cover-fit.ts'

describe('an image on a cover', () => {
  it.each([
    [1024, 768, 4 / 3, 'cover'],
    [1024, 1024, 4 / 3, 'cover'],
    [1920, 1080, 1.54, 'cover'],
    [768, 1152, 1.54, 'contain'],
    [2100, 900, 1.54, 'contain'],
    [null, null, 1.54, 'contain']
  ] as const)('of %s × %s on a ratio of %s: %s', (width, height, ratio, fit) => {
    expect(coverFit({ width, height }, ratio)).toBe(fit)
  })
})
