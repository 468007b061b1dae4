import { afterEach, describe, expect, it } from 'vitest'
import { saidCapabilities } from '../../electron/ipc/said-capabilities.ts'
import { fieldsOf } from '../../shared/fields.ts'
import { floorCapabilities } from '../../shared/floor-capabilities.ts'
import { learnLanguage } from '../../shared/words/learn-language.ts'

const latinSentence = /[A-Za-z]{3,} [a-z]{2,}/

afterEach(() => learnLanguage('en'))

describe('capabilities as they leave for the page', () => {
  it('are the very same in English', () => {
    expect(saidCapabilities(floorCapabilities)).toBe(floorCapabilities)
  })

  it('have the words of the floor in the language in force, and what goes to the service as it is', async () => {
    await learnLanguage('zh-Hans')
    const said = saidCapabilities(floorCapabilities)
    for (const [place, capability] of said.entries()) {
      expect(`${capability.title} ${capability.purpose}`).not.toMatch(latinSentence)
      for (const field of fieldsOf(capability)) expect(`${field.label} ${field.help ?? ''}`).not.toMatch(latinSentence)
      const [now, before] = [capability, floorCapabilities[place]!]
      expect(Object.keys(now.inputSchema.properties ?? {})).toEqual(Object.keys(before.inputSchema.properties ?? {}))
      for (const [name, property] of Object.entries(now.inputSchema.properties ?? {}))
        expect({ ...property, title: '', description: '', 'x-enum-labels': null }).toEqual({
          ...before.inputSchema.properties?.[name],
          title: '',
          description: '',
          'x-enum-labels': null
        })
    }
  })

  it('are the same list as long as list and language stay, so that they cross as the same text', async () => {
    await learnLanguage('zh-Hans')
    const said = saidCapabilities(floorCapabilities)
    expect(saidCapabilities(floorCapabilities)).toBe(said)
    await learnLanguage('en')
    expect(saidCapabilities(floorCapabilities)).toBe(floorCapabilities)
  })

  it('keep what the service said, of its own capabilities and of those that the floor knows too', async () => {
    await learnLanguage('zh-Hans')
    const [standard] = floorCapabilities
    const title = 'Picture maker'
    const told = {
      ...standard!,
      title,
      inputSchema: {
        type: 'object',
        properties: { prompt: { type: 'string', title: 'Your words' }, size: standard!.inputSchema.properties!['size']! }
      }
    }
    const stranger = { ...standard!, id: 'stranger', title: 'Size' }
    const [one, other] = saidCapabilities([told, stranger])
    expect(one?.title).toBe(title)
    expect(one?.inputSchema.properties?.['prompt']?.title).toBe('Your words')
    expect(one?.inputSchema.properties?.['size']?.title).toBe('大小')
    expect(other).toBe(stranger)
  })
})
