import { describe, expect, it } from 'vitest'
import { inputTargets } from '../../../renderer/media/input-targets.ts'
import { valuesWithInput } from '../../../renderer/navigation/open-form.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'

const namesFor = (media: Parameters<typeof inputTargets>[1]) =>
  inputTargets(fallbackCapabilities, media).map(({ capability, field }) => `${capability.id} ${field.name}`)

describe('the input targets of a result', () => {
  it('are the fields of all capabilities that accept its medium', () => {
    const names = namesFor(['image'])
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(names).size).toBe(names.length)
    for (const { field } of inputTargets(fallbackCapabilities, ['image'])) expect([null, 'image']).toContain(field.medium)
  })

  it('are only sufficiently long lists for several results', () => {
    for (const { field } of inputTargets(fallbackCapabilities, ['image', 'image'])) {
      expect(field.isMany).toBe(true)
      expect(field.maxItems ?? 2).toBeGreaterThanOrEqual(2)
    }
    expect(namesFor(['image', 'image']).length).toBeGreaterThan(0)
    expect(namesFor(Array.from({ length: 500 }, () => 'image' as const)).length).toBeLessThanOrEqual(namesFor(['image', 'image']).length)
  })

  it('are empty for results of different media, and without results', () => {
    expect(namesFor(['image', 'video'])).toEqual([])
    expect(namesFor([])).toEqual([])
  })

  it('prefill the form with the result', () => {
    expect(valuesWithInput({ name: 'imageUrls', isMany: true }, [{ item: 'a' }, { item: 'b' }])).toEqual({
      imageUrls: [{ item: 'a' }, { item: 'b' }]
    })
    expect(valuesWithInput({ name: 'imageUrl', isMany: false }, [{ item: 'a' }])).toEqual({ imageUrl: { item: 'a' } })
    expect(valuesWithInput({ name: 'subject›imageUrl', isMany: false }, [{ item: 'a' }])).toEqual({ subject: { imageUrl: { item: 'a' } } })
  })
})
