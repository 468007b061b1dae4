import { describe, expect, it } from 'vitest'
import type { Capability } from '../../shared/capability.ts'
import type { FactsOf } from '../../shared/fields.ts'
import { checkValues, unfinishedJson } from '../../shared/fields.ts'
import { floorCapabilities } from '../../shared/floor-capabilities.ts'
import type { MediaFacts } from '../../shared/media-facts.ts'
import type { Values } from '../../shared/values.ts'
import { pictureFacts } from './picture-facts.ts'

const [standard, versionThree, faceSwap, videoFaceSwap, videoUpscaler] = floorCapabilities as [
  Capability,
  Capability,
  Capability,
  Capability,
  Capability
]
const nothingKnown: FactsOf = () => null
const knowing =
  (facts: Partial<MediaFacts>): FactsOf =>
  () =>
    pictureFacts(facts)

function messages(capability: Capability, values: Values, factsOf: FactsOf = nothingKnown, mode?: 'text' | 'edit'): readonly string[] {
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
    ['is nothing but space', { prompt: ' \n ' }, ['Write a prompt.']],
    ['has 1 character', { prompt: 'a' }, []],
    ['has 800 characters', { prompt: 'a'.repeat(800) }, []],
    ['has 801 characters', { prompt: 'a'.repeat(801) }, ['The prompt is 1 character over 800. Shorten it.']],
    ['has 800 emoji, which are 1,600 UTF-16 units', { prompt: '🏺'.repeat(800) }, []],
    ['has 801 emoji', { prompt: '🏺'.repeat(801) }, ['The prompt is 1 character over 800. Shorten it.']],
    ['is no text', { prompt: 7 }, ['The prompt needs text.']]
  ])('%s', (_case, values, expected) => {
    expect(messages(standard, values)).toEqual(expected)
  })

  it('has room for 3,000 characters in version 3.0', () => {
    expect(messages(versionThree, { prompt: 'a'.repeat(3000) })).toEqual([])
    expect(messages(versionThree, { prompt: 'a'.repeat(3112) })).toEqual(['The prompt is 112 characters over 3,000. Shorten it.'])
  })
})

describe('the settings of the image generators', () => {
  it.each<[Capability, Values, readonly string[]]>([
    [standard, { negativePrompt: 'a'.repeat(500) }, []],
    [standard, { negativePrompt: 'a'.repeat(501) }, ['“Leave out” is 1 character over 500. Shorten it.']],
    [versionThree, { negativePrompt: 'a'.repeat(600) }, []],
    [versionThree, { negativePrompt: 'a'.repeat(603) }, ['“Leave out” is 3 characters over 600. Shorten it.']],
    [standard, { size: '2048*872' }, []],
    [standard, { size: '1600*1600' }, ['“Size” can’t be “1600*1600”. Choose one of the 16 sizes.']],
    [versionThree, { size: '1600*1600' }, []],
    [versionThree, { size: '2048*872' }, ['“Size” can’t be “2048*872”. Choose one of the 14 sizes.']],
    [standard, { imageNum: '6' }, []],
    [standard, { imageNum: 6 }, []],
    [standard, { imageNum: '7' }, ['“Pictures” can’t be “7”. Choose 1 to 6.']],
    [standard, { imageNum: '0' }, ['“Pictures” can’t be “0”. Choose 1 to 6.']],
    [standard, { promptExtend: false }, []],
    [standard, { promptExtend: 'yes' }, ['“Enrich the prompt” is either on or off.']],
    [versionThree, { promptExtendMode: 'agent' }, []],
    [
      versionThree,
      { promptExtendMode: 'magic' },
      ['“Way of enriching” can’t be “magic”. Choose Direct rewriting or Agent-based planning.']
    ],
    [versionThree, { enableThinking: 1 }, ['“Think longer first” is either on or off.']],
    [versionThree, { seed: 0 }, []],
    [versionThree, { seed: 2147483647 }, []],
    [versionThree, { seed: 2147483648 }, ['“Seed” can’t be “2147483648”. It needs a whole number from 0 to 2,147,483,647.']],
    [versionThree, { seed: -1 }, ['“Seed” can’t be “-1”. It needs a whole number from 0 to 2,147,483,647.']],
    [versionThree, { seed: 1.5 }, ['“Seed” can’t be “1.5”. It needs a whole number from 0 to 2,147,483,647.']],
    [versionThree, { seed: '7' }, ['“Seed” can’t be “7”. It needs a whole number from 0 to 2,147,483,647.']],
    [standard, { seed: 7 }, ['“seed” is not a field of Image generator. Take it out.']],
    [standard, { constructor: 'a' }, ['“constructor” is not a field of Image generator. Take it out.']]
  ])('$title: %j', (capability, values, expected) => {
    expect(messages(capability, { prompt: 'a vase', ...values })).toEqual(expected)
  })
})

