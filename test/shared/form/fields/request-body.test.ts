import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Capability } from '../../../../shared/form/capability.ts'
import {
  checkValues,
  defaultValuesOf,
  fieldsOf,
  modeOf,
  modesOf,
  mediaReferencesIn,
  requestBodyOf,
  valuesInMode
} from '../../../../shared/form/fields.ts'
import type { Field } from '../../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import type { Value, Values } from '../../../../shared/form/values.ts'
import { isMediaReference } from '../../../../shared/form/values.ts'
import { imageFacts } from '../image-facts.ts'

const [standard, versionThree, faceSwap, videoFaceSwap] = fallbackCapabilities as [Capability, Capability, Capability, Capability]
const urlOf = (_reference: object, field: string, index: number | null): string => `https://storage.example/${field}/${index ?? 'one'}`
const picture = { file: '/pictures/vase.png' }

describe('a request body', () => {
  it('contains what you chose and no defaults', () => {
    expect(requestBodyOf(standard, { prompt: 'a vase' }, urlOf)).toEqual({ prompt: 'a vase' })
    expect(requestBodyOf(standard, { prompt: 'a vase', size: '1024*1024' }, urlOf)).toEqual({ prompt: 'a vase', size: '1024*1024' })
  })

  it('contains texts as they were typed', () => {
    expect(requestBodyOf(standard, { prompt: ' a\n vase ' }, urlOf)).toEqual({ prompt: ' a\n vase ' })
  })

  it('omits what is empty', () => {
    expect(
      requestBodyOf(versionThree, { prompt: 'a', negativePrompt: ' ', size: null, imageUrls: [], seed: 0, promptExtend: false }, urlOf)
    ).toEqual({
      prompt: 'a',
      seed: 0,
      promptExtend: false
    })
  })

  it('writes the number of images as text (spec 2.5)', () => {
    expect(requestBodyOf(standard, { prompt: 'a', imageNum: 4 }, urlOf)).toEqual({ prompt: 'a', imageNum: '4' })
  })

  it('replaces files with URLs, in order', () => {
    expect(requestBodyOf(standard, { prompt: 'a', imageUrls: [picture, 'https://x.example/2.png', { item: 'task.0' }] }, urlOf)).toEqual({
      prompt: 'a',
      imageUrls: ['https://storage.example/imageUrls/0', 'https://x.example/2.png', 'https://storage.example/imageUrls/2']
    })
    expect(requestBodyOf(standard, { prompt: 'a', imageUrl: picture }, urlOf)).toEqual({
      prompt: 'a',
      imageUrl: 'https://storage.example/imageUrl/one'
    })
  })

  it('omits promptExtend for the standard generator when images are edited (spec 2.5)', () => {
    const values: Values = { prompt: 'a', promptExtend: false, imageUrls: [picture] }
    expect(requestBodyOf(standard, values, urlOf)).not.toHaveProperty('promptExtend')
    expect(requestBodyOf(versionThree, values, urlOf)).toHaveProperty('promptExtend', false)
  })

  it('has the same bytes whatever the order of the values', () => {
    const values: Values = { seed: 7, size: '1024*768', imageUrls: [picture], prompt: 'a' }
    const bytes = '{"prompt":"a","imageUrls":["https://storage.example/imageUrls/0"],"size":"1024*768","seed":7}'
    expect(JSON.stringify(requestBodyOf(versionThree, values, urlOf))).toBe(bytes)
    expect(JSON.stringify(requestBodyOf(versionThree, Object.fromEntries(Object.entries(values).toReversed()), urlOf))).toBe(bytes)
  })

  it('lists unlisted fields by name after the listed ones', () => {
    const values: Values = { zoom: 1, angle: 2, '*': { media: 'https://x.example/1.mp4' } }
    const bytes = '{"angle":2,"media":"https://x.example/1.mp4","zoom":1}'
    expect(JSON.stringify(requestBodyOf(videoFaceSwap, values, urlOf))).toBe(bytes)
    expect(JSON.stringify(requestBodyOf(videoFaceSwap, Object.fromEntries(Object.entries(values).toReversed()), urlOf))).toBe(bytes)
  })

  it('contains unlisted fields of an open contract, including their files', () => {
    const values: Values = { '*': { targetVideoUrl: { file: '/clip.mp4' }, faces: [picture] }, strength: 1 }
    expect(requestBodyOf(videoFaceSwap, values, urlOf)).toEqual({
      faces: ['https://storage.example/faces/0'],
      strength: 1,
      targetVideoUrl: 'https://storage.example/targetVideoUrl/one'
    })
    expect(mediaReferencesIn(values)).toEqual([
      { field: 'targetVideoUrl', index: null, reference: { file: '/clip.mp4' } },
      { field: 'faces', index: 0, reference: picture }
    ])
  })

  it('includes required fields that have a default or accept null', () => {
    const capability: Capability = {
      ...faceSwap,
      inputSchema: {
        type: 'object',
        properties: { version: { const: 2 }, look: { type: 'string', default: 'plain' }, mask: { type: ['string', 'null'] } },
        required: ['version', 'look', 'mask']
      }
    }
    expect(requestBodyOf(capability, {}, urlOf)).toEqual({ version: 2, look: 'plain', mask: null })
    expect(checkValues(capability, {}, () => null)).toEqual([])
  })

  it('contains a chosen null if it differs from an unset value', () => {
    const capability = {
      ...fallbackCapabilities[0]!,
      inputSchema: {
        type: 'object',
        properties: {
          steps: { type: ['integer', 'null'], default: 30 },
          tempo: { type: ['integer', 'null'] },
          camera: { type: 'object', properties: { move: { type: ['string', 'null'], default: 'pan' }, amount: { type: 'number' } } }
        }
      }
    } satisfies Capability
    const values = { steps: null, tempo: null, camera: { move: null } }
    expect(requestBodyOf(capability, values, urlOf)).toEqual({ steps: null, camera: { move: null } })
    expect(checkValues(capability, values, () => null)).toEqual([])
  })
})

