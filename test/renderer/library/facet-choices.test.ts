import { describe, expect, it } from 'vitest'
import { facetsOf } from '../../../renderer/library/facet-choices.ts'
import { timesOfMonth } from '../../../renderer/library/day-words.ts'
import { hasFacets, isNarrowed, showsDoors, withoutFacets } from '../../../renderer/library/library-query.ts'
import type { LibraryQuery } from '../../../shared/library.ts'
import { wholeLibrary } from '../../../shared/library.ts'

const facets = {
  media: [
    { value: 'video', count: 3 },
    { value: 'image', count: 20 }
  ],
  capabilities: [{ value: 'face-swap', count: 4, title: 'Face swap' }],
  connections: [{ value: 'default', count: 23 }],
  tags: [{ value: 'sea', count: 2 }],
  collections: [{ value: 4, count: 1 }],
  stars: [
    { value: 0, count: 18 },
    { value: 3, count: 4 },
    { value: 5, count: 1 }
  ],
  months: [{ value: '2026-11', count: 23 }]
} as const
const collections = [{ id: 4, name: 'Album', count: 1, createdAt: 0 }]
const ask = (query: Partial<LibraryQuery> = {}, different: Partial<typeof facets> = {}) =>
  facetsOf({
    query: { ...wholeLibrary, ...query },
    facets: { ...facets, ...different },
    collections,
    connectionName: (id) => `Connection ${id}`,
    capabilityTitle: (id) => id,
    now: new Date(2026, 10, 20).getTime()
  })
const facet = (name: string, query?: Partial<LibraryQuery>) => ask(query).find((one) => one.name === name)

describe('narrowing the library', () => {
  it('offers what there is, with how many each would leave', () => {
    expect(facet('medium')?.choices.map(({ words, count }) => [words, count])).toEqual([
      ['Pictures', 20],
      ['Videos', 3]
    ])
    expect(facet('stars')?.choices.map(({ words, count }) => [words, count])).toEqual([
      ['5 stars', 1],
      ['4 stars or more', 1],
      ['3 stars or more', 5],
      ['2 stars or more', 5],
      ['1 star or more', 5]
    ])
    expect(facet('date')?.choices).toMatchObject([{ words: 'November', change: { madeFrom: timesOfMonth('2026-11').from } }])
  })

  it('leaves out what narrows nothing: a single connection, tags where there are none, stars where nobody gave any', () => {
    expect(facet('connection')).toBeUndefined()
    expect(ask({}, { tags: [] as never }).some(({ name }) => name === 'tags')).toBe(false)
    expect(ask({}, { stars: [{ value: 0, count: 9 }] as never }).some(({ name }) => name === 'stars')).toBe(false)
  })

  it('says what is chosen, and takes it back', () => {
    expect(facet('medium', { media: ['image'] })).toMatchObject({ chosen: 'Pictures', clear: { media: [] } })
    expect(facet('medium', { media: ['image', 'video'] })?.chosen).toBe('Pictures, Videos')
    expect(facet('medium', { media: ['image', 'video', 'audio'] })?.chosen).toBe('Pictures and 2 more')
    const { from, until } = timesOfMonth('2026-11')
    expect(facet('date', { madeFrom: from, madeUntil: until })?.chosen).toBe('November')
    expect(facet('collection', { collection: 4 })?.chosen).toBe('Album')
    expect(facet('connection', { connections: ['default'] })?.chosen).toBe('Connection default')
  })

  it('keeps what is chosen in its menu when nothing of it is left', () => {
    expect(facet('tags', { tags: ['gone'] })?.choices.map(({ words, count, isChosen }) => [words, count, isChosen])).toEqual([
      ['sea', 2, false],
      ['gone', 0, true]
    ])
    expect(facet('capability', { capabilities: ['old'] })?.choices.at(-1)).toMatchObject({ words: 'old', isChosen: true })
  })

  it('turns a choice into the next question', () => {
    const [video] = facet('medium', { media: ['video'] })?.choices.filter(({ id }) => id === 'video') ?? []
    expect(video?.change).toEqual({ media: [] })
    expect(facet('stars', { starsAtLeast: 3 })?.choices.find(({ id }) => id === '3')?.change).toEqual({ starsAtLeast: 0 })
    expect(facet('collection')?.choices[0]?.change).toEqual({ collection: 4 })
  })

  it('knows whether something is left out, and widens without losing words and order', () => {
    expect(isNarrowed(wholeLibrary)).toBe(false)
    expect(isNarrowed({ ...wholeLibrary, search: ' ' })).toBe(false)
    expect(isNarrowed({ ...wholeLibrary, search: 'vase' })).toBe(true)
    const narrow: LibraryQuery = { ...wholeLibrary, search: 'vase', starsAtLeast: 2, sort: 'oldest' }
    expect(hasFacets(narrow)).toBe(true)
    expect(withoutFacets(narrow)).toEqual({ ...wholeLibrary, search: 'vase', sort: 'oldest' })
  })

  it('shows what is being made only where its result will stand at the top', () => {
    expect(showsDoors(wholeLibrary)).toBe(true)
    expect(showsDoors({ ...wholeLibrary, sort: 'oldest' })).toBe(false)
    expect(showsDoors({ ...wholeLibrary, media: ['image'] })).toBe(false)
  })
})
