import { describe, expect, it } from 'vitest'
import { jsonTemplate } from '../../../renderer/fields/json-template.ts'
import { newLineIndentation } from '../../../renderer/fields/json-text.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'

describe('the initial JSON', () => {
  it.each<[JsonSchema, unknown]>([
    [{}, undefined],
    [{ type: 'object', examples: [{ a: 1 }], default: { a: 2 } }, { a: 1 }],
    [{ type: 'array', items: { type: 'array', items: { type: 'number', minimum: 0.5 }, minItems: 2 } }, [[0.5, 0.5]]],
    [{ type: 'array' }, []],
    [
      {
        type: 'object',
        required: ['kind', 'on'],
        properties: { kind: { enum: ['a', 'b'] }, on: { type: 'boolean' }, note: { type: 'string' } }
      },
      { kind: 'a', on: false }
    ],
    [{ type: 'object', properties: { note: { type: 'string' }, mystery: {} } }, { note: '' }],
    [{ oneOf: [{ type: 'object', properties: { by: { const: 'mask' } } }, { type: 'string' }] }, { by: 'mask' }]
  ])('for the schema %j is %j', (schema, skeleton) => {
    expect(jsonTemplate(schema)).toEqual(skeleton)
  })
})

describe('a new line', () => {
  it.each([
    ['{', '  '],
    ['{\n  "a": [', '    '],
    ['{\n  "a": 1,', '  '],
    ['', '']
  ])('after %j is indented by %j', (before, indent) => {
    expect(newLineIndentation(before, before.length)).toBe(indent)
  })
})
