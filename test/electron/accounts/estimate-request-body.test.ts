import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateRequestBody } from '../../../electron/accounts/estimate-request-body.ts'
import { computeCharge } from '../../../shared/form/pricing.ts'
import type { Values } from '../../../shared/form/values.ts'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { validValueArbitrary } from '../practice/schema-values.ts'

const definitionOf = (id: string) => deployedCapabilities.get(id)!

describe('values sent for an estimate', () => {
  it('keep choices, numbers and switches, and replace files and text with placeholders', () => {
    const values = {
      mode: 'text',
      videoUrl: { file: '/home/ada/secret film.mp4' },
      text: 'Nobody is to read this 🏺',
      voice: 'ash',
      language: 'de'
    }
    expect(estimateRequestBody(definitionOf('lip-sync'), values)).toEqual({
      mode: 'text',
      videoUrl: 'https://storage.invalid/file',
      text: 'x'.repeat(24),
      voice: 'ash',
      language: 'de'
    })
  })

  it('include nested lists and groups', () => {
    const values = {
      targetImageUrl: 'https://cloud.example/me.png?signature=secret',
      pairs: [
        { faceIndex: 1, faceImageUrl: { draft: 'token' }, keepHair: false },
        { faceIndex: 2, faceImageUrl: { item: 'a.0' } }
      ]
    }
    const told = JSON.stringify(estimateRequestBody(definitionOf('multi-face-swap'), values))
    expect(told).not.toMatch(/secret|cloud|token|item/)
    expect(JSON.parse(told)).toMatchObject({ pairs: [{ faceIndex: 1, keepHair: false }, { faceIndex: 2 }] })
  })

  it('omit empty fields and fields of another form variant', () => {
    expect(estimateRequestBody(definitionOf('lip-sync'), { mode: 'audio', text: 'of the other form', videoUrl: '' })).toEqual({
      mode: 'audio'
    })
  })

  it('cost the same as the original values, for every capability', () => {
    for (const definition of deployedCapabilities.values()) {
      const pricing = definition.hiddenPrice?.pricing ?? definition.pricing
      fc.assert(
        fc.property(validValueArbitrary(definition.inputSchema), (body) => {
          const told = estimateRequestBody(definition, body as Values)
          const charge = (values: unknown) => computeCharge(pricing, definition.inputSchema, values as Values)?.credits
          expect(charge(told), `${definition.id} ${JSON.stringify(body)}`).toBe(charge(body))
        }),
        { numRuns: 20 }
      )
    }
  })
})
