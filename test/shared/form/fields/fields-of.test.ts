import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Capability } from '../../../../shared/form/capability.ts'
import {
  checkValues,
  defaultValuesOf,
  fieldNameOf,
  fieldsOf,
  formValuesOf,
  modesOf,
  requestBodyOf,
  unlistedPropertiesFieldName,
  taskTitle
} from '../../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import type { JsonSchema } from '../../../../shared/form/json-schema.ts'
import { estimateCredits } from '../../../../shared/form/pricing.ts'
import { problemText } from '../../../../shared/phrases/problem-phrases.ts'
import { priceText } from '../../../../shared/phrases/price-phrases.ts'
import type { Values } from '../../../../shared/form/values.ts'

const closed: JsonSchema = { additionalProperties: false }
function madeOf(properties: { readonly [name: string]: JsonSchema }, rest: JsonSchema = closed): Capability {
  return {
    id: 'some-capability',
    title: 'Some capability',
    purpose: '',
    category: 'effects',
    output: 'video',
    resultField: 'videoUrl',
    inputSchema: { type: 'object', properties, ...rest },
    pricing: { kind: 'unknown' }
  }
}
function fieldMadeOf(name: string, schema: JsonSchema, rest: JsonSchema = {}) {
  return fieldsOf(madeOf({ [name]: schema }, rest))[0]!
}
const [standard, versionThree] = fallbackCapabilities

