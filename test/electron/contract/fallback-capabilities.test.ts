import { describe, expect, it } from 'vitest'
import type { Field } from '../../../shared/form/fields.ts'
import { fieldsOf } from '../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'

/** The sizes in the spec, copied by hand, row by row. They are deliberately independent of the code. */
const sizesOfStandard =
  '1024*1024 1536*1536 768*1152 1024*1536 1152*768 1536*1024 960*1280 1080*1440 1280*960 1440*1080 720*1280 1080*1920 1280*720 1920*1080 1344*576 2048*872'.split(
    ' '
  )
const sizesOfVersionThree =
  '1024*1024 1600*1600 768*1152 1280*1920 1152*768 1920*1280 768*1024 1536*2048 1024*768 1792*1344 576*1024 1152*2048 1024*576 2048*1152'.split(
    ' '
  )

function capability(id: string) {
  return fallbackCapabilities.find((one) => one.id === id)!
}
function property(id: string, name: string) {
  return capability(id).inputSchema.properties![name]!
}

describe('the capabilities of spec section 1.7', () => {
  it('have these five IDs', () => {
    expect(fallbackCapabilities.map((one) => one.id)).toEqual([
      'imgmodel-image-generator',
      'imgmodel-3-0-image-generator',
      'face-swap',
      'video-face-swap',
      'video-upscaler'
    ])
  })

  it.each([
    ['imgmodel-image-generator', 'Image generator', 'image', 'image'],
    ['imgmodel-3-0-image-generator', 'Image generator 3.0', 'image', 'image'],
    ['face-swap', 'Face swap', 'face-swap', 'image'],
    ['video-face-swap', 'Video face swap', 'face-swap', 'video'],
    ['video-upscaler', 'Video upscaler', 'video', 'video']
  ])('%s is called "%s"', (id, title, category, output) => {
    expect(capability(id)).toMatchObject({ title, category, output })
  })
})

