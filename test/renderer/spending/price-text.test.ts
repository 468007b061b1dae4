import { describe, expect, it } from 'vitest'
import { sendButtonCaption, buttonPriceText, priceNote, sendDelayText } from '../../../renderer/spending/price-text.ts'
import type { FormEstimate } from '../../../renderer/spending/price-text.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { anAccount } from '../an-account.ts'

const [generator, , , , upscaler] = fallbackCapabilities
if (generator === undefined || upscaler === undefined) throw new Error('A fallback capability is missing.')
const noEstimate: FormEstimate = { credits: null, lines: [], source: 'none', isAsking: false }

describe('the price on the button', () => {
  it.each<[string, Capability, Partial<FormEstimate>, boolean, string]>([
    ['a price from the rules', generator, { credits: 10, source: 'rules' }, true, '10 credits'],
    ['a price from the service', upscaler, { credits: 24, source: 'service' }, true, 'about 24 credits'],
    ['a price of one credit', upscaler, { credits: 1, source: 'service' }, true, 'about 1 credit'],
    ['a price that is being checked', upscaler, { isAsking: true }, true, 'checking price…'],
    ['an unknown price', upscaler, {}, true, 'price known when done'],
    ['a price that depends on missing values', generator, {}, false, 'price varies'],
    ['a price that the rules don’t define', generator, {}, true, 'price known when done']
  ])('has a text for %s', (_case, capability, told, isFilledIn, words) => {
    expect(buttonPriceText(capability, { ...noEstimate, ...told }, isFilledIn)).toBe(words)
  })

  it('names the service as its source if it isn’t from the contract', () => {
    expect(priceNote({ ...noEstimate, credits: 24, source: 'service' })).toContain('The service estimated this price')
    expect(priceNote({ ...noEstimate, credits: 24, source: 'rules' })).toBeNull()
    expect(priceNote(noEstimate)).toBeNull()
  })
})

describe('the line under the button', () => {
  const account = anAccount({ creditsToday: 85 })
  const five: FormEstimate = { ...noEstimate, credits: 5, source: 'rules' }

  it('counts unfinished tasks, not only charged credits', () => {
    expect(sendButtonCaption(account, five, { committed: 100, limit: null })).toBe('105 credits today, including this task')
    expect(sendButtonCaption(account, { ...five, source: 'service' }, { committed: 100, limit: null })).toBe(
      'About 105 credits today, including this task'
    )
  })

  it('names the limit before a task that would exceed it is sent', () => {
    expect(sendButtonCaption(account, five, { committed: 100, limit: 110 })).toBe('105 of 110 credits today, including this task')
    expect(sendButtonCaption(account, five, { committed: 106, limit: 110 })).toBe('106 of 110 credits used today')
    expect(sendButtonCaption(account, null, { committed: 106, limit: 110 })).toBe('106 of 110 credits used today')
  })

  it('says what a task would wait for', () => {
    expect(sendDelayText(account)).toBeNull()
    expect(sendDelayText({ ...account, hold: 'credits' })).toBe('Will be sent when the account problem is fixed')
    expect(sendDelayText({ ...account, isOnline: false })).toBe('Will be sent when you’re back online')
    expect(sendDelayText({ ...account, connection: null })).toBe('Will be sent when an account is connected')
  })
})
