import { describe, expect, it } from 'vitest'
import { joinCapabilities, readOpenapi } from '../../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { openapiDocument } from '../../../electron/practice/openapi-document.ts'
import type { Values } from '../../../shared/form/values.ts'
import { estimateCredits } from '../../../shared/form/pricing.ts'
import type { PriceLine } from '../../../shared/form/pricing/price-lines.ts'
import { priceSumText } from '../../../shared/phrases/price-part-phrases.ts'

const capabilities = joinCapabilities({
  catalog: null,
  openapi: readOpenapi(JSON.parse(JSON.stringify(openapiDocument(deployedCapabilities.values(), 'http://127.0.0.1:1'))))
})
const sumOf = (id: string, values: Values) =>
  priceSumText(
    estimateCredits(
      capabilities.find((capability) => capability.id === id)!,
      values
    ).lines
  )

describe('the sum of a price', () => {
  it('says what is multiplied and what is added', () => {
    expect(sumOf('image-to-video', { duration: 5, resolution: '1080p' })).toBe('5 seconds × 5 = 25, × 2 for 1080p')
    expect(sumOf('image-to-video', { duration: 5, resolution: '1080p', loop: true })).toBe(
      '5 seconds × 5 = 25, × 2 for 1080p, + 2 for Loop'
    )
    expect(sumOf('imgmodel-3-0-image-generator', { imageNum: '4' })).toBe('4 images × 10 = 40')
  })

  it('names parts that aren’t a simple product', () => {
    const lines: readonly PriceLine[] = [
      { code: 'base-price', params: {}, credits: 3 },
      {
        code: 'amount',
        params: {
          amount: { of: 'characters', count: 120, label: 'Text' },
          rate: { kind: 'per', credits: 0.5, per: 100 },
          roundedFor: 1
        },
        credits: 1
      },
      { code: 'references', params: { count: 2, rate: { kind: 'each', credits: 2 } }, credits: 4 },
      { code: 'factor', params: { factor: 1.5 }, credits: 4 },
      { code: 'rounded-up', params: {}, credits: 0.5 },
      { code: 'minimum-price', params: {}, credits: 1 }
    ]
    expect(priceSumText(lines)).toBe(
      'base price 3, + Text: 120 characters, rounded up to 200, at 0.5 credits per 100 = 1, + 2 references × 2 = 4, × 1.5, rounded up to whole credits, raised to the minimum price'
    )
  })
})
