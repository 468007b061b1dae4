import { describe, expect, it } from 'vitest'
import { videoMimeType, recordingLimitInSeconds, captureTypeFor } from '../../../renderer/fields/capture.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { fieldsOf } from '../../../shared/form/fields.ts'
import type { MediaField } from '../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { MediaRule } from '../../../shared/form/json-schema.ts'

function fieldOf(name: string, rule: MediaRule): MediaField {
  const properties = { [name]: { type: 'string', 'x-media': rule } }
  const capability = { ...fallbackCapabilities[0], inputSchema: { type: 'object', properties } } as Capability
  return fieldsOf(capability)[0] as MediaField
}

describe('a capture device', () => {
  it('captures photos, videos and audio, but not masks and models', () => {
    expect(captureTypeFor(fieldOf('imageUrl', { medium: 'image' }))).toBe('photo')
    expect(captureTypeFor(fieldOf('videoUrl', { medium: 'video' }))).toBe('clip')
    expect(captureTypeFor(fieldOf('audioUrl', { medium: 'audio' }))).toBe('sound')
    expect(captureTypeFor(fieldOf('maskUrl', { medium: 'image' }))).toBeNull()
    expect(captureTypeFor(fieldOf('modelUrl', { medium: 'model' }))).toBeNull()
  })

  it('records as long as the field accepts, up to five minutes', () => {
    expect(recordingLimitInSeconds(fieldOf('a', { medium: 'audio', maxDurationInSeconds: 120 }))).toBe(120)
    expect(recordingLimitInSeconds(fieldOf('a', { medium: 'audio', maxDurationInSeconds: 900 }))).toBe(300)
    expect(recordingLimitInSeconds(fieldOf('a', { medium: 'audio' }))).toBe(300)
  })
})

describe('a recording', () => {
  const all = (): boolean => true
  const onlyWebm = (type: string): boolean => type.startsWith('video/webm')
  it('has a format that the field accepts, if the window can write one', () => {
    expect(videoMimeType(undefined, all)).toBe('video/mp4;codecs=avc1.42E01E,mp4a.40.2')
    expect(videoMimeType(['webm'], all)).toBe('video/webm;codecs=vp9,opus')
    expect(videoMimeType(['mp4', 'mov'], onlyWebm)).toBe('video/webm;codecs=vp9,opus')
    expect(videoMimeType(['mp4'], (type) => type.includes('vp'))).toBe('video/mp4;codecs=vp9,opus')
    expect(videoMimeType(undefined, () => false)).toBe('video/webm')
  })
})
