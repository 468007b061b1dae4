import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinCapabilities, readCatalog, readOpenapi } from '../../../electron/contract/discovery.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { capabilityCategories } from '../../../shared/form/capability.ts'
import { checkValues, fieldsOf, modesOf } from '../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import { mediums } from '../../../shared/form/json-schema.ts'
import { estimateCredits } from '../../../shared/form/pricing.ts'
import { priceText } from '../../../shared/phrases/price-phrases.ts'

type Json = { readonly [name: string]: unknown }
const contract = (schemas: { readonly [id: string]: unknown }, operation: Json = {}): Json => ({
  openapi: '3.1.0',
  paths: Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [
      `/api/v1/${id}/submit`,
      { post: { ...operation, requestBody: { content: { 'application/json': { schema } } } } }
    ])
  )
})
function joined(catalog: unknown, openapi: unknown): readonly Capability[] {
  return joinCapabilities({ catalog: readCatalog(catalog), openapi: readOpenapi(openapi) })
}
const idsOf = (capabilities: readonly Capability[]): readonly string[] => capabilities.map((capability) => capability.id)
const object: JsonSchema = { type: 'object' }

describe('the list of capabilities', () => {
  it.each<[string, unknown, unknown, readonly string[]]>([
    ['is the fallback if nothing can be read', null, null, idsOf(fallbackCapabilities)],
    ['is the fallback if both documents are invalid', { a: 1 }, { paths: 7 }, idsOf(fallbackCapabilities)],
    ['comes from the contract if the catalog is missing', null, contract({ 'face-swap': object, speech: object }), ['face-swap', 'speech']],
    ['comes from the catalog if the contract is missing', ['face-swap', 'speech'], null, ['face-swap', 'speech']],
    [
      'comes from the catalog, in its order, if both exist',
      ['speech', 'face-swap'],
      contract({ 'face-swap': object, speech: object, off: object }),
      ['speech', 'face-swap']
    ],
    [
      'comes from both if the catalog is incomplete',
      ['speech', { id: 'has blanks', title: 'x' }],
      contract({ 'face-swap': object }),
      ['speech', 'face-swap']
    ],
    [
      'excludes capabilities that the catalog disables',
      [{ id: 'speech' }, { id: 'face-swap', enabled: false }],
      contract({ 'face-swap': object, speech: object }),
      ['speech']
    ]
  ])('%s', (_case, catalog, openapi, ids) => {
    expect(idsOf(joined(catalog, openapi))).toEqual(ids)
  })

  it('uses the identifier that the contract knows', () => {
    expect(idsOf(joined([{ id: '0199-aa', slug: 'speech' }], contract({ speech: object })))).toEqual(['speech'])
    expect(idsOf(joined([{ id: '0199-aa', slug: 'face-swap' }], null))).toEqual(['face-swap'])
  })
})

describe('a merged capability', () => {
  const told: JsonSchema = {
    type: 'object',
    properties: {
      prompt: { type: 'string', maxLength: 1200 },
      imageUrls: { type: 'array', items: { type: 'string' }, maxItems: 5 },
      promptExtend: { type: 'boolean', title: 'Prompt magic' },
      palette: { type: 'string', enum: ['warm', 'cold'] }
    },
    required: ['prompt']
  }
  const [generator] = joined(['imgmodel-image-generator'], contract({ 'imgmodel-image-generator': told }))

  it('has the contract’s fields, limits and defaults', () => {
    expect(fieldsOf(generator!)).toMatchObject([
      { name: 'prompt', maxLength: 1200 },
      { name: 'imageUrls', maxItems: 5, minItems: 0 },
      { name: 'promptExtend', default: null },
      { name: 'palette', kind: 'choice' }
    ])
  })

  it('has the fallback’s labels, media rules, modes and prices if the contract omits them', () => {
    expect(fieldsOf(generator!).map((field) => field.label)).toEqual(['Prompt', 'Images', 'Prompt magic', 'Palette'])
    expect(fieldsOf(generator!)[1]).toMatchObject({ rule: { maxBytes: 10 * 1024 * 1024, formats: expect.arrayContaining(['gif']) } })
    expect(modesOf(generator!)[1]?.fields).toEqual(['prompt', 'imageUrls', 'palette'])
    expect(generator).toMatchObject({ title: 'Image generator', category: 'image', output: 'image', resultField: 'imageUrl' })
    expect(estimateCredits(generator!, { imageNum: '2' }).credits).toBe(10)
  })

  it('has the contract’s media rule from the list or its items', () => {
    const rule = { medium: 'image', maxBytes: 5 }
    const imageUrls = { type: 'array', items: { type: 'string', 'x-media': rule } }
    const [other] = joined(null, contract({ 'imgmodel-image-generator': { type: 'object', properties: { imageUrls } } }))
    expect(fieldsOf(other!)[0]).toMatchObject({ rule: { maxBytes: 5 } })
    expect(fieldsOf(other!)[0]).not.toMatchObject({ rule: { formats: expect.anything() } })
  })

  it('has the service’s price, from pricing rules or a number', () => {
    const priceOf = (entry: Json): string => priceText(joined([entry], null)[0]!)
    expect(priceOf({ id: 'speech', credits: 3 })).toBe('3 credits')
    expect(priceOf({ id: 'speech', pricing: { credits: '4' } })).toBe('4 credits')
    expect(priceOf({ id: 'speech', pricing: { kind: 'flat', credits: 2 } })).toBe('2 credits')
    expect(priceOf({ id: 'speech', price: 'ask us' })).toBe('price not listed')
    expect(priceOf({ id: 'speech', price: -1 })).toBe('price not listed')
  })

  it('has no estimate from rules over undescribed fields, because an omitted field costs its default', () => {
    const perSecond = {
      kind: 'rules',
      terms: [
        { does: 'add', by: { kind: 'amount', field: 'duration', of: 'number', per: 1, amount: 5, startedCounts: false, whenUnset: 0 } }
      ],
      roundsUp: false,
      atLeast: 8
    }
    const entry = { id: 'film', pricing: perSecond }
    const film = (openapi: unknown): number | null => estimateCredits(joined([entry], openapi)[0]!, { prompt: 'a kiln' }).credits
    expect(film(null)).toBeNull()
    expect(film(contract({ film: { type: 'object', properties: { duration: { type: 'number', default: 5 } } } }))).toBe(25)
    const always = { kind: 'rules', terms: [{ does: 'add', by: { kind: 'fixed', amount: 6 } }], roundsUp: false, atLeast: 0 }
    expect(estimateCredits(joined([{ id: 'film', pricing: always }], null)[0]!, {}).credits).toBe(6)
    const [generatorWithFigure] = joined([{ id: 'imgmodel-image-generator', credits: 6 }], null)
    expect(estimateCredits(generatorWithFigure!, { imageNum: '3' }).credits).toBe(18)
  })
})

