import { describe, expect, it } from 'vitest'
import { demonstrationsOf } from '../../../renderer/gallery/demonstrations.ts'
import { changedImageFields } from '../../../renderer/gallery/use-input-image.ts'
import { practiceCapabilities } from '../actions/practice-capabilities.ts'
import { aCapability } from './a-capability.ts'

const shown = demonstrationsOf(practiceCapabilities)

describe('demonstrations of the practice service', () => {
  it('are missing only for audio and for what no drawing shows', () => {
    const without = practiceCapabilities.filter(({ id, output }) => output !== 'audio' && !shown.has(id))
    expect(without.map(({ title }) => title)).toEqual(['3D rigging', 'Embrace effect'])
  })

  it('show a before only for capabilities that change an image', () => {
    const wipes = practiceCapabilities.filter(({ id }) => shown.get(id)?.kind === 'wipe')
    expect(wipes.length).toBeGreaterThan(15)
    expect(wipes.filter(({ output }) => output !== 'image')).toEqual([])
  })

  it('are all different', () => {
    const covers = [...shown.values()].map(({ sheet, first }) => `${sheet} ${first}`)
    expect(new Set(covers).size).toBe(covers.length)
  })
})

describe('a demonstration', () => {
  it('follows the ID if the title is translated', () => {
    const translated = practiceCapabilities.map((capability) => ({ ...capability, title: '能力' }))
    expect(demonstrationsOf(translated).size).toBe(shown.size)
  })

  it('isn’t shown for another output or without the input', () => {
    const remover = aCapability({ id: 'background-removal', title: 'Background removal' })
    expect(demonstrationsOf([remover]).size).toBe(0)
    const withImage = practiceCapabilities.filter(({ title }) => title === 'Background removal')
    expect(withImage.length).toBe(1)
    expect(demonstrationsOf(withImage.map((one) => ({ ...one, output: 'audio' as const }))).size).toBe(0)
  })

  it('isn’t shown for an unknown capability', () => {
    expect(demonstrationsOf([aCapability({ id: 'dream-weaver' })]).size).toBe(0)
  })
})

describe('the image that a capability changes', () => {
  const fieldsById = new Map(practiceCapabilities.map((capability) => [capability.id, changedImageFields(capability)]))
  it.each([
    ['background-removal', ['imageUrl']],
    ['inpainting', ['imageUrl']],
    ['text-to-video', []],
    ['image-to-video', []]
  ])('of %s is in %o', (id, fields) => {
    expect(fieldsById.get(id)).toEqual(fields)
  })
})
