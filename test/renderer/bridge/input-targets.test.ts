import { describe, expect, it } from 'vitest'
import { inputTargets, valuesWithInput } from '../../../renderer/bridge/input-targets.ts'
import { fallbackCapabilities } from '../../../shared/fallback-capabilities.ts'

const namesFor = (media: Parameters<typeof inputTargets>[1]) =>
  inputTargets(fallbackCapabilities, media).map(({ capability, field }) => `${capability.id} ${field.name}`)

describe('where a result can be used as input', () => {
  it('is every field of every capability that takes its medium', () => {
    const names = namesFor(['image'])
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(names).size).toBe(names.length)
    for (const { field } of inputTargets(fallbackCapabilities, ['image'])) expect([null, 'image']).toContain(field.medium)
  })

  it('is only where a list is taken, and is long enough, for several', () => {
    for (const { field } of inputTargets(fallbackCapabilities, ['image', 'image'])) {
      expect(field.isMany).toBe(true)
      expect(field.maxItems ?? 2).toBeGreaterThanOrEqual(2)
    }
    expect(namesFor(['image', 'image']).length).toBeGreaterThan(0)
    expect(namesFor(Array.from({ length: 500 }, () => 'image' as const)).length).toBeLessThanOrEqual(namesFor(['image', 'image']).length)
  })

  it('is nowhere for things of different kinds, and for nothing', () => {
    expect(namesFor(['image', 'video'])).toEqual([])
    expect(namesFor([])).toEqual([])
  })

  it('becomes values that open the form with it', () => {
    expect(valuesWithInput({ name: 'imageUrls', isMany: true }, [{ item: 'a' }, { item: 'b' }])).toEqual({
      imageUrls: [{ item: 'a' }, { item: 'b' }]
    })
    expect(valuesWithInput({ name: 'imageUrl', isMany: false }, [{ item: 'a' }])).toEqual({ imageUrl: { item: 'a' } })
    expect(valuesWithInput({ name: 'subject›imageUrl', isMany: false }, [{ item: 'a' }])).toEqual({ subject: { imageUrl: { item: 'a' } } })
  })
})
