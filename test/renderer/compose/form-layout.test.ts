import { describe, expect, it } from 'vitest'
import { joinCapabilities, readOpenapi } from '../../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { openapiDocument } from '../../../electron/practice/openapi-document.ts'
import { fieldsBeforeText, formLayout } from '../../../renderer/compose/form-layout.ts'
import { fieldsOf, modesOf } from '../../../shared/form/fields.ts'
import { pricedFieldNames } from '../../../shared/form/pricing/short-price.ts'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'
import type { Values } from '../../../shared/form/values.ts'

const capabilities = joinCapabilities({
  catalog: null,
  openapi: readOpenapi(JSON.parse(JSON.stringify(openapiDocument(deployedCapabilities.values(), 'http://127.0.0.1:1'))))
})

const formsOf = (capability: (typeof capabilities)[number]) => {
  const modes = modesOf(capability)
  if (modes.length === 0) return [{ mode: '', fields: fieldsOf(capability) }]
  return modes.map(({ id, sets, variant, fields }) => ({
    mode: ` (${id})`,
    fields: fieldsOf(capability, sets, variant).filter(({ name }) => fields.includes(name))
  }))
}
const names = (fields: readonly { readonly name: string }[]): readonly string[] => fields.map(({ name }) => name)

function layoutOf(id: string, values: Values) {
  const capability = capabilities.find((one) => one.id === id)!
  const layout = formLayout(capability, fieldsOf(capability, values))
  return { essentials: names(layout.essentials), more: names(layout.more), long: names(layout.long), sentence: layout.sentence?.name }
}

describe('a field that depends on a setting', () => {
  it('appears right below it', () => {
    expect(layoutOf('film-look', { stock: 'mono' }).essentials.slice(0, 2)).toEqual(['stock', 'tint'])
    expect(layoutOf('talking-avatar', { background: 'color' }).essentials).toEqual(['background', 'backgroundColor'])
    expect(layoutOf('video-to-video', { look: 'custom' }).essentials.slice(0, 2)).toEqual(['look', 'lookPrompt'])
    expect(layoutOf('film-look', { stock: 'warm' }).essentials).not.toContain('tint')
  })

  it('appears in the main column if it needs the width', () => {
    expect(layoutOf('product-photo', { background: 'scene' }).long).toEqual(['scene'])
    expect(layoutOf('rig-3d', { figure: 'other' }).long).toContain('bones')
  })

  it('stays with the setting that its help mentions', () => {
    expect(layoutOf('imgmodel-3-0-image-generator', {}).more).toEqual(['promptExtend', 'promptExtendMode', 'enableThinking'])
  })
})

describe('the main text', () => {
  it('comes after a required line if it is optional', () => {
    const capability = capabilities.find(({ id }) => id === 'logo-maker')!
    expect(names(fieldsBeforeText(formLayout(capability, fieldsOf(capability))))).toEqual(['name'])
  })

  it('is a required text rather than an optional one, and none of several optional texts', () => {
    const text = { type: 'string', maxLength: 500 } as const
    const mainText = (required: readonly string[]) => {
      const inputSchema = { type: 'object', required: [...required], properties: { first: text, second: text } } as const
      const capability = { ...capabilities[0]!, inputSchema }
      return formLayout(capability, fieldsOf(capability)).sentence?.name
    }
    expect(mainText(['second'])).toBe('second')
    expect(mainText([])).toBeUndefined()
  })
})

describe('the layout of a form', () => {
  it('is the same in every language', async () => {
    const layouts = () =>
      capabilities.flatMap((capability) =>
        formsOf(capability).map(({ mode, fields }) => {
          const { essentials, more, long } = formLayout(capability, fields)
          return [`${capability.id}${mode}`, names(essentials), names(more), names(long)]
        })
      )
    const inEnglish = layouts()
    await loadLocale('zh-Hans')
    try {
      expect(layouts()).toEqual(inEnglish)
    } finally {
      await loadLocale('en')
    }
  })

  it('has exactly one place for every field', () => {
    for (const capability of capabilities) {
      for (const { fields } of formsOf(capability)) {
        const { media, sentence, negativePrompt, long, essentials, more } = formLayout(capability, fields)
        const placed = [...media, ...[sentence, negativePrompt].filter((field) => field !== null), ...long, ...essentials, ...more]
        expect(names(placed).toSorted(), capability.id).toEqual(names(fields).toSorted())
        expect(more.filter(({ isRequired }) => isRequired)).toEqual([])
        expect(essentials.length).toBeLessThanOrEqual(5)
      }
    }
  })

  it('shows the settings that the price depends on, up to the limit', () => {
    const priced = capabilities.flatMap((capability) =>
      formsOf(capability).map(({ mode, fields }) => {
        const { essentials, more } = formLayout(capability, fields)
        const isPriced = ({ name }: { readonly name: string }): boolean => pricedFieldNames(capability.pricing).includes(name)
        expect(more.filter(isPriced), `${capability.id}${mode}`).toEqual([])
        return essentials.filter(isPriced).length
      })
    )
    // No form of the practice contract exceeds the limit of five priced settings. The form in the next test does.
    expect(Math.max(...priced)).toBeLessThanOrEqual(5)
    expect(priced.filter((count) => count > 0).length).toBeGreaterThan(20)
    expect(layoutOf('image-to-video', {}).essentials).toContain('loop')
  })

  it('leaves priced settings beyond the limit under More, and shows a priced setting that the contract hides', () => {
    const letters = ['a', 'b', 'c', 'd', 'e', 'f']
    const properties = Object.fromEntries(letters.map((name) => [name, { type: 'boolean', default: false } as const]))
    const terms = letters.map((field) => ({ does: 'add', by: { kind: 'table', field, amounts: { true: 1 }, otherwise: 0 } }) as const)
    const capability = {
      ...capabilities[0]!,
      inputSchema: { type: 'object', properties: { plain: { type: 'string', enum: ['x', 'y'] }, ...properties } },
      pricing: { kind: 'rules', terms, roundsUp: false, atLeast: 0 }
    } satisfies (typeof capabilities)[number]
    const layout = formLayout(capability, fieldsOf(capability))
    expect([layout.essentials.map(({ name }) => name), layout.more.map(({ name }) => name)]).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['plain', 'f']
    ])
    const hidden = { ...capability, inputSchema: { type: 'object', properties: { a: { type: 'boolean', 'x-place': 'more' } } } } as const
    expect(formLayout(hidden, fieldsOf(hidden)).essentials.map(({ name }) => name)).toEqual(['a'])
  })

  it('has a main text and essential settings by meaning', async () => {
    const lines = capabilities.flatMap((capability) =>
      formsOf(capability).map(({ mode, fields }) => {
        const layout = formLayout(capability, fields)
        const parts = [layout.media, layout.sentence === null ? [] : [layout.sentence], layout.long, layout.essentials, layout.more]
        return `${capability.id}${mode}: ${parts.map((part) => names(part).join(' ') || '–').join(' | ')}`
      })
    )
    const head = 'form: media | main text | other main fields | essential settings | more'
    await expect(`${[head, ...lines].join('\n')}\n`).toMatchFileSnapshot('form-layouts.txt')
  })

  it('has no settings if there is nothing to set', () => {
    expect(layoutOf('face-swap', {})).toMatchObject({ essentials: [], more: [] })
    expect(layoutOf('background-removal', {})).toMatchObject({ essentials: [], more: [] })
  })
})
