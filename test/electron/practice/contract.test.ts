import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { jsonSchemaErrors } from '../../../electron/practice/json-schema-errors.ts'
import { priceInCredits } from '../../../electron/practice/price.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import { schemaErrorsOf } from '../../../shared/form/fields/schema-errors.ts'
import { sendRequest, openTestService, submitPracticeTask } from '../../practice-service/practice-client.ts'
import { invalidBodies, invalidValues, validValueArbitrary } from './schema-values.ts'

/** Returns a copy of the schema without defaults. Unlike JSON Schema, zod replaces missing values with defaults. */
function withoutDefaults(schema: JsonSchema): unknown {
  return JSON.parse(JSON.stringify(schema, (word, part: unknown) => (word === 'default' ? undefined : part)))
}

/** Property schemas. `anyObjectSchema` combines them with keywords that make fields depend on each other. */
const anyProperty = fc.constantFrom<JsonSchema>(
  { type: 'string', minLength: 1, maxLength: 2 },
  { type: ['integer', 'null'], minimum: 0 },
  { type: 'number', multipleOf: 0.5, exclusiveMaximum: 2 },
  { type: 'boolean' },
  { const: 'a' },
  { type: 'string', enum: ['a', 'b'] },
  { type: 'string', pattern: '^a' },
  { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2, uniqueItems: true }
)
const anyName = fc.constantFrom('a', 'b', 'c')
const anyFields = fc.record(
  { properties: fc.dictionary(anyName, anyProperty), required: fc.uniqueArray(anyName, { maxLength: 2 }) },
  { requiredKeys: [] }
)
const anyObjectSchema: fc.Arbitrary<JsonSchema> = fc
  .record(
    {
      properties: fc.dictionary(
        anyName,
        fc.oneof(
          anyProperty,
          anyFields.map((fields) => ({ type: 'object', ...fields }))
        )
      ),
      required: fc.uniqueArray(anyName, { maxLength: 1 }),
      additionalProperties: fc.boolean(),
      dependentRequired: fc.dictionary(anyName, fc.uniqueArray(anyName, { maxLength: 2 }), { maxKeys: 1 }),
      if: anyFields,
      then: anyFields,
      else: anyFields,
      not: fc.record({ required: fc.uniqueArray(anyName, { minLength: 1, maxLength: 2 }) }),
      oneOf: fc.array(anyFields, { minLength: 1, maxLength: 3 }),
      anyOf: fc.array(anyFields, { minLength: 1, maxLength: 3 }),
      allOf: fc.array(anyFields, { maxLength: 2 })
    },
    { requiredKeys: [] }
  )
  .map((schema) => ({ type: 'object', ...schema }))
const anyScalar = fc.constantFrom<unknown>('', 'a', 'b', 'ab', 'abc', null, true, 0, 1, -1, 0.5, 0.3, 2, [], [1], [1, 1], ['a'])
const anyObject = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.oneof(anyScalar, fc.dictionary(anyName, anyScalar)))

