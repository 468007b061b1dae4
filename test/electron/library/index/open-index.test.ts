import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openIndex, type LibraryIndex } from '../../../../electron/library/index/open-index.ts'
import type { IndexedItem } from '../../../../electron/library/index/indexed-item.ts'
import { unfilteredQuery, type LibraryQuery } from '../../../../shared/library/library.ts'
import { anItem } from '../an-item.ts'

let folder: string
let index: LibraryIndex
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiln-index-'))
  index = openIndex(join(folder, 'library.sqlite'))
})
afterEach(() => {
  index.close()
  rmSync(folder, { recursive: true, force: true })
})

function idsOf(query: Partial<LibraryQuery> = {}): readonly string[] {
  const keys = [...index.page({ ...unfilteredQuery, ...query }).keys]
  return index.tiles(keys, '').map(({ id }) => id)
}

function put(...items: readonly IndexedItem[]): void {
  index.put(items, true)
}

const day = (number: number, hour = 12): number => new Date(2026, 10, number, hour).getTime()

describe('the library index', () => {
  it('returns all items in order, with their aspect ratios and days', () => {
    put(
      anItem({ id: 'a.1', madeAt: day(19), width: 200, height: 100 }),
      anItem({ id: 'b.1', madeAt: day(20, 9), width: null, height: null }),
      anItem({ id: 'c.1', madeAt: day(20, 10), width: 100, height: 300 })
    )
    const shelf = index.page(unfilteredQuery)
    expect(idsOf()).toEqual(['c.1', 'b.1', 'a.1'])
    expect([...shelf.ratios]).toEqual([333, 1_000, 2_000])
    expect(shelf.days).toEqual([
      { day: '2026-11-20', from: 0, count: 2 },
      { day: '2026-11-19', from: 2, count: 1 }
    ])
    expect(shelf.total).toBe(3)
    expect(idsOf({ sort: 'oldest' })).toEqual(['a.1', 'b.1', 'c.1'])
    expect(index.page({ ...unfilteredQuery, sort: 'name' }).days).toEqual([])
  })

  it('orders by stars, size and name', () => {
    put(
      anItem({ id: 'a.1', stars: 2, bytes: 5, path: '/l/fox 10.png', madeAt: day(1) }),
      anItem({ id: 'b.1', stars: 5, bytes: 9, path: '/l/Fox 9.png', madeAt: day(2) }),
      anItem({ id: 'c.1', stars: 2, bytes: 7, path: '/l/ant.png', madeAt: day(3) })
    )
    expect(idsOf({ sort: 'stars' })).toEqual(['b.1', 'c.1', 'a.1'])
    expect(idsOf({ sort: 'largest' })).toEqual(['b.1', 'c.1', 'a.1'])
    expect(idsOf({ sort: 'name' })).toEqual(['c.1', 'b.1', 'a.1'])
  })

  it('applies all filters together, and counts each facet with the other filters applied', () => {
    put(
      anItem({ id: 'a.1', medium: 'image', stars: 5, tags: ['vase', 'blue'] }),
      anItem({ id: 'b.1', medium: 'image', stars: 1, tags: ['vase'] }),
      anItem({ id: 'c.1', medium: 'video', stars: 5, tags: [], connectionId: null, madeAt: day(3, 1) })
    )
    expect(idsOf({ media: ['image'], starsAtLeast: 3 })).toEqual(['a.1'])
    expect(idsOf({ tags: ['vase', 'blue'] })).toEqual(['a.1'])
    expect(idsOf({ connections: ['account'] })).toEqual(['b.1', 'a.1'])
    expect(idsOf({ madeFrom: day(3, 0), madeUntil: day(4, 0) })).toEqual(['c.1'])
    const facets = index.facets({ ...unfilteredQuery, media: ['image'], starsAtLeast: 3 })
    expect(facets.media).toEqual([
      { value: 'image', count: 1 },
      { value: 'video', count: 1 }
    ])
    expect(facets.stars).toEqual([
      { value: 5, count: 1 },
      { value: 1, count: 1 }
    ])
    expect(facets.tags).toEqual([
      { value: 'vase', count: 1 },
      { value: 'blue', count: 1 }
    ])
    expect(facets.months).toEqual([{ value: '2026-11', count: 1 }])
    expect(facets.capabilities).toEqual([{ value: 'imgmodel-image-generator', title: 'Image generator', count: 1 }])
  })

  it.each<[string, readonly string[]]>([
    ['', ['c.1', 'b.1', 'a.1']],
    ['fox', ['b.1', 'a.1']],
    ['FOX snow', ['a.1']],
    ['fo', ['b.1', 'a.1']],
    ['fuchse', ['c.1']],
    ['füchse', ['c.1']],
    ['"red fox"', ['a.1']],
    ['"fox red"', []],
    ['"fo"', []],
    ['fox -snow', ['b.1']],
    ['-fox', ['c.1']],
    ['狐', ['c.1']],
    ['赤い', ['c.1']],
    ['い赤', []],
    ['1024*1024', ['c.1', 'b.1', 'a.1']],
    ['image generator', ['c.1', 'b.1', 'a.1']],
    ['kitchen', ['b.1']],
    ['"""', ['c.1', 'b.1', 'a.1']],
    ['AND', []],
    ['fox OR', ['b.1', 'a.1']],
    ['fox or', []],
    ['title:fox', []],
    ['(fox) NEAR', []]
  ])('finds the right items for %j', (search, expected) => {
    put(
      anItem({ id: 'a.1', madeAt: day(1), title: 'a red fox', prompt: 'a red fox in the snow' }),
      anItem({ id: 'b.1', madeAt: day(2), prompt: 'the fox that is red', tags: ['kitchen'] }),
      anItem({ id: 'c.1', madeAt: day(3), prompt: 'zwei Füchse, 雪の中の赤い狐', title: 'x' })
    )
    expect(idsOf({ search })).toEqual(expected)
  })

  it('lists a task’s results in order, whatever order they were saved in', () => {
    put(
      anItem({ id: 'a.2', madeAt: day(1) }),
      anItem({ id: 'a.1', madeAt: day(1) + 5 }),
      anItem({ id: 'b.1', madeAt: day(1) + 2 }),
      anItem({ id: 'c.10', madeAt: day(2) + 1 }),
      anItem({ id: 'c.9', madeAt: day(2) + 2 })
    )
    expect(idsOf({})).toEqual(['c.9', 'c.10', 'a.1', 'a.2', 'b.1'])
    expect(idsOf({ sort: 'oldest' })).toEqual(['b.1', 'a.1', 'a.2', 'c.9', 'c.10'])
  })

  it('groups the results of a task into one tile, which shows the result with the most stars', () => {
    put(
      anItem({ id: 'a.1', madeAt: day(1), width: 200, height: 100 }),
      anItem({ id: 'a.2', madeAt: day(1), stars: 4, width: 100, height: 300 }),
      anItem({ id: 'b.1', madeAt: day(2) }),
      anItem({ id: 'a.3', madeAt: day(2) + 1 })
    )
    const query = { ...unfilteredQuery, groupsRuns: true }
    const { keys, ratios, days, stacks, total } = index.page(query)
    const namesOf = (some: Uint32Array): readonly string[] => index.tiles([...some], '').map(({ id }) => id)
    expect(namesOf(keys)).toEqual(['a.2', 'b.1'])
    expect([...ratios]).toEqual([333, 1_333])
    expect(namesOf(stacks?.members ?? new Uint32Array())).toEqual(['a.2', 'a.3', 'a.1', 'b.1'])
    expect([...(stacks?.ends ?? [])]).toEqual([3, 4])
    expect(days).toEqual([{ day: '2026-11-02', from: 0, count: 2 }])
    expect(total).toBe(4)
    expect(idsOf({ groupsRuns: true, starsAtLeast: 4 })).toEqual(['a.2'])
    expect(idsOf({ groupsRuns: true, sort: 'oldest' })).toEqual(['a.2', 'b.1'])
  })

  it('lists only the results of one task, and counts them in the facets', () => {
    put(anItem({ id: 'a.1', tags: ['red'] }), anItem({ id: 'a.2', stars: 3 }), anItem({ id: 'b.1', stars: 3, tags: ['red'] }))
    expect(idsOf({ run: 'a', groupsRuns: true })).toEqual(['a.1', 'a.2'])
    expect(index.page({ ...unfilteredQuery, run: 'a', groupsRuns: true }).stacks).toBeNull()
    const { tags, stars } = index.facets({ ...unfilteredQuery, run: 'a' })
    expect(tags).toEqual([{ value: 'red', count: 1 }])
    expect(stars).toEqual([
      { value: 3, count: 1 },
      { value: 0, count: 1 }
    ])
  })

  it('marks the words of a search', () => {
    put(anItem({ prompt: 'Zwei Füchse, FUCHS und Kopffuchs 赤い狐', title: 'Füchse' }))
    const key = index.page(unfilteredQuery).keys[0] ?? 0
    const marksFor = (search: string) => index.tiles([key], search)[0]?.marks
    expect(marksFor('fuchs')).toEqual({
      title: [[0, 5]],
      prompt: [
        [5, 10],
        [13, 18]
      ]
    })
    expect(marksFor('"fuchs" い狐 -zwei')?.prompt).toEqual([
      [13, 18],
      [34, 36]
    ])
    expect(marksFor('')).toEqual({ title: [], prompt: [] })
  })

  it('finds symbols and emoji, which aren’t words, and marks them', () => {
    put(
      anItem({ id: 'a.1', prompt: 'a 🦊 in snow' }),
      anItem({ id: 'b.1', prompt: 'a fox, 50% off' }),
      anItem({ id: 'c.1', tags: ['★ best'] })
    )
    expect(idsOf({ search: '🦊' })).toEqual(['a.1'])
    expect(idsOf({ search: '%' })).toEqual(['b.1'])
    expect(idsOf({ search: '★' })).toEqual(['c.1'])
    expect(idsOf({ search: '🦊 snow' })).toEqual(['a.1'])
    expect(idsOf({ search: '-🦊' }).toSorted()).toEqual(['b.1', 'c.1'])
    expect(idsOf({ search: '[' })).toEqual([])
    // Incomplete queries match everything.
    expect(idsOf({ search: '-' })).toHaveLength(3)
    expect(idsOf({ search: '"' })).toHaveLength(3)
    expect(index.find('🦊', 1)[0]?.marks.prompt).toEqual([[2, 4]])
  })

  it('understands OR, NOT, tag:, stars: and sizes', () => {
    put(
      anItem({ id: 'a.1', prompt: 'a red fox', tags: ['kept', 'two words'], stars: 5, width: 320, height: 320 }),
      anItem({ id: 'b.1', prompt: 'snow in an orchard', tags: ['kept-not'], stars: 2 }),
      anItem({ id: 'c.1', prompt: 'a blue vase' })
    )
    const found = (search: string): readonly string[] => idsOf({ search }).toSorted()
    expect(found('fox OR snow')).toEqual(['a.1', 'b.1'])
    expect(found('fox OR')).toEqual(['a.1'])
    expect(found('NOT fox')).toEqual(['b.1', 'c.1'])
    expect(found('a NOT fox')).toEqual(['b.1', 'c.1'])
    expect(found('tag:kept')).toEqual(['a.1'])
    expect(found('tag:"two words"')).toEqual(['a.1'])
    expect(found('-tag:kept blue')).toEqual(['c.1'])
    expect(found('stars:5')).toEqual(['a.1'])
    expect(found('stars:5 OR blue')).toEqual(['a.1', 'c.1'])
    expect(found('320x320')).toEqual(['a.1'])
    expect(found('1024x1024')).toEqual(['a.1', 'b.1', 'c.1'])
    expect(found('"fox OR snow"')).toEqual([])
  })

  it('finds results by a pasted task, business or request ID', () => {
    const ids = { taskId: 'img_8842-af', businessId: 'b-2026-11-23', requestIds: ['req-1-first', 'req-2-second'] }
    put(anItem({ id: 'a.1' }, { ids }), anItem({ id: 'b.1', prompt: 'a vase of 2026, img_8842-afternoon' }), anItem({ id: 'c.1' }))
    const found = (search: string): readonly string[] => idsOf({ search }).toSorted()
    for (const id of [ids.taskId, ` ${ids.taskId} `, ids.businessId, ...ids.requestIds])
      expect(found(id), id).toEqual(id.includes(ids.taskId) ? ['a.1', 'b.1'] : ['a.1'])
    expect(found(`${ids.businessId} OR vase`)).toEqual(['a.1', 'b.1'])
    expect(found('req-1-firs')).toEqual([])
    expect(found('a.1-no-such-id-1')).toEqual([])
  })

  it('finds items without stars and items without tags, and counts them', () => {
    put(anItem({ id: 'a.1', stars: 2 }), anItem({ id: 'b.1', tags: ['kept'] }), anItem({ id: 'c.1', stars: 1, tags: ['kept'] }))
    expect(idsOf({ isUnrated: true })).toEqual(['b.1'])
    expect(idsOf({ isUntagged: true })).toEqual(['a.1'])
    expect(index.facets(unfilteredQuery).untagged).toBe(1)
    expect(index.facets({ ...unfilteredQuery, isUntagged: true })).toMatchObject({ untagged: 1, stars: [{ value: 2, count: 1 }] })
  })

  it('changes stars, tags and collections, and returns the changed items', () => {
    put(anItem({ id: 'a.1', tags: ['old'] }), anItem({ id: 'b.1' }))
    const keys = [...index.page({ ...unfilteredQuery, sort: 'oldest' }).keys]
    const collection = index.saveCollection({ id: null, name: 'Best', createdAt: 7 })
    expect(collection).toEqual({ id: 1, name: 'Best', createdAt: 7 })
    expect(index.change({ keys, stars: 4, addTags: ['new'], removeTags: ['old'], addTo: 1 }).keys).toHaveLength(2)
    expect(index.change({ keys, stars: 4 })).toEqual({ keys: [], steps: [] })
    expect(idsOf({ search: 'new', collection: 1, tags: ['new'], starsAtLeast: 4 })).toHaveLength(2)
    expect(idsOf({ search: 'old' })).toEqual([])
    expect(index.collections()).toEqual([{ id: 1, name: 'Best', createdAt: 7, count: 2 }])
    expect(index.saveCollection({ id: 1, name: 'Better', createdAt: 9 })).toEqual({ id: 1, name: 'Better', createdAt: 7 })
    expect(index.saveCollection({ id: 99, name: 'None', createdAt: 9 })).toBeNull()
    expect(index.removeCollection(1).keys).toHaveLength(2)
    expect(idsOf({ collection: 1 })).toEqual([])
    expect(index.collections()).toEqual([])
  })

  it('gives a restored item its former key, which no other item gets', () => {
    put(anItem({ id: 'a.1' }), anItem({ id: 'b.1' }))
    const [b] = index.withIds(['b.1'])
    index.drop([b?.key ?? 0])
    put(anItem({ id: 'c.1' }))
    put(anItem({ id: 'b.1', stars: 3 }))
    expect(index.withIds(['b.1'])[0]).toMatchObject({ key: b?.key, stars: 3 })
    expect(index.withIds(['c.1'])[0]?.key).not.toBe(b?.key)
    expect(idsOf({ search: 'fox' })).toHaveLength(3)
  })

  it('summarises a selection of any size', () => {
    const items = Array.from({ length: 3_000 }, (_, number) =>
      anItem({ id: `i${number}.1`, stars: number === 0 ? 1 : 4, tags: number < 2 ? ['all', 'two'] : ['all'] })
    )
    put(...items)
    const collection = index.saveCollection({ id: null, name: 'Best', createdAt: 7 })
    const keys = [...index.page(unfilteredQuery).keys]
    index.change({ keys: keys.slice(0, 5), addTo: collection?.id ?? 0 })
    expect(index.summary([...keys, 99_999])).toEqual({
      count: 3_000,
      stars: null,
      bytes: 3_000_000,
      tags: [
        { value: 'all', count: 3_000 },
        { value: 'two', count: 2 }
      ],
      collections: [{ value: 1, count: 5 }]
    })
    expect(index.summary(keys.filter((_, place) => place > 0 && place < 2_000)).stars).toBe(index.tiles([keys[5] ?? 0], '')[0]?.stars)
  })

  it('renames a tag on all items, and can undo that', () => {
    put(anItem({ id: 'a.1', tags: ['typo'] }), anItem({ id: 'b.1', tags: ['typo', 'right'] }))
    const { steps } = index.change({ keys: [...index.page(unfilteredQuery).keys], removeTags: ['typo'], addTags: ['right'] })
    expect(idsOf({ tags: ['right'] })).toHaveLength(2)
    expect(idsOf({ tags: ['typo'] })).toEqual([])
    index.revert(steps)
    expect(idsOf({ tags: ['typo'] })).toHaveLength(2)
    expect(idsOf({ tags: ['right'] })).toEqual(['b.1'])
  })

  it('returns the newest results of a search, up to a limit', () => {
    put(
      ...[18, 19, 20].map((at) => anItem({ id: `v${at}.1`, prompt: 'a vase', madeAt: day(at) })),
      anItem({ id: 'bowl.1', prompt: 'a bowl' })
    )
    expect(index.find('vas', 2).map(({ id }) => id)).toEqual(['v20.1', 'v19.1'])
    expect(index.find('vas', 1)[0]?.marks.prompt).toEqual([[2, 5]])
    expect(index.find('cup', 5)).toEqual([])
  })

  it('knows which item was made from which', () => {
    put(anItem({ id: 'a.1' }), anItem({ id: 'b.1' }, { parents: [{ id: 'a.1', sha256: null }] }))
    expect(index.details('a.1')).toMatchObject({ parents: [], children: ['b.1'], recipe: { id: 'a.1' } })
    expect(index.details('b.1')).toMatchObject({ parents: ['a.1'], children: [] })
    expect(index.details('c.1')).toBeNull()
  })

  it('lists the items made from a result by task, with their outputs in order', () => {
    const parents = [{ id: 'a.1', sha256: null }]
    const made: readonly (readonly [string, number])[] = [
      ['b.10', 20],
      ['b.2', 18],
      ['b.1', 21],
      ['c.1', 19],
      ['d.1', 17]
    ]
    put(anItem({ id: 'a.1' }), ...made.map(([id, at]) => anItem({ id, madeAt: day(at) }, { parents })))
    expect(index.details('a.1')?.children).toEqual(['d.1', 'b.1', 'b.2', 'b.10', 'c.1'])
  })

  it('lists the outputs of an item’s task in order', () => {
    put(
      ...[2, 10, 1].map((place) => anItem({ id: `a.${place}`, task: 'a' })),
      anItem({ id: 'ab.1', task: 'ab' }),
      anItem({ id: 'found.1', task: null })
    )
    expect(index.details('a.2')?.outputs).toEqual(['a.1', 'a.2', 'a.10'])
    expect(index.details('ab.1')?.outputs).toEqual(['ab.1'])
    expect(index.details('found.1')?.outputs).toEqual(['found.1'])
  })

  it('keeps the key of an updated item, and forgets a dropped item', () => {
    put(anItem({ id: 'a.1', prompt: 'before' }))
    const [key = 0] = index.page(unfilteredQuery).keys
    expect(index.put([anItem({ id: 'a.1', prompt: 'after' })], true)).toEqual({ added: [], changed: [key] })
    expect(idsOf({ search: 'before' })).toEqual([])
    expect(idsOf({ search: 'after' })).toEqual(['a.1'])
    index.drop([key])
    expect(idsOf()).toEqual([])
    expect(idsOf({ search: 'after' })).toEqual([])
    expect(index.details('a.1')).toBeNull()
  })

  it('is the same after it’s closed and opened again', () => {
    put(anItem({ id: 'a.1', stars: 3, tags: ['x'] }), anItem({ id: 'b.1', width: null, durationInSeconds: 1.5 }))
    index.filled()
    const before = index.stored([...index.page(unfilteredQuery).keys])
    index.close()
    index = openIndex(join(folder, 'library.sqlite'))
    expect(index.isNew).toBe(false)
    expect(index.stored([...index.page(unfilteredQuery).keys])).toEqual(before)
  })

  it('is recreated if its file isn’t Kiln’s', () => {
    index.close()
    writeFileSync(join(folder, 'library.sqlite'), 'this is no database at all, and long enough to look like one'.repeat(100))
    index = openIndex(join(folder, 'library.sqlite'))
    expect(index.isNew).toBe(true)
    put(anItem())
    expect(idsOf()).toEqual(['task-1.1'])
  })
})
