import { describe, expect, it } from 'vitest'
import { facetsOf } from '../../../renderer/library/facet-choices.ts'
import { monthTimeRange } from '../../../renderer/ui/day-text.ts'
import { hasFacets, isFiltered, canShowPendingTiles, withoutFacets } from '../../../renderer/library/library-query.ts'
import type { LibraryQuery } from '../../../shared/library/library.ts'
import { unfilteredQuery } from '../../../shared/library/library.ts'

const facets = {
  media: [
    { value: 'video', count: 3 },
    { value: 'image', count: 20 }
  ],
  capabilities: [{ value: 'face-swap', count: 4, title: 'Face swap' }],
  connections: [{ value: 'default', count: 23 }],
  tags: [{ value: 'sea', count: 2 }],
  untagged: 21,
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
    query: { ...unfilteredQuery, ...query },
    facets: { ...facets, ...different },
    collections,
    connectionName: (id) => `Connection ${id}`,
    capabilityTitle: (id) => id,
    now: new Date(2026, 10, 20).getTime()
  })
const facet = (name: string, query?: Partial<LibraryQuery>) => ask(query).find((one) => one.name === name)

describe('filtering the library', () => {
  it('offers existing values with the number of results each would leave', () => {
    expect(facet('medium')?.choices.map(({ label, count }) => [label, count])).toEqual([
      ['Images', 20],
      ['Videos', 3]
    ])
    expect(facet('stars')?.choices.map(({ label, count }) => [label, count])).toEqual([
      ['5 stars', 1],
      ['4 stars or more', 1],
      ['3 stars or more', 5],
      ['2 stars or more', 5],
      ['1 star or more', 5],
      ['No rating', 18]
    ])
    expect(facet('tags')?.choices.map(({ label, count }) => [label, count])).toEqual([
      ['sea', 2],
      ['No tags', 21]
    ])
    expect(facet('date')?.choices).toMatchObject([{ label: 'November', change: { madeFrom: monthTimeRange('2026-11').from } }])
  })

  it('omits filters without effect: a single connection, no tags, no stars', () => {
    expect(facet('connection')).toBeUndefined()
    expect(ask({}, { tags: [] as never }).some(({ name }) => name === 'tags')).toBe(false)
    expect(ask({}, { stars: [{ value: 0, count: 9 }] as never }).some(({ name }) => name === 'stars')).toBe(false)
  })

  it('shows the chosen values, and clears them', () => {
    expect(facet('medium', { media: ['image'] })).toMatchObject({ chosen: 'Images', clear: { media: [] } })
    expect(facet('medium', { media: ['image', 'video'] })?.chosen).toBe('Images, Videos')
    expect(facet('medium', { media: ['image', 'video', 'audio'] })?.chosen).toBe('Images and 2 more')
    const { from, until } = monthTimeRange('2026-11')
    expect(facet('date', { madeFrom: from, madeUntil: until })?.chosen).toBe('November')
    expect(facet('collection', { collection: 4 })?.chosen).toBe('Album')
    expect(facet('connection', { connections: ['default'] })?.chosen).toBe('Connection default')
  })

  it('keeps a chosen value in its menu if it has no results left', () => {
    expect(facet('tags', { tags: ['gone'] })?.choices.map(({ label, count, isChosen }) => [label, count, isChosen])).toEqual([
      ['sea', 2, false],
      ['gone', 0, true],
      ['No tags', 21, false]
    ])
    expect(facet('capability', { capabilities: ['old'] })?.choices.at(-1)).toMatchObject({ label: 'old', isChosen: true })
  })

  it('turns a choice into the next query', () => {
    const [video] = facet('medium', { media: ['video'] })?.choices.filter(({ id }) => id === 'video') ?? []
    expect(video?.change).toEqual({ media: [] })
    expect(facet('stars', { starsAtLeast: 3 })?.choices.find(({ id }) => id === '3')?.change).toEqual({ starsAtLeast: 0, isUnrated: false })
    expect(facet('stars', { starsAtLeast: 3 })?.choices.find(({ id }) => id === '0')?.change).toEqual({ starsAtLeast: 0, isUnrated: true })
    expect(facet('tags', { tags: ['sea'] })?.choices.find(({ label }) => label === 'No tags')?.change).toEqual({
      tags: [],
      isUntagged: true
    })
    expect(facet('stars', { isUnrated: true })?.chosen).toBe('No rating')
    expect(facet('collection')?.choices[0]?.change).toEqual({ collection: 4 })
  })

  it('detects filters, and clears them without losing the search and order', () => {
    expect(isFiltered(unfilteredQuery)).toBe(false)
    expect(isFiltered({ ...unfilteredQuery, search: ' ' })).toBe(false)
    expect(isFiltered({ ...unfilteredQuery, search: 'vase' })).toBe(true)
    const narrow: LibraryQuery = { ...unfilteredQuery, search: 'vase', starsAtLeast: 2, sort: 'oldest' }
    expect(hasFacets(narrow)).toBe(true)
    expect(withoutFacets(narrow)).toEqual({ ...unfilteredQuery, search: 'vase', sort: 'oldest' })
  })

  it('shows pending tiles only if new results appear at the top', () => {
    expect(canShowPendingTiles(unfilteredQuery)).toBe(true)
    expect(canShowPendingTiles({ ...unfilteredQuery, sort: 'oldest' })).toBe(false)
    expect(canShowPendingTiles({ ...unfilteredQuery, media: ['image'] })).toBe(false)
  })
})
