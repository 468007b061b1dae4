import { describe, expect, it } from 'vitest'
import { activeFacetCount, facetCounts, facetFilter, noFacets, toggleFacetKind } from '../../../renderer/gallery/gallery-facets.ts'
import { galleryStore, toStoredGallery, fromStoredGallery } from '../../../renderer/gallery/gallery-store.ts'
import { aCapability } from './a-capability.ts'

const media = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, name === 'prompt' ? { type: 'string' } : { type: 'string', format: 'uri' }]))
})
const capabilities = [
  aCapability({ id: 'paint' }),
  aCapability({ id: 'swap', inputSchema: media('targetImageUrl', 'faceImageUrl') }),
  aCapability({ id: 'film-swap', output: 'video', inputSchema: media('videoUrl', 'faceImageUrl') }),
  aCapability({ id: 'film', output: 'video', inputSchema: media('prompt', 'firstFrameImageUrl') }),
  aCapability({ id: 'speak', output: 'audio' })
]
const idsWithin = (facets: Partial<typeof noFacets>, favourites: readonly string[] = []) =>
  capabilities.filter(facetFilter({ ...noFacets, ...facets }, favourites)).map(({ id }) => id)

describe('the facets of the gallery', () => {
  it('filter nothing while none is chosen', () => {
    expect(idsWithin({})).toHaveLength(5)
    expect(activeFacetCount(noFacets)).toBe(0)
  })

  it('require all chosen inputs and one of the chosen outputs', () => {
    expect(idsWithin({ takes: ['face'] })).toEqual(['swap', 'film-swap'])
    expect(idsWithin({ takes: ['face', 'video'] })).toEqual(['film-swap'])
    expect(idsWithin({ gives: ['video'] })).toEqual(['film-swap', 'film'])
    expect(idsWithin({ gives: ['video', 'audio'] })).toEqual(['film-swap', 'film', 'speak'])
    expect(idsWithin({ takes: ['text', 'face'] })).toEqual([])
  })

  it('can show favourites only', () => {
    expect(idsWithin({ isFavouritesOnly: true, gives: ['video'] }, ['paint', 'film'])).toEqual(['film'])
  })

  it('show how many capabilities each choice would leave', () => {
    const counts = facetCounts(capabilities, { ...noFacets, takes: ['face'] }, ['swap', 'paint'])
    expect(Object.fromEntries(counts.takes)).toEqual({ image: 1, face: 2, video: 1 })
    expect(Object.fromEntries(counts.gives)).toEqual({ image: 1, video: 1 })
    expect(counts.favourites).toBe(1)
  })

  it('count outputs as if none were chosen, because they are alternatives', () => {
    const counts = facetCounts(capabilities, { ...noFacets, gives: ['image'] }, [])
    expect(Object.fromEntries(counts.gives)).toEqual({ image: 2, video: 2, audio: 1 })
    expect(Object.fromEntries(counts.takes)).toEqual({ text: 1, image: 1, face: 1 })
  })

  it('can be chosen and cleared', () => {
    expect(toggleFacetKind(['a'], 'b')).toEqual(['a', 'b'])
    expect(toggleFacetKind(['a', 'b'], 'a')).toEqual(['b'])
  })
})

describe('the saved state of the gallery', () => {
  it('is saved and restored', () => {
    const facets = { takes: ['image', 'text'], gives: ['video'], isFavouritesOnly: true } as const
    const kept = toStoredGallery({ ...galleryStore.getState(), tab: 'effects', sort: 'price', facets })
    expect(fromStoredGallery(kept)).toEqual({ tab: 'effects', sort: 'price', facets: { ...facets, takes: ['text', 'image'] } })
  })

  it('is restored without unknown values', () => {
    expect(
      fromStoredGallery({ tab: 'smell', sort: 'heat', takes: ['smell', 'image'], gives: ['warmth'], isFavouritesOnly: false })
    ).toEqual({
      tab: 'all',
      sort: 'recent',
      facets: { takes: ['image'], gives: [], isFavouritesOnly: false }
    })
  })
})