describe('a field', () => {
  it.each<[string, string, JsonSchema, object]>([
    ['text', 'caption', { type: 'string', maxLength: 60 }, { kind: 'text', role: 'plain', isLong: false, maxLength: 60 }],
    ['long text', 'script', { type: 'string', maxLength: 5000 }, { kind: 'text', isLong: true }],
    ['the prompt', 'prompt', { type: 'string' }, { kind: 'text', role: 'prompt', isPrimary: true, maxLength: null }],
    ['a negative prompt', 'negativePrompt', { type: 'string' }, { kind: 'text', role: 'leave-out' }],
    ['nullable text', 'caption', { type: ['string', 'null'] }, { kind: 'text' }],
    ['a list of choices', 'style', { type: 'string', enum: ['oil', 'ink'] }, { kind: 'choice', default: null }],
    ['a list of choices without a type', 'style', { enum: ['oil', 'ink'] }, { kind: 'choice' }],
    ['a constant', 'version', { const: 'v2' }, { kind: 'choice', default: 'v2', isRequired: false }],
    ['numeric choices', 'scale', { type: 'integer', enum: [2, 4], default: 2 }, { kind: 'choice', default: 2 }],
    ['sizes', 'size', { type: 'string', enum: ['1024*1024', '1024x768'] }, { kind: 'size', automatic: { value: null } }],
    ['sizes with "auto"', 'size', { type: 'string', enum: ['auto', '1024*1024'] }, { kind: 'size', automatic: { value: 'auto' } }],
    ['counts as text', 'imageNum', { type: 'string', enum: ['1', '2', '3'], default: '1' }, { kind: 'count', default: '1' }],
    ['counts as a small range', 'numImages', { type: 'integer', minimum: 1, maximum: 4 }, { kind: 'count' }],
    ['a whole number', 'steps', { type: 'integer', minimum: 1, maximum: 50 }, { kind: 'number', isInteger: true, step: 1 }],
    ['a whole number by its step', 'steps', { type: 'number', multipleOf: 5 }, { kind: 'number', isInteger: true, step: 5 }],
    [
      'a number',
      'strength',
      { type: 'number', minimum: 0, maximum: 1, default: 0.7 },
      { kind: 'number', isInteger: false, step: null, default: 0.7 }
    ],
    [
      'a face counted from the left',
      'faceIndex',
      { type: 'integer', minimum: 1, maximum: 20, description: 'The face’s number, counted from the left.' },
      { kind: 'number', isFaceIndex: true }
    ],
    [
      'a face in an unknown order',
      'faceIndex',
      { type: 'integer', minimum: 0, description: 'The face’s number, largest first.' },
      { kind: 'number', isFaceIndex: false }
    ],
    [
      'a distance from the left',
      'offset',
      { type: 'integer', minimum: 0, description: 'Pixels from the left.' },
      { kind: 'number', isFaceIndex: false }
    ],
    ['a number with a unit', 'duration', { type: 'integer', 'x-unit': 'seconds' }, { kind: 'number', unit: 'seconds' }],
    [
      'exclusive bounds',
      'steps',
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 },
      { kind: 'number', minimum: 1, maximum: 9 }
    ],
    ['a seed', 'seed', { type: 'integer' }, { kind: 'seed', minimum: 0, maximum: 2147483647 }],
    ['a seed as a whole number', 'seed', { type: 'number', multipleOf: 1, maximum: 9 }, { kind: 'seed', maximum: 9 }],
    ['a boolean', 'loop', { type: 'boolean', default: true }, { kind: 'switch', default: true }],
    ['a boolean without a default', 'loop', { type: 'boolean' }, { kind: 'switch', default: null }],
    [
      'an image by its name',
      'maskImageUrl',
      { type: 'string' },
      { kind: 'media', medium: 'image', isMany: false, isMask: true, maxItems: 1 }
    ],
    ['a video by its name', 'videoURL', { type: 'string' }, { kind: 'media', medium: 'video' }],
    ['audio by its name', 'backgroundAudioUrl', { type: 'string' }, { kind: 'media', medium: 'audio' }],
    ['a 3D model by its name', 'modelUrl', { type: 'string' }, { kind: 'media', medium: 'model' }],
    ['a face', 'referenceFaceImageUrl', { type: 'string' }, { kind: 'media', medium: 'image', label: 'Reference face image' }],
    ['snake case', 'source_video_url', { type: 'string' }, { kind: 'media', medium: 'video', label: 'Source video' }],
    [
      'a list of audio files by its name',
      'voiceAudioUrls',
      { type: 'array', items: { type: 'string' }, maxItems: 4 },
      { kind: 'media', medium: 'audio', isMany: true, maxItems: 4 }
    ],
    ['media by its format', 'source', { type: 'string', format: 'uri' }, { kind: 'media', medium: null }],
    [
      'media by x-media',
      'source',
      { type: 'string', 'x-media': { medium: 'audio', maxDurationInSeconds: 30 } },
      { kind: 'media', medium: 'audio', rule: { maxDurationInSeconds: 30 } }
    ],
    [
      'x-media on the items',
      'takes',
      { type: 'array', items: { type: 'string', 'x-media': { medium: 'video' } } },
      { kind: 'media', medium: 'video', isMany: true }
    ],
    ['a JSON object', 'camera', { type: 'object', properties: { x: { type: 'number' } } }, { kind: 'group' }],
    ['an object without properties', 'camera', { type: 'object' }, { kind: 'json', isRest: false }],
    ['a list of texts', 'tags', { type: 'array', items: { type: 'string' }, maxItems: 4 }, { kind: 'list', maxItems: 4 }],
    ['a list of objects', 'shots', { type: 'array', items: { type: 'object', properties: { x: { type: 'number' } } } }, { kind: 'list' }],
    ['a list without an item type', 'parts', { type: 'array' }, { kind: 'json' }],
    ['a list of lists', 'points', { type: 'array', items: { type: 'array', items: { type: 'number' } } }, { kind: 'json' }],
    ['a choice of types', 'motion', { oneOf: [{ type: 'string' }, { type: 'object' }] }, { kind: 'json' }],
    ['an empty schema', 'mystery', {}, { kind: 'json' }]
  ])('is derived from a property: %s', (_what, name, schema, expected) => {
    expect(fieldMadeOf(name, schema)).toMatchObject({ name, ...expected })
  })

  it('labels its choices in plain words, and prefers labels in the contract', () => {
    const field = fieldsOf(versionThree!).find((one) => one.name === 'promptExtendMode')
    expect(field).toMatchObject({
      options: [
        { value: 'direct', label: 'Direct rewriting' },
        { value: 'agent', label: 'Agent-based planning' }
      ]
    })
    expect(fieldMadeOf('look', { enum: ['slow_motion', 'HDR', '16:9', 'mp3'] })).toMatchObject({
      options: [{ label: 'Slow motion' }, { label: 'HDR' }, { label: '16:9' }, { label: 'MP3' }]
    })
  })

  it('is required only if it has no default and can’t be null', () => {
    const required = { required: ['look'] }
    expect(fieldMadeOf('look', { type: 'string' }, required)).toMatchObject({ isRequired: true, isPrimary: true })
    expect(fieldMadeOf('look', { type: 'string', default: 'plain' }, required)).toMatchObject({ isRequired: false })
    expect(fieldMadeOf('look', { type: ['string', 'null'] }, required)).toMatchObject({ isRequired: false })
  })

  it('is under "More" if it is deprecated or one of many', () => {
    expect(fieldMadeOf('look', { type: 'string', deprecated: true })).toMatchObject({ isRare: true, isPrimary: false })
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, place) => [`setting${place}`, { type: 'number' }]))
    expect(fieldsOf(madeOf(many)).map((field) => field.isRare)).toEqual([...Array(8).fill(false), ...Array(4).fill(true)])
  })
})

