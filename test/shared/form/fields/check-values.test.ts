import { describe, expect, it } from 'vitest'
import type { Capability } from '../../../../shared/form/capability.ts'
import type { MediaFactsLookup } from '../../../../shared/form/fields.ts'
import { checkValues, markUnfinishedJson } from '../../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
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
const nothingKnown: MediaFactsLookup = () => null
const knowing =
  (facts: Partial<MediaFacts>): MediaFactsLookup =>
  () =>
    imageFacts(facts)

function messages(
  capability: Capability,
  values: Values,
  factsOf: MediaFactsLookup = nothingKnown,
  mode?: 'text' | 'edit'
): readonly string[] {
  return checkValues(capability, values, factsOf, mode).map((problem) => problem.message)
}
function madeOf(inputSchema: Capability['inputSchema']): Capability {
  return { ...faceSwap, title: 'Some capability', inputSchema: { type: 'object', additionalProperties: false, ...inputSchema } }
}
const picture = { file: '/pictures/vase.png' }

describe('the prompt', () => {
  it.each<[string, Values, readonly string[]]>([
    ['is missing', {}, ['Write a prompt.']],
    ['is empty', { prompt: '' }, ['Write a prompt.']],
    ['contains only whitespace', { prompt: ' \n ' }, ['Write a prompt.']],
    ['has 1 character', { prompt: 'a' }, []],
    ['has 800 characters', { prompt: 'a'.repeat(800) }, []],
    ['has 801 characters', { prompt: 'a'.repeat(801) }, ['The prompt can have at most 800 characters. Remove 1 character.']],
    ['has 800 emoji, which are 1,600 UTF-16 units', { prompt: '🏺'.repeat(800) }, []],
    ['has 801 emoji', { prompt: '🏺'.repeat(801) }, ['The prompt can have at most 800 characters. Remove 1 character.']],
    ['is a number', { prompt: 7 }, ['The prompt must be text.']]
  ])('%s', (_case, values, expected) => {
    expect(messages(standard, values)).toEqual(expected)
  })

  it('can have 3,000 characters in version 3.0', () => {
    expect(messages(versionThree, { prompt: 'a'.repeat(3000) })).toEqual([])
    expect(messages(versionThree, { prompt: 'a'.repeat(3112) })).toEqual([
      'The prompt can have at most 3,000 characters. Remove 112 characters.'
    ])
  })
})

describe('the settings of the image generators', () => {
  it.each<[Capability, Values, readonly string[]]>([
    [standard, { negativePrompt: 'a'.repeat(500) }, []],
    [standard, { negativePrompt: 'a'.repeat(501) }, ['“Negative prompt” can have at most 500 characters. Remove 1 character.']],
    [versionThree, { negativePrompt: 'a'.repeat(600) }, []],
    [versionThree, { negativePrompt: 'a'.repeat(603) }, ['“Negative prompt” can have at most 600 characters. Remove 3 characters.']],
    [standard, { size: '2048*872' }, []],
    [standard, { size: '1600*1600' }, ['“Size” can’t be “1600*1600”. Choose one of the 16 sizes.']],
    [versionThree, { size: '1600*1600' }, []],
    [versionThree, { size: '2048*872' }, ['“Size” can’t be “2048*872”. Choose one of the 14 sizes.']],
    [standard, { imageNum: '6' }, []],
    [standard, { imageNum: 6 }, []],
    [standard, { imageNum: '7' }, ['“Number of images” can’t be “7”. Choose 1 to 6.']],
    [standard, { imageNum: '0' }, ['“Number of images” can’t be “0”. Choose 1 to 6.']],
    [standard, { promptExtend: false }, []],
    [standard, { promptExtend: 'yes' }, ['“Prompt expansion” must be on or off.']],
    [versionThree, { promptExtendMode: 'agent' }, []],
    [
      versionThree,
      { promptExtendMode: 'magic' },
      ['“Expansion method” can’t be “magic”. Choose Direct rewriting or Agent-based planning.']
    ],
    [versionThree, { enableThinking: 1 }, ['“Thinking” must be on or off.']],
    [versionThree, { seed: 0 }, []],
    [versionThree, { seed: 2147483647 }, []],
    [versionThree, { seed: 2147483648 }, ['“Seed” can’t be “2147483648”. Enter a whole number from 0 to 2,147,483,647.']],
    [versionThree, { seed: -1 }, ['“Seed” can’t be “-1”. Enter a whole number from 0 to 2,147,483,647.']],
    [versionThree, { seed: 1.5 }, ['“Seed” can’t be “1.5”. Enter a whole number from 0 to 2,147,483,647.']],
    [versionThree, { seed: '7' }, ['“Seed” can’t be “7”. Enter a whole number from 0 to 2,147,483,647.']],
    [standard, { seed: 7 }, ['“seed” isn’t a field of Image generator. Remove it.']],
    [standard, { constructor: 'a' }, ['“constructor” isn’t a field of Image generator. Remove it.']]
  ])('are checked for $title: $1 (case %#)', (capability, values, expected) => {
    expect(messages(capability, { prompt: 'a vase', ...values })).toEqual(expected)
  })
})

