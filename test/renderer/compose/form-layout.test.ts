import { describe, expect, it } from 'vitest'
import { joinCapabilities, readOpenapi } from '../../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { openapiDocument } from '../../../electron/practice/openapi-document.ts'
import { formLayout } from '../../../renderer/compose/form-layout.ts'
import { controllingFieldName, fieldsOf, modesOf } from '../../../shared/form/fields.ts'
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
  const layout = formLayout(fieldsOf(capability, values), (name) => controllingFieldName(capability.inputSchema, name))
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

describe('the layout of a form', () => {
  it('has exactly one place for every field', () => {
    for (const capability of capabilities) {
      for (const { fields } of formsOf(capability)) {
        const { media, sentence, negativePrompt, long, essentials, more } = formLayout(fields, (name) =>
          controllingFieldName(capability.inputSchema, name)
        )
        const placed = [...media, ...[sentence, negativePrompt].filter((field) => field !== null), ...long, ...essentials, ...more]
        expect(names(placed).toSorted(), capability.id).toEqual(names(fields).toSorted())
        expect(more.filter(({ isRequired }) => isRequired)).toEqual([])
        expect(essentials.length).toBeLessThanOrEqual(5)
      }
    }
  })

  it('has a main text and essential settings by meaning', async () => {
    const lines = capabilities.flatMap((capability) =>
      formsOf(capability).map(({ mode, fields }) => {
        const layout = formLayout(fields, (name) => controllingFieldName(capability.inputSchema, name))
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