describe('input images', () => {
  const edit = (...imageUrls: Values[string][]): Values => ({ prompt: 'as image 1', imageUrls })

  it.each<[string, Values, readonly string[]]>([
    ['one', edit(picture), []],
    ['three', edit(picture, 'https://x.example/2.png', { item: 'task.0' }), []],
    ['four', edit(picture, picture, picture, picture), ['At most 3 images. Take 1 away.']],
    ['one under its single name', { prompt: 'a', imageUrl: picture }, []],
    [
      'four under both names',
      { prompt: 'a', imageUrl: picture, imageUrls: [picture, picture, picture] },
      ['At most 3 images. Take 1 away.']
    ],
    ['none, which is no edit', edit(), []],
    ['words', edit('vase'), ['image 1: “vase” is not a web address. It has to start with https:// or http://.']],
    [
      'a path',
      edit(picture, 'file:///etc/passwd'),
      ['image 2: “file:///etc/passwd” is not a web address. It has to start with https:// or http://.']
    ],
    [
      'an address without a host',
      edit('https://'),
      ['image 1: “https://” is not a web address. It has to start with https:// or http://.']
    ],
    ['something else', edit({ path: '/a.png' }), ['image 1 has to be a file or a web address.']]
  ])('%s', (_case, values, expected) => {
    expect(messages(standard, values)).toEqual(expected)
  })

  it.each<[string, Capability, Partial<MediaFacts>, readonly string[]]>([
    ['10 MB', standard, { bytes: 10 * 1024 * 1024 }, []],
    ['a byte more', standard, { bytes: 10 * 1024 * 1024 + 1 }, ['vase.png is 10.1 MB; at most 10 MB. Choose a smaller file.']],
    ['11 MB', standard, { bytes: 11 * 1024 * 1024 }, ['vase.png is 11.0 MB; at most 10 MB. Choose a smaller file.']],
    ['nothing in it', standard, { bytes: 0 }, ['vase.png is empty. Choose another file.']],
    [
      'text in it',
      standard,
      { name: 'notes.png', medium: null, format: null, contentType: 'text/plain', width: null, height: null },
      ['notes.png is not a picture: its content is text. Choose another file.']
    ],
    [
      'a PDF in it',
      standard,
      { medium: null, format: null, contentType: 'application/pdf' },
      ['vase.png is not a picture: its content is PDF. Choose another file.']
    ],
    [
      'bytes that nobody knows',
      standard,
      { medium: null, format: null, contentType: 'application/octet-stream' },
      ['vase.png is not a picture: its content is of no kind that Kiln knows. Choose another file.']
    ],
    [
      'a video',
      standard,
      { name: 'clip.png', medium: 'video', format: 'mp4' },
      ['clip.png is not a picture: its content is a video. Choose another file.']
    ],
    ['GIF for the standard generator', standard, { name: 'a.gif', format: 'gif' }, []],
    [
      'GIF for version 3.0',
      versionThree,
      { name: 'a.gif', format: 'gif' },
      ['a.gif is GIF; Image generator 3.0 takes JPG, PNG, WEBP or BMP.']
    ],
    ['TIFF as "tif"', standard, { format: 'tif' }, []],
    [
      'TIFF for version 3.0',
      versionThree,
      { name: 'a.tif', format: 'tif' },
      ['a.tif is TIFF; Image generator 3.0 takes JPG, PNG, WEBP or BMP.']
    ],
    ['AVIF', standard, { name: 'a.avif', format: 'avif' }, ['a.avif is AVIF; Image generator takes JPG, PNG, BMP, TIFF, WEBP or GIF.']],
    ['a short edge of 384', versionThree, { width: 384, height: 2000 }, []],
    ['a short edge of 383', versionThree, { width: 2000, height: 383 }, ['image 1 is 2000 × 383. Its short edge needs 384 pixels.']],
    ['640 × 360', versionThree, { width: 640, height: 360 }, ['image 1 is 640 × 360. Its short edge needs 384 pixels.']],
    ['a short edge of 10 for the standard generator', standard, { width: 10, height: 10 }, []],
    ['edges that could not be read', versionThree, { width: null, height: null }, []]
  ])('%s', (_case, capability, facts, expected) => {
    expect(messages(capability, edit(picture), knowing(facts))).toEqual(expected)
  })

  it('lead to the very one that is wrong', () => {
    const factsOf: FactsOf = (reference) =>
      pictureFacts('file' in reference && reference.file === '/small.png' ? { width: 640, height: 360 } : {})
    expect(checkValues(versionThree, edit(picture, { file: '/small.png' }), factsOf)).toEqual([
      { field: 'imageUrls', index: 1, message: 'image 2 is 640 × 360. Its short edge needs 384 pixels.' }
    ])
  })

  it('are needed on the tab that edits, and not looked at on the tab that starts from text', () => {
    expect(messages(standard, { prompt: 'a' }, nothingKnown, 'edit')).toEqual(['Add at least 1 image.'])
    expect(messages(standard, edit('nonsense'), nothingKnown, 'text')).toEqual([])
    expect(messages(standard, { prompt: 'a', imageUrls: [picture], promptExtend: 'nonsense' })).toEqual([])
  })
})

