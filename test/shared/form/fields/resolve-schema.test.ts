import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Capability } from '../../../../shared/form/capability.ts'
import { checkValues, fieldsOf, modesOf, requestBodyOf, valueNamed, withValueNamed } from '../../../../shared/form/fields.ts'
import type { JsonSchema } from '../../../../shared/form/json-schema.ts'
import type { Values } from '../../../../shared/form/values.ts'
import { problemText } from '../../../../shared/phrases/problem-phrases.ts'

function madeOf(inputSchema: JsonSchema): Capability {
  return {
    id: 'some-capability',
    title: 'Some capability',
    purpose: '',
    category: 'video',
    output: 'video',
    resultField: 'videoUrl',
    inputSchema: { type: 'object', ...(inputSchema.oneOf === undefined && { additionalProperties: false }), ...inputSchema },
    pricing: { kind: 'unknown' }
  }
}
const names = (capability: Capability, values: Values): readonly string[] => fieldsOf(capability, values).map((field) => field.name)
const messages = (capability: Capability, values: Values): readonly string[] =>
  checkValues(capability, values, () => null).map((problem) => `${problem.field}: ${problemText(problem)}`)
const body = (capability: Capability, values: Values): unknown => requestBodyOf(capability, values, () => 'https://storage.example/1')

describe('a field that depends on another', () => {
  const lit = madeOf({
    properties: { light: { enum: ['day', 'own'] }, lightWords: { type: 'string', maxLength: 9 } },
    if: { properties: { light: { const: 'own' } }, required: ['light'] },
    then: { required: ['lightWords'] },
    else: { properties: { lightWords: { not: {} } } }
  })

  it('appears and disappears with if, then and else', () => {
    expect(names(lit, {})).toEqual(['light'])
    expect(names(lit, { light: 'own' })).toEqual(['lightWords', 'light'])
    expect(messages(lit, { light: 'own' })).toEqual(['lightWords: Fill in “Light words”.'])
  })

  it('is sent and checked only while it is shown', () => {
    expect(body(lit, { light: 'own', lightWords: 'candles' })).toEqual({ light: 'own', lightWords: 'candles' })
    expect(body(lit, { light: 'day', lightWords: 'candles' })).toEqual({ light: 'day' })
    expect(messages(lit, { light: 'day', lightWords: 'much too long for it' })).toEqual([])
  })

  it('is required by another field with dependentRequired', () => {
    const looped = madeOf({
      properties: { lastFrame: { type: 'string' }, firstFrame: { type: 'string' } },
      dependentRequired: { lastFrame: ['firstFrame'] }
    })
    expect(messages(looped, {})).toEqual([])
    expect(messages(looped, { lastFrame: 'a' })).toEqual(['firstFrame: Fill in “First frame”.'])
  })

  it('can depend on several conditions in allOf', () => {
    const twice = madeOf({
      properties: { a: { type: 'boolean' }, b: { type: 'string' }, c: { type: 'string' } },
      allOf: [
        { if: { properties: { a: { const: true } }, required: ['a'] }, then: { required: ['b'] } },
        { if: { required: ['b'] }, then: { required: ['c'] } }
      ]
    })
    expect(messages(twice, { a: true })).toEqual(['b: Fill in “B”.'])
    expect(messages(twice, { a: true, b: 'x' })).toEqual(['c: Fill in “C”.'])
  })
})

