import { describe, expect, it } from 'vitest'
import type { Capability } from '../../../../shared/form/capability.ts'
import type { MediaFactsLookup } from '../../../../shared/form/fields.ts'
import { checkValues, markUnfinishedJson } from '../../../../shared/form/fields.ts'
import { withoutLocation } from '../../../../shared/form/submission-problem.ts'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import type { Problem, ProblemCode, ProblemParams, Subject } from '../../../../shared/form/problem.ts'
import type { SchemaRule, SchemaRuleParams } from '../../../../shared/form/fields/schema-errors.ts'
import type { MediaFacts } from '../../../../shared/form/media-facts.ts'
import type { Values } from '../../../../shared/form/values.ts'
import { imageFacts } from '../image-facts.ts'

const [standard, versionThree, faceSwap, videoFaceSwap, videoUpscaler] = fallbackCapabilities as [
  Capability,
  Capability,
  Capability,
  Capability,
  Capability
]
const prompt: Subject = { kind: 'prompt' }
const field = (label: string): Subject => ({ kind: 'field', label })
const media = (label: string): Subject => ({ kind: 'media', label })
const image = (number: number): Subject => ({ kind: 'media-item', medium: 'image', number })
function found<Code extends ProblemCode>(code: Code, params: ProblemParams[Code]): Problem {
  return { code, params } as unknown as Problem
}
function invalid<Code extends SchemaRule['code']>(
  subject: Subject,
  code: Code,
  params: SchemaRuleParams[Code],
  entry: Pick<ProblemParams['invalid-value'], 'value'> & Partial<Pick<ProblemParams['invalid-value'], 'path'>> = {}
): Problem {
  return found('invalid-value', { subject, path: [], rule: { code, params } as unknown as SchemaRule, ...entry })
}
const nothingKnown: MediaFactsLookup = () => null
const knowing =
  (facts: Partial<MediaFacts>): MediaFactsLookup =>
  () =>
    imageFacts(facts)

function problemsOf(
  capability: Capability,
  values: Values,
  factsOf: MediaFactsLookup = nothingKnown,
  mode?: 'text' | 'edit'
): readonly Problem[] {
  return checkValues(capability, values, factsOf, mode).map(withoutLocation)
}
function madeOf(inputSchema: Capability['inputSchema']): Capability {
  return { ...faceSwap, title: 'Some capability', inputSchema: { type: 'object', additionalProperties: false, ...inputSchema } }
}
const picture = { file: '/pictures/vase.png' }

describe('the prompt', () => {
  it.each<[string, Values, readonly Problem[]]>([
    ['is missing', {}, [found('missing-prompt', {})]],
    ['is empty', { prompt: '' }, [found('missing-prompt', {})]],
    ['contains only whitespace', { prompt: ' \n ' }, [found('missing-prompt', {})]],
    ['has 1 character', { prompt: 'a' }, []],
    ['has 800 characters', { prompt: 'a'.repeat(800) }, []],
    ['has 801 characters', { prompt: 'a'.repeat(801) }, [invalid(prompt, 'too-long', { maxLength: 800, surplus: 1 })]],
    ['has 800 emoji, which are 1,600 UTF-16 units', { prompt: '🏺'.repeat(800) }, []],
    ['has 801 emoji', { prompt: '🏺'.repeat(801) }, [invalid(prompt, 'too-long', { maxLength: 800, surplus: 1 })]],
    ['is a number', { prompt: 7 }, [invalid(prompt, 'wrong-type', { types: ['string'] }, { value: 7 })]]
  ])('%s', (_case, values, expected) => {
    expect(problemsOf(standard, values)).toEqual(expected)
  })

  it('can have 3,000 characters in version 3.0', () => {
    expect(problemsOf(versionThree, { prompt: 'a'.repeat(3000) })).toEqual([])
    expect(problemsOf(versionThree, { prompt: 'a'.repeat(3112) })).toEqual([invalid(prompt, 'too-long', { maxLength: 3000, surplus: 112 })])
  })
})