describe('what else a contract can ask of media', () => {
  const taking = (rule: object): Capability =>
    madeOf({ properties: { sourceUrl: { type: 'string', title: 'Source', 'x-media': { medium: 'video', ...rule } } } })
  const clip = { name: 'clip.mp4', medium: 'video', format: 'mp4', width: 1920, height: 1080, durationInSeconds: 4.26 } as const

  it.each<[string, object, Partial<MediaFacts>, readonly string[]]>([
    ['a long edge', { maxLongEdge: 1920 }, {}, []],
    [
      'a long edge that is too long',
      { maxLongEdge: 1280 },
      {},
      ['The source is 1920 × 1080. Its long edge may have 1,280 pixels at most.']
    ],
    ['a shape', { minAspectRatio: 16 / 9, maxAspectRatio: 16 / 9 }, {}, []],
    [
      'a shape between two',
      { minAspectRatio: 0.4, maxAspectRatio: 1 },
      {},
      ['The source is 1920 × 1080. Its shape has to be between 2:5 and 1:1.']
    ],
    ['a wider shape', { minAspectRatio: 21 / 9 }, {}, ['The source is 1920 × 1080. Its shape has to be 7:3 or wider.']],
    ['a shape of no name', { maxAspectRatio: 1.537 }, {}, ['The source is 1920 × 1080. Its shape has to be 1.54 to 1 or narrower.']],
    ['enough seconds', { minDurationInSeconds: 4.26 }, {}, []],
    ['more seconds', { minDurationInSeconds: 10 }, {}, ['clip.mp4 is 4.2 seconds long; at least 10 seconds.']],
    ['fewer seconds', { maxDurationInSeconds: 4 }, {}, ['clip.mp4 is 4.3 seconds long; at most 4 seconds.']],
    ['sound, which is there', { needsSound: true }, { hasSound: true }, []],
    ['sound, which nobody can tell', { needsSound: true }, { hasSound: null }, []],
    [
      'sound, which is not there',
      { needsSound: true },
      { hasSound: false },
      ['clip.mp4 has no sound, and it is needed here. Choose another file.']
    ],
    ['a whole file', {}, { isTorn: true }, ['clip.mp4 can’t be read to its end: it is cut off or damaged. Choose another file.']]
  ])('%s', (_case, rule, facts, expected) => {
    expect(messages(taking(rule), { sourceUrl: picture }, knowing({ ...clip, ...facts }))).toEqual(expected)
  })

  it('a picture that stands still', () => {
    const still = madeOf({ properties: { imageUrl: { type: 'string', 'x-media': { medium: 'image', needsStill: true } } } })
    expect(messages(still, { imageUrl: picture }, knowing({ isAnimated: true }))).toEqual([
      'vase.png is a moving picture. Choose one that stands still.'
    ])
    expect(messages(still, { imageUrl: picture }, knowing({}))).toEqual([])
  })

  it('a mask of the very pixels of its picture', () => {
    const masked = madeOf({
      properties: {
        imageUrl: { type: 'string', title: 'Picture' },
        maskImageUrl: { type: 'string', title: 'Mask', 'x-media': { medium: 'image', sameSizeAs: 'imageUrl' } }
      }
    })
    const values = { imageUrl: picture, maskImageUrl: { file: '/pictures/mask.png' } }
    const sized =
      (width: number): FactsOf =>
      (reference) =>
        pictureFacts('file' in reference && reference.file === '/pictures/mask.png' ? { width } : {})
    expect(checkValues(masked, values, sized(1000))).toEqual([
      { field: 'maskImageUrl', index: null, message: 'The mask is 1000 × 768, and “Picture” is 1024 × 768. They need the same pixels.' }
    ])
    expect(checkValues(masked, values, sized(1024))).toEqual([])
    expect(checkValues(masked, { ...values, imageUrl: 'https://example.org/a.png' }, sized(1000))).toEqual([])
  })

  it('a format that the contract names by its content type', () => {
    const typed = madeOf({ properties: { imageUrl: { type: 'string', contentMediaType: 'image/png' } } })
    expect(messages(typed, { imageUrl: picture }, knowing({ format: 'jpg' }))).toEqual(['vase.png is JPG; Some capability takes PNG.'])
    const open = madeOf({ properties: { imageUrl: { type: 'string', contentMediaType: 'image/*' } } })
    expect(messages(open, { imageUrl: picture }, knowing({ format: 'jpg' }))).toEqual([])
  })
})

