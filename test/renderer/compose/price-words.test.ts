import { describe, expect, it } from 'vitest'
import { buttonPriceWords, priceNote } from '../../../renderer/compose/price-words.ts'
import type { FormEstimate } from '../../../renderer/compose/price-words.ts'
import { floorCapabilities } from '../../../shared/floor-capabilities.ts'
import type { Capability } from '../../../shared/capability.ts'

const [generator, , , , upscaler] = floorCapabilities
if (generator === undefined || upscaler === undefined) throw new Error('The floor lost its capabilities.')
const nobodys: FormEstimate = { credits: null, lines: [], source: 'nobody', isAsking: false }

describe('the price on the button', () => {
  it.each<[string, Capability, Partial<FormEstimate>, boolean, string]>([
    ['by rules', generator, { credits: 10, source: 'rules' }, true, '10 credits'],
    ['by the service', upscaler, { credits: 24, source: 'service' }, true, 'about 24 credits'],
    ['of one credit', upscaler, { credits: 1, source: 'service' }, true, 'about 1 credit'],
    ['while the service is asked', upscaler, { isAsking: true }, true, 'asking the price'],
    ['that nobody knows', upscaler, {}, true, 'price after it has run'],
    ['that hangs on what is still to be chosen', generator, {}, false, 'price by what you choose'],
    ['that the rules leave open', generator, {}, true, 'price after it has run']
  ])('%s', (_case, capability, told, isFilledIn, words) => {
    expect(buttonPriceWords(capability, { ...nobodys, ...told }, isFilledIn)).toBe(words)
  })

  it('says whose figure it is where it is not the contract’s', () => {
    expect(priceNote({ ...nobodys, credits: 24, source: 'service' })).toContain('service’s own estimate')
    expect(priceNote({ ...nobodys, credits: 24, source: 'rules' })).toBeNull()
    expect(priceNote(nobodys)).toBeNull()
  })
})