describe('the settings of the image generators', () => {
  it.each<[Capability, Values, readonly Problem[]]>([
    [standard, { negativePrompt: 'a'.repeat(500) }, []],
    [standard, { negativePrompt: 'a'.repeat(501) }, [invalid(field('Negative prompt'), 'too-long', { maxLength: 500, surplus: 1 })]],
    [versionThree, { negativePrompt: 'a'.repeat(600) }, []],
    [versionThree, { negativePrompt: 'a'.repeat(603) }, [invalid(field('Negative prompt'), 'too-long', { maxLength: 600, surplus: 3 })]],
    [standard, { size: '2048*872' }, []],
    [standard, { size: '1600*1600' }, [found('unlisted-size', { subject: field('Size'), value: '1600*1600', sizes: 16 })]],
    [versionThree, { size: '1600*1600' }, []],
    [versionThree, { size: '2048*872' }, [found('unlisted-size', { subject: field('Size'), value: '2048*872', sizes: 14 })]],
    [standard, { imageNum: '6' }, []],
    [standard, { imageNum: 6 }, []],
    [standard, { imageNum: '7' }, [found('unlisted-count', { subject: field('Number of images'), value: '7', least: 1, most: 6 })]],
    [standard, { imageNum: '0' }, [found('unlisted-count', { subject: field('Number of images'), value: '0', least: 1, most: 6 })]],
    [standard, { promptExtend: false }, []],
    [standard, { promptExtend: 'yes' }, [found('not-a-switch', { subject: field('Prompt expansion') })]],
    [versionThree, { promptExtendMode: 'agent' }, []],
    [
      versionThree,
      { promptExtendMode: 'magic' },
      [
        found('unlisted-choice', {
          subject: field('Expansion method'),
          value: 'magic',
          choices: ['Direct rewriting', 'Agent-based planning']
        })
      ]
    ],
    [versionThree, { enableThinking: 1 }, [found('not-a-switch', { subject: field('Thinking') })]],
    [versionThree, { seed: 0 }, []],
    [versionThree, { seed: 2147483647 }, []],
    [
      versionThree,
      { seed: 2147483648 },
      [found('invalid-seed', { subject: field('Seed'), value: 2147483648, minimum: 0, maximum: 2147483647 })]
    ],
    [versionThree, { seed: -1 }, [found('invalid-seed', { subject: field('Seed'), value: -1, minimum: 0, maximum: 2147483647 })]],
    [versionThree, { seed: 1.5 }, [found('invalid-seed', { subject: field('Seed'), value: 1.5, minimum: 0, maximum: 2147483647 })]],
    [versionThree, { seed: '7' }, [found('invalid-seed', { subject: field('Seed'), value: '7', minimum: 0, maximum: 2147483647 })]],
    [standard, { seed: 7 }, [found('unknown-field', { name: 'seed', title: 'Image generator' })]],
    [standard, { constructor: 'a' }, [found('unknown-field', { name: 'constructor', title: 'Image generator' })]]
  ])('are checked for $title: $1 (case %#)', (capability, values, expected) => {
    expect(problemsOf(capability, { prompt: 'a vase', ...values })).toEqual(expected)
  })
})

