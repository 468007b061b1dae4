import { describe, expect, it } from 'vitest'
import type { Capability, PriceRules, PriceTerm } from '../../../shared/form/capability.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import { estimateCredits } from '../../../shared/form/pricing.ts'
import { priceText } from '../../../shared/phrases/price-phrases.ts'
import type { Values } from '../../../shared/form/values.ts'

const [standard, versionThree, faceSwap, videoFaceSwap] = fallbackCapabilities as [Capability, Capability, Capability, Capability]
const picture = { file: '/pictures/vase.png' }

describe('the estimate (spec section 8)', () => {
  it.each<[string, Capability, Values, number | null]>([
    ['standard, one image', standard, { prompt: 'a' }, 5],
    ['standard, six images', standard, { prompt: 'a', imageNum: '6' }, 30],
    ['standard, references are free', standard, { prompt: 'a', imageUrls: [picture, picture, picture] }, 5],
    ['3.0, one image', versionThree, { prompt: 'a' }, 10],
    ['3.0, four images', versionThree, { prompt: 'a', imageNum: '4' }, 40],
    ['3.0, the count as a number', versionThree, { prompt: 'a', imageNum: 4 }, 40],
    ['3.0, four images from two references', versionThree, { prompt: 'a', imageNum: '4', imageUrls: [picture, picture] }, 42],
    ['3.0, one reference in imageUrl', versionThree, { prompt: 'a', imageUrl: picture }, 11],
    ['3.0, references in both fields', versionThree, { prompt: 'a', imageUrl: picture, imageUrls: [picture, picture] }, 13],
    ['3.0, empty items aren’t references', versionThree, { prompt: 'a', imageUrls: [picture, null, ''] }, 11],
    ['3.0, an invalid count', versionThree, { prompt: 'a', imageNum: 'many' }, null],
    ['face swap', faceSwap, {}, 1],
    ['a capability without a price', videoFaceSwap, {}, null]
  ])('is correct: %s', (_case, capability, values, credits) => {
    const estimate = estimateCredits(capability, values)
    expect(estimate.credits).toBe(credits)
    expect(estimate.lines.reduce((sum, line) => sum + line.credits, 0)).toBe(credits ?? 0)
  })

  it('lists its items line by line', () => {
    expect(estimateCredits(versionThree, { imageNum: '4', imageUrls: [picture, picture] }).lines).toEqual([
      {
        code: 'amount',
        params: { amount: { of: 'outputs', count: 4, medium: 'image' }, rate: { kind: 'each', credits: 10 }, roundedFor: null },
        credits: 40
      },
      { code: 'references', params: { count: 2, rate: { kind: 'each', credits: 1 } }, credits: 2 }
    ])
    expect(estimateCredits(standard, {}).lines).toEqual([
      { code: 'amount', params: { amount: { of: 'outputs', count: 1, medium: 'image' }, rate: null, roundedFor: null }, credits: 5 }
    ])
    expect(estimateCredits(faceSwap, {}).lines).toEqual([{ code: 'whole', params: { title: 'Face swap' }, credits: 1 }])
  })
})

const byDuration: Capability = {
  ...faceSwap,
  output: 'video',
  inputSchema: {
    type: 'object',
    properties: { duration: { type: 'integer', minimum: 3, maximum: 8, 'x-unit': 'seconds' } },
    required: ['duration']
  },
  pricing: { kind: 'per-output', base: 4, countField: 'duration', perReference: 0, referenceFields: [] }
}

describe('a price per unit of a number field', () => {
  it('is labelled with that field, and is unknown until the field has a value', () => {
    expect(estimateCredits(byDuration, { duration: 5 })).toEqual({
      credits: 20,
      lines: [
        {
          code: 'amount',
          params: {
            amount: { of: 'number', count: 5, label: 'Duration', unit: 'seconds' },
            rate: { kind: 'each', credits: 4 },
            roundedFor: null
          },
          credits: 20
        }
      ]
    })
    expect(estimateCredits(byDuration, {})).toEqual({ credits: null, lines: [] })
    expect(priceText(byDuration)).toBe('from 12 credits')
  })
})