describe('JSON', () => {
  const anything = madeOf({
    properties: { extra: { title: 'Extra' }, poses: { type: 'array', items: { type: 'array', items: { type: 'number' } } } }
  })
  it('that is not finished never goes, not even where anything is taken', () => {
    expect(checkValues(anything, { extra: unfinishedJson('{"a": ') }, nothingKnown)).toEqual([
      { field: 'extra', index: null, message: '“Extra” is not JSON yet.' }
    ])
    expect(messages(anything, { extra: '{"a": ' })).toEqual([])
    expect(messages(anything, { extra: { a: null } })).toEqual([])
  })

  it('leads to the entry that is wrong', () => {
    expect(checkValues(anything, { poses: [[1], [2, 'x']] }, nothingKnown)).toEqual([
      { field: 'poses›1›1', index: null, message: '“Poses[2][2]” needs a number.' }
    ])
  })
})

describe('face swap', () => {
  it('needs both photos', () => {
    expect(checkValues(faceSwap, { targetImageUrl: picture }, nothingKnown)).toEqual([
      { field: 'referenceFaceImageUrl', index: null, message: 'Add the face photo.' }
    ])
    expect(messages(faceSwap, {})).toEqual(['Add the target photo.', 'Add the face photo.'])
    expect(messages(faceSwap, { targetImageUrl: picture, referenceFaceImageUrl: 'https://x.example/face.jpg' })).toEqual([])
  })

  it('takes one photo in each place', () => {
    expect(messages(faceSwap, { targetImageUrl: [picture, picture], referenceFaceImageUrl: picture })).toEqual([
      'The target photo takes one image, not a list.'
    ])
  })
})

