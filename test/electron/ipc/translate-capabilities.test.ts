import { afterEach, describe, expect, it } from 'vitest'
import { translateCapabilities } from '../../../electron/ipc/translate-capabilities.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { fieldsOf } from '../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'

const latinSentence = /[A-Za-z]{3,} [a-z]{2,}/

afterEach(() => loadLocale('en'))

describe('translated capabilities', () => {
  it('are the original list in English', () => {
    expect(translateCapabilities(fallbackCapabilities)).toBe(fallbackCapabilities)
  })

  it('have translated fallback texts and an unchanged schema', async () => {
    await loadLocale('zh-Hans')
    const said = translateCapabilities(fallbackCapabilities)
    for (const [place, capability] of said.entries()) {
      expect(`${capability.title} ${capability.purpose}`).not.toMatch(latinSentence)
      for (const field of fieldsOf(capability)) expect(`${field.label} ${field.help ?? ''}`).not.toMatch(latinSentence)
      const [now, before] = [capability, fallbackCapabilities[place]!]
      expect(now.inputSchema).toBe(before.inputSchema)
    }
  })

  it('are the same list until the list or the language changes', async () => {
    await loadLocale('zh-Hans')
    const said = translateCapabilities(fallbackCapabilities)
    expect(translateCapabilities(fallbackCapabilities)).toBe(said)
    await loadLocale('en')
    expect(translateCapabilities(fallbackCapabilities)).toBe(fallbackCapabilities)
  })

  it('keep a service’s own texts', async () => {
    await loadLocale('zh-Hans')
    const [standard] = fallbackCapabilities
    const size = standard!.inputSchema.properties!['size']!
    const inputSchema = { type: 'object', properties: { prompt: { type: 'string', title: 'Your words' }, size } } as const
    const [told] = translateCapabilities([{ ...standard!, title: 'Picture maker', inputSchema }])
    expect(told?.title).toBe('Picture maker')
    expect(fieldsOf(told!).map(({ label }) => label)).toEqual(['Your words', '尺寸'])
  })

  it('of the practice service are translated down to the last option', async () => {
    await loadLocale('zh-Hans')
    for (const capability of translateCapabilities([...deployedCapabilities.values()])) {
      expect(capability.title).toMatch(/\p{Script=Han}/u)
      expect(capability.purpose).toMatch(/\p{Script=Han}/u)
      for (const field of fieldsOf(capability)) {
        expect(field.label, capability.id).toMatch(/\p{Script=Han}/u)
        if (field.kind === 'choice') for (const { label } of field.options) expect(label, field.name).not.toMatch(/[a-z]{5}/)
      }
    }
  })
})
