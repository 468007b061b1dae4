import { describe, expect, it } from 'vitest'
import { settingEffectText } from '../../../renderer/compose/setting-effect-text.ts'
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
  return settingEffectText(
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

  it('is the size with the margins at its edges', () => {
    const edge = { type: 'integer', minimum: 0, maximum: 2048, default: 0 }
    const sides = { sides: { type: 'object', properties: { left: edge, right: edge, top: edge, bottom: edge } } }
    const size = (margins: Values) => consequence('outpainting', sides, 'sides', { ...withFile, sides: margins })
    expect(size({ left: 128, right: 128 })).toBe('1280 × 720 → 1536 × 720')
    expect(size({ top: 40 })).toBe('1280 × 720 → 1280 × 760')
    expect(size({})).toBeNull()
    const box = { type: 'integer', minimum: 0, maximum: 2048 }
    const area = { area: { type: 'object', properties: { left: box, right: box, top: box, bottom: box } } }
    expect(consequence('crop', area, 'area', { ...withFile, area: { left: 1, right: 9, top: 1, bottom: 9 } })).toBeNull()
  })

  it('is the aspect ratio before and after, if it changes', () => {
    const ratio = { aspectRatio: { enum: ['16:9', '1:1', '9:16'] } }
    const chosen = (values: Values, known = facts) => consequence('video-reframe', ratio, 'aspectRatio', { ...withFile, ...values }, known)
    expect(chosen({ aspectRatio: '1:1' })).toBe('16:9 → 1:1')
    expect(chosen({ aspectRatio: '16:9' })).toBeNull()
    expect(chosen({})).toBeNull()
    expect(chosen({ aspectRatio: '1:1' }, { ...facts, width: 1277, height: 411 })).toBeNull()
  })

  it('is the length with the slowed parts, if they don’t overlap', () => {
    const second = { type: 'number', minimum: 0, maximum: 600 }
    const range = {
      type: 'object',
      required: ['from', 'to'],
      properties: { from: second, to: second, factor: { enum: [2, 4], default: 2 } }
    }
    const slow = (...ranges: Values[]) =>
      consequence('slow-motion', { ranges: { type: 'array', items: range } }, 'ranges', { ...withFile, ranges })
    expect(slow({ from: 2, to: 4 })).toBe('0:12 → 0:14')
    expect(slow({ from: 8, to: 10, factor: 4 }, { from: 2, to: 4 })).toBe('0:12 → 0:20')
    expect(slow({ from: 2, to: 4 }, { from: 3, to: 5 })).toBeNull()
    expect(slow({ from: 2 })).toBeNull()
    expect(slow({ from: 8, to: 20 })).toBeNull()
    expect(slow()).toBeNull()
  })

  it('is unknown without a measured file', () => {
    expect(consequence('video-upscaler', scale, 'scale', {})).toBeNull()
    expect(consequence('video-upscaler', scale, 'scale', withFile, null)).toBeNull()
    expect(consequence('video-upscaler', scale, 'scale', { videoUrl: 'https://films.example/tide.mp4' })).toBeNull()
  })
})
