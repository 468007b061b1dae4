import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import { addMedia, urlDisplayParts, mediaValues, mediaRuleText } from '../../../renderer/fields/media-list.ts'

describe('a list of media', () => {
  it('adds files up to its limit and counts the others', () => {
    expect(addMedia(['a'], ['b', 'c', 'd'], null, 3)).toEqual({ values: ['a', 'b', 'c'], skippedCount: 1 })
  })

  it('replaces one item with another', () => {
    expect(addMedia(['a', 'b', 'c'], ['x'], 1, 3)).toEqual({ values: ['a', 'x', 'c'], skippedCount: 0 })
    expect(addMedia(['a', 'b'], ['x', 'y', 'z'], 0, 3)).toEqual({ values: ['x', 'b', 'y'], skippedCount: 1 })
    expect(addMedia([], ['x'], 0, 1)).toEqual({ values: ['x'], skippedCount: 0 })
  })

  it('reads a single value or a list', () => {
    expect(mediaValues(undefined)).toEqual([])
    expect(mediaValues('https://a.example')).toEqual(['https://a.example'])
    expect(mediaValues([{ draft: 'a' }, 'https://b.example', 7])).toEqual([{ draft: 'a' }, 'https://b.example'])
  })
})

describe('the text of a media field', () => {
  it('lists formats, file size and pixels as in the spec', () => {
    const rules = fallbackCapabilities.flatMap((capability) =>
      fieldsOf(capability).flatMap((field) => (field.kind === 'media' ? [`${capability.id} ${field.name}: ${mediaRuleText(field)}`] : []))
    )
    expect(rules).toEqual([
      'imgmodel-image-generator imageUrls: JPG, PNG, BMP, TIFF, WEBP or GIF, up to 10 MB each',
      'imgmodel-3-0-image-generator imageUrls: JPG, PNG, WEBP or BMP, up to 10 MB each, short edge 384 pixels or more',
      'face-swap targetImageUrl: ',
      'face-swap referenceFaceImageUrl: ',
      'video-upscaler videoURL: '
    ])
  })

  it('shortens a web address to its file name and host', () => {
    expect(urlDisplayParts('https://cdn.example/a/red%20vase.png?x=1')).toEqual({ name: 'red vase.png', host: 'cdn.example' })
    expect(urlDisplayParts('https://cdn.example')).toEqual({ name: 'cdn.example', host: 'cdn.example' })
    expect(urlDisplayParts('not one')).toEqual({ name: 'not one', host: '' })
  })
})
