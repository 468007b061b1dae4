import { describe, expect, it } from 'vitest'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { readPricing } from '../../../electron/contract/read-pricing.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import { estimateCredits } from '../../../shared/form/pricing.ts'
import type { Values } from '../../../shared/form/values.ts'

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    prompt: { type: 'string' },
    text: { type: 'string' },
    duration: { type: 'integer', minimum: 1, maximum: 20 },
    numImages: { type: 'integer', minimum: 1, maximum: 4, default: 1 },
    resolution: { type: 'string', enum: ['480p', '720p', '1080p'] },
    size: { type: 'string', enum: ['1000*1000', '2000*1000'] },
    withAudio: { type: 'boolean', default: false },
    referenceImageUrls: { type: 'array', items: { type: 'string', format: 'uri' } }
  }
}

/**
 * Returns the estimated price of `values` in credits. `told`: the pricing from the service's contract. Null if the app can't estimate the
 * price.
 */
function costs(told: unknown, values: Values): number | null {
  const read = readPricing(told, inputSchema)
  if (read === null) return null
  const capability: Capability = {
    id: 'clip',
    title: 'Clip',
    purpose: '',
    category: 'video',
    output: 'video',
    resultField: 'videoUrl',
    inputSchema,
    pricing: read.kind === 'figure' ? { kind: 'flat', credits: read.credits } : read
  }
  return estimateCredits(capability, values).credits
}

const five = { duration: 5 }
const two = ['https://a.example/1.png', 'https://a.example/2.png']

describe('a service’s price', () => {
  it.each<[unknown, Values, number]>([
    [5, {}, 5],
    ['5', {}, 5],
    ['5 credits', {}, 5],
    ['1 credit', {}, 1],
    ['1,200 credits', {}, 1200],
    ['2.5 credits per generation', {}, 2.5],
    ['4 credits / image', { numImages: 3 }, 12],
    ['4 credits per second', five, 20],
    ['4 credits/s', five, 20],
    ['30 credits per minute of video', five, 2.5],
    ['1 credit per 1,000 characters', { text: 'a'.repeat(1001) }, 2],
    ['1 credit per 1k characters', { text: 'a'.repeat(1000) }, 1],
    ['2 credits per megapixel', { size: '2000*1000' }, 4],
    [{ credits: 7 }, {}, 7],
    [{ credits: '7 credits', currency: 'credits', description: 'per clip' }, {}, 7],
    [{ base: 7 }, {}, 7],
    [{ amount: 3, unit: 'second' }, five, 15],
    [{ amount: 3, unit: 'credits per second' }, five, 15],
    [{ price: { credits: 3 } }, {}, 3],
    [{ perSecond: 3 }, five, 15],
    [{ base: 10, perSecond: 3 }, five, 25],
    [{ base: 10, perReference: 2 }, { referenceImageUrls: two }, 14],
    [{ base: 10, perInputImage: 2 }, { referenceImageUrls: two }, 14],
    [{ creditsPerSecond: 2, multipliers: { resolution: { '1080p': 2 } } }, { ...five, resolution: '1080p' }, 20],
    [{ creditsPerSecond: 2, multipliers: { resolution: { '1080p': 2 } } }, { ...five, resolution: '480p' }, 10],
    [{ base: 5, surcharges: { withAudio: 3 } }, { withAudio: true }, 8],
    [{ base: 5, surcharges: { withAudio: 3 } }, {}, 5],
    [{ byResolution: { '480p': 5, '720p': 10 } }, { resolution: '720p' }, 10],
    [{ resolution: { '480p': 5, '720p': 10 } }, { resolution: '480p' }, 5],
    [{ perSecond: { '480p': 1, '720p': 2 } }, { ...five, resolution: '720p' }, 10],
    [
      [
        { resolution: '480p', credits: 5 },
        { resolution: '720p', credits: 9 }
      ],
      { resolution: '720p' },
      9
    ],
    [{ kind: 'rules', terms: [{ does: 'add', by: { kind: 'amount', field: 'duration', amount: 4 } }] }, five, 20]
  ])('in the form %j for %j is %d', (told, values, credits) => {
    expect(costs(told, values)).toBe(credits)
  })

  it.each<[string, unknown, Values]>([
    ['prose', 'ask us', {}],
    ['a range', '5-10 credits', five],
    ['a range of numbers', { min: 5, max: 10 }, five],
    ['a minimum', 'from 5 credits', five],
    ['a minimum according to its kind', { type: 'starting', credits: 5 }, five],
    ['a negative number', -1, five],
    ['an excessive number', 1e9, five],
    ['NaN', Number.NaN, five],
    ['money', { amount: 0.05, currency: 'USD' }, five],
    ['a base beside an unknown term', { base: 5, perFrame: 2 }, five],
    ['a base beside a table of whole prices', { base: 5, byResolution: { '480p': 5 } }, { resolution: '480p' }],
    [
      'a factor over several figures',
      { base: 5, perSecond: 2, multipliers: { resolution: { '720p': 2 } } },
      { ...five, resolution: '720p' }
    ],
    ['two numbers', { credits: 5, cost: 6 }, five],
    ['an unknown unit', '5 credits per fortnight', five],
    ['a table of another field’s values', { byResolution: { huge: 5 } }, { resolution: '480p' }],
    ['a value that the table omits', { byResolution: { '480p': 5, '720p': 10 } }, { resolution: '1080p' }],
    ['an empty field', { perSecond: 3 }, {}],
    ['rules with an unknown term', { kind: 'rules', terms: [{ does: 'divide', by: { kind: 'fixed', amount: 2 } }] }, five],
    ['rules without terms', { kind: 'rules', terms: [] }, five],
    ['null', null, five],
    ['an empty object', {}, five]
  ])('is not guessed from %s', (_case, told, values) => {
    expect(costs(told, values)).toBeNull()
  })

  it('can contain objects instead of strings without causing an error', () => {
    const trap = JSON.parse('{"toString":1,"valueOf":1}') as unknown
    expect(costs({ kind: trap, credits: 7 }, five)).toBe(7)
    expect(costs([{ resolution: trap, credits: 5 }], five)).toBeNull()
  })

  it('is not guessed if two fields could be meant', () => {
    const twofold = { type: 'object', properties: { duration: { type: 'number' }, seconds: { type: 'number' } } }
    expect(readPricing('2 credits per second', twofold)).toBeNull()
    expect(readPricing('2 credits per second', { type: 'object' })).toBeNull()
  })

  it('is read back from the practice service’s format for every capability', () => {
    for (const { pricing, inputSchema: schema } of deployedCapabilities.values()) {
      expect(readPricing(JSON.parse(JSON.stringify(pricing)), schema)).toEqual(pricing)
    }
  })
})
