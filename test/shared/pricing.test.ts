import { describe, expect, it } from 'vitest'
import type { Capability } from '../../shared/capability.ts'
import { floorCapabilities } from '../../shared/floor-capabilities.ts'
import { estimateCredits, priceWords } from '../../shared/pricing.ts'
import type { Values } from '../../shared/values.ts'

const [standard, versionThree, faceSwap, videoFaceSwap] = floorCapabilities as [Capability, Capability, Capability, Capability]
const picture = { file: '/pictures/vase.png' }

describe('the estimate (spec section 8)', () => {
  it.each<[string, Capability, Values, number | null]>([
    ['standard, one picture', standard, { prompt: 'a' }, 5],
    ['standard, six pictures', standard, { prompt: 'a', imageNum: '6' }, 30],
    ['standard, references are free', standard, { prompt: 'a', imageUrls: [picture, picture, picture] }, 5],
    ['3.0, one picture', versionThree, { prompt: 'a' }, 10],
    ['3.0, four pictures', versionThree, { prompt: 'a', imageNum: '4' }, 40],
    ['3.0, the count as a number', versionThree, { prompt: 'a', imageNum: 4 }, 40],
    ['3.0, four pictures of two references', versionThree, { prompt: 'a', imageNum: '4', imageUrls: [picture, picture] }, 42],
    ['3.0, one reference under its single name', versionThree, { prompt: 'a', imageUrl: picture }, 11],
    ['3.0, references under both names', versionThree, { prompt: 'a', imageUrl: picture, imageUrls: [picture, picture] }, 13],
    ['3.0, empty places are no references', versionThree, { prompt: 'a', imageUrls: [picture, null, ''] }, 11],
    ['3.0, a count that is none', versionThree, { prompt: 'a', imageNum: 'many' }, null],
    ['face swap', faceSwap, {}, 1],
    ['a capability without a price', videoFaceSwap, {}, null]
  ])('%s', (_case, capability, values, credits) => {
    const estimate = estimateCredits(capability, values)
    expect(estimate.credits).toBe(credits)
    expect(estimate.lines.reduce((sum, line) => sum + line.credits, 0)).toBe(credits ?? 0)
  })

  it('is told line by line', () => {
    expect(estimateCredits(versionThree, { imageNum: '4', imageUrls: [picture, picture] }).lines).toEqual([
      { label: '4 pictures × 10', credits: 40 },
      { label: '2 references × 1', credits: 2 }
    ])
    expect(estimateCredits(standard, {}).lines).toEqual([{ label: '1 picture', credits: 5 }])
    expect(estimateCredits(faceSwap, {}).lines).toEqual([{ label: 'Face swap', credits: 1 }])
  })
})

describe('a price that follows another number', () => {
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

  it('is named by that number, and not known before it is chosen', () => {
    expect(estimateCredits(byDuration, { duration: 5 })).toEqual({ credits: 20, lines: [{ label: 'Duration 5 seconds × 4', credits: 20 }] })
    expect(estimateCredits(byDuration, {})).toEqual({ credits: null, lines: [] })
    expect(priceWords(byDuration)).toBe('from 12 credits')
  })
})

describe('the price in words', () => {
  it.each([
    [standard, 'from 5 credits'],
    [versionThree, 'from 10 credits'],
    [faceSwap, '1 credit'],
    [videoFaceSwap, 'price after it has run']
  ])('$title', (capability, words) => {
    expect(priceWords(capability)).toBe(words)
  })
})