describe('input images', () => {
  const edit = (...imageUrls: Values[string][]): Values => ({ prompt: 'as image 1', imageUrls })

  it.each<[string, Values, readonly Problem[]]>([
    ['one image', edit(picture), []],
    ['three images', edit(picture, 'https://x.example/2.png', { item: 'task.0' }), []],
    ['four images', edit(picture, picture, picture, picture), [found('too-many-media', { maxItems: 3, surplus: 1, medium: 'image' })]],
    ['one image in imageUrl', { prompt: 'a', imageUrl: picture }, []],
    [
      'four images in both fields',
      { prompt: 'a', imageUrl: picture, imageUrls: [picture, picture, picture] },
      [found('too-many-media', { maxItems: 3, surplus: 1, medium: 'image' })]
    ],
    ['no images, because it isn’t an edit', edit(), []],
    ['text', edit('vase'), [found('invalid-web-address', { subject: image(1), value: 'vase' })]],
    ['a path', edit(picture, 'file:///etc/passwd'), [found('invalid-web-address', { subject: image(2), value: 'file:///etc/passwd' })]],
    ['an address without a host', edit('https://'), [found('invalid-web-address', { subject: image(1), value: 'https://' })]],
    ['an unknown object', edit({ path: '/a.png' }), [found('not-media', { subject: image(1) })]]
  ])('are checked: %s', (_case, values, expected) => {
    expect(problemsOf(standard, values)).toEqual(expected)
  })

  it.each<[string, Capability, Partial<MediaFacts>, readonly Problem[]]>([
    ['10 MB', standard, { bytes: 10 * 1024 * 1024 }, []],
    [
      'one byte over 10 MB',
      standard,
      { bytes: 10 * 1024 * 1024 + 1 },
      [found('file-too-large', { fileName: 'vase.png', bytes: 10485761, maxBytes: 10485760 })]
    ],
    [
      '11 MB',
      standard,
      { bytes: 11 * 1024 * 1024 },
      [found('file-too-large', { fileName: 'vase.png', bytes: 11534336, maxBytes: 10485760 })]
    ],
    ['an empty file', standard, { bytes: 0 }, [found('empty-file', { fileName: 'vase.png' })]],
    [
      'a text file',
      standard,
      { name: 'notes.png', medium: null, format: null, contentType: 'text/plain', width: null, height: null },
      [
        found('wrong-medium', {
          fileName: 'notes.png',
          medium: 'image',
          content: { medium: null, format: null, contentType: 'text/plain' }
        })
      ]
    ],
    [
      'a PDF file',
      standard,
      { medium: null, format: null, contentType: 'application/pdf' },
      [
        found('wrong-medium', {
          fileName: 'vase.png',
          medium: 'image',
          content: { medium: null, format: null, contentType: 'application/pdf' }
        })
      ]
    ],
    [
      'an unknown content type',
      standard,
      { medium: null, format: null, contentType: 'application/octet-stream' },
      [
        found('wrong-medium', {
          fileName: 'vase.png',
          medium: 'image',
          content: { medium: null, format: null, contentType: 'application/octet-stream' }
        })
      ]
    ],
    [
      'a video',
      standard,
      { name: 'clip.png', medium: 'video', format: 'mp4' },
      [
        found('wrong-medium', {
          fileName: 'clip.png',
          medium: 'image',
          content: { medium: 'video', format: 'mp4', contentType: 'image/png' }
        })
      ]
    ],
    ['GIF for the standard generator', standard, { name: 'a.gif', format: 'gif' }, []],
    [
      'GIF for version 3.0',
      versionThree,
      { name: 'a.gif', format: 'gif' },
      [
        found('wrong-format', {
          fileName: 'a.gif',
          format: 'gif',
          formats: ['jpg', 'jpeg', 'png', 'webp', 'bmp'],
          title: 'Image generator 3.0',
          isConvertible: true
        })
      ]
    ],
    ['TIFF as "tif"', standard, { format: 'tif' }, []],
    [
      'TIFF for version 3.0',
      versionThree,
      { name: 'a.tif', format: 'tif' },
      [
        found('wrong-format', {
          fileName: 'a.tif',
          format: 'tif',
          formats: ['jpg', 'jpeg', 'png', 'webp', 'bmp'],
          title: 'Image generator 3.0',
          isConvertible: true
        })
      ]
    ],
    [
      'HEIC, which Kiln can’t convert',
      standard,
      { name: 'IMG_1.HEIC', format: 'heic' },
      [
        found('wrong-format', {
          fileName: 'IMG_1.HEIC',
          format: 'heic',
          formats: ['jpg', 'jpeg', 'png', 'bmp', 'tiff', 'webp', 'gif'],
          title: 'Image generator',
          isConvertible: false
        })
      ]
    ],
    [
      'AVIF',
      standard,
      { name: 'a.avif', format: 'avif' },
      [
        found('wrong-format', {
          fileName: 'a.avif',
          format: 'avif',
          formats: ['jpg', 'jpeg', 'png', 'bmp', 'tiff', 'webp', 'gif'],
          title: 'Image generator',
          isConvertible: true
        })
      ]
    ],
    ['a short edge of 384', versionThree, { width: 384, height: 2000 }, []],
    [
      'a short edge of 383',
      versionThree,
      { width: 2000, height: 383 },
      [found('short-edge-too-short', { subject: image(1), size: { width: 2000, height: 383 }, minShortEdge: 384 })]
    ],
    [
      '640 × 360',
      versionThree,
      { width: 640, height: 360 },
      [found('short-edge-too-short', { subject: image(1), size: { width: 640, height: 360 }, minShortEdge: 384 })]
    ],
    ['a short edge of 10 for the standard generator', standard, { width: 10, height: 10 }, []],
    ['unknown dimensions', versionThree, { width: null, height: null }, []]
  ])('are checked by size, content and dimensions: %s', (_case, capability, facts, expected) => {
    expect(problemsOf(capability, edit(picture), knowing(facts))).toEqual(expected)
  })

  it('have problems that name the invalid image', () => {
    const factsOf: MediaFactsLookup = (reference) =>
      imageFacts('file' in reference && reference.file === '/small.png' ? { width: 640, height: 360 } : {})
    expect(checkValues(versionThree, edit(picture, { file: '/small.png' }), factsOf)).toEqual([
      {
        field: 'imageUrls',
        index: 1,
        ...found('short-edge-too-short', { subject: image(2), size: { width: 640, height: 360 }, minShortEdge: 384 })
      }
    ])
  })

  it('are required on the edit tab, and ignored on the text tab', () => {
    expect(problemsOf(standard, { prompt: 'a' }, nothingKnown, 'edit')).toEqual([
      found('missing-media-items', { least: 1, medium: 'image' })
    ])
    expect(problemsOf(standard, edit('nonsense'), nothingKnown, 'text')).toEqual([])
    expect(problemsOf(standard, { prompt: 'a', imageUrls: [picture], promptExtend: 'nonsense' })).toEqual([])
  })
})

