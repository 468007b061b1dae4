import { describe, expect, it } from 'vitest'
import { mediaUnderMask } from '../../../renderer/fields/media-under-mask.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { fieldNamed, fieldsOf } from '../../../shared/form/fields.ts'
import type { MediaField } from '../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import type { Values } from '../../../shared/form/values.ts'

const picture = { type: 'string', 'x-media': { medium: 'image' } } as const
const clip = { type: 'string', 'x-media': { medium: 'video' } } as const

function sourceIn(properties: { readonly [name: string]: JsonSchema }, values: Values, mask = 'maskUrl') {
  const capability = { ...fallbackCapabilities[2], inputSchema: { type: 'object', properties } } as Capability
  return mediaUnderMask(fieldsOf(capability, values), values, fieldNamed(capability, mask) as MediaField)
}

describe('a mask is painted over', () => {
  it('the image that the contract names, even if another comes first', () => {
    const mask = { type: 'string', 'x-media': { medium: 'image', sameSizeAs: 'imageUrl' } } as const
    const values = { styleUrl: { draft: 'style' }, imageUrl: { draft: 'picture' }, maskUrl: { draft: 'mask' } }
    expect(sourceIn({ styleUrl: picture, imageUrl: picture, maskUrl: mask }, values)).toEqual({ draft: 'picture' })
  })

  it('otherwise the first chosen image, otherwise the first video', () => {
    expect(sourceIn({ videoUrl: clip, a: picture, b: picture, maskUrl: picture }, { b: { item: 'b' }, videoUrl: { draft: 'v' } })).toEqual({
      item: 'b'
    })
    expect(sourceIn({ videoUrl: clip, maskUrl: picture }, { videoUrl: { draft: 'v' } })).toEqual({ draft: 'v' })
  })

  it('the field around its group, if the group has no image field', () => {
    const group = { type: 'object', properties: { maskUrl: picture, words: { type: 'string' } } } as const
    expect(sourceIn({ videoUrl: clip, target: group }, { videoUrl: { draft: 'v' }, target: {} }, 'target›maskUrl')).toEqual({ draft: 'v' })
  })

  it('nothing, if no image is chosen or only its address is known', () => {
    expect(sourceIn({ imageUrl: picture, maskUrl: picture }, { maskUrl: { draft: 'mask' } })).toBeNull()
    expect(sourceIn({ imageUrl: picture, maskUrl: picture }, { imageUrl: 'https://a.example/b.png' })).toBeNull()
  })
})
