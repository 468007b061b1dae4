import { describe, expect, it } from 'vitest'
import { joinCapabilities, readOpenapi } from '../../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { openapiDocument } from '../../../electron/practice/openapi-document.ts'
import { formLayout } from '../../../renderer/compose/form-layout.ts'
import { controllingFieldName, fieldsOf } from '../../../shared/form/fields.ts'
import type { Values } from '../../../shared/form/values.ts'

const capabilities = joinCapabilities({
  catalog: null,
  openapi: readOpenapi(JSON.parse(JSON.stringify(openapiDocument(deployedCapabilities.values(), 'http://127.0.0.1:1'))))
})

function layoutOf(id: string, values: Values) {
  const capability = capabilities.find((one) => one.id === id)!
  const layout = formLayout(fieldsOf(capability, values), (name) => controllingFieldName(capability.inputSchema, name))
  return { settings: layout.settings.map(({ name }) => name), long: layout.long.map(({ name }) => name) }
}

describe('a field that depends on a setting', () => {
  it('appears right below it', () => {
    expect(layoutOf('film-look', { stock: 'mono' }).settings.slice(0, 2)).toEqual(['stock', 'tint'])
    expect(layoutOf('talking-avatar', { background: 'color' }).settings).toEqual(['background', 'backgroundColor'])
    expect(layoutOf('video-to-video', { look: 'custom' }).settings.slice(0, 2)).toEqual(['look', 'lookPrompt'])
    expect(layoutOf('film-look', { stock: 'warm' }).settings).not.toContain('tint')
  })

  it('appears in the main column if it needs the width', () => {
    expect(layoutOf('product-photo', { background: 'scene' }).long).toEqual(['scene'])
    expect(layoutOf('rig-3d', { figure: 'other' }).long).toContain('bones')
  })
})

describe('the layout of a form', () => {
  it('has exactly one place for every field', () => {
    for (const capability of capabilities) {
      const fields = fieldsOf(capability)
      const { media, prompt, negativePrompt, long, settings, rare } = formLayout(fields, (name) =>
        controllingFieldName(capability.inputSchema, name)
      )
      const placed = [...media, ...[prompt, negativePrompt].filter((field) => field !== null), ...long, ...settings, ...rare]
      expect(placed.map(({ name }) => name).toSorted(), capability.id).toEqual(fields.map(({ name }) => name).toSorted())
    }
  })
})
