import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deployment } from '../../electron/practice/capabilities/deployment.ts'
import type { Capability } from '../../shared/capability.ts'
import { checkValues, fitValues } from '../../shared/fields.ts'
import type { JsonSchema } from '../../shared/json-schema.ts'
import type { Value, Values } from '../../shared/values.ts'
import { isMediaReference } from '../../shared/values.ts'
import { validFor } from '../practice/schema-values.ts'

type Properties = { readonly [name: string]: JsonSchema }
function clip(properties: Properties, rest: JsonSchema = { additionalProperties: false }): Capability {
  return {
    id: 'clip',
    title: 'Clip',
    purpose: '',
    category: 'video',
    output: 'video',
    resultField: 'videoUrl',
    inputSchema: { type: 'object', properties, ...rest },
    pricing: { kind: 'flat', credits: 3 }
  }
}
const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'number' }
const picture: JsonSchema = { type: 'string', format: 'uri', 'x-media': { medium: 'image' } }
const pictures: JsonSchema = { type: 'array', items: picture }
const vase = { draft: 'vase' }

describe('values in a form that has changed', () => {
  it('stay as they are where they may be typed, right or wrong', () => {
    const now = clip({ prompt: { ...text, maxLength: 3 }, look: { enum: ['ink', 'oil'] }, speed: { ...number, maximum: 2 } })
    const values = { prompt: 'too long', look: 'clay', speed: 9 }
    expect(fitValues(now, values)).toEqual({ values, mended: [], left: [] })
    expect(checkValues(now, values, () => null).map(({ field }) => field)).toEqual(['prompt', 'look', 'speed'])
  })

  it('are kept beside the form when their field is gone, under the name that it had', () => {
    const before = clip({ prompt: text, mood: { ...text, title: 'Frame of mind' } })
    expect(fitValues(clip({ prompt: text }), { prompt: 'a vase', mood: 'calm', empty: '' }, before)).toEqual({
      values: { prompt: 'a vase' },
      mended: [],
      left: [{ name: 'mood', label: 'Frame of mind', value: 'calm', why: 'The service does not take it any more.' }]
    })
  })

  it.each<[string, JsonSchema, Value, Value, string]>([
    ['a number that is text now', text, 7, '7', '“Item” is text now.'],
    ['text that is a number now', number, ' 7.5 ', 7.5, '“Item” is a number now.'],
    ['text that is a seed now', { type: 'integer', 'x-kind': 'seed' }, '42', 42, '“Item” is a number now.'],
    ['a switch that was text', { type: 'boolean' }, 'True', true, '“Item” is a switch now.'],
    ['a count that is text now', { enum: ['1', '2', '3'] }, 2, '2', '“Item” is text now.'],
    ['a choice in other letters', { enum: ['oil_paint', 'ink'] }, 'Oil paint', 'oil_paint', '“Item” is written “oil_paint” now.'],
    ['a size with another sign', { enum: ['512x512', '1024x768'] }, '1024*768', '1024x768', '“Item” is written “1024x768” now.'],
    ['one file where a list is taken', pictures, vase, [vase], '“Item” is a list now.'],
    ['a list of one where one is taken', picture, [vase], vase, '“Item” is no list any more.'],
    ['a text where a list of texts is taken', { type: 'array', items: text }, 'calm', ['calm'], '“Item” is a list now.']
  ])('mend %s', (_what, schema, value, mended, words) => {
    const fitted = fitValues(clip({ item: schema }), { item: value })
    expect(fitted).toEqual({ values: { item: mended }, mended: [{ name: 'item', words }], left: [] })
  })

  it.each<[string, JsonSchema, Value, string]>([
    ['a file in a text', text, vase, 'It is a text now.'],
    ['a word in a switch', { type: 'boolean' }, 'high', 'It is a switch now.'],
    ['a list of several in a text', text, ['a', 'b'], 'It is a text now.'],
    ['a text in a group', { type: 'object', properties: { name: text } }, 'calm', 'It is a group of fields now.'],
    ['a number in a well for files', picture, 7, 'It is a file now.']
  ])('do not press %s', (_what, schema, value, why) => {
    expect(fitValues(clip({ item: schema }), { item: value })).toEqual({
      values: {},
      mended: [],
      left: [{ name: 'item', label: 'Item', value, why }]
    })
  })

  it('leave the files beside that are one too many', () => {
    expect(fitValues(clip({ imageUrl: picture }), { imageUrl: [vase, 'https://a.example/a.png'] })).toEqual({
      values: { imageUrl: vase },
      mended: [{ name: 'imageUrl', words: '“Image” is no list any more.' }],
      left: [{ name: 'imageUrl›1', label: 'Image: 2', value: 'https://a.example/a.png', why: 'Only one is taken now.' }]
    })
  })

  it('follow a field that is only written differently, and no other', () => {
    const fitted = fitValues(clip({ aspect_ratio: { ...text, title: 'Aspect ratio' }, imageUrls: pictures }), {
      aspectRatio: '16:9',
      imageURL: vase,
      moodWord: 'calm'
    })
    expect(fitted.values).toEqual({ aspect_ratio: '16:9', imageUrls: [vase] })
    expect(fitted.mended.map(({ words }) => words)).toEqual([
      '“Aspect ratio” was called “aspectRatio” before.',
      '“Image” was called “imageURL” before.',
      '“Image” is a list now.'
    ])
    expect(fitted.left.map(({ name }) => name)).toEqual(['moodWord'])
    expect(fitValues(clip({ mood: text }), { Mood: 'a', MOOD: 'b' }).left).toHaveLength(2)
    expect(fitValues(clip({ mood: text }), { mood: 'a', Mood: 'b' })).toMatchObject({ values: { mood: 'a' }, left: [{ value: 'b' }] })
  })

  it('go into the list that stands for them', () => {
    const now = clip({ imageUrl: picture, imageUrls: pictures })
    expect(fitValues(now, { imageUrl: vase, imageUrls: ['https://a.example/a.png'] }).values).toEqual({
      imageUrls: [vase, 'https://a.example/a.png']
    })
  })

  it('are looked after inside groups and lists', () => {
    const pair: JsonSchema = { type: 'object', additionalProperties: false, properties: { faceUrl: picture, strength: number } }
    const now = clip({ subject: pair, pairs: { type: 'array', items: pair } })
    const fitted = fitValues(now, { subject: { faceUrl: vase, mood: 'calm' }, pairs: [{ strength: '2' }, { strength: 1, mood: 'wild' }] })
    expect(fitted.values).toEqual({ subject: { faceUrl: vase }, pairs: [{ strength: 2 }, { strength: 1 }] })
    expect(fitted.left.map(({ name, label, value }) => [name, label, value])).toEqual([
      ['subject›mood', 'Subject: Mood', 'calm'],
      ['pairs›1›mood', 'Pairs: 2: Mood', 'wild']
    ])
  })

  it('leave the JSON of an open contract for the fields that have come, and stay in it otherwise', () => {
    const rest = { mood: 'calm', other: 1 }
    const open = clip({ mood: text }, { additionalProperties: true })
    expect(fitValues(open, { '*': rest }).values).toEqual({ mood: 'calm', '*': { other: 1 } })
    const closed = fitValues(clip({ mood: text }), { '*': rest })
    expect(closed).toMatchObject({ values: { mood: 'calm' }, left: [{ name: 'other', value: 1 }] })
    expect(fitValues(clip({ mood: text }), { '*': '{ not json' }).left).toMatchObject([{ label: 'Other fields', value: '{ not json' }])
  })

  it('keep what stands in fields that other fields hide', () => {
    const form = (mode: string, more: Properties): JsonSchema => ({ type: 'object', properties: { mode: { const: mode }, ...more } })
    const now: Capability = {
      ...clip({}),
      inputSchema: { type: 'object', oneOf: [form('text', { prompt: text }), form('image', { imageUrl: picture })] }
    }
    const values = { prompt: 'a vase', imageUrl: vase }
    expect(fitValues(now, values)).toEqual({ values, mended: [], left: [] })
  })
})

