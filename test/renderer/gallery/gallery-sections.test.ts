import { describe, expect, it } from 'vitest'
import { searchResultSections, gallerySections, galleryTabs, nearestSections } from '../../../renderer/gallery/gallery-sections.ts'
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
  gallerySections({
    capabilities,
    recents: [],
    favourites: [],
    tab: 'all',
    sort: 'recent',
    startCount: null,
    maxRecents: 3,
    ...question
  }).map(({ title, count, cards }) => ({
    title,
    count,
    ids: cards.map(({ capability }) => capability.id)
  }))

describe('the sections of the gallery', () => {
  it('are listed by category, in the order of the catalog', () => {
    expect(shown({})).toEqual([
      { title: 'Image', count: null, ids: ['paint', 'etch', 'draw'] },
      { title: 'Video', count: null, ids: ['film'] }
    ])
  })

  it('start with recently used capabilities, and do not repeat them below', () => {
    expect(shown({ recents: usedOf('film', 'draw') })).toEqual([
      { title: 'Recent', count: null, ids: ['film', 'draw'] },
      { title: 'Image', count: null, ids: ['paint', 'etch'] }
    ])
  })

  it('contain at most three recent capabilities, and none that the service has removed', () => {
    expect(shown({ recents: usedOf('gone', 'film', 'draw', 'etch', 'paint') })[0]).toEqual({
      title: 'Recent',
      count: null,
      ids: ['film', 'draw', 'etch']
    })
  })

  it('show a single category, recently used capabilities first', () => {
    expect(shown({ tab: 'image', recents: usedOf('draw', 'etch') })).toEqual([{ title: null, count: null, ids: ['draw', 'etch', 'paint'] }])
  })

  it('can be sorted by name, or by price with unknown prices last', () => {
    expect(shown({ tab: 'image', sort: 'name' })[0]?.ids).toEqual(['draw', 'etch', 'paint'])
    expect(shown({ tab: 'image', sort: 'price' })[0]?.ids).toEqual(['draw', 'paint', 'etch'])
  })

  it('list favourites first in their category, after the used ones', () => {
    expect(shown({ recents: usedOf('film'), favourites: ['etch', 'film', 'gone'] })).toEqual([
      { title: 'Recent', count: null, ids: ['film'] },
      { title: 'Image', count: null, ids: ['etch', 'paint', 'draw'] }
    ])
    expect(shown({ tab: 'image', recents: usedOf('draw'), favourites: ['etch'] })[0]?.ids).toEqual(['draw', 'etch', 'paint'])
  })

  it('show results, with similar spelling below, and the closest matches if nothing was found', () => {
    const [paint, etch, film] = capabilities
    const titlesOf = (sections: ReturnType<typeof searchResultSections>) => sections.map(({ title, count }) => [title, count])
    expect(titlesOf(searchResultSections({ found: [paint!], fuzzy: [etch!, film!] }))).toEqual([
      ['Search results', 1],
      ['Similar spelling', 2]
    ])
    expect(searchResultSections({ found: [], fuzzy: [] })).toEqual([])
    expect(titlesOf(nearestSections([film!]))).toEqual([['Closest matches', 1]])
    expect(nearestSections([])).toEqual([])
  })

  it('are a single one with all capabilities if you start from files, used ones first', () => {
    expect(shown({ startCount: 2, recents: usedOf('film') })).toEqual([
      { title: 'Accepts your files', count: 4, ids: ['film', 'paint', 'etch', 'draw'] }
    ])
    expect(shown({ startCount: 1, capabilities: [] })).toEqual([])
  })

  it('show every capability once', () => {
    const cards = gallerySections({
      capabilities,
      recents: usedOf('film'),
      favourites: ['etch'],
      tab: 'all',
      sort: 'recent',
      startCount: null,
      maxRecents: 3
    }).flatMap((section) => section.cards)
    expect(new Set(cards.map(({ key }) => key)).size).toBe(cards.length)
    expect(new Set(cards.map(({ capability }) => capability)).size).toBe(cards.length)
  })
})

describe('the tabs of the gallery', () => {
  it('count the capabilities of each category, and omit empty categories', () => {
    expect(galleryTabs(capabilities)).toEqual([
      { value: 'all', label: 'All', count: 4 },
      { value: 'image', label: 'Image', count: 3 },
      { value: 'video', label: 'Video', count: 1 }
    ])
  })
})