describe('modes', () => {
  it('are "From text" and "Edit images" for the two generators only', () => {
    expect(fallbackCapabilities.map((capability) => modesOf(capability).map((mode) => mode.label))).toEqual([
      ['From text', 'Edit images'],
      ['From text', 'Edit images'],
      [],
      [],
      []
    ])
  })

  it('are detected by an image in either field', () => {
    expect(modeOf(standard, { prompt: 'a' })?.id).toBe('text')
    expect(modeOf(standard, { prompt: 'a', imageUrls: [] })?.id).toBe('text')
    expect(modeOf(standard, { prompt: 'a', imageUrls: [picture] })?.id).toBe('edit')
    expect(modeOf(standard, { prompt: 'a', imageUrl: picture })?.id).toBe('edit')
  })

  it('differ in the images, and in promptExtend for the standard generator', () => {
    const [text, edit] = modesOf(standard)
    expect(text?.fields).toEqual(['prompt', 'negativePrompt', 'size', 'imageNum', 'promptExtend'])
    expect(edit?.fields).toEqual(['prompt', 'negativePrompt', 'imageUrls', 'size', 'imageNum'])
    expect(modesOf(versionThree)[1]?.fields).toContain('promptExtend')
  })

  it('select only their own values', () => {
    const values: Values = { prompt: 'a', imageUrl: picture, imageUrls: [picture], promptExtend: true }
    const [text, edit] = modesOf(standard)
    expect(valuesInMode(standard, values, text!)).toEqual({ prompt: 'a', promptExtend: true })
    expect(valuesInMode(standard, values, edit!)).toEqual({ prompt: 'a', imageUrl: picture, imageUrls: [picture] })
  })
})

/**
 * Generates values that a user could leave in a field: mostly valid, sometimes invalid, sometimes missing. Texts are ASCII, because zod
 * counts UTF-16 code units.
 */
