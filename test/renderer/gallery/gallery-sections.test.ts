import { describe, expect, it } from 'vitest'
import { gallerySections, galleryTabs } from '../../../renderer/gallery/gallery-sections.ts'
import { searchCapabilities, searchIndexOf } from '../../../renderer/gallery/search-capabilities.ts'
import { aCapability } from './a-capability.ts'

const capabilities = [
  aCapability({ id: 'paint', title: 'Paint' }),
  aCapability({ id: 'etch', title: 'Etch', pricing: { kind: 'unknown' } }),
  aCapability({ id: 'film', title: 'Film', category: 'video', output: 'video', pricing: { kind: 'flat', credits: 40 } }),
  aCapability({ id: 'draw', title: 'Draw', pricing: { kind: 'flat', credits: 1 } })
]
const usedOf = (...ids: readonly string[]) =>
  ids.map((capability, place) => ({ capability, usedAt: 1000 - place, cover: null, open: null }))
const shown = (question: Partial<Parameters<typeof gallerySections>[0]>) =>
  gallerySections({ capabilities, recents: [], tab: 'all', sort: 'recent', found: null, ...question }).map(({ title, count, cards }) => ({
    title,
    count,
    ids: cards.map(({ capability }) => capability.id)
  }))

describe('the sections of the gallery', () => {
  it('stand by category, in the order of the catalog', () => {
    expect(shown({})).toEqual([
      { title: 'Image', count: 3, ids: ['paint', 'etch', 'draw'] },
      { title: 'Video', count: 1, ids: ['film'] }
    ])
  })

  it('have what was used last on top, and not a second time below', () => {
    expect(shown({ recents: usedOf('film', 'draw') })).toEqual([
      { title: 'Recent', count: null, ids: ['film', 'draw'] },
      { title: 'Image', count: 3, ids: ['paint', 'etch'] }
    ])
  })

  it('hold at most three recent ones, and none that the service no longer has', () => {
    expect(shown({ recents: usedOf('gone', 'film', 'draw', 'etch', 'paint') })[0]).toEqual({
      title: 'Recent',
      count: null,
      ids: ['film', 'draw', 'etch']
    })
  })

  it('show one category alone, last used first', () => {
    expect(shown({ tab: 'image', recents: usedOf('draw', 'etch') })).toEqual([{ title: null, count: null, ids: ['draw', 'etch', 'paint'] }])
  })

  it('can be sorted by name, and by price with the unknown last', () => {
    expect(shown({ tab: 'image', sort: 'name' })[0]?.ids).toEqual(['draw', 'etch', 'paint'])
    expect(shown({ tab: 'image', sort: 'price' })[0]?.ids).toEqual(['draw', 'paint', 'etch'])
  })

  it('show findings within the chosen category', () => {
    const found = searchCapabilities(searchIndexOf(capabilities), 'i')
    expect(shown({ found })[0]).toMatchObject({ title: 'Found', count: 4 })
    expect(shown({ found, tab: 'video' })).toEqual([{ title: 'Found', count: 1, ids: ['film'] }])
    expect(shown({ found: [], tab: 'video' })).toEqual([])
  })

  it('give every card a key of its own', () => {
    const keys = gallerySections({ capabilities, recents: usedOf('film'), tab: 'all', sort: 'recent', found: null }).flatMap(({ cards }) =>
      cards.map(({ key }) => key)
    )
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('the tabs of the gallery', () => {
  it('count what is there, and leave out what is not', () => {
    expect(galleryTabs(capabilities)).toEqual([
      { value: 'all', label: 'All', count: 4 },
      { value: 'image', label: 'Image', count: 3 },
      { value: 'video', label: 'Video', count: 1 }
    ])
  })
})