describe('the practice service’s contract', () => {
  it('has a unit for each duration', () => {
    const durations = [...deployedCapabilities.values()].flatMap(({ inputSchema }): readonly JsonSchema[] => {
      const duration = inputSchema.properties?.['duration']
      return duration === undefined ? [] : [duration]
    })
    expect(durations.length).toBeGreaterThan(5)
    expect(durations.filter((duration) => duration['x-unit'] === undefined && duration.enum === undefined)).toEqual([])
  })

  it('has unique titles for the fields of each form or card', () => {
    const titlesIn = ({ properties = {} }: JsonSchema) => Object.values(properties).map((property) => property.title)
    const cardsIn = (schema: JsonSchema): readonly JsonSchema[] => [
      schema,
      ...[...Object.values(schema.properties ?? {}), ...(schema.items === undefined ? [] : [schema.items])].flatMap(cardsIn)
    ]
    const cards = [...deployedCapabilities.values()].flatMap(({ id, inputSchema }) =>
      cardsIn(inputSchema).map((card) => ({ id, titles: titlesIn(card) }))
    )
    expect(cards.length).toBeGreaterThan(100)
    expect(cards.filter(({ titles }) => new Set(titles).size < titles.length)).toEqual([])
  })

  it('accepts every valid body, and rejects each violated rule with the invalid field', async () => {
    const service = await openTestService({ startingCredits: 1_000_000 })
    let refused = 0
    for (const { id, inputSchema } of deployedCapabilities.values()) {
      // Removes `imageUrl` if `imageUrls` is present. The service limits the total number of files, which JSON Schema can't express.
      const bodies = fc
        .sample(validValueArbitrary(inputSchema) as fc.Arbitrary<Record<string, unknown>>, { numRuns: 6, seed: 7 })
        .map((one) => {
          const { imageUrl, ...rest } = one
          return 'imageUrls' in one ? rest : { ...rest, ...(imageUrl !== undefined && { imageUrl }) }
        })
      for (const one of bodies) {
        const testResponse = await submitPracticeTask(service, id, one)
        expect(testResponse.body, `${id} ${JSON.stringify(one)}`).toMatchObject({ success: true })
      }
      const good = bodies[0] ?? {}
      for (const [rule, one] of invalidBodies(inputSchema, good)) {
        const testResponse = await submitPracticeTask(service, id, one)
        if (testResponse.body['success'] === true) continue
        refused += 1
        expect(testResponse.body['errorType'], `${id} breaks ${rule}`).toBe('VALIDATION_ERROR')
        const field = (testResponse.body['details'] as { field: string }[])[0]?.field ?? ''
        const [name] = rule.split(': ')
        if (rule.includes(': ')) expect([name, 'mode'], `${id} breaks ${rule}`).toContain(field.split(/[.[]/)[0])
      }
    }
    expect(refused).toBeGreaterThan(1000)
  })

  it.each(['imgmodel-image-generator', 'imgmodel-3-0-image-generator', 'face-swap', 'text-to-video', 'glaze-effect'])(
    'rejects each violated rule of %s separately',
    async (id) => {
      const service = await openTestService({ startingCredits: 1_000_000 })
      const schema = deployedCapabilities.get(id)?.inputSchema ?? {}
      const [good = {}] = fc.sample(validValueArbitrary(schema) as fc.Arbitrary<Record<string, unknown>>, { numRuns: 1, seed: 7 })
      const { imageUrl: _one, ...others } = good
      const body = 'imageUrls' in good ? others : good
      for (const [field, property] of Object.entries(schema.properties ?? {})) {
        const ofItems =
          property.items === undefined
            ? []
            : [...invalidValues(property.items).map(([rule, item]) => [rule, [item]] as const), ['minItems', []] as const]
        for (const [rule, value] of [...invalidValues(property), ...ofItems]) {
          const testResponse = await submitPracticeTask(service, id, { ...body, [field]: value })
          expect(testResponse.body['errorType'], `${id}.${field} breaks ${rule}`).toBe('VALIDATION_ERROR')
          expect((testResponse.body['details'] as { field: string }[])[0]?.field).toMatch(new RegExp(`^${field}(\\[\\d\\])?$`))
        }
      }
      for (const field of schema.required ?? []) {
        const { [field]: _, ...rest } = good
        const testResponse = await submitPracticeTask(service, id, rest)
        expect(testResponse.body['details']).toEqual([{ field, message: 'is required' }])
      }
    }
  )

  it('has the extensions of every capability', async () => {
    const service = await openTestService()
    const { body } = await sendRequest(service, 'GET', '/api/v1/openapi.json')
    const paths = body['paths'] as Record<string, { post: Record<string, unknown> }>
    for (const definition of deployedCapabilities.values()) {
      expect(paths[`/api/v1/${definition.id}/submit`]?.post).toMatchObject({
        'x-capability': definition.id,
        'x-category': definition.category,
        'x-output': definition.output,
        'x-result-field': definition.resultField,
        'x-pricing': definition.pricing
      })
    }
    expect(JSON.stringify(paths['/api/v1/imgmodel-3-0-image-generator/submit'])).toContain('"minShortEdge":384')
  })

  it('is validated like by Zod, for the keywords that Zod supports', () => {
    // Skips schemas with conditions between fields or with unique items, because zod ignores these keywords.
    const isRead = (schema: JsonSchema): boolean => !/"(?:if|not|dependentRequired|uniqueItems)":/.test(JSON.stringify(schema))
    const read = [...deployedCapabilities.values()].filter(({ inputSchema }) => isRead(inputSchema))
    expect(read.length).toBeGreaterThan(35)
    for (const { id, inputSchema } of read) {
      const judge = z.fromJSONSchema(withoutDefaults(inputSchema) as Parameters<typeof z.fromJSONSchema>[0])
      fc.assert(
        fc.property(validValueArbitrary(inputSchema), fc.nat(), (body, turn) => {
          const ways = invalidBodies(inputSchema, body)
          const [rule, broken] = ways[turn % ways.length] ?? ['none', body]
          // Skips bodies for which the two validators differ on purpose. The service accepts only http and https URLs. JSON Schema can't
          // express this. zod measures strings in UTF-16 code units, the service in characters.
          fc.pre(!/javascript:|🏺/.test(JSON.stringify(broken)))
          for (const one of [body, broken])
            expect(jsonSchemaErrors(inputSchema, one).length === 0, `${id} ${rule} ${JSON.stringify(one)}`).toBe(
              judge.safeParse(one).success
            )
        }),
        { numRuns: 40, seed: 11 }
      )
    }
  })

  it('is validated by the form like by the service, for any schema', () => {
    fc.assert(
      fc.property(anyObjectSchema, anyObject, (schema, value) => {
        expect(schemaErrorsOf(value, schema).length === 0, JSON.stringify([schema, value])).toBe(
          jsonSchemaErrors(schema, value).length === 0
        )
      }),
      { numRuns: 4000 }
    )
  })

  it('defines shared schemas once, and references them', async () => {
    const service = await openTestService()
    const { body } = await sendRequest(service, 'GET', '/api/v1/openapi.json')
    const text = JSON.stringify(body)
    for (const name of ['CameraMove', 'VoiceSettings', 'Language', 'Colour', 'NullableSeed']) {
      expect(text.split(`"$ref":"#/components/schemas/${name}"`).length, name).toBeGreaterThan(2)
      expect(body).toHaveProperty(['components', 'schemas', name])
    }
  })

  it('has the fields and limits of the specification’s section 2.5', () => {
    const standard = deployedCapabilities.get('imgmodel-image-generator')?.inputSchema.properties ?? {}
    const version3 = deployedCapabilities.get('imgmodel-3-0-image-generator')?.inputSchema.properties ?? {}
    expect(Object.keys(standard)).toEqual(['prompt', 'imageUrl', 'imageUrls', 'negativePrompt', 'size', 'imageNum', 'promptExtend'])
    expect(Object.keys(version3)).toEqual([
      'prompt',
      'imageUrl',
      'imageUrls',
      'negativePrompt',
      'size',
      'imageNum',
      'promptExtend',
      'promptExtendMode',
      'enableThinking',
      'seed'
    ])
    expect([standard['prompt']?.maxLength, version3['prompt']?.maxLength]).toEqual([800, 3000])
    expect([standard['negativePrompt']?.maxLength, version3['negativePrompt']?.maxLength]).toEqual([500, 600])
    expect([standard['size']?.enum?.length, version3['size']?.enum?.length]).toEqual([16, 14])
    expect([standard['size']?.default, version3['size']?.default]).toEqual(['1024*1024', undefined])
    expect([version3['seed']?.minimum, version3['seed']?.maximum]).toEqual([0, 2_147_483_647])
  })

  it('counts characters, not UTF-16 code units', () => {
    const schema: JsonSchema = { type: 'string', maxLength: 3 }
    expect(jsonSchemaErrors(schema, '🏺🏺🏺')).toEqual([])
    expect(jsonSchemaErrors(schema, '🏺🏺🏺🏺')).toHaveLength(1)
  })

  it('uses no unchecked keyword', () => {
    expect(() => jsonSchemaErrors({ type: 'string', contentEncoding: 'base64' }, 'b')).toThrow('contentEncoding')
    expect(() => jsonSchemaErrors({}, 'b')).toThrow('type')
  })
})

describe('a task’s price', () => {
  it.each([
    ['imgmodel-image-generator', {}, 5],
    ['imgmodel-image-generator', { imageNum: '6', imageUrls: ['a', 'b', 'c'] }, 30],
    ['imgmodel-3-0-image-generator', {}, 10],
    ['imgmodel-3-0-image-generator', { imageNum: '3', imageUrl: 'a' }, 31],
    ['imgmodel-3-0-image-generator', { imageUrls: ['a', 'b', 'c'] }, 13],
    ['face-swap', {}, 1],
    ['text-to-video', { duration: 5 }, 20],
    ['video-upscaler', {}, 12],
    ['video-upscaler', { scale: 4 }, 24],
    ['image-to-video', { duration: 6, resolution: '1080p' }, 60],
    ['lip-sync', { mode: 'text' }, 14],
    ['image-to-video', { duration: 3, resolution: '480p', loop: true }, 10],
    ['image-to-video', { duration: 2, resolution: '480p' }, 8],
    ['text-to-video-pro', { mode: 'shots', shots: [{ duration: 2 }, { duration: 3 }], resolution: '1080p' }, 80],
    ['sketch-to-image', { size: '1536*1024', numImages: 3 }, 12],
    ['voice-cloning', { text: '   ' }, 4],
    ['audio-extender', { duration: 25 }, 4],
    ['text-to-3d', { textured: true, textureSize: 4096 }, 40],
    ['dialogue-maker', { lines: [{ text: 'a' }, { text: 'b'.repeat(101) }] }, 5]
  ])('for %s with %j is %i', (id, body, credits) => {
    const definition = deployedCapabilities.get(id)
    expect(definition && priceInCredits(definition, body)).toBe(credits)
  })
})