describe('input images', () => {
  const edit = (...imageUrls: Values[string][]): Values => ({ prompt: 'as image 1', imageUrls })

  it.each<[string, Values, readonly string[]]>([
    ['one image', edit(picture), []],
    ['three images', edit(picture, 'https://x.example/2.png', { item: 'task.0' }), []],
    ['four images', edit(picture, picture, picture, picture), ['This field accepts at most 3 images. Remove 1.']],
    ['one image in imageUrl', { prompt: 'a', imageUrl: picture }, []],
    [
      'four images in both fields',
      { prompt: 'a', imageUrl: picture, imageUrls: [picture, picture, picture] },
      ['This field accepts at most 3 images. Remove 1.']
    ],
    ['no images, because it isn’t an edit', edit(), []],
    ['text', edit('vase'), ['Image 1 can’t be “vase”. Enter a valid web address that starts with https:// or http://.']],
    [
      'a path',
      edit(picture, 'file:///etc/passwd'),
      ['Image 2 can’t be “file:///etc/passwd”. Enter a valid web address that starts with https:// or http://.']
    ],
    [
      'an address without a host',
      edit('https://'),
      ['Image 1 can’t be “https://”. Enter a valid web address that starts with https:// or http://.']
    ],
    ['an unknown object', edit({ path: '/a.png' }), ['Image 1 must be a file or a web address.']]
  ])('are checked: %s', (_case, values, expected) => {
    expect(messages(standard, values)).toEqual(expected)
  })

  it.each<[string, Capability, Partial<MediaFacts>, readonly string[]]>([
    ['10 MB', standard, { bytes: 10 * 1024 * 1024 }, []],
    ['one byte over 10 MB', standard, { bytes: 10 * 1024 * 1024 + 1 }, ['vase.png is 10.1 MB. The limit is 10 MB. Choose a smaller file.']],
    ['11 MB', standard, { bytes: 11 * 1024 * 1024 }, ['vase.png is 11.0 MB. The limit is 10 MB. Choose a smaller file.']],
    ['an empty file', standard, { bytes: 0 }, ['vase.png is empty. Choose another file.']],
    [
      'a text file',
      standard,
      { name: 'notes.png', medium: null, format: null, contentType: 'text/plain', width: null, height: null },
      ['notes.png isn’t an image. It’s a text file. Choose another file.']
    ],
    [
      'a PDF file',
      standard,
      { medium: null, format: null, contentType: 'application/pdf' },
      ['vase.png isn’t an image. The format is PDF. Choose another file.']
    ],
    [
      'an unknown content type',
      standard,
      { medium: null, format: null, contentType: 'application/octet-stream' },
      ['vase.png isn’t an image. The format isn’t supported. Choose another file.']
    ],
    [
      'a video',
      standard,
      { name: 'clip.png', medium: 'video', format: 'mp4' },
      ['clip.png isn’t an image. It’s a video. Choose another file.']
    ],
    ['GIF for the standard generator', standard, { name: 'a.gif', format: 'gif' }, []],
    [
      'GIF for version 3.0',
      versionThree,
      { name: 'a.gif', format: 'gif' },
      ['a.gif is in GIF format. Image generator 3.0 accepts JPG, PNG, WEBP or BMP.']
    ],
    ['TIFF as "tif"', standard, { format: 'tif' }, []],
    [
      'TIFF for version 3.0',
      versionThree,
      { name: 'a.tif', format: 'tif' },
      ['a.tif is in TIFF format. Image generator 3.0 accepts JPG, PNG, WEBP or BMP.']
    ],
    [
      'HEIC, which Kiln can’t convert',
      standard,
      { name: 'IMG_1.HEIC', format: 'heic' },
      [
        'IMG_1.HEIC is in HEIC format. Image generator accepts JPG, PNG, BMP, TIFF, WEBP or GIF. Kiln can’t convert HEIC. Export the file as JPG or PNG from your photo app.'
      ]
    ],
    [
      'AVIF',
      standard,
      { name: 'a.avif', format: 'avif' },
      ['a.avif is in AVIF format. Image generator accepts JPG, PNG, BMP, TIFF, WEBP or GIF.']
    ],
    ['a short edge of 384', versionThree, { width: 384, height: 2000 }, []],
    [
      'a short edge of 383',
      versionThree,
      { width: 2000, height: 383 },
      ['Image 1 is 2000 × 383. The short edge must be at least 384 pixels.']
    ],
    ['640 × 360', versionThree, { width: 640, height: 360 }, ['Image 1 is 640 × 360. The short edge must be at least 384 pixels.']],
    ['a short edge of 10 for the standard generator', standard, { width: 10, height: 10 }, []],
    ['unknown dimensions', versionThree, { width: null, height: null }, []]
  ])('are checked by size, content and dimensions: %s', (_case, capability, facts, expected) => {
    expect(messages(capability, edit(picture), knowing(facts))).toEqual(expected)
  })

  it('have problems that name the invalid image', () => {
    const factsOf: MediaFactsLookup = (reference) =>
      imageFacts('file' in reference && reference.file === '/small.png' ? { width: 640, height: 360 } : {})
    expect(checkValues(versionThree, edit(picture, { file: '/small.png' }), factsOf)).toEqual([
      { field: 'imageUrls', index: 1, message: 'Image 2 is 640 × 360. The short edge must be at least 384 pixels.' }
    ])
  })

  it('are required on the edit tab, and ignored on the text tab', () => {
    expect(messages(standard, { prompt: 'a' }, nothingKnown, 'edit')).toEqual(['Add at least 1 image.'])
    expect(messages(standard, edit('nonsense'), nothingKnown, 'text')).toEqual([])
    expect(messages(standard, { prompt: 'a', imageUrls: [picture], promptExtend: 'nonsense' })).toEqual([])
  })
})