describe('fitting values to any contract', () => {
  const capabilities = [...deployment.values()] as readonly Capability[]
  const strange: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom(vase, { item: 'one' }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 })
    )
  })).value
  const names = [...new Set(capabilities.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})))]
  const strangeValues = fc.dictionary(fc.constantFrom(...names, '*', 'PROMPT', 'image_url', '__proto__'), strange, { maxKeys: 8 })
  const typed = fc.constantFrom(...capabilities).chain(({ inputSchema }) => validFor(inputSchema) as fc.Arbitrary<Values>)
  const any = fc.tuple(typed, strangeValues).map(([one, other]) => ({ ...one, ...other }))

  /** What is filled in, whatever holds it; sizes and choices in one way of writing. */
  function leavesOf(value: unknown): readonly string[] {
    if (value === null || value === undefined || (typeof value === 'string' && value.trim() === '')) return []
    if (isMediaReference(value)) return [JSON.stringify(value)]
    if (Array.isArray(value)) return value.flatMap(leavesOf)
    if (typeof value === 'object') return Object.values(value).flatMap(leavesOf)
    return [
      String(typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value)
        .toLowerCase()
        .replaceAll(/[\s_*x×-]+/g, '')
    ]
  }

  it('never loses what is filled in', () => {
    fc.assert(
      fc.property(fc.constantFrom(...capabilities), any, (capability, values) => {
        const { values: fitted, left } = fitValues(capability, values)
        expect([...leavesOf(fitted), ...left.flatMap(({ value }) => leavesOf(value))].toSorted()).toEqual([...leavesOf(values)].toSorted())
      }),
      { numRuns: 1500 }
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.constantFrom(...capabilities), any, (capability, values) => {
        const once = fitValues(capability, values).values
        expect(fitValues(capability, once)).toEqual({ values: once, mended: [], left: [] })
      }),
      { numRuns: 1500 }
    )
  })

  it('leaves what was typed for the same contract alone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...capabilities).chain((capability) => fc.tuple(fc.constant(capability), validFor(capability.inputSchema))),
        ([capability, values]) => {
          const { imageUrl: _, ...shown } = values as Values
          expect(fitValues(capability, shown)).toEqual({ values: shown, mended: [], left: [] })
        }
      ),
      { numRuns: 800 }
    )
  })
})