describe('a contract with alternative bodies', () => {
  const bodies = madeOf({
    oneOf: [
      {
        title: 'From words',
        type: 'object',
        properties: { mode: { const: 'text' }, prompt: { type: 'string', maxLength: 5 } },
        required: ['mode', 'prompt']
      },
      {
        title: 'From a picture',
        type: 'object',
        properties: { mode: { const: 'image' }, imageUrl: { type: 'string', format: 'uri' }, prompt: { type: 'string' } },
        required: ['mode', 'imageUrl']
      }
    ]
  })

  it('is shown as modes', () => {
    expect(modesOf(bodies).map(({ label, fields, sets }) => ({ label, fields, sets }))).toEqual([
      { label: 'From words', fields: ['prompt'], sets: { mode: 'text' } },
      { label: 'From a picture', fields: ['prompt', 'imageUrl'], sets: { mode: 'image' } }
    ])
  })

  it('has mode IDs that do not depend on the order of the alternatives', () => {
    const [first, second] = bodies.inputSchema.oneOf ?? []
    const idsOf = (...forms: readonly unknown[]): readonly string[] => modesOf(madeOf({ oneOf: forms as JsonSchema[] })).map(({ id }) => id)
    expect(idsOf(first, second)).toEqual(['text', 'image'])
    expect(idsOf(second, first)).toEqual(['image', 'text'])
    // Options with the same title are distinguished by a number.
    const same = { title: 'Form', properties: { a: {} } }
    expect(idsOf(same, { ...same, properties: { b: {} } })).toEqual(['Form 1', 'Form 2'])
  })

  it('sends the mode’s value and only the mode’s fields', () => {
    const values: Values = { prompt: 'a vase', imageUrl: 'https://x.example/1.png' }
    expect(body(bodies, { ...values, mode: 'image' })).toEqual({ mode: 'image', ...values })
    expect(body(bodies, { prompt: 'vase' })).toEqual({ mode: 'text', prompt: 'vase' })
    expect(checkValues(bodies, values, () => null, 'image')).toEqual([])
    expect(checkValues(bodies, values, () => null, 'text')).toMatchObject([{ field: 'prompt' }])
  })

  it('detects a mode without a value by the filled fields', () => {
    const open = madeOf({
      oneOf: [
        { properties: { text: { type: 'string' } }, required: ['text'] },
        { properties: { audioUrl: { type: 'string' } }, required: ['audioUrl'] }
      ]
    })
    expect(modesOf(open).map((mode) => mode.label)).toEqual(['Text', 'Audio'])
    expect(messages(open, { audioUrl: 'https://x.example/1.mp3' })).toEqual([])
    expect(checkValues(open, {}, () => null, 'Audio')).toMatchObject([{ field: 'audioUrl' }])
  })
})

describe('groups and lists', () => {
  const camera: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    properties: { pan: { type: 'number', minimum: -10, maximum: 10 }, note: { type: 'string' } },
    required: ['pan']
  }
  const nested = madeOf({
    properties: {
      camera,
      shots: { type: 'array', items: camera, maxItems: 2 },
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true }
    }
  })

  it('are checked only if something in them is filled in', () => {
    expect(messages(nested, {})).toEqual([])
    expect(messages(nested, { camera: { note: '' } })).toEqual([])
    expect(messages(nested, { camera: { note: 'slow' } })).toEqual(['camera›pan: Camera: Fill in “Pan”.'])
    expect(messages(nested, { shots: [{ pan: 1 }, { pan: 11 }] })).toEqual(['shots›1›pan: Shots 2: “Pan” can’t be above 10.'])
  })

  it('have problems that concern the whole value', () => {
    expect(messages(nested, { tags: ['a', 'a'] })).toEqual(['tags: “Tags” can’t contain the same item twice.'])
    expect(messages(nested, { shots: [{ pan: 1 }, { pan: 1 }, { pan: 1 }] })).toEqual(['shots: “Shots” can have at most 2 items.'])
  })

  it('are sent without empty values', () => {
    const values: Values = { camera: { pan: 0, note: ' ' }, shots: [{ pan: 1 }, null, { note: '' }], tags: ['a', null, ''] }
    expect(body(nested, values)).toEqual({ camera: { pan: 0 }, shots: [{ pan: 1 }], tags: ['a'] })
  })

  it('can contain alternative forms', () => {
    const pointer = madeOf({
      properties: {
        target: {
          oneOf: [
            { type: 'object', title: 'A point', properties: { by: { const: 'point' }, x: { type: 'integer' } }, required: ['by', 'x'] },
            { type: 'object', title: 'Words', properties: { by: { const: 'words' }, words: { type: 'string' } }, required: ['by', 'words'] }
          ]
        }
      }
    })
    expect(fieldsOf(pointer, {})).toMatchObject([{ kind: 'group' }])
    expect(messages(pointer, { target: { by: 'words' } })).toEqual(['target›words: Target: Fill in “Words”.'])
    expect(body(pointer, { target: { by: 'words', words: 'the cat', x: 3 } })).toEqual({ target: { by: 'words', words: 'the cat' } })
  })
})

describe('the name of an inner field', () => {
  it('identifies its value for reading and writing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', '0', '1'), { minLength: 1, maxLength: 4 }), fc.integer(), (steps, value) => {
        const name = ['top', ...steps].join('›')
        expect(valueNamed(withValueNamed({ kept: 1 }, name, value), name)).toBe(value)
        expect(withValueNamed({ kept: 1 }, name, value)).toHaveProperty('kept', 1)
      })
    )
  })
})