describe('the other media rules of a contract', () => {
  const taking = (rule: object): Capability =>
    madeOf({ properties: { sourceUrl: { type: 'string', title: 'Source', 'x-media': { medium: 'video', ...rule } } } })
  const clip = { name: 'clip.mp4', medium: 'video', format: 'mp4', width: 1920, height: 1080, durationInSeconds: 4.26 } as const

  it.each<[string, object, Partial<MediaFacts>, readonly Problem[]]>([
    ['a long edge within the limit', { maxLongEdge: 1920 }, {}, []],
    [
      'a long edge over the limit',
      { maxLongEdge: 1280 },
      {},
      [found('long-edge-too-long', { subject: media('Source'), size: { width: 1920, height: 1080 }, maxLongEdge: 1280 })]
    ],
    ['an exact aspect ratio', { minAspectRatio: 16 / 9, maxAspectRatio: 16 / 9 }, {}, []],
    [
      'an aspect ratio outside the range',
      { minAspectRatio: 0.4, maxAspectRatio: 1 },
      {},
      [
        found('wrong-aspect-ratio', {
          subject: media('Source'),
          size: { width: 1920, height: 1080 },
          minAspectRatio: 0.4,
          maxAspectRatio: 1
        })
      ]
    ],
    [
      'a narrow aspect ratio',
      { minAspectRatio: 21 / 9 },
      {},
      [
        found('wrong-aspect-ratio', {
          subject: media('Source'),
          size: { width: 1920, height: 1080 },
          minAspectRatio: 2.3333333333333335,
          maxAspectRatio: null
        })
      ]
    ],
    [
      'an unusual aspect ratio',
      { maxAspectRatio: 1.537 },
      {},
      [
        found('wrong-aspect-ratio', {
          subject: media('Source'),
          size: { width: 1920, height: 1080 },
          minAspectRatio: null,
          maxAspectRatio: 1.537
        })
      ]
    ],
    ['a video of the minimum length', { minDurationInSeconds: 4.26 }, {}, []],
    [
      'a video that is too short',
      { minDurationInSeconds: 10 },
      {},
      [found('too-short-to-play', { fileName: 'clip.mp4', seconds: 4.26, minDurationInSeconds: 10 })]
    ],
    [
      'a video of about one second',
      { minDurationInSeconds: 10 },
      { durationInSeconds: 1.04 },
      [found('too-short-to-play', { fileName: 'clip.mp4', seconds: 1.04, minDurationInSeconds: 10 })]
    ],
    [
      'a video that is too long',
      { maxDurationInSeconds: 4 },
      {},
      [found('too-long-to-play', { fileName: 'clip.mp4', seconds: 4.26, maxDurationInSeconds: 4 })]
    ],
    ['required audio that exists', { needsSound: true }, { hasSound: true }, []],
    ['required audio that may exist', { needsSound: true }, { hasSound: null }, []],
    ['required audio that is missing', { needsSound: true }, { hasSound: false }, [found('no-sound', { fileName: 'clip.mp4' })]],
    ['a damaged file', {}, { isTorn: true }, [found('damaged-file', { fileName: 'clip.mp4' })]]
  ])('are checked: %s', (_case, rule, facts, expected) => {
    expect(problemsOf(taking(rule), { sourceUrl: picture }, knowing({ ...clip, ...facts }))).toEqual(expected)
  })

  it('can require a still image', () => {
    const still = madeOf({ properties: { imageUrl: { type: 'string', 'x-media': { medium: 'image', needsStill: true } } } })
    expect(problemsOf(still, { imageUrl: picture }, knowing({ isAnimated: true }))).toEqual([found('not-still', { fileName: 'vase.png' })])
    expect(problemsOf(still, { imageUrl: picture }, knowing({}))).toEqual([])
  })

  it('can require a mask with the pixel dimensions of its image', () => {
    const masked = madeOf({
      properties: {
        imageUrl: { type: 'string', title: 'Picture' },
        maskImageUrl: { type: 'string', title: 'Mask', 'x-media': { medium: 'image', sameSizeAs: 'imageUrl' } }
      }
    })
    const values = { imageUrl: picture, maskImageUrl: { file: '/pictures/mask.png' } }
    const sized =
      (width: number): MediaFactsLookup =>
      (reference) =>
        imageFacts('file' in reference && reference.file === '/pictures/mask.png' ? { width } : {})
    expect(checkValues(masked, values, sized(1000))).toEqual([
      {
        field: 'maskImageUrl',
        index: null,
        ...found('different-size', {
          subject: media('Mask'),
          size: { width: 1000, height: 768 },
          otherLabel: 'Picture',
          otherSize: { width: 1024, height: 768 }
        })
      }
    ])
    expect(checkValues(masked, values, sized(1024))).toEqual([])
    expect(checkValues(masked, { ...values, imageUrl: 'https://example.org/a.png' }, sized(1000))).toEqual([])
  })

  it('can require a format by its content type', () => {
    const typed = madeOf({ properties: { imageUrl: { type: 'string', contentMediaType: 'image/png' } } })
    expect(problemsOf(typed, { imageUrl: picture }, knowing({ format: 'jpg' }))).toEqual([
      found('wrong-format', { fileName: 'vase.png', format: 'jpg', formats: ['png'], title: 'Some capability', isConvertible: true })
    ])
    const open = madeOf({ properties: { imageUrl: { type: 'string', contentMediaType: 'image/*' } } })
    expect(problemsOf(open, { imageUrl: picture }, knowing({ format: 'jpg' }))).toEqual([])
  })
})

