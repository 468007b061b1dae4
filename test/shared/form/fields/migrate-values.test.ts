import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deployedCapabilities } from '../../../../electron/practice/capabilities/deployed-capabilities.ts'
import type { Capability } from '../../../../shared/form/capability.ts'
import { checkValues, migrateValues } from '../../../../shared/form/fields.ts'
import type { UnmappedReason, ValueChange } from '../../../../shared/form/fields/value-change.ts'
import type { JsonSchema } from '../../../../shared/form/json-schema.ts'
import type { Value, Values } from '../../../../shared/form/values.ts'
import { isMediaReference } from '../../../../shared/form/values.ts'
import { validValueArbitrary } from '../../../electron/practice/schema-values.ts'

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
  it('stay unchanged if they can be typed in the field, valid or not', () => {
    const now = clip({ prompt: { ...text, maxLength: 3 }, look: { enum: ['ink', 'oil'] }, speed: { ...number, maximum: 2 } })
    const values = { prompt: 'too long', look: 'clay', speed: 9 }
    expect(migrateValues(now, values)).toEqual({ values, coerced: [], unmapped: [] })
    expect(checkValues(now, values, () => null).map(({ field }) => field)).toEqual(['prompt', 'look', 'speed'])
  })

  it('are unmapped under their former label if their field was removed', () => {
    const before = clip({ prompt: text, mood: { ...text, title: 'Frame of mind' } })
    expect(migrateValues(clip({ prompt: text }), { prompt: 'a vase', mood: 'calm', empty: '' }, before)).toEqual({
      values: { prompt: 'a vase' },
      coerced: [],
      unmapped: [{ name: 'mood', label: 'Frame of mind', path: [], value: 'calm', reason: { code: 'no-longer-accepted', params: {} } }]
    })
  })

  it.each<[string, JsonSchema, Value, Value, ValueChange]>([
    ['a number that is text now', text, 7, '7', { code: 'now-text', params: {} }],
    ['text that is a number now', number, ' 7.5 ', 7.5, { code: 'now-number', params: {} }],
    ['text that is a seed now', { type: 'integer', 'x-kind': 'seed' }, '42', 42, { code: 'now-number', params: {} }],
    ['a switch that was text', { type: 'boolean' }, 'True', true, { code: 'now-switch', params: {} }],
    ['a count that is text now', { enum: ['1', '2', '3'] }, 2, '2', { code: 'now-of-type', params: { type: 'text' } }],
    [
      'a choice in different spelling',
      { enum: ['oil_paint', 'ink'] },
      'Oil paint',
      'oil_paint',
      { code: 'now-written', params: { value: 'oil_paint' } }
    ],
    [
      'a size with another separator',
      { enum: ['512x512', '1024x768'] },
      '1024*768',
      '1024x768',
      { code: 'now-written', params: { value: '1024x768' } }
    ],
    ['one file for a list', pictures, vase, [vase], { code: 'now-list', params: {} }],
    ['a list of one for a single value', picture, [vase], vase, { code: 'no-longer-list', params: {} }],
    ['a text for a list of texts', { type: 'array', items: text }, 'calm', ['calm'], { code: 'now-list', params: {} }]
  ])('are adjusted: %s', (_what, schema, value, migrated, change) => {
    const fitted = migrateValues(clip({ item: schema }), { item: value })
    expect(fitted).toEqual({ values: { item: migrated }, coerced: [{ name: 'item', label: 'Item', change }], unmapped: [] })
  })

  it.each<[string, JsonSchema, Value, UnmappedReason]>([
    ['a file in a text field', text, vase, { code: 'other-kind', params: { kind: 'text' } }],
    ['a word in a switch', { type: 'boolean' }, 'high', { code: 'other-kind', params: { kind: 'switch' } }],
    ['a list of several values in a text field', text, ['a', 'b'], { code: 'other-kind', params: { kind: 'text' } }],
    ['a text in a group', { type: 'object', properties: { name: text } }, 'calm', { code: 'other-kind', params: { kind: 'group' } }],
    ['a number in a file field', picture, 7, { code: 'other-kind', params: { kind: 'file' } }]
  ])('are unmapped: %s', (_what, schema, value, reason) => {
    expect(migrateValues(clip({ item: schema }), { item: value })).toEqual({
      values: {},
      coerced: [],
      unmapped: [{ name: 'item', label: 'Item', path: [], value, reason }]
    })
  })

  it('are unmapped if there are more files than the field accepts', () => {
    expect(migrateValues(clip({ imageUrl: picture }), { imageUrl: [vase, 'https://a.example/a.png'] })).toEqual({
      values: { imageUrl: vase },
      coerced: [{ name: 'imageUrl', label: 'Image', change: { code: 'no-longer-list', params: {} } }],
      unmapped: [
        { name: 'imageUrl›1', label: 'Image', path: [1], value: 'https://a.example/a.png', reason: { code: 'only-one-value', params: {} } }
      ]
    })
  })

  it('follow a field only if its new name differs in spelling alone', () => {
    const fitted = migrateValues(clip({ aspect_ratio: { ...text, title: 'Aspect ratio' }, imageUrls: pictures }), {
      aspectRatio: '16:9',
      imageURL: vase,
      moodWord: 'calm'
    })
    expect(fitted.values).toEqual({ aspect_ratio: '16:9', imageUrls: [vase] })
    expect(fitted.coerced.map(({ label, change }) => [label, change])).toEqual([
      ['Aspect ratio', { code: 'renamed', params: { formerName: 'aspectRatio' } }],
      ['Image', { code: 'renamed', params: { formerName: 'imageURL' } }],
      ['Image', { code: 'now-list', params: {} }]
    ])
    expect(fitted.unmapped.map(({ name }) => name)).toEqual(['moodWord'])
    expect(migrateValues(clip({ mood: text }), { Mood: 'a', MOOD: 'b' }).unmapped).toHaveLength(2)
    expect(migrateValues(clip({ mood: text }), { mood: 'a', Mood: 'b' })).toMatchObject({
      values: { mood: 'a' },
      unmapped: [{ value: 'b' }]
    })
  })

  it('move into the list that replaces their field', () => {
    const now = clip({ imageUrl: picture, imageUrls: pictures })
    expect(migrateValues(now, { imageUrl: vase, imageUrls: ['https://a.example/a.png'] }).values).toEqual({
      imageUrls: [vase, 'https://a.example/a.png']
    })
  })

  it('are migrated inside groups and lists', () => {
    const pair: JsonSchema = { type: 'object', additionalProperties: false, properties: { faceUrl: picture, strength: number } }
    const now = clip({ subject: pair, pairs: { type: 'array', items: pair } })
    const fitted = migrateValues(now, {
      subject: { faceUrl: vase, mood: 'calm' },
      pairs: [{ strength: '2' }, { strength: 1, mood: 'wild' }]
    })
    expect(fitted.values).toEqual({ subject: { faceUrl: vase }, pairs: [{ strength: 2 }, { strength: 1 }] })
    expect(fitted.unmapped.map(({ name, label, path, value }) => [name, label, path, value])).toEqual([
      ['subject›mood', 'Subject', ['Mood'], 'calm'],
      ['pairs›1›mood', 'Pairs', [1, 'Mood'], 'wild']
    ])
  })

  it('move from an open contract’s JSON to new fields, and otherwise stay in it', () => {
    const rest = { mood: 'calm', other: 1 }
    const open = clip({ mood: text }, { additionalProperties: true })
    expect(migrateValues(open, { '*': rest }).values).toEqual({ mood: 'calm', '*': { other: 1 } })
    const closed = migrateValues(clip({ mood: text }), { '*': rest })
    expect(closed).toMatchObject({ values: { mood: 'calm' }, unmapped: [{ name: 'other', value: 1 }] })
    expect(migrateValues(clip({ mood: text }), { '*': '{ not json' }).unmapped).toMatchObject([
      { label: 'Other fields', value: '{ not json' }
    ])
  })

  it('are kept for fields that other fields hide', () => {
    const form = (mode: string, more: Properties): JsonSchema => ({ type: 'object', properties: { mode: { const: mode }, ...more } })
    const now: Capability = {
      ...clip({}),
      inputSchema: { type: 'object', oneOf: [form('text', { prompt: text }), form('image', { imageUrl: picture })] }
    }
    const values = { prompt: 'a vase', imageUrl: vase }
    expect(migrateValues(now, values)).toEqual({ values, coerced: [], unmapped: [] })
  })
})

