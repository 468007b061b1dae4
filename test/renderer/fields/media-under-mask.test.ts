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

describe('a number belongs to', () => {
  const sound = { type: 'string', 'x-media': { medium: 'audio' } } as const
  const named = { faceUrl: { ...picture, title: 'Face' }, photoUrl: { ...picture, title: 'Target photo' }, videoUrl: clip, audioUrl: sound }
  const found = (values: Values, media: readonly ('image' | 'video' | 'audio')[], help: string) => {
    const capability = { ...fallbackCapabilities[2], inputSchema: { type: 'object', properties: named } } as Capability
    return mediaUnderMask(fieldsOf(capability, values), values, { name: '›' }, { media, help })
  }

  it('the field that its help text mentions, and to no other while that field is empty', () => {
    expect(found({ faceUrl: { draft: 'f' }, photoUrl: { draft: 'p' } }, ['image'], 'Counted in the target photo.')).toEqual({ draft: 'p' })
    expect(found({ faceUrl: { draft: 'f' } }, ['image'], 'Counted in the target photo.')).toBeNull()
  })

  it('otherwise the first chosen media of an acceptable kind, best first', () => {
    const values = { photoUrl: { draft: 'p' }, videoUrl: { draft: 'v' }, audioUrl: { draft: 'a' } }
    expect(found(values, ['video', 'audio'], '')).toEqual({ draft: 'v' })
    expect(found({ ...values, videoUrl: 'https://a.example/b.mp4' }, ['video', 'audio'], '')).toEqual({ draft: 'a' })
    expect(found({ photoUrl: { draft: 'p' } }, ['video', 'audio'], '')).toBeNull()
  })
})
