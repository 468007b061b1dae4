import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deployment } from '../../electron/practice/capabilities/deployment.ts'
import { jsonSchemaProblems } from '../../electron/practice/json-schema-problems.ts'
import { priceOf } from '../../electron/practice/price.ts'
import type { JsonSchema } from '../../shared/json-schema.ts'
import { ask, practise, submit } from './practice-client.ts'

/** Values that keep every rule of a schema. */
function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object': {
      const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, valid(property)]))
      return fc.record(properties, { requiredKeys: [...(schema.required ?? [])] })
    }
    case 'array':
      return fc.array(valid(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: schema.maxItems ?? 5 })
    case 'string':
      if (schema.format === 'uri') return fc.webUrl({ validSchemes: ['https'] })
      return fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 50, 60) })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 5 })
    case 'number':
      if (schema.multipleOf === 1) return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 5 })
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 5, noNaN: true })
    default:
      return fc.boolean()
  }
}

/** For each rule of a field: a value that breaks just that one. */
function broken(schema: JsonSchema): [rule: string, value: unknown][] {
  const wrongType: [string, unknown] = ['type', schema.type === 'string' ? 5 : 'text']
  const rules: [string, unknown][] = [wrongType, ['type', null], ['type', {}]]
  if (schema.enum !== undefined) rules.push(['enum', typeof schema.enum[0] === 'string' ? 'none of them' : 3])
  if (schema.minLength !== undefined && schema.minLength > 0) rules.push(['minLength', ''])
  if (schema.maxLength !== undefined && schema.format === undefined) rules.push(['maxLength', 'x'.repeat(schema.maxLength + 1)])
  if (schema.maxLength !== undefined && schema.format === 'uri')
    rules.push(['maxLength', `https://example.org/${'x'.repeat(schema.maxLength)}`])
  if (schema.format === 'uri') rules.push(['format', 'not a url'], ['format', 'javascript:alert(1)'])
  if (schema.minimum !== undefined) rules.push(['minimum', schema.minimum - 1])
  if (schema.maximum !== undefined) rules.push(['maximum', schema.maximum + 1])
  if (schema.type === 'integer' || schema.multipleOf === 1) rules.push(['whole number', (schema.minimum ?? 1) + 0.5])
  if (schema.items !== undefined) {
    rules.push(
      ['minItems', []],
      ['maxItems', Array.from({ length: (schema.maxItems ?? 0) + 1 }, () => 'https://example.org/a.png')],
      ['items', [7]]
    )
  }
  return rules
}

describe('the contract that the service hands out', () => {
  it('takes every body that fits it, and refuses each rule broken by itself', async () => {
    const service = await practise({ startingCredits: 1_000_000 })
    const { body } = await ask(service, 'GET', '/api/v1/openapi.json')
    const paths = body['paths'] as Record<string, { post?: { requestBody: { content: Record<string, { schema: JsonSchema }> } } }>
    for (const id of deployment.keys()) {
      const schema = paths[`/api/v1/${id}/submit`]?.post?.requestBody.content['application/json']?.schema ?? {}
      // More files together than three are refused by a rule that JSON Schema cannot say.
      const bodies = fc.sample(valid(schema) as fc.Arbitrary<Record<string, unknown>>, { numRuns: 12, seed: 7 }).map((one) => {
        const { imageUrl, ...rest } = one
        return 'imageUrls' in one || imageUrl === undefined ? rest : one
      })
      for (const one of bodies) {
        const seen = await submit(service, id, one)
        expect(seen.body, `${id} ${JSON.stringify(one)}`).toMatchObject({ success: true })
      }
      const good = bodies[0] ?? {}
      for (const [field, property] of Object.entries(schema.properties ?? {}))
        for (const [rule, value] of broken(property)) {
          const seen = await submit(service, id, { ...good, [field]: value })
          expect(seen.body['errorType'], `${id}.${field} breaks ${rule}`).toBe('VALIDATION_ERROR')
          expect((seen.body['details'] as { field: string }[])[0]?.field).toMatch(new RegExp(`^${field}(\\[\\d\\])?$`))
        }
      for (const field of schema.required ?? []) {
        const { [field]: _, ...rest } = good
        const seen = await submit(service, id, rest)
        expect(seen.body['details']).toEqual([{ field, message: 'is required' }])
      }
    }
  })

  it('carries the hints of every capability', async () => {
    const service = await practise()
    const { body } = await ask(service, 'GET', '/api/v1/openapi.json')
    const paths = body['paths'] as Record<string, { post: Record<string, unknown> }>
    for (const definition of deployment.values()) {
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

  it('is judged as zod judges it', () => {
    for (const definition of deployment.values()) {
      const judge = z.fromJSONSchema(JSON.parse(JSON.stringify(definition.inputSchema)))
      const properties = definition.inputSchema.properties ?? {}
      const oneOf = (property: JsonSchema): fc.Arbitrary<unknown> =>
        fc.oneof(valid(property), fc.constantFrom(...broken(property).map(([, value]) => value)))
      const some = fc.record(Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, oneOf(property)])), {
        requiredKeys: []
      })
      fc.assert(
        fc.property(some, (body) => {
          // Only http addresses are of use here, which JSON Schema has no word for.
          fc.pre(!JSON.stringify(body).includes('javascript:'))
          expect(jsonSchemaProblems(definition.inputSchema, body).length === 0, JSON.stringify(body)).toBe(judge.safeParse(body).success)
        }),
        { numRuns: 60, seed: 11 }
      )
    }
  })

  it('has the fields and limits of spec section 2.5', () => {
    const standard = deployment.get('imgmodel-image-generator')?.inputSchema.properties ?? {}
    const version3 = deployment.get('imgmodel-3-0-image-generator')?.inputSchema.properties ?? {}
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

  it('counts characters as people do', () => {
    const schema: JsonSchema = { type: 'string', maxLength: 3 }
    expect(jsonSchemaProblems(schema, '🏺🏺🏺')).toEqual([])
    expect(jsonSchemaProblems(schema, '🏺🏺🏺🏺')).toHaveLength(1)
  })

  it('uses no word that nobody checks', () => {
    expect(() => jsonSchemaProblems({ type: 'string', pattern: '^a' }, 'b')).toThrow('pattern')
    expect(() => jsonSchemaProblems({}, 'b')).toThrow('type')
  })
})

describe('the price', () => {
  it.each([
    ['imgmodel-image-generator', {}, 5],
    ['imgmodel-image-generator', { imageNum: '6', imageUrls: ['a', 'b', 'c'] }, 30],
    ['imgmodel-3-0-image-generator', {}, 10],
    ['imgmodel-3-0-image-generator', { imageNum: '3', imageUrl: 'a' }, 31],
    ['imgmodel-3-0-image-generator', { imageUrls: ['a', 'b', 'c'] }, 13],
    ['face-swap', {}, 1],
    ['text-to-video', { duration: 5 }, 20],
    ['video-upscaler', {}, 12],
    ['video-upscaler', { scale: 4 }, 24]
  ])('of %s with %j is %i', (id, body, credits) => {
    const definition = deployment.get(id)
    expect(definition && priceOf(definition, body)).toBe(credits)
  })
})