describe('the standard image generator (spec 2.5)', () => {
  const id = 'imgmodel-image-generator'

  it('has 7 fields, requires only the prompt and rejects other fields', () => {
    const { properties, required, additionalProperties } = capability(id).inputSchema
    expect(Object.keys(properties!)).toEqual(['prompt', 'imageUrl', 'imageUrls', 'negativePrompt', 'size', 'imageNum', 'promptExtend'])
    expect(required).toEqual(['prompt'])
    expect(additionalProperties).toBe(false)
  })

  it.each([
    ['prompt', { type: 'string', minLength: 1, maxLength: 800 }],
    ['imageUrl', { type: 'string', format: 'uri' }],
    ['imageUrls', { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', format: 'uri' } }],
    ['negativePrompt', { type: 'string', maxLength: 500 }],
    ['size', { type: 'string', default: '1024*1024', enum: sizesOfStandard }],
    ['imageNum', { type: 'string', default: '1', enum: ['1', '2', '3', '4', '5', '6'] }],
    ['promptExtend', { type: 'boolean', default: true }]
  ])('defines %s as in the spec', (name, row) => {
    expect(property(id, name)).toMatchObject(row)
  })

  it('offers 16 sizes', () => {
    expect(property(id, 'size').enum).toHaveLength(16)
  })

  it.each(['imageUrl', 'imageUrls'])('accepts files up to 10 MB in seven formats in %s (spec 8)', (name) => {
    expect(property(id, name)['x-media']).toEqual({
      medium: 'image',
      maxBytes: 10 * 1024 * 1024,
      formats: ['jpg', 'jpeg', 'png', 'bmp', 'tiff', 'webp', 'gif']
    })
  })
})

describe('the image generator 3.0 (spec 2.5)', () => {
  const id = 'imgmodel-3-0-image-generator'

  it('has 10 fields, requires only the prompt and rejects other fields', () => {
    const { properties, required, additionalProperties } = capability(id).inputSchema
    expect(Object.keys(properties!)).toEqual([
      'prompt',
      'imageUrl',
      'imageUrls',
      'negativePrompt',
      'size',
      'imageNum',
      'promptExtend',
      'promptExtendMode',
      'enableThinking',
      'seed'
    ])
    expect(required).toEqual(['prompt'])
    expect(additionalProperties).toBe(false)
  })

  it.each([
    ['prompt', { type: 'string', minLength: 1, maxLength: 3000 }],
    ['imageUrl', { type: 'string', format: 'uri' }],
    ['imageUrls', { type: 'array', minItems: 1, maxItems: 3 }],
    ['negativePrompt', { type: 'string', maxLength: 600 }],
    ['size', { type: 'string', enum: sizesOfVersionThree }],
    ['imageNum', { type: 'string', default: '1', enum: ['1', '2', '3', '4', '5', '6'] }],
    ['promptExtend', { type: 'boolean', default: true }],
    ['promptExtendMode', { type: 'string', default: 'direct', enum: ['direct', 'agent'] }],
    ['enableThinking', { type: 'boolean', default: true }],
    ['seed', { type: 'integer', minimum: 0, maximum: 2147483647 }]
  ])('defines %s as in the spec', (name, row) => {
    expect(property(id, name)).toMatchObject(row)
  })

  it('offers 14 sizes and has no default size or seed', () => {
    expect(property(id, 'size').enum).toHaveLength(14)
    expect(property(id, 'size')).not.toHaveProperty('default')
    expect(property(id, 'seed')).not.toHaveProperty('default')
  })

  it.each(['imageUrl', 'imageUrls'])('accepts files up to 10 MB in five formats with a short edge of 384 pixels in %s (spec 8)', (name) => {
    expect(property(id, name)['x-media']).toEqual({
      medium: 'image',
      maxBytes: 10 * 1024 * 1024,
      formats: ['jpg', 'jpeg', 'png', 'webp', 'bmp'],
      minShortEdge: 384
    })
  })
})

describe('the other capabilities', () => {
  it('face swap needs a target photo and a face photo (spec 2.6)', () => {
    const { properties, required } = capability('face-swap').inputSchema
    expect(Object.keys(properties!)).toEqual(['targetImageUrl', 'referenceFaceImageUrl'])
    expect(required).toEqual(['targetImageUrl', 'referenceFaceImageUrl'])
  })

  it('video upscaler has the media parameter videoURL (spec 1.7)', () => {
    expect(property('video-upscaler', 'videoURL')['x-media']).toEqual({ medium: 'video' })
  })

  it('video face swap has no named fields, because the spec lists none (section 4, rule 7)', () => {
    expect(capability('video-face-swap').inputSchema).toEqual({ type: 'object', properties: {}, additionalProperties: true })
  })
})

describe('the forms of the fallback capabilities', () => {
  const formOf = (id: string): readonly string[] => fieldsOf(capability(id)).map((field) => `${field.name}: ${field.kind}`)

  it.each([
    [
      'imgmodel-image-generator',
      ['prompt: text', 'negativePrompt: text', 'imageUrls: media', 'size: size', 'imageNum: count', 'promptExtend: switch']
    ],
    [
      'imgmodel-3-0-image-generator',
      [
        'prompt: text',
        'negativePrompt: text',
        'imageUrls: media',
        'size: size',
        'imageNum: count',
        'seed: seed',
        'promptExtend: switch',
        'promptExtendMode: choice',
        'enableThinking: switch'
      ]
    ],
    ['face-swap', ['targetImageUrl: media', 'referenceFaceImageUrl: media']],
    ['video-face-swap', ['*: json']],
    ['video-upscaler', ['videoURL: media', '*: json']]
  ])('show the fields of %s', (id, form) => {
    expect(formOf(id)).toEqual(form)
  })

  it('label every field in plain words', () => {
    for (const field of fallbackCapabilities.flatMap((one): readonly Field[] => fieldsOf(one))) {
      expect(field.label).toMatch(/^[A-Z][a-z]/)
      expect(field.label).not.toMatch(/url/i)
      expect(field.help).not.toBeNull()
    }
  })
})