describe('sizes', () => {
  it('are grouped by aspect ratio, smallest first, with 1344*576 and 2048*872 both as 21:9', () => {
    const field = fieldsOf(standard!).find((one) => one.kind === 'size')
    expect(
      field?.kind === 'size' ? field.groups.map((group) => `${group.ratio} ${group.sizes.map((size) => size.value).join(' ')}`) : null
    ).toEqual([
      '1:1 1024*1024 1536*1536',
      '2:3 768*1152 1024*1536',
      '3:2 1152*768 1536*1024',
      '3:4 960*1280 1080*1440',
      '4:3 1280*960 1440*1080',
      '9:16 720*1280 1080*1920',
      '16:9 1280*720 1920*1080',
      '21:9 1344*576 2048*872'
    ])
  })

  it('can be automatic in version 3.0 only', () => {
    expect(fieldsOf(standard!).find((one) => one.kind === 'size')).toMatchObject({ automatic: null, default: '1024*1024' })
    expect(fieldsOf(versionThree!).find((one) => one.kind === 'size')).toMatchObject({ automatic: { value: null }, default: null })
  })
})

describe('a form', () => {
  it('starts with the prompt, then media, then required fields, regardless of the contract’s order', () => {
    const capability = madeOf(
      { strength: { type: 'number' }, style: { enum: ['a', 'b'] }, videoUrl: { type: 'string' }, prompt: { type: 'string' } },
      { required: ['prompt', 'style'] }
    )
    expect(fieldsOf(capability).map((field) => field.name)).toEqual(['prompt', 'videoUrl', 'style', 'strength'])
  })

  it('shows imageUrl and imageUrls as one list of images', () => {
    const media = fieldsOf(standard!).filter((field) => field.kind === 'media')
    expect(media).toMatchObject([{ name: 'imageUrls', isMany: true, minItems: 1, maxItems: 3, alsoNamed: 'imageUrl' }])
    expect(fieldNameOf(standard!, 'imageUrl')).toBe('imageUrls')
  })

  it('combines imageUrl and imageUrls by name even without hints', () => {
    const capability = madeOf({ imageUrl: { type: 'string' }, imageUrls: { type: 'array', items: { type: 'string' } } })
    expect(fieldsOf(capability).map((field) => field.name)).toEqual(['imageUrls'])
  })

  it('keeps a required single image separate from a list of the same name', () => {
    const capability = madeOf(
      { imageUrl: { type: 'string' }, imageUrls: { type: 'array', items: { type: 'string' } } },
      { required: ['imageUrl'] }
    )
    expect(fieldsOf(capability).map((field) => field.name)).toEqual(['imageUrl', 'imageUrls'])
  })

  it('has a JSON field for unlisted fields only if the contract allows them', () => {
    expect(fieldsOf(madeOf({}, {})).map((field) => field.name)).toEqual([unlistedPropertiesFieldName])
    expect(fieldsOf(madeOf({ a: { type: 'string' } }, { additionalProperties: true })).map((field) => field.name)).toEqual([
      'a',
      unlistedPropertiesFieldName
    ])
    expect(fieldsOf(madeOf({ a: { type: 'string' } }, {})).map((field) => field.name)).toEqual(['a'])
    expect(fieldsOf(madeOf({}))).toEqual([])
  })

  it('has no JSON field for unlisted fields if the contract has a field of that name', () => {
    const capability = madeOf({ '*': { type: 'string' } }, {})
    expect(fieldsOf(capability)).toMatchObject([{ name: '*', kind: 'text' }])
    expect(checkValues(capability, { '*': 'a star' }, () => null)).toEqual([])
    expect(requestBodyOf(capability, { '*': 'a star' }, () => '')).toEqual({ '*': 'a star' })
  })

  it('has the contract’s default values', () => {
    expect(defaultValuesOf(standard!)).toEqual({ size: '1024*1024', imageNum: '1', promptExtend: true })
    expect(defaultValuesOf(versionThree!)).toEqual({ imageNum: '1', promptExtend: true, promptExtendMode: 'direct', enableThinking: true })
  })

  it('restores a single image of an earlier task as the first of its list', () => {
    expect(formValuesOf(standard!, { prompt: 'a', imageUrl: { file: '/1.png' } })).toEqual({ prompt: 'a', imageUrls: [{ file: '/1.png' }] })
    const both: Values = { imageUrls: ['https://x.example/2.png'], imageUrl: 'https://x.example/1.png' }
    expect(formValuesOf(standard!, both)).toEqual({ imageUrls: ['https://x.example/1.png', 'https://x.example/2.png'] })
    expect(formValuesOf(standard!, Object.fromEntries(Object.entries(both).toReversed()))).toEqual(formValuesOf(standard!, both))
  })
})

