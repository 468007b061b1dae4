import { describe, expect, it } from 'vitest'
import { deployedCapabilities } from '../../../../electron/practice/capabilities/deployed-capabilities.ts'
import type { UsableFile } from '../../../../renderer/gallery/start/values-with-files.ts'
import { valuesWithFiles } from '../../../../renderer/gallery/start/values-with-files.ts'
import type { InputMedium } from '../../../../shared/form/json-schema.ts'

const formats = { image: 'png', video: 'mp4', audio: 'wav', model: 'glb' } as const

function file(draft: string, medium: InputMedium, durationInSeconds: number | null = null): UsableFile {
  const size = { width: medium === 'image' ? 800 : null, height: medium === 'image' ? 600 : null }
  const format = formats[medium]
  return {
    draft,
    previewUrl: '',
    facts: {
      name: `${draft}.${format}`,
      bytes: 1000,
      modifiedAt: 0,
      medium,
      format,
      contentType: `${medium}/${format}`,
      ...size,
      durationInSeconds,
      hasSound: true,
      isAnimated: false,
      isTorn: false
    }
  }
}

/** Returns the IDs of the practice service's capabilities that accept the files. */
const acceptingIds = (...files: readonly UsableFile[]): readonly string[] =>
  [...deployedCapabilities.values()].filter((capability) => valuesWithFiles(capability, files) !== null).map(({ id }) => id)

function valuesIn(id: string, ...files: readonly UsableFile[]) {
  const capability = deployedCapabilities.get(id)
  if (capability === undefined) throw new Error(id)
  return valuesWithFiles(capability, files)
}

describe('the values with the files to start from', () => {
  const photo = file('photo', 'image')
  const voice = file('voice', 'audio', 30)

  it('hold a file in the first field that accepts it, and never in a mask', () => {
    expect(valuesIn('inpainting', photo)).toEqual({ imageUrl: { draft: 'photo' } })
    expect(valuesIn('image-upscaler', photo)).toEqual({ imageUrl: { draft: 'photo' } })
    expect(acceptingIds(file('vase', 'model'))).toEqual(['retexture-3d', 'rig-3d'])
  })

  it('hold files of different media together', () => {
    expect(valuesIn('talking-avatar', photo, voice)).toEqual({ portraitImageUrl: { draft: 'photo' }, speechAudioUrl: { draft: 'voice' } })
    expect(acceptingIds(photo, voice)).toEqual(['talking-avatar', 'product-video'])
  })

  it('hold several files in a list, or in single fields in form order', () => {
    const other = file('other', 'image')
    expect(valuesIn('photo-restoration', photo, other)).toEqual({ photoImageUrls: [{ draft: 'photo' }, { draft: 'other' }] })
    expect(valuesIn('face-swap', photo, other)).toEqual({
      targetImageUrl: { draft: 'photo' },
      referenceFaceImageUrl: { draft: 'other' }
    })
    expect(acceptingIds(photo, other)).not.toContain('image-upscaler')
    expect(acceptingIds(photo, other)).not.toContain('inpainting')
  })

  it('are in one mode of the form', () => {
    expect(valuesIn('lip-sync', file('clip', 'video', 20), voice)).toEqual({ videoUrl: { draft: 'clip' }, audioUrl: { draft: 'voice' } })
  })

  it('are null if a recording or video breaks a rule, because the form can’t change it', () => {
    expect(valuesIn('talking-avatar', photo, file('talk', 'audio', 500))).toBeNull()
    expect(valuesIn('voice-cloning', file('hello', 'audio', 2))).toBeNull()
    expect(valuesIn('video-to-sound', file('film', 'video', 400))).toBeNull()
  })

  it('are null for a capability without media', () => {
    expect(acceptingIds(photo)).not.toContain('text-to-video')
  })
})