describe('JSON', () => {
  const anything = madeOf({
    properties: {
      extra: { title: 'Extra' },
      poses: { type: 'array', maxItems: 2, items: { type: 'array', minItems: 1, items: { type: 'number' } } },
      shots: {
        type: 'array',
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { note: { type: 'string', minLength: 1 }, sizes: { type: 'array', items: { type: 'number', maximum: 8 } } }
          }
        }
      }
    }
  })
  it('that is incomplete is rejected, even if the field accepts any value', () => {
    expect(checkValues(anything, { extra: markUnfinishedJson('{"a": ') }, nothingKnown)).toEqual([
      { field: 'extra', index: null, ...found('unfinished-json', { subject: field('Extra') }) }
    ])
    expect(problemsOf(anything, { extra: '{"a": ' })).toEqual([])
    expect(problemsOf(anything, { extra: { a: null } })).toEqual([])
  })

  it('has problems that name the invalid entry', () => {
    expect(checkValues(anything, { poses: [[1], [2, 'x']] }, nothingKnown)).toEqual([
      { field: 'poses›1›1', index: null, ...invalid(field('Poses'), 'wrong-type', { types: ['number'] }, { path: [1, 1], value: 'x' }) }
    ])
    expect(problemsOf(anything, { shots: [[{ note: '' }, { sizes: [2, 40] }]] })).toEqual([
      invalid(field('Shots'), 'empty', {}, { path: [0, 0, 'note'] }),
      invalid(field('Shots'), 'above-maximum', { maximum: 8 }, { path: [0, 1, 'sizes', 1], value: 40 })
    ])
    expect(problemsOf(anything, { poses: [[1], [2], [3]] })).toEqual([invalid(field('Poses'), 'too-many-items', { maxItems: 2 })])
    expect(problemsOf(anything, { poses: [[1], []] })).toEqual([invalid(field('Poses'), 'too-few-items', { minItems: 1 }, { path: [1] })])
  })
})