function anyValueOf(field: Field): fc.Arbitrary<Value | undefined> {
  const reference = fc.constantFrom<Value>(picture, { item: 'task.0' }, { draft: 'd1' }, 'https://x.example/1.png', 'nonsense')
  const asciiText = (length: number): fc.Arbitrary<string> =>
    fc.string({ unit: 'grapheme-ascii', minLength: Math.max(0, length - 2), maxLength: length + 1 })
  const values = (): fc.Arbitrary<Value> => {
    switch (field.kind) {
      case 'text':
        return fc.oneof(fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), asciiText(field.maxLength ?? 100))
      case 'choice':
        return fc.oneof(fc.constantFrom(...field.options.map((option) => option.value)), fc.constant('nonsense'))
      case 'size':
        return fc.oneof(fc.constantFrom(...field.groups.flatMap((group) => group.sizes.map((size) => size.value))), fc.constant('1*1'))
      case 'count':
        return fc.oneof(fc.constantFrom(...field.options.flatMap((option) => [option.value, option.count])), fc.constant('9'))
      case 'number':
      case 'seed':
        return fc.oneof(fc.integer({ min: 0, max: field.maximum ?? 100 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
      case 'switch':
        return fc.boolean()
      case 'media':
        return field.isMany ? fc.array(reference, { maxLength: 4 }) : reference
      case 'group':
      case 'list':
      case 'json':
        return fc.dictionary(fc.string(), fc.integer())
    }
  }
  return fc.oneof({ weight: 4, arbitrary: values() }, { weight: 1, arbitrary: fc.constantFrom(undefined, null, '') })
}

describe.each(fallbackCapabilities.map((capability) => [capability.id, capability] as const))('every body of %s', (_id, capability) => {
  const fields = fieldsOf(capability)
  const anyValues = fc.record(Object.fromEntries(fields.map((field) => [field.name, anyValueOf(field)]))).map((values) => {
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values
  })
  const contract = z.fromJSONSchema(capability.inputSchema as Parameters<typeof z.fromJSONSchema>[0])

  it('matches the contract if its values have no problems', () => {
    let sent = 0
    fc.assert(
      fc.property(anyValues, (values) => {
        if (checkValues(capability, values, () => imageFacts()).length > 0) return
        sent += 1
        expect(contract.safeParse(requestBodyOf(capability, values, urlOf))).toMatchObject({ success: true })
      }),
      { numRuns: 1000 }
    )
    expect(sent).toBeGreaterThan(20)
  })

  it('has problems only in existing fields', () => {
    const names = new Set(fields.map((field) => field.name))
    fc.assert(
      fc.property(anyValues, (values) => {
        for (const problem of checkValues(capability, values, () => imageFacts({ medium: 'audio' }))) expect(names).toContain(problem.field)
      }),
      { numRuns: 200 }
    )
  })

  it('has a URL for every reference and no unresolved references', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const inMode = valuesInMode(capability, values, modeOf(capability, values))
        const asked: unknown[] = []
        const body = requestBodyOf(capability, values, (reference, field, index) => {
          asked.push({ field, index, reference })
          return 'https://storage.example/1'
        })
        expect(new Set(asked.map((one) => JSON.stringify(one)))).toEqual(
          new Set(mediaReferencesIn(inMode).map((one) => JSON.stringify({ field: one.field, index: one.index, reference: one.reference })))
        )
        expect(JSON.stringify(body)).not.toContain(JSON.stringify(picture))
        expect(Object.values(body).flat().some(isMediaReference)).toBe(false)
      }),
      { numRuns: 200 }
    )
  })

  it('is valid with every default and the required values', () => {
    const required: Values = { prompt: 'a vase', targetImageUrl: picture, referenceFaceImageUrl: picture, videoURL: { file: '/clip.mp4' } }
    const known = Object.fromEntries(Object.entries(required).filter(([name]) => fields.some((field) => field.name === name)))
    const factsOf = (): ReturnType<typeof imageFacts> =>
      imageFacts(capability.id === 'video-upscaler' ? { medium: 'video', format: 'mp4' } : {})
    expect(checkValues(capability, { ...defaultValuesOf(capability), ...known }, factsOf)).toEqual([])
  })
})