describe('an open contract', () => {
  it('takes unlisted fields beside the listed ones or as one JSON object', () => {
    expect(messages(videoFaceSwap, { targetVideoUrl: { file: '/clip.mp4' } })).toEqual([])
    expect(messages(videoFaceSwap, { '*': { targetVideoUrl: 'https://x.example/clip.mp4' } })).toEqual([])
    expect(messages(videoUpscaler, { videoURL: 'https://x.example/clip.mp4', '*': 'scale 4' })).toEqual([
      'The other fields have to be one JSON object, such as { "name": "value" }.'
    ])
  })

  it('holds them against what the contract says of them', () => {
    const capability = madeOf({ properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } })
    expect(messages(capability, { b: 1, '*': { c: 'x' } })).toEqual(['“c” needs a number.'])
  })
})

describe('contracts nobody has seen yet', () => {
  it.each<[string, Capability['inputSchema'], Values, readonly string[]]>([
    [
      'a pattern',
      { properties: { code: { type: 'string', pattern: '^[A-Z]{3}$' } } },
      { code: 'abc' },
      ['“Code” doesn’t have the form that the service asks for: ^[A-Z]{3}$.']
    ],
    ['a pattern that is none', { properties: { code: { type: 'string', pattern: '(' } } }, { code: 'abc' }, []],
    [
      'too short',
      { properties: { code: { type: 'string', minLength: 5 } } },
      { code: 'abc' },
      ['“Code” is 2 characters short of 5. Write a little more.']
    ],
    ['a number below', { properties: { steps: { type: 'integer', minimum: 4 } } }, { steps: 3 }, ['“Steps” can’t be below 4.']],
    ['a number above', { properties: { steps: { type: 'integer', maximum: 4000 } } }, { steps: 4001 }, ['“Steps” can’t be above 4,000.']],
    ['a fraction', { properties: { steps: { type: 'integer' } } }, { steps: 1.5 }, ['“Steps” needs a whole number.']],
    ['a step', { properties: { speed: { type: 'number', multipleOf: 0.1 } } }, { speed: 0.35 }, ['“Speed” has to be a multiple of 0.1.']],
    ['a step that fits but for binary fractions', { properties: { speed: { type: 'number', multipleOf: 0.1 } } }, { speed: 0.3 }, []],
    ['a missing choice', { properties: { look: { enum: ['a', 'b'] } }, required: ['look'] }, {}, ['Choose “Look”.']],
    ['a missing number', { properties: { speed: { type: 'number' } }, required: ['speed'] }, {}, ['Fill in “Speed”.']],
    ['a default that stands in', { properties: { look: { enum: ['a', 'b'], default: 'a' } }, required: ['look'] }, {}, []],
    [
      'JSON that does not fit',
      { properties: { camera: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } } },
      { camera: { x: 'left' } },
      ['“Camera: X” needs a number.']
    ],
    [
      'a list of texts',
      { properties: { tags: { type: 'array', items: { type: 'string' } } } },
      { tags: ['a', 2] },
      ['“Tags[2]” needs text.']
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
      ['What is filled in fits none of the forms that the service takes.']
    ],
    [
      'a URL that is too long',
      { properties: { imageUrl: { type: 'string', format: 'uri', maxLength: 30 } } },
      { imageUrl: 'https://x.example/a/very/long/one.png' },
      ['“Image” is 7 characters over 30. Shorten it.']
    ],
    [
      'a sound that is too long',
      { properties: { voiceUrl: { type: 'string', 'x-media': { medium: 'audio', maxDurationInSeconds: 30 } } } },
      { voiceUrl: picture },
      ['voice.mp3 is 65.3 seconds long; at most 30 seconds.']
    ]
  ])('%s', (_case, schema, values, expected) => {
    const factsOf = knowing({ name: 'voice.mp3', medium: 'audio', format: 'mp3', durationInSeconds: 65.21 })
    expect(messages(madeOf(schema), values, factsOf)).toEqual(expected)
  })
})