describe('migrating values to any contract', () => {
  const capabilities = [...deployedCapabilities.values()] as readonly Capability[]
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
  const typed = fc.constantFrom(...capabilities).chain(({ inputSchema }) => validValueArbitrary(inputSchema) as fc.Arbitrary<Values>)
  const any = fc.tuple(typed, strangeValues).map(([one, other]) => ({ ...one, ...other }))

  /** Returns the values without their containers, with sizes and choices normalised. */
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

  it('never loses a value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...capabilities), any, (capability, values) => {
        const { values: fitted, unmapped } = migrateValues(capability, values)
        expect([...leavesOf(fitted), ...unmapped.flatMap(({ value }) => leavesOf(value))].toSorted()).toEqual(
          [...leavesOf(values)].toSorted()
        )
      }),
      { numRuns: 1500 }
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.constantFrom(...capabilities), any, (capability, values) => {
        const once = migrateValues(capability, values).values
        expect(migrateValues(capability, once)).toEqual({ values: once, coerced: [], unmapped: [] })
      }),
      { numRuns: 1500 }
    )
  })

  it('leaves values for the same contract unchanged', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom(...capabilities)
          .chain((capability) => fc.tuple(fc.constant(capability), validValueArbitrary(capability.inputSchema))),
        ([capability, values]) => {
          const { imageUrl: _, ...shown } = values as Values
          expect(migrateValues(capability, shown)).toEqual({ values: shown, coerced: [], unmapped: [] })
        }
      ),
      { numRuns: 800 }
    )
  })
})
