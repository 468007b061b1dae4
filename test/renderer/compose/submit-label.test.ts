import { describe, expect, it } from 'vitest'
import { fieldsOf, outputCount } from '../../../shared/form/fields.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import { formLayout } from '../../../renderer/compose/form-layout.ts'
import { submitLabel, problemsTitle, problemAction } from '../../../renderer/compose/submit-label.ts'
import type { Values } from '../../../shared/form/values.ts'

const [standard, versionThree, faceSwap, , upscaler] = fallbackCapabilities
if (standard === undefined || versionThree === undefined || faceSwap === undefined || upscaler === undefined)
  throw new Error('A fallback capability is missing.')
const fields = fieldsOf(versionThree)

describe('the label of the submit button', () => {
  it('names the output and its count', () => {
    expect(submitLabel(versionThree, 4)).toBe('Generate 4 images')
    expect(submitLabel(versionThree, 1)).toBe('Generate image')
    expect(submitLabel(faceSwap, 1)).toBe('Swap face')
    expect(submitLabel(upscaler, 1)).toBe('Upscale video')
    expect(submitLabel({ ...standard, title: 'Background removal' }, 1)).toBe('Remove background')
    expect(submitLabel({ ...standard, title: 'Unheard-of service' }, 1)).toBe('Generate image')
    expect(submitLabel({ ...standard, id: 'background-removal', title: '背景移除' }, 1)).toBe('Remove background')
  })

  it('counts the faces in a list of pairs', () => {
    const properties = { pairs: { type: 'array', items: { type: 'object', properties: { keepHair: { type: 'boolean' } } } } }
    const manyFaces = { ...faceSwap, inputSchema: { type: 'object', properties } }
    const words = (pairs: readonly Values[]) => submitLabel(manyFaces, 1, fieldsOf(manyFaces), { pairs: [...pairs] })
    expect(words([{ keepHair: true }, { keepHair: false }])).toBe('Swap 2 faces')
    expect(words([{ keepHair: true }])).toBe('Swap face')
  })

  it('counts the chosen outputs, or else the contract’s default', () => {
    expect(outputCount(fields, { imageNum: '4' })).toBe(4)
    expect(outputCount(fields, {})).toBe(1)
    expect(outputCount(fieldsOf(faceSwap), {})).toBe(1)
  })
})

describe('the action for a problem', () => {
  it('leads to where it can be fixed', () => {
    const way = (field: string, index: number | null, values: Parameters<typeof problemAction>[2]): unknown =>
      problemAction({ field, index, code: 'forgotten-file', params: {} }, fields, values)
    expect(way('prompt', null, {})).toEqual({ label: 'Show', kind: 'show' })
    expect(way('prompt', null, { prompt: 'too long' })).toEqual({ label: 'Show', kind: 'show' })
    expect(way('imageUrls', null, {})).toEqual({ label: 'Choose', kind: 'browse' })
    expect(way('imageUrls', 1, { imageUrls: ['a', 'b'] })).toEqual({ label: 'Choose another file', kind: 'browse' })
    expect(problemAction({ field: null, index: null, code: 'forgotten-file', params: {} }, fields, {})).toBeNull()
  })

  it('has a title that counts the problems', () => {
    expect([1, 3].map(problemsTitle)).toEqual(['1 problem to fix', '3 problems to fix'])
  })
})

describe('the layout of form fields', () => {
  it('puts prompt and images in the middle and settings at the side', () => {
    const layout = formLayout(versionThree, fields)
    expect(layout.sentence?.name).toBe('prompt')
    expect(layout.negativePrompt?.name).toBe('negativePrompt')
    expect(layout.media.map((field) => field.name)).toEqual(['imageUrls'])
    expect(layout.essentials.map((field) => field.name)).toEqual(['size', 'imageNum', 'seed'])
    expect(layout.more.map((field) => field.name)).toEqual(['promptExtend', 'promptExtendMode', 'enableThinking'])
  })

  it('has a media field for both photos of a face swap', () => {
    expect(formLayout(faceSwap, fieldsOf(faceSwap)).media.map((field) => field.name)).toEqual(['targetImageUrl', 'referenceFaceImageUrl'])
  })

  it('shows every field exactly once', () => {
    for (const capability of fallbackCapabilities) {
      const layout = formLayout(capability, fieldsOf(capability))
      const places = [...layout.media, layout.sentence, layout.negativePrompt, ...layout.long, ...layout.essentials, ...layout.more]
      const names = places.flatMap((field) => (field === null ? [] : [field.name]))
      expect(names.toSorted()).toEqual(
        fieldsOf(capability)
          .map((field) => field.name)
          .toSorted()
      )
    }
  })
})