describe('the other media rules of a contract', () => {
  const taking = (rule: object): Capability =>
    madeOf({ properties: { sourceUrl: { type: 'string', title: 'Source', 'x-media': { medium: 'video', ...rule } } } })
  const clip = { name: 'clip.mp4', medium: 'video', format: 'mp4', width: 1920, height: 1080, durationInSeconds: 4.26 } as const

  it.each<[string, object, Partial<MediaFacts>, readonly string[]]>([
    ['a long edge within the limit', { maxLongEdge: 1920 }, {}, []],
    ['a long edge over the limit', { maxLongEdge: 1280 }, {}, ['The source is 1920 × 1080. The long edge can be at most 1,280 pixels.']],
    ['an exact aspect ratio', { minAspectRatio: 16 / 9, maxAspectRatio: 16 / 9 }, {}, []],
    [
      'an aspect ratio outside the range',
      { minAspectRatio: 0.4, maxAspectRatio: 1 },
      {},
      ['The source is 1920 × 1080. The aspect ratio must be between 2:5 and 1:1.']
    ],
    ['a narrow aspect ratio', { minAspectRatio: 21 / 9 }, {}, ['The source is 1920 × 1080. The aspect ratio must be 7:3 or wider.']],
    ['an unusual aspect ratio', { maxAspectRatio: 1.537 }, {}, ['The source is 1920 × 1080. The aspect ratio must be 1.54:1 or narrower.']],
    ['a video of the minimum length', { minDurationInSeconds: 4.26 }, {}, []],
    ['a video that is too short', { minDurationInSeconds: 10 }, {}, ['clip.mp4 is 4.2 seconds long. The minimum is 10 seconds.']],
    [
      'a video of about one second',
      { minDurationInSeconds: 10 },
      { durationInSeconds: 1.04 },
      ['clip.mp4 is 1 second long. The minimum is 10 seconds.']
    ],
    ['a video that is too long', { maxDurationInSeconds: 4 }, {}, ['clip.mp4 is 4.3 seconds long. The maximum is 4 seconds.']],
    ['required audio that exists', { needsSound: true }, { hasSound: true }, []],
    ['required audio that may exist', { needsSound: true }, { hasSound: null }, []],
    ['required audio that is missing', { needsSound: true }, { hasSound: false }, ['clip.mp4 has no audio. Choose a file with audio.']],
    ['a damaged file', {}, { isTorn: true }, ['clip.mp4 is incomplete or damaged. Choose another file.']]
  ])('are checked: %s', (_case, rule, facts, expected) => {
    expect(messages(taking(rule), { sourceUrl: picture }, knowing({ ...clip, ...facts }))).toEqual(expected)
  })

  it('can require a still image', () => {
    const still = madeOf({ properties: { imageUrl: { type: 'string', 'x-media': { medium: 'image', needsStill: true } } } })
    expect(messages(still, { imageUrl: picture }, knowing({ isAnimated: true }))).toEqual(['vase.png is animated. Choose a still image.'])
    expect(messages(still, { imageUrl: picture }, knowing({}))).toEqual([])
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
        message: 'The mask is 1000 × 768, and “Picture” is 1024 × 768. Both must have the same pixel dimensions.'
      }
    ])
    expect(checkValues(masked, values, sized(1024))).toEqual([])
    expect(checkValues(masked, { ...values, imageUrl: 'https://example.org/a.png' }, sized(1000))).toEqual([])
  })

  it('can require a format by its content type', () => {
    const typed = madeOf({ properties: { imageUrl: { type: 'string', contentMediaType: 'image/png' } } })
    expect(messages(typed, { imageUrl: picture }, knowing({ format: 'jpg' }))).toEqual([
      'vase.png is in JPG format. Some capability accepts PNG.'
    ])
    const open = madeOf({ properties: { imageUrl: { type: 'string', contentMediaType: 'image/*' } } })
    expect(messages(open, { imageUrl: picture }, knowing({ format: 'jpg' }))).toEqual([])
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
      { field: 'extra', index: null, message: '“Extra” isn’t valid JSON yet.' }
    ])
    expect(messages(anything, { extra: '{"a": ' })).toEqual([])
    expect(messages(anything, { extra: { a: null } })).toEqual([])
  })

  it('has problems that name the invalid entry', () => {
    expect(checkValues(anything, { poses: [[1], [2, 'x']] }, nothingKnown)).toEqual([
      { field: 'poses›1›1', index: null, message: '“x” in “Poses” (item 2.2) must be a number.' }
    ])
    expect(messages(anything, { shots: [[{ note: '' }, { sizes: [2, 40] }]] })).toEqual([
      '“note” in “Shots” (item 1.1) can’t be empty.',
      '“40” in “Shots” (item 1.2, sizes, item 2) can’t be above 8.'
    ])
    expect(messages(anything, { poses: [[1], [2], [3]] })).toEqual(['“Poses” can have at most 2 items.'])
    expect(messages(anything, { poses: [[1], []] })).toEqual(['Item 2 in “Poses” needs at least 1 entry.'])
  })
})