describe('the price text', () => {
  it.each([
    [standard, 'from 5 credits'],
    [versionThree, 'from 10 credits'],
    [faceSwap, '1 credit'],
    [videoFaceSwap, 'price not listed']
  ])('is correct for $title', (capability, words) => {
    expect(priceText(capability)).toBe(words)
  })

  it('names the fields that a price depends on, if the service says so', () => {
    const pricedBy = (...fields: readonly string[]): Capability => ({ ...byDuration, pricing: { kind: 'unknown', fields } })
    expect(priceText(pricedBy('duration', 'gone'))).toBe('priced by duration')
    expect(priceText(pricedBy('gone'))).toBe('price not listed')
    expect(priceText({ ...byDuration, pricing: { kind: 'unknown' } })).toBe('price not listed')
  })
})

describe('a price by rules', () => {
  const inputSchema: Capability['inputSchema'] = {
    type: 'object',
    required: ['prompt', 'quality'],
    properties: {
      prompt: { type: 'string', minLength: 1 },
      quality: { type: 'string', enum: ['draft', 'fine'] },
      duration: { type: 'integer', minimum: 2, maximum: 12, default: 5, 'x-unit': 'seconds' },
      resolution: { type: 'string', enum: ['720p', '1080p'], default: '720p' },
      size: { type: 'string', enum: ['1000*1000', '2000*1000'] },
      sound: { type: 'boolean', title: 'Sound', default: false },
      style: { type: 'object', properties: { weight: { type: 'number', minimum: 0, default: 1 } } },
      shots: {
        type: 'array',
        title: 'Shots',
        items: { type: 'object', required: ['seconds'], properties: { seconds: { type: 'integer', minimum: 1 } } }
      }
    }
  }
  const priced = (terms: readonly PriceTerm[], rest: Partial<PriceRules> = {}): Capability => ({
    ...faceSwap,
    title: 'Clip',
    output: 'video',
    inputSchema,
    pricing: { kind: 'rules', terms, roundsUp: false, atLeast: 0, ...rest }
  })
  const amount = (field: string, each: number, rest = {}): PriceTerm => ({
    does: 'add',
    by: { kind: 'amount', field, of: 'number', per: 1, amount: each, startedCounts: false, whenUnset: 0, ...rest }
  })
  const fixed = (credits: number): PriceTerm => ({ does: 'add', by: { kind: 'fixed', amount: credits } })
  const table = (does: 'add' | 'times', field: string, amounts: { [value: string]: number }, otherwise: number | null): PriceTerm => ({
    does,
    by: { kind: 'table', field, amounts, otherwise }
  })
  const perSecond = amount('duration', 3)
  const finer = table('times', 'resolution', { '1080p': 2 }, 1)

  it('names counts that are rounded up in each line', () => {
    const line = (terms: readonly PriceTerm[], values: Values) => estimateCredits(priced(terms), values).lines[0]
    const perHundred = amount('prompt', 1, { of: 'characters', per: 100, startedCounts: true })
    expect(line([perHundred], { prompt: 'a'.repeat(250) })).toEqual({
      code: 'amount',
      params: { amount: { of: 'characters', count: 250, label: 'Prompt' }, rate: { kind: 'per', credits: 1, per: 100 }, roundedFor: 1 },
      credits: 3
    })
    expect(line([perHundred], { prompt: 'a'.repeat(200) })).toEqual({
      code: 'amount',
      params: { amount: { of: 'characters', count: 200, label: 'Prompt' }, rate: { kind: 'per', credits: 1, per: 100 }, roundedFor: null },
      credits: 2
    })
    const perShot = amount('shots[].seconds', 2, { per: 5, startedCounts: true })
    expect(line([perShot], { shots: [{ seconds: 3 }, { seconds: 4 }] })).toEqual({
      code: 'amount',
      params: {
        amount: { of: 'number', count: 7, label: 'Seconds', unit: null },
        rate: { kind: 'per', credits: 2, per: 5 },
        roundedFor: 2
      },
      credits: 4
    })
  })

  it.each<[string, readonly PriceTerm[], Values, number | null]>([
    ['a fixed amount plus an amount per second', [fixed(10), perSecond], { duration: 4 }, 22],
    ['a default value', [perSecond], {}, 15],
    ['a factor on everything before it', [perSecond, finer], { duration: 4, resolution: '1080p' }, 24],
    ['an amount after the factor', [perSecond, finer, fixed(1)], { duration: 4, resolution: '1080p' }, 25],
    ['a switch that is on', [fixed(5), table('add', 'sound', { true: 2 }, 0)], { sound: true }, 7],
    ['a switch that is off', [fixed(5), table('add', 'sound', { true: 2 }, 0)], {}, 5],
    [
      'characters, an emoji counted once',
      [amount('prompt', 1, { of: 'characters', per: 2, startedCounts: true })],
      { prompt: '🏺🏺🏺' },
      2
    ],
    ['megapixels', [amount('size', 3, { of: 'megapixels' })], { size: '2000*1000' }, 6],
    ['an unset field with a rule for unset values', [amount('size', 3, { of: 'megapixels', whenUnset: 1 })], {}, 3],
    ['an unset field without a rule for unset values', [amount('size', 3, { of: 'megapixels', whenUnset: null })], {}, null],
    ['a field inside a group', [amount('style.weight', 4)], { style: { weight: 2 } }, 8],
    ['a field inside a missing group', [fixed(1), amount('style.weight', 4)], {}, 1],
    ['the sum over a list', [amount('shots[].seconds', 2)], { shots: [{ seconds: 3 }, { seconds: 4 }] }, 14],
    [
      'the number of list entries',
      [{ does: 'add', by: { kind: 'items', fields: ['shots'], amount: 5 } }],
      { shots: [{ seconds: 3 }, { seconds: 4 }] },
      10
    ],
    ['a choice that is not made yet', [table('add', 'quality', { draft: 1, fine: 3 }, null)], {}, null],
    ['a choice that was made', [table('add', 'quality', { draft: 1, fine: 3 }, null)], { quality: 'fine' }, 3],
    ['a value that is missing from the table', [table('add', 'resolution', { '4k': 9 }, null)], { resolution: '720p' }, null]
  ])('is correct for %s', (_case, terms, values, credits) => {
    const estimate = estimateCredits(priced(terms), values)
    expect(estimate.credits).toBe(credits)
    expect(estimate.lines.reduce((sum, line) => sum + line.credits, 0)).toBeCloseTo(credits ?? 0, 6)
  })

  it('is rounded up to whole credits and is at least the minimum price', () => {
    const tenths = amount('duration', 0.1)
    expect(estimateCredits(priced([tenths], { roundsUp: true }), { duration: 3 }).credits).toBe(1)
    expect(estimateCredits(priced([tenths]), { duration: 3 }).credits).toBe(0.3)
    expect(estimateCredits(priced([tenths], { roundsUp: true }), { duration: 10 }).credits).toBe(1)
    expect(estimateCredits(priced([tenths], { atLeast: 4 }), { duration: 10 }).credits).toBe(4)
  })

  it('lists its items line by line with the form’s labels', () => {
    const terms = [fixed(10), perSecond, finer, table('add', 'sound', { true: 2 }, 0), amount('shots[].seconds', 0.5)]
    const values = { duration: 4, resolution: '1080p', sound: true, shots: [{ seconds: 3 }] }
    expect(estimateCredits(priced(terms, { roundsUp: true }), values).lines).toEqual([
      { code: 'base-price', params: {}, credits: 10 },
      {
        code: 'amount',
        params: {
          amount: { of: 'number', count: 4, label: 'Duration', unit: 'seconds' },
          rate: { kind: 'each', credits: 3 },
          roundedFor: null
        },
        credits: 12
      },
      { code: 'option', params: { label: 'Resolution', option: '1080p', rate: { kind: 'factor', factor: 2 } }, credits: 22 },
      {
        code: 'option',
        params: { label: 'Sound', option: '', rate: null },
        credits: 2
      },
      {
        code: 'amount',
        params: {
          amount: { of: 'number', count: 3, label: 'Seconds', unit: null },
          rate: { kind: 'each', credits: 0.5 },
          roundedFor: null
        },
        credits: 1.5
      },
      { code: 'rounded-up', params: {}, credits: 0.5 }
    ])
  })

  it.each<[string, readonly PriceTerm[], Partial<PriceRules>, string]>([
    ['the smallest number and the cheapest value', [perSecond, finer], {}, 'from 6 credits'],
    ['the minimum price', [perSecond], { atLeast: 20 }, 'from 20 credits'],
    ['the cheapest table entry', [table('add', 'quality', { draft: 4, fine: 9 }, null)], {}, 'from 4 credits'],
    ['one megapixel', [amount('size', 3, { of: 'megapixels', whenUnset: 5 })], {}, 'from 3 credits'],
    ['optional values only', [amount('shots[].seconds', 2)], {}, 'priced by shots'],
    ['a fixed amount only', [fixed(7)], {}, '7 credits']
  ])('has a card price based on %s', (_case, terms, rest, words) => {
    expect(priceText(priced(terms, rest))).toBe(words)
  })
})