describe('an undocumented capability', () => {
  it.each<[string, Json, Partial<Capability>]>([
    ['is named by its identifier', { id: 'talking_photo' }, { title: 'Talking photo', pricing: { kind: 'unknown' } }],
    [
      'gets its output from its result field',
      { id: 'x', resultField: 'audioUrl' },
      { output: 'audio', category: 'audio', resultField: 'audioUrl' }
    ],
    ['infers text from resultField', { id: 'x', category: 'audio', resultField: 'transcriptUrl' }, { output: 'text', category: 'audio' }],
    ['infers text from its identifier', { id: 'speech-to-text', category: 'audio' }, { output: 'text', resultField: 'textUrl' }],
    ['infers text from its output', { id: 'x', output: ['text/vtt'] }, { output: 'text', category: 'effects' }],
    ['doesn’t infer text from its input', { id: 'x', outputType: 'text-to-video' }, { output: 'video' }],
    ['doesn’t infer text from rendered text', { id: 'subtitle-remover', resultField: 'subtitledVideoUrl' }, { output: 'video' }],
    ['gets its output from its category', { id: 'x', category: '3D' }, { output: 'model', category: '3d', resultField: 'modelUrl' }],
    ['gets its output from its identifier', { id: 'text-to-video' }, { output: 'video', category: 'video', resultField: 'videoUrl' }],
    ['gets its category from its identifier', { id: 'video-face-swap-pro' }, { output: 'video', category: 'face-swap' }]
  ])('%s', (_case, entry, expected) => {
    expect(joined([entry], null)).toMatchObject([expected])
  })

  it('can be used as JSON if its fields are unknown', () => {
    expect(fieldsOf(joined(['mystery'], null)[0]!)).toMatchObject([{ kind: 'json', isRest: true }])
  })
})

describe('two random documents', () => {
  const words = fc.constantFrom(
    'capabilities',
    'data',
    'items',
    'id',
    'slug',
    'title',
    'category',
    'pricing',
    'inputSchema',
    'paths',
    'properties',
    'type',
    '$ref',
    'allOf',
    'anyOf',
    'enum',
    'face-swap',
    '__proto__'
  )
  const anyJson = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<unknown>('face-swap', 'string', '#/paths', '#', 1, null, true),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(words, tie('json'), { maxKeys: 5 })
    )
  })).json
  const anyContract = fc
    .dictionary(fc.constantFrom('face-swap', 'imgmodel-image-generator', 'x'), anyJson)
    .map((schemas) => contract(schemas))

  it('never throw, and result in capabilities with valid forms', () => {
    fc.assert(
      fc.property(fc.oneof(anyJson, fc.jsonValue()), fc.oneof(anyJson, anyContract), (catalog, openapi) => {
        const capabilities = joined(catalog, openapi)
        expect(new Set(idsOf(capabilities)).size).toBe(capabilities.length)
        for (const capability of capabilities) {
          expect(capability.id).toMatch(/^[A-Za-z0-9][A-Za-z0-9._~-]*$/)
          expect(capability.title).not.toBe('')
          expect(capabilityCategories).toContain(capability.category)
          expect(mediums).toContain(capability.output)
          expect(capability.inputSchema.type).toBe('object')
          for (const field of fieldsOf(capability)) expect(typeof field.label).toBe('string')
          expect(priceText(capability)).toMatch(/credit|price/)
          expect(Array.isArray(checkValues(capability, {}, () => null))).toBe(true)
        }
      }),
      { numRuns: 1000 }
    )
  })
})
