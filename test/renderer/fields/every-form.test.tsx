import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { joinCapabilities, readOpenapi } from '../../../electron/contract/discovery.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { openapiDocument } from '../../../electron/practice/openapi-document.ts'
import { formLayout } from '../../../renderer/compose/form-layout.ts'
import { mediaRuleText } from '../../../renderer/fields/media-list.ts'
import { MediaSizeProvider } from '../../../renderer/fields/placement.ts'
import { isMultiChoiceList } from '../../../renderer/fields/multi-choice-input.tsx'
import { FieldInput } from '../../../renderer/fields/field-input.tsx'
import type { FormServices } from '../../../renderer/fields/form-services.ts'
import { FormServicesProvider } from '../../../renderer/fields/form-services.ts'
import { LiveRegion } from '../../../renderer/ui/live-region.tsx'
import { TooltipProvider } from '../../../renderer/ui/tooltip.tsx'
import { fieldsOf, modesOf } from '../../../shared/form/fields.ts'
import type { Field } from '../../../shared/form/fields.ts'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import type { Value } from '../../../shared/form/values.ts'

const services: FormServices = {
  Input: FieldInput,
  mediaOf: () => null,
  isMissing: () => false,
  readingCount: () => 0,
  skippedReason: () => null,
  addFiles: () => undefined,
  addValues: () => undefined,
  addLocalFile: () => undefined,
  cut: async () => undefined,
  convert: async () => undefined,
  browse: () => undefined,
  setMedia: () => undefined,
  maskTarget: () => null,
  mediaBeside: () => null,
  mention: null,
  isDragging: false,
  isSeedKept: () => false,
  setSeedKept: () => undefined,
  loadSample: async () => null
}
function drawn(...input: Parameters<typeof inForm>): string {
  return renderToStaticMarkup(inForm(...input))
}

function inForm(field: Field, value?: Value, own: Partial<FormServices> = {}) {
  return (
    <TooltipProvider>
      <LiveRegion>
        <FormServicesProvider value={{ ...services, ...own }}>
          <FieldInput field={field} value={value} problems={[]} onChange={() => undefined} />
        </FormServicesProvider>
      </LiveRegion>
    </TooltipProvider>
  )
}

const capabilities = joinCapabilities({
  catalog: null,
  openapi: readOpenapi(JSON.parse(JSON.stringify(openapiDocument(deployedCapabilities.values(), 'http://127.0.0.1:1'))))
})

describe('the form of', () => {
  it.each(capabilities.map((capability) => [capability.id, capability] as const))(
    '%s is rendered completely, without style elements',
    (_id, capability) => {
      const modes = modesOf(capability)
      const forms = modes.length === 0 ? [fieldsOf(capability)] : modes.map(({ sets, variant }) => fieldsOf(capability, sets, variant))
      for (const field of forms.flat()) {
        const isOrdered = field.kind === 'list' && !isMultiChoiceList(field)
        const markup = drawn(field, isOrdered ? [null, null] : undefined)
        if (field.kind !== 'media' || field.alsoNamed === null)
          expect(markup).toContain(field.label.replaceAll('&', '&amp;').replaceAll("'", '&#x27;'))
        if (isOrdered) expect(markup.match(/aria-label="Move [^"]* 2: drag or use the arrow keys"/g)).toHaveLength(1)
        const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
        expect(new Set(ids).size, `${field.name}: ${ids.join(' ')}`).toBe(ids.length)
        expect(markup).not.toContain('<style')
      }
    }
  )

  it.each(capabilities.map((capability) => [capability.id, capability] as const))(
    '%s shows media below the stage as rows with their label, a button for each source and no rules',
    (_id, capability) => {
      const modes = modesOf(capability)
      const forms = modes.length === 0 ? [fieldsOf(capability)] : modes.map(({ sets, variant }) => fieldsOf(capability, sets, variant))
      for (const field of forms.flatMap((fields) => formLayout(capability, fields).media)) {
        const markup = renderToStaticMarkup(<MediaSizeProvider value="compact">{inForm(field)}</MediaSizeProvider>)
        const text = markup.replaceAll(/<[^>]+>/g, ' ')
        if (field.alsoNamed === null) expect(markup).toMatch(/<h2/)
        expect(text.match(/Browse…/g)).toHaveLength(1)
        expect(text).not.toContain(mediaRuleText(field) || 'up to')
        expect(drawn(field).replaceAll(/<[^>]+>/g, ' ')).toContain(mediaRuleText(field))
      }
    }
  )
})

describe('a field in which null has a separate meaning', () => {
  const capability = {
    ...capabilities[0]!,
    inputSchema: { type: 'object', properties: { steps: { type: ['integer', 'null'], default: 30 } } }
  }
  const [steps] = fieldsOf(capability)
  it('offers None in addition to an unset value', () => {
    expect(drawn(steps!)).toContain('placeholder="30"')
    expect(drawn(steps!)).toMatch(/aria-pressed="false"[^>]*>.*None/)
    expect(drawn(steps!, null)).not.toContain('placeholder="30"')
    expect(drawn(steps!, null)).toMatch(/aria-pressed="true"[^>]*>.*None/)
  })
})

describe('an empty mask', () => {
  const mask = capabilities.flatMap((capability) => fieldsOf(capability)).find((field) => field.kind === 'media' && field.isMask)!
  const facts: InspectedMedia['facts'] = {
    name: 'vase.png',
    bytes: 1,
    modifiedAt: 0,
    medium: 'image',
    format: 'png',
    contentType: 'image/png',
    width: 8,
    height: 8,
    durationInSeconds: null,
    hasSound: null,
    isAnimated: false,
    isTorn: false
  }

  it('offers painting only if there is an image to paint over', () => {
    const before = drawn(mask)
    expect(before).toContain('Drop a mask here. To paint one, add the image as a file.')
    expect(before).not.toContain('Paint a mask…')
    const after = drawn(mask, undefined, { maskTarget: () => ({ facts, previewUrl: 'kiln://preview' }) })
    expect(after).toContain('Paint a mask, or drop one here')
    expect(after).toContain('Paint a mask…')
  })
})
