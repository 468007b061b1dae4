import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { matchesSchema } from '../../../../shared/form/fields/matches-schema.ts'
import { schemaErrorsOf } from '../../../../shared/form/fields/schema-errors.ts'
import type { JsonSchema } from '../../../../shared/form/json-schema.ts'

/** Schemas as in capability contracts, small enough that values often match. */
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ type: fc.constant('string'), minLength: fc.integer({ min: 0, max: 2 }), maxLength: fc.integer({ min: 2, max: 4 }) }),
    fc.record({
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.integer({ min: -3, max: 0 }),
      maximum: fc.integer({ min: 0, max: 3 })
    }),
    fc.constant<JsonSchema>({ type: 'number', exclusiveMinimum: 0, multipleOf: 2 }),
    fc.constantFrom<JsonSchema>({ type: 'boolean' }, { type: 'null' }, {}, { const: 'a' }, { type: ['string', 'null'] }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 1, true), { minLength: 1 }) }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.constantFrom(0, 1), maxItems: fc.constantFrom(1, 2) }),
    fc
      .record({ properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')), additionalProperties: fc.boolean() })
      .map(({ properties, additionalProperties }) => ({
        type: 'object',
        properties,
        additionalProperties,
        required: Object.keys(properties).slice(0, 1)
      })),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) })
  )
}))
const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>('a', 'b', '', 'abc', 'abcde', null, true, false),
    fc.integer({ min: -4, max: 4 }),
    fc.constantFrom(0.5, 1.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'))
  )
})).value

describe('schema errors', () => {
  it('are empty exactly if zod accepts the value', () => {
    let fitting = 0
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const isFitting = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).success
        if (isFitting) fitting += 1
        expect(schemaErrorsOf(value, schema).length === 0).toBe(isFitting)
        expect(matchesSchema(value, schema)).toBe(isFitting)
      }),
      { numRuns: 3000 }
    )
    expect(fitting).toBeGreaterThan(200)
  })

  it('are empty exactly if the value matches, for conditions, exclusions and dependent properties', () => {
    const object = fc.record(
      {
        properties: fc.dictionary(fc.constantFrom('a', 'b'), anySchema),
        required: fc.subarray(['a', 'b']),
        additionalProperties: fc.constantFrom<JsonSchema['additionalProperties']>(true, false, { type: 'string' }),
        unevaluatedProperties: fc.boolean(),
        patternProperties: fc.constant({ '^c': {} }),
        dependentRequired: fc.constant({ a: ['b'] }),
        dependentSchemas: fc.constant({ b: { properties: { c: { type: 'number' } } } }),
        if: fc.constant<JsonSchema>({ required: ['a'] }),
        then: anySchema,
        else: anySchema,
        not: fc.constantFrom<JsonSchema | boolean>({ required: ['c'] }, { type: 'null' }, { type: 'boolean' }, false, true),
        oneOf: fc.array(anySchema, { maxLength: 3 }),
        allOf: fc.array(anySchema, { maxLength: 2 }),
        items: anySchema,
        prefixItems: fc.array(anySchema, { maxLength: 1 }),
        uniqueItems: fc.boolean()
      },
      { requiredKeys: [] }
    ) as fc.Arbitrary<JsonSchema>
    let matching = 0
    fc.assert(
      fc.property(object, anyValue, (schema, value) => {
        const isMatch = matchesSchema(value, schema)
        if (isMatch) matching += 1
        expect(schemaErrorsOf(value, schema).length === 0).toBe(isMatch)
      }),
      { numRuns: 3000 }
    )
    expect(matching).toBeGreaterThan(100)
  })

  it('name the path of the invalid value', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { faces: { type: 'array', items: { type: 'object', properties: { box: { type: 'string' } } } } }
    }
    expect(schemaErrorsOf({ faces: [{ box: 'a' }, { box: 2 }] }, schema)).toEqual([
      { path: ['faces', 1, 'box'], rule: { code: 'wrong-type', params: { types: ['string'] } }, value: 2 }
    ])
  })

  it('describe what the closest alternative requires', () => {
    const schema: JsonSchema = {
      oneOf: [{ type: 'string' }, { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] }]
    }
    expect(schemaErrorsOf({ x: 'left' }, schema)).toEqual([
      { path: ['x'], rule: { code: 'wrong-type', params: { types: ['number'] } }, value: 'left' }
    ])
    expect(schemaErrorsOf(7, schema)).toEqual([{ path: [], rule: { code: 'no-variant', params: {} } }])
  })

  it('are returned without an exception for meaningless keywords', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('type', 'enum', 'minimum', 'pattern', 'items', 'required', 'properties', 'anyOf', 'multipleOf'),
          fc.jsonValue()
        ),
        fc.jsonValue(),
        (keywords, value) => {
          const schema = keywords as JsonSchema
          expect(schemaErrorsOf(value, schema).length === 0).toBe(matchesSchema(value, schema))
        }
      )
    )
  })
})
