import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openIndex, type IndexedItem, type LibraryIndex } from '../../electron/library/open-index.ts'
import { wholeLibrary, type LibraryQuery } from '../../shared/library.ts'
import { anItem } from './an-item.ts'

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
  const keys = [...index.shelf({ ...wholeLibrary, ...query }).keys]
  return index.tiles(keys, '').map(({ id }) => id)
}

function put(...items: readonly IndexedItem[]): void {
  index.put(items, true)
}

const day = (number: number, hour = 12): number => new Date(2026, 10, number, hour).getTime()

describe('the index of the library', () => {
  it('gives everything in order, with the shape of each and the days', () => {
    put(
      anItem({ id: 'a.1', madeAt: day(19), width: 200, height: 100 }),
      anItem({ id: 'b.1', madeAt: day(20, 9), width: null, height: null }),
      anItem({ id: 'c.1', madeAt: day(20, 10), width: 100, height: 300 })
    )
    const shelf = index.shelf(wholeLibrary)
    expect(idsOf()).toEqual(['c.1', 'b.1', 'a.1'])
    expect([...shelf.ratios]).toEqual([333, 1_000, 2_000])
    expect(shelf.days).toEqual([
      { day: '2026-11-20', from: 0, count: 2 },
      { day: '2026-11-19', from: 2, count: 1 }
    ])
    expect(shelf.total).toBe(3)
    expect(idsOf({ sort: 'oldest' })).toEqual(['a.1', 'b.1', 'c.1'])
    expect(index.shelf({ ...wholeLibrary, sort: 'name' }).days).toEqual([])
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

  it('keeps all filters at once, and counts each facet with all the others in force', () => {
    put(
      anItem({ id: 'a.1', medium: 'image', stars: 5, tags: ['vase', 'blue'] }),
      anItem({ id: 'b.1', medium: 'image', stars: 1, tags: ['vase'] }),
      anItem({ id: 'c.1', medium: 'video', stars: 5, tags: [], connectionId: null, madeAt: day(3, 1) })
    )
    expect(idsOf({ media: ['image'], starsAtLeast: 3 })).toEqual(['a.1'])
    expect(idsOf({ tags: ['vase', 'blue'] })).toEqual(['a.1'])
    expect(idsOf({ connections: ['account'] })).toEqual(['b.1', 'a.1'])
    expect(idsOf({ madeFrom: day(3, 0), madeUntil: day(4, 0) })).toEqual(['c.1'])
    const facets = index.facets({ ...wholeLibrary, media: ['image'], starsAtLeast: 3 })
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
    ['fox OR', []],
    ['title:fox', []],
    ['(fox) NEAR', []]
  ])('finds for %j', (search, expected) => {
    put(
      anItem({ id: 'a.1', madeAt: day(1), title: 'a red fox', prompt: 'a red fox in the snow' }),
      anItem({ id: 'b.1', madeAt: day(2), prompt: 'the fox that is red', tags: ['kitchen'] }),
      anItem({ id: 'c.1', madeAt: day(3), prompt: 'zwei Füchse, 雪の中の赤い狐', title: 'x' })
    )
    expect(idsOf({ search })).toEqual(expected)
  })

  it('says where the words of a search stand', () => {
    put(anItem({ prompt: 'Zwei Füchse, FUCHS und Kopffuchs 赤い狐', title: 'Füchse' }))
    const key = index.shelf(wholeLibrary).keys[0] ?? 0
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

  it('changes stars, tags and collections, and says what is another one by it', () => {
    put(anItem({ id: 'a.1', tags: ['old'] }), anItem({ id: 'b.1' }))
    const keys = [...index.shelf({ ...wholeLibrary, sort: 'oldest' }).keys]
    const collection = index.keepCollection({ id: null, name: 'Best', createdAt: 7 })
    expect(collection).toEqual({ id: 1, name: 'Best', createdAt: 7 })
    expect(index.change({ keys, stars: 4, addTags: ['new'], removeTags: ['old'], addTo: 1 })).toHaveLength(2)
    expect(index.change({ keys, stars: 4 })).toEqual([])
    expect(idsOf({ search: 'new', collection: 1, tags: ['new'], starsAtLeast: 4 })).toHaveLength(2)
    expect(idsOf({ search: 'old' })).toEqual([])
    expect(index.collections()).toEqual([{ id: 1, name: 'Best', createdAt: 7, count: 2 }])
    expect(index.keepCollection({ id: 1, name: 'Better', createdAt: 9 })).toEqual({ id: 1, name: 'Better', createdAt: 7 })
    expect(index.keepCollection({ id: 99, name: 'None', createdAt: 9 })).toBeNull()
    expect(index.removeCollection(1)).toHaveLength(2)
    expect(idsOf({ collection: 1 })).toEqual([])
    expect(index.collections()).toEqual([])
  })

  it('gives the newest few that a search finds', () => {
    put(
      ...[18, 19, 20].map((at) => anItem({ id: `v${at}.1`, prompt: 'a vase', madeAt: day(at) })),
      anItem({ id: 'bowl.1', prompt: 'a bowl' })
    )
    expect(index.find('vas', 2).map(({ id }) => id)).toEqual(['v20.1', 'v19.1'])
    expect(index.find('vas', 1)[0]?.marks.prompt).toEqual([[2, 5]])
    expect(index.find('cup', 5)).toEqual([])
  })

  it('knows what was made from what', () => {
    put(anItem({ id: 'a.1' }), anItem({ id: 'b.1' }, { parents: [{ id: 'a.1', sha256: null }] }))
    expect(index.details('a.1')).toMatchObject({ parents: [], children: ['b.1'], recipe: { id: 'a.1' } })
    expect(index.details('b.1')).toMatchObject({ parents: ['a.1'], children: [] })
    expect(index.details('c.1')).toBeNull()
  })

  it('lists what was made from a result by task, with the outputs in order even if they were saved in another', () => {
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

  it('knows what the same task made, in its order', () => {
    put(
      ...[2, 10, 1].map((place) => anItem({ id: `a.${place}`, task: 'a' })),
      anItem({ id: 'ab.1', task: 'ab' }),
      anItem({ id: 'found.1', task: null })
    )
    expect(index.details('a.2')?.outputs).toEqual(['a.1', 'a.2', 'a.10'])
    expect(index.details('ab.1')?.outputs).toEqual(['ab.1'])
    expect(index.details('found.1')?.outputs).toEqual(['found.1'])
  })

  it('keeps the key of an item that is put once more, and forgets what is dropped', () => {
    put(anItem({ id: 'a.1', prompt: 'before' }))
    const [key = 0] = index.shelf(wholeLibrary).keys
    expect(index.put([anItem({ id: 'a.1', prompt: 'after' })], true)).toEqual({ added: [], changed: [key] })
    expect(idsOf({ search: 'before' })).toEqual([])
    expect(idsOf({ search: 'after' })).toEqual(['a.1'])
    index.drop([key])
    expect(idsOf()).toEqual([])
    expect(idsOf({ search: 'after' })).toEqual([])
    expect(index.details('a.1')).toBeNull()
  })

  it('is the same after it was closed and opened', () => {
    put(anItem({ id: 'a.1', stars: 3, tags: ['x'] }), anItem({ id: 'b.1', width: null, durationInSeconds: 1.5 }))
    index.filled()
    const before = index.stored([...index.shelf(wholeLibrary).keys])
    index.close()
    index = openIndex(join(folder, 'library.sqlite'))
    expect(index.isNew).toBe(false)
    expect(index.stored([...index.shelf(wholeLibrary).keys])).toEqual(before)
  })

  it('begins anew where its file is none of ours', () => {
    index.close()
    writeFileSync(join(folder, 'library.sqlite'), 'this is no database at all, and long enough to look like one'.repeat(100))
    index = openIndex(join(folder, 'library.sqlite'))
    expect(index.isNew).toBe(true)
    put(anItem())
    expect(idsOf()).toEqual(['task-1.1'])
  })
})