describe('face swap', () => {
  it('needs both photos', () => {
    expect(checkValues(faceSwap, { targetImageUrl: picture }, nothingKnown)).toEqual([
      { field: 'referenceFaceImageUrl', index: null, ...found('missing-media', { label: 'Reference face' }) }
    ])
    expect(problemsOf(faceSwap, {})).toEqual([
      found('missing-media', { label: 'Target photo' }),
      found('missing-media', { label: 'Reference face' })
    ])
    expect(problemsOf(faceSwap, { targetImageUrl: picture, referenceFaceImageUrl: 'https://x.example/face.jpg' })).toEqual([])
  })

  it('accepts one photo per field', () => {
    expect(problemsOf(faceSwap, { targetImageUrl: [picture, picture], referenceFaceImageUrl: picture })).toEqual([
      found('not-one-item', { subject: media('Target photo'), medium: 'image' })
    ])
  })
})

describe('an open contract', () => {
  it('accepts unlisted fields beside the listed ones or as one JSON object', () => {
    expect(problemsOf(videoFaceSwap, { targetVideoUrl: { file: '/clip.mp4' } })).toEqual([])
    expect(problemsOf(videoFaceSwap, { '*': { targetVideoUrl: 'https://x.example/clip.mp4' } })).toEqual([])
    expect(problemsOf(videoUpscaler, { videoURL: 'https://x.example/clip.mp4', '*': 'scale 4' })).toEqual([
      found('other-fields-not-an-object', {})
    ])
  })

  it('validates unlisted fields against the contract', () => {
    const capability = madeOf({ properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } })
    expect(problemsOf(capability, { b: 1, '*': { c: 'x' } })).toEqual([
      invalid({ kind: 'property', name: 'c' }, 'wrong-type', { types: ['number'] }, { value: 'x' })
    ])
  })
})

const garment: Capability['inputSchema'] = {
  type: 'object',
  title: 'Garment',
  properties: { imageUrl: { type: 'string', title: 'Picture', 'x-media': { medium: 'image' } }, note: { type: 'string' } },
  required: ['imageUrl']
}

const sides: Capability['inputSchema'] = {
  type: 'object',
  properties: { left: { type: 'integer', default: 0, multipleOf: 8 }, right: { type: 'integer', default: 0, multipleOf: 8 } },
  required: ['left', 'right']
}