describe('face swap', () => {
  it('needs both photos', () => {
    expect(checkValues(faceSwap, { targetImageUrl: picture }, nothingKnown)).toEqual([
      { field: 'referenceFaceImageUrl', index: null, message: 'Add the reference face.' }
    ])
    expect(messages(faceSwap, {})).toEqual(['Add the target photo.', 'Add the reference face.'])
    expect(messages(faceSwap, { targetImageUrl: picture, referenceFaceImageUrl: 'https://x.example/face.jpg' })).toEqual([])
  })

  it('accepts one photo per field', () => {
    expect(messages(faceSwap, { targetImageUrl: [picture, picture], referenceFaceImageUrl: picture })).toEqual([
      'The target photo accepts one image, not a list.'
    ])
  })
})

describe('an open contract', () => {
  it('accepts unlisted fields beside the listed ones or as one JSON object', () => {
    expect(messages(videoFaceSwap, { targetVideoUrl: { file: '/clip.mp4' } })).toEqual([])
    expect(messages(videoFaceSwap, { '*': { targetVideoUrl: 'https://x.example/clip.mp4' } })).toEqual([])
    expect(messages(videoUpscaler, { videoURL: 'https://x.example/clip.mp4', '*': 'scale 4' })).toEqual([
      'The other fields must be one JSON object, such as { "name": "value" }.'
    ])
  })

  it('validates unlisted fields against the contract', () => {
    const capability = madeOf({ properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } })
    expect(messages(capability, { b: 1, '*': { c: 'x' } })).toEqual(['“c” must be a number.'])
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
  it.each<[string, Capability['inputSchema'], Values, readonly string[]]>([
    [
      'a pattern',
      { properties: { code: { type: 'string', pattern: '^[A-Z]{3}$' } } },
      { code: 'abc' },
      ['“Code” doesn’t match the required pattern ^[A-Z]{3}$.']
    ],
    [
      'a pattern with an example',
      { properties: { code: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['ABC'] } } },
      { code: 'abc' },
      ['“Code” isn’t in the required format. Use a format like “ABC”.']
    ],
    [
      'a pattern with a description',
      { properties: { code: { type: 'string', pattern: '^[A-Z]{3}$', description: 'Three capital letters.', examples: ['abc'] } } },
      { code: 'abc' },
      ['“Code” isn’t in the required format: Three capital letters.']
    ],
    ...['orange', 'FF8800'].map((color): [string, Capability['inputSchema'], Values, readonly string[]] => [
      `the colour ${color}`,
      { properties: { tint: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' } } },
      { tint: color },
      ['“Tint” isn’t a colour code. Enter a code such as #FF8800. You can also choose a colour.']
    ]),
    ['an empty required group whose fields have defaults', { properties: { sides }, required: ['sides'] }, {}, ['Fill in “Sides”.']],
    ['a group with one filled field', { properties: { sides }, required: ['sides'] }, { sides: { left: 8 } }, []],
    [
      'an image that is missing in a row',
      { properties: { garments: { type: 'array', items: garment, minItems: 1 } }, required: ['garments'] },
      { garments: [{ note: 'red' }] },
      ['Garment 1: Add the picture.']
    ],
    [
      'an empty row',
      { properties: { garments: { type: 'array', items: garment, minItems: 1 } }, required: ['garments'] },
      {},
      ['Garment 1: Add the picture.']
    ],
    [
      'a number in a list',
      { properties: { ages: { type: 'array', items: { type: 'integer', minimum: 5 } } } },
      { ages: [4] },
      ['“Ages 1” can’t be below 5.']
    ],
    ['an invalid pattern', { properties: { code: { type: 'string', pattern: '(' } } }, { code: 'abc' }, []],
    [
      'a text that is too short',
      { properties: { code: { type: 'string', minLength: 5 } } },
      { code: 'abc' },
      ['“Code” needs at least 5 characters. Add at least 2 characters.']
    ],
    [
      'a text longer than one character',
      { properties: { code: { type: 'string', maxLength: 1 } } },
      { code: 'ab' },
      ['“Code” can have at most 1 character. Remove 1 character.']
    ],
    ['under the minimum', { properties: { steps: { type: 'integer', minimum: 4 } } }, { steps: 3 }, ['“Steps” can’t be below 4.']],
    ['over the maximum', { properties: { steps: { type: 'integer', maximum: 4000 } } }, { steps: 4001 }, ['“Steps” can’t be above 4,000.']],
    ['a fraction for a whole number', { properties: { steps: { type: 'integer' } } }, { steps: 1.5 }, ['“Steps” must be a whole number.']],
    [
      'a number between two steps',
      { properties: { speed: { type: 'number', multipleOf: 0.1 } } },
      { speed: 0.35 },
      ['“Speed” must be a multiple of 0.1.']
    ],
    ['a multiple of the step, despite binary rounding', { properties: { speed: { type: 'number', multipleOf: 0.1 } } }, { speed: 0.3 }, []],
    ['a missing choice', { properties: { look: { enum: ['a', 'b'] } }, required: ['look'] }, {}, ['Choose a value for “Look”.']],
    ['a missing number', { properties: { speed: { type: 'number' } }, required: ['speed'] }, {}, ['Fill in “Speed”.']],
    ['a missing value with a default', { properties: { look: { enum: ['a', 'b'], default: 'a' } }, required: ['look'] }, {}, []],
    [
      'JSON of the wrong type',
      { properties: { camera: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } } },
      { camera: { x: 'left' } },
      ['Camera: “X” must be a number.']
    ],
    [
      'a list of texts',
      { properties: { tags: { type: 'array', items: { type: 'string' } } } },
      { tags: ['a', 2] },
      ['“Tags 2” must be text.']
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
      ['The form doesn’t match any of the formats the service accepts.']
    ],
    [
      'a URL that is too long',
      { properties: { imageUrl: { type: 'string', format: 'uri', maxLength: 30 } } },
      { imageUrl: 'https://x.example/a/very/long/one.png' },
      ['“Image” can have at most 30 characters. Remove 7 characters.']
    ],
    [
      'audio that is too long',
      { properties: { voiceUrl: { type: 'string', 'x-media': { medium: 'audio', maxDurationInSeconds: 30 } } } },
      { voiceUrl: picture },
      ['voice.mp3 is 65.3 seconds long. The maximum is 30 seconds.']
    ]
  ])('are checked: %s', (_case, schema, values, expected) => {
    const factsOf = knowing({ name: 'voice.mp3', medium: 'audio', format: 'mp3', durationInSeconds: 65.21 })
    expect(messages(madeOf(schema), values, factsOf)).toEqual(expected)
  })
})
