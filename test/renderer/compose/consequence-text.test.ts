import { describe, expect, it } from 'vitest'
import { consequenceText } from '../../../renderer/compose/consequence-text.ts'
import { fieldsOf } from '../../../shared/form/fields.ts'
import type { MediaFacts } from '../../../shared/form/media-facts.ts'
import type { Values } from '../../../shared/form/values.ts'
import { aCapability } from '../gallery/a-capability.ts'

const video = { type: 'string', format: 'uri', title: 'Video' }
const facts: MediaFacts = {
  name: 'tide.mp4',
  bytes: 1,
  modifiedAt: 0,
  medium: 'video',
  format: 'mp4',
  contentType: 'video/mp4',
  width: 1280,
  height: 720,
  durationInSeconds: 12,
  hasSound: null,
  isAnimated: false,
  isTorn: false
}

function consequence(id: string, properties: object, name: string, values: Values, known: MediaFacts | null = facts): string | null {
  const capability = aCapability({ id, inputSchema: { type: 'object', properties: { videoUrl: video, ...properties } } })
  const fields = fieldsOf(capability)
  return consequenceText(
    fields.find((field) => field.name === name)!,
    id,
    fields,
    values,
    () => known
  )
}

describe('the consequence of a setting', () => {
  const scale = { scale: { enum: [2, 4], default: 2 } }
  const duration = { duration: { type: 'integer', minimum: 1, maximum: 10 } }
  const withFile: Values = { videoUrl: { item: 'task.0' } }

  it('is the size after scaling, also by the default', () => {
    expect(consequence('video-upscaler', scale, 'scale', { ...withFile, scale: 4 })).toBe('1280 × 720 → 5120 × 2880')
    expect(consequence('video-upscaler', scale, 'scale', withFile)).toBe('1280 × 720 → 2560 × 1440')
  })

  it('is the length of an extended video', () => {
    expect(consequence('video-extender', duration, 'duration', { ...withFile, duration: 5 })).toBe('0:12 → 0:17')
    expect(consequence('text-to-video', duration, 'duration', { ...withFile, duration: 5 })).toBeNull()
  })

  it('is unknown without a measured file', () => {
    expect(consequence('video-upscaler', scale, 'scale', {})).toBeNull()
    expect(consequence('video-upscaler', scale, 'scale', withFile, null)).toBeNull()
    expect(consequence('video-upscaler', scale, 'scale', { videoUrl: 'https://films.example/tide.mp4' })).toBeNull()
  })
})