describe('contracts not seen before', () => {
  it.each<[string, Capability['inputSchema'], Values, readonly Problem[]]>([
    [
      'a pattern',
      { properties: { code: { type: 'string', pattern: '^[A-Z]{3}$' } } },
      { code: 'abc' },
      [invalid(field('Code'), 'wrong-format-pattern', { pattern: '^[A-Z]{3}$' })]
    ],
    [
      'a pattern with an example',
      { properties: { code: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['ABC'] } } },
      { code: 'abc' },
      [invalid(field('Code'), 'wrong-format-example', { example: 'ABC' })]
    ],
    [
      'a pattern with a description',
      { properties: { code: { type: 'string', pattern: '^[A-Z]{3}$', description: 'Three capital letters.', examples: ['abc'] } } },
      { code: 'abc' },
      [invalid(field('Code'), 'wrong-format-description', { description: 'Three capital letters.' })]
    ],
    ...['orange', 'FF8800'].map((color): [string, Capability['inputSchema'], Values, readonly Problem[]] => [
      `the colour ${color}`,
      { properties: { tint: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' } } },
      { tint: color },
      [invalid(field('Tint'), 'not-a-colour', {})]
    ]),
    [
      'an empty required group whose fields have defaults',
      { properties: { sides }, required: ['sides'] },
      {},
      [found('missing-value', { label: 'Sides' })]
    ],
    ['a group with one filled field', { properties: { sides }, required: ['sides'] }, { sides: { left: 8 } }, []],
    [
      'an image that is missing in a row',
      { properties: { garments: { type: 'array', items: garment, minItems: 1 } }, required: ['garments'] },
      { garments: [{ note: 'red' }] },
      [found('invalid-in-group', { group: 'Garment 1', problem: found('missing-media', { label: 'Picture' }) })]
    ],
    [
      'an empty row',
      { properties: { garments: { type: 'array', items: garment, minItems: 1 } }, required: ['garments'] },
      {},
      [found('invalid-in-group', { group: 'Garment 1', problem: found('missing-media', { label: 'Picture' }) })]
    ],
    [
      'a number in a list',
      { properties: { ages: { type: 'array', items: { type: 'integer', minimum: 5 } } } },
      { ages: [4] },
      [invalid(field('Ages 1'), 'below-minimum', { minimum: 5 }, { value: 4 })]
    ],
    ['an invalid pattern', { properties: { code: { type: 'string', pattern: '(' } } }, { code: 'abc' }, []],
    [
      'a text that is too short',
      { properties: { code: { type: 'string', minLength: 5 } } },
      { code: 'abc' },
      [invalid(field('Code'), 'too-short', { minLength: 5, missing: 2 })]
    ],
    [
      'a text longer than one character',
      { properties: { code: { type: 'string', maxLength: 1 } } },
      { code: 'ab' },
      [invalid(field('Code'), 'too-long', { maxLength: 1, surplus: 1 })]
    ],
    [
      'under the minimum',
      { properties: { steps: { type: 'integer', minimum: 4 } } },
      { steps: 3 },
      [invalid(field('Steps'), 'below-minimum', { minimum: 4 }, { value: 3 })]
    ],
    [
      'over the maximum',
      { properties: { steps: { type: 'integer', maximum: 4000 } } },
      { steps: 4001 },
      [invalid(field('Steps'), 'above-maximum', { maximum: 4000 }, { value: 4001 })]
    ],
    [
      'a fraction for a whole number',
      { properties: { steps: { type: 'integer' } } },
      { steps: 1.5 },
      [invalid(field('Steps'), 'wrong-type', { types: ['integer'] }, { value: 1.5 })]
    ],
    [
      'a number between two steps',
      { properties: { speed: { type: 'number', multipleOf: 0.1 } } },
      { speed: 0.35 },
      [invalid(field('Speed'), 'not-a-multiple', { multipleOf: 0.1 }, { value: 0.35 })]
    ],
    ['a multiple of the step, despite binary rounding', { properties: { speed: { type: 'number', multipleOf: 0.1 } } }, { speed: 0.3 }, []],
    [
      'a missing choice',
      { properties: { look: { enum: ['a', 'b'] } }, required: ['look'] },
      {},
      [found('missing-choice', { label: 'Look' })]
    ],
    [
      'a missing number',
      { properties: { speed: { type: 'number' } }, required: ['speed'] },
      {},
      [found('missing-value', { label: 'Speed' })]
    ],
    ['a missing value with a default', { properties: { look: { enum: ['a', 'b'], default: 'a' } }, required: ['look'] }, {}, []],
    [
      'JSON of the wrong type',
      { properties: { camera: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } } },
      { camera: { x: 'left' } },
      [found('invalid-in-group', { group: 'Camera', problem: invalid(field('X'), 'wrong-type', { types: ['number'] }, { value: 'left' }) })]
    ],
    [
      'a list of texts',
      { properties: { tags: { type: 'array', items: { type: 'string' } } } },
      { tags: ['a', 2] },
      [invalid(field('Tags 2'), 'wrong-type', { types: ['string'] }, { value: 2 })]
    ],
    [
      'files inside JSON, whose URL is not known yet',
      { properties: { pairs: { type: 'array', items: { type: 'object', properties: { face: { type: 'string', pattern: '\\.png$' } } } } } },
      { pairs: [{ face: picture }] },
      []
    ],
    [
      'rules between fields',
      { properties: { a: { type: 'string' }, b: { type: 'string' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      {},
      [found('invalid-form', { rule: { code: 'no-variant', params: {} } })]
    ],
    [
      'a URL that is too long',
      { properties: { imageUrl: { type: 'string', format: 'uri', maxLength: 30 } } },
      { imageUrl: 'https://x.example/a/very/long/one.png' },
      [invalid(field('Image'), 'too-long', { maxLength: 30, surplus: 7 })]
    ],
    [
      'audio that is too long',
      { properties: { voiceUrl: { type: 'string', 'x-media': { medium: 'audio', maxDurationInSeconds: 30 } } } },
      { voiceUrl: picture },
      [found('too-long-to-play', { fileName: 'voice.mp3', seconds: 65.21, maxDurationInSeconds: 30 })]
    ]
  ])('are checked: %s', (_case, schema, values, expected) => {
    const factsOf = knowing({ name: 'voice.mp3', medium: 'audio', format: 'mp3', durationInSeconds: 65.21 })
    expect(problemsOf(madeOf(schema), values, factsOf)).toEqual(expected)
  })
})
