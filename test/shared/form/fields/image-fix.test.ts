import { describe, expect, it } from 'vitest'
import { cropRequirements, imageFixOf } from '../../../../shared/form/fields.ts'
import type { MediaRule } from '../../../../shared/form/json-schema.ts'
import { imageFacts } from '../image-facts.ts'

const rule: MediaRule = { medium: 'image', formats: ['jpg', 'jpeg', 'png', 'bmp'], maxBytes: 10_000_000, minShortEdge: 384 }
const target = { formats: ['jpg', 'png'], maxBytes: 10_000_000, maxLongEdge: null, minShortEdge: 384 }

describe('an image that a field rejects', () => {
  it('can be converted from a format that Kiln decodes', () => {
    for (const format of ['avif', 'gif', 'tiff', 'webp'])
      expect(imageFixOf(rule, imageFacts({ format }))).toEqual({ kind: 'convert', target })
  })

  it('can be made smaller, in bytes or in pixels', () => {
    expect(imageFixOf(rule, imageFacts({ bytes: 12_000_000 }))).toEqual({ kind: 'shrink', target })
    expect(imageFixOf({ ...rule, maxLongEdge: 1000 }, imageFacts())).toMatchObject({ kind: 'shrink', target: { maxLongEdge: 1000 } })
  })

  it('becomes a still image if the field rejects animation', () => {
    const still: MediaRule = { medium: 'image', needsStill: true }
    expect(imageFixOf(still, imageFacts({ format: 'gif', isAnimated: true }))).toMatchObject({
      kind: 'convert',
      target: { formats: ['jpg', 'png', 'webp'] }
    })
    expect(imageFixOf(still, imageFacts({ format: 'gif' }))).toBeNull()
  })

  it.each([
    ['nothing is wrong', rule, {}],
    ['Kiln can’t decode it', rule, { format: 'heic', width: null, height: null }],
    ['it is damaged', rule, { format: 'avif', isTorn: true }],
    ['it has too few pixels', rule, { format: 'avif', height: 300 }],
    ['it isn’t an image', rule, { medium: 'video' as const, format: 'mp4' }],
    ['Kiln can’t write an accepted format', { ...rule, formats: ['bmp'] }, { format: 'avif' }],
    ['the field accepts videos', { medium: 'video' as const }, { format: 'avif' }]
  ])('has no fix if %s', (_case, given, facts) => {
    expect(imageFixOf(given, imageFacts(facts))).toBeNull()
  })
})

describe('a cropped copy', () => {
  it.each([
    ['png', ['png', 'jpg'], ['png']],
    ['jpeg', ['png', 'jpg'], ['jpg']],
    ['tiff', ['png', 'jpg'], ['jpg', 'png']],
    ['png', ['webp'], ['webp']]
  ])('of %s for %j is written as one of %j', (format, formats, written) => {
    expect(cropRequirements({ medium: 'image', formats }, imageFacts({ format }))?.formats).toEqual(written)
  })

  it('isn’t offered for an image that Kiln can’t decode or write, nor for other media', () => {
    expect(cropRequirements({ medium: 'image' }, imageFacts({ format: 'heic' }))).toBeNull()
    expect(cropRequirements({ medium: 'image', formats: ['bmp'] }, imageFacts())).toBeNull()
    expect(cropRequirements({ medium: 'image' }, imageFacts({ medium: 'video' }))).toBeNull()
  })
})