describe('an arbitrary contract', () => {
  const words = fc.constantFrom(
    'type',
    'enum',
    'default',
    'minimum',
    'maxLength',
    'items',
    'properties',
    'required',
    'x-media',
    'contentMediaType',
    'x-order',
    'pattern',
    'title',
    'anyOf'
  )
  const oddProperty = fc.dictionary(
    words,
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('string', 'number', 'array', 'object', ['string', 'null']))
  ) as fc.Arbitrary<JsonSchema>
  const names = fc.oneof(fc.constantFrom('prompt', 'imageUrl', 'imageUrls', 'seed', '__proto__', 'constructor', 'toString'), fc.string())

  it('results in a form, a price, a title and a list of problems, and never throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(names, oddProperty),
        fc.oneof(
          fc.dictionary(fc.oneof(words, fc.constant('additionalProperties')), fc.jsonValue({ maxDepth: 2 })),
          fc.constant({})
        ) as fc.Arbitrary<JsonSchema>,
        fc.dictionary(names, fc.jsonValue({ maxDepth: 2 })),
        (properties, rest, values) => {
          const capability = madeOf(properties, rest)
          const fields = fieldsOf(capability)
          expect(new Set(fields.map((field) => field.name)).size).toBe(fields.length)
          expect(fields.every((field) => !(field.isPrimary && field.isRare))).toBe(true)
          for (const problem of checkValues(capability, values as Values, () => null)) expect(problemText(problem)).toMatch(/\.$/)
          modesOf(capability)
          defaultValuesOf(capability)
          taskTitle(capability, values as Values)
          requestBodyOf(capability, values as Values, () => 'https://storage.example/1')
          estimateCredits(capability, values as Values)
          priceText(capability)
        }
      ),
      { numRuns: 500 }
    )
  })
})
