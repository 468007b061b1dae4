import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { describeContractChanges } from '../../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import type { JsonSchema } from '../../../shared/form/json-schema.ts'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'
import { contractDifferenceText } from '../../../shared/phrases/contract-difference-phrases.ts'

function clip(properties: { readonly [name: string]: JsonSchema }, rest: JsonSchema = {}, more: Partial<Capability> = {}): Capability {
  return {
    id: 'clip',
    title: 'Clip',
    purpose: '',
    category: 'video',
    output: 'video',
    resultField: 'videoUrl',
    inputSchema: { type: 'object', properties, ...rest },
    pricing: { kind: 'flat', credits: 3 },
    ...more
  }
}
const prompt: JsonSchema = { type: 'string', maxLength: 800 }
const before = clip({ prompt, look: { enum: ['ink', 'oil'], default: 'ink' }, speed: { type: 'number', maximum: 2 } })

function sentences(earlier: readonly Capability[], now: readonly Capability[]): readonly string[] {
  return describeContractChanges(earlier, now).map(contractDifferenceText)
}

describe('a contract change’s description', () => {
  it('is empty if the contract is the same or only has another purpose', () => {
    expect(describeContractChanges([before], [structuredClone(before)])).toEqual([])
    expect(describeContractChanges([before], [{ ...before, purpose: 'Makes clips.' }])).toEqual([])
  })

  it('lists new and removed capabilities, and counts the rest', () => {
    const many = Array.from({ length: 6 }, (_, place) => ({ ...before, id: `n${place}`, title: `New ${place}` }))
    expect(sentences([before], [before, ...many.slice(0, 1)])).toEqual(['1 new capability: New 0.'])
    expect(sentences([before], many)).toEqual(['6 new capabilities: New 0, New 1, New 2 and 3 more.', 'No longer offered: Clip.'])
  })

  it.each<[string, Capability, readonly string[]]>([
    ['a new field', clip({ ...before.inputSchema.properties, loop: { type: 'boolean' } }), ['Clip has a new field: “Loop”.']],
    [
      'a new required field',
      clip({ ...before.inputSchema.properties, maskImageUrl: { type: 'string' } }, { required: ['maskImageUrl'] }),
      ['Clip has a new required field: “Mask image”.']
    ],
    ['a removed field', clip({ prompt, look: { enum: ['ink', 'oil'], default: 'ink' } }), ['Clip no longer has “Speed”.']],
    [
      'a field that is now required',
      clip(before.inputSchema.properties ?? {}, { required: ['prompt'] }),
      ['“Prompt” in Clip is now required.']
    ],
    [
      'a changed limit',
      clip({ ...before.inputSchema.properties, prompt: { type: 'string', maxLength: 3000 } }),
      ['“Prompt” in Clip, maximum characters: 3,000 (previously 800).']
    ],
    [
      'a removed limit',
      clip({ ...before.inputSchema.properties, speed: { type: 'number' } }),
      ['“Speed” in Clip, maximum: no longer set (previously 2).']
    ],
    [
      'changed choices',
      clip({ ...before.inputSchema.properties, look: { enum: ['ink', 'clay'], default: 'ink' } }),
      ['“Look” in Clip now also offers Clay.', '“Look” in Clip no longer offers Oil.']
    ],
    [
      'a changed default',
      clip({ ...before.inputSchema.properties, look: { enum: ['ink', 'oil'], default: 'oil' } }),
      ['The default of “Look” in Clip changed from ink to oil.']
    ],
    [
      'a changed kind',
      clip({ ...before.inputSchema.properties, speed: { type: 'boolean' } }),
      ['“Speed” in Clip is now a switch instead of a number.']
    ],
    [
      'a changed price',
      { ...before, pricing: { kind: 'unknown' } },
      ['The price of Clip changed. Now: price known when done. Previously: 3 credits.']
    ],
    [
      'changed pricing rules',
      { ...before, pricing: { kind: 'rules', terms: [{ does: 'add', by: { kind: 'fixed', amount: 3 } }], roundsUp: false, atLeast: 0 } },
      ['Clip has new pricing rules. The price is unchanged: 3 credits.']
    ],
    ['a changed result', { ...before, output: 'audio' }, ['Clip now generates audio instead of videos.']],
    ['a changed name', { ...before, title: 'Clips' }, ['Clip is now called Clips.']]
  ])('reports %s', (_what, after, words) => {
    expect(sentences([before], [after])).toEqual(words)
  })

  it('includes dependent fields and fields of every alternative', () => {
    const form = (mode: string, more: { readonly [name: string]: JsonSchema }): JsonSchema => ({
      type: 'object',
      properties: { mode: { const: mode }, ...more }
    })
    const of = (more: { readonly [name: string]: JsonSchema }): Capability => ({
      ...before,
      inputSchema: { type: 'object', oneOf: [form('text', { prompt }), form('image', { imageUrl: { type: 'string' }, ...more })] }
    })
    expect(sentences([of({})], [of({ strength: { type: 'number' } })])).toEqual(['Clip has a new field: “Strength”.'])
  })

  it('exists for a change between any two capabilities of the practice service', () => {
    const all = [...deployedCapabilities.values()]
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.constantFrom(...all), (one, other) => {
        const words = sentences([{ ...one, id: 'same' }], [{ ...other, id: 'same' }])
        for (const sentence of words) expect(sentence).toMatch(/^[A-Z“0-9].*[.]$/u)
        if (one !== other) expect(words.length).toBeGreaterThan(0)
      }),
      { numRuns: 300 }
    )
    expect(describeContractChanges(all, all)).toEqual([])
  })

  it('is the same in every language, because it is stored', async () => {
    onTestFinished(() => loadLocale('en'))
    const after = clip({ ...before.inputSchema.properties, speed: { type: 'boolean' } }, {}, { pricing: { kind: 'unknown' } })
    const english = describeContractChanges([before], [after])
    await loadLocale('zh-Hans')
    expect(describeContractChanges([before], [after])).toEqual(english)
    expect(english).toMatchObject([
      { code: 'field-kind-changed', params: { title: 'Clip', label: 'Speed', before: 'number', now: 'switch' } },
      { code: 'price-changed', params: { before: { code: 'fixed', params: { credits: 3 } }, now: { code: 'unknown' } } }
    ])
  })
})
