import { describe, expect, it } from 'vitest'
import { paletteGroups } from '../../../renderer/app/palette-items.ts'
import { floorCapabilities } from '../../../shared/floor-capabilities.ts'
import type { LibraryTile } from '../../../shared/library.ts'
import type { Result } from '../../../shared/task.ts'
import { aTask } from '../a-task.ts'

const picture = { id: 'picture', index: 0, medium: 'image' } as Result
const tasks = [
  aTask({ id: 'c', title: 'Cobalt vase', phase: 'running' }),
  aTask({ id: 'b', title: 'Iron-red vase', results: [picture] }),
  aTask({ id: 'a', title: 'Taken back', phase: 'cancelled' }),
  aTask({ id: 'h', title: 'Hidden vase', hidden: true })
]
const ask = (query: string, different: Partial<Parameters<typeof paletteGroups>[0]> = {}) =>
  paletteGroups({
    query,
    newestFirst: tasks,
    capabilities: floorCapabilities,
    results: [],
    favourites: [],
    isPractice: false,
    ...different
  })
const wordsOf = (query: string) => ask(query).flatMap(({ items }) => items.map(({ words }) => words))

describe('search or do', () => {
  it('offers what one most likely goes on with before anything is typed', () => {
    expect(ask('').map(({ title }) => title)).toEqual(['Go on with', 'Make with', 'Do'])
    expect(ask('')[0]?.items.map(({ words }) => words)).toEqual(['Cobalt vase', 'Iron-red vase'])
  })

  it('opens a finished task at its picture, and another in the queue', () => {
    const [group] = ask('vase')
    expect(group?.items.map(({ action }) => action)).toEqual([
      { kind: 'open-task', taskId: 'c' },
      { kind: 'open-result', itemId: 'picture' }
    ])
    expect(group?.items[1]?.pictureItemId).toBe('picture')
  })

  it('puts a task with the very words above newer ones that only hold each of them', () => {
    const newestFirst = [aTask({ id: 'b', title: 'Stairs, and on the top a vase' }), aTask({ id: 'a', title: 'Vase on the stairs' })]
    expect(ask('vase on the', { newestFirst })[0]?.items.map(({ words }) => words)).toEqual([
      'Vase on the stairs',
      'Stairs, and on the top a vase'
    ])
  })

  it('finds capabilities by name first, favourites before others', () => {
    const [group] = ask('face', { favourites: ['video-face-swap'] })
    expect(group?.title).toBe('Make with')
    expect(ask('generator', { newestFirst: [] })[0]?.items[0]?.action).toEqual({
      kind: 'compose',
      capabilityId: 'imgmodel-image-generator'
    })
    expect(ask('generator', { newestFirst: [], favourites: ['imgmodel-3-0-image-generator'] })[0]?.items[0]?.words).toBe(
      'Image generator 3.0'
    )
  })

  it('finds deeds by what they are about', () => {
    expect(wordsOf('dark')).toEqual(['Dark theme', 'Search the library for “dark”'])
    expect(wordsOf('replace key')).toEqual(['Replace the key', 'Search the library for “replace key”'])
    expect(wordsOf('results')).toContain('Go to the library')
    expect(wordsOf('shortcuts')[0]).toBe('Keyboard shortcuts')
    expect(ask('key', { isPractice: true })[0]?.items[0]?.words).toBe('Connect your account')
  })

  it('compares the newest result with what is like it, where there is something', () => {
    const [first, second] = [picture, { ...picture, id: 'second', index: 1 }]
    const pair = [aTask({ id: 'a', results: [first, second] })]
    expect(ask('compare', { newestFirst: pair })[0]?.items.map(({ action }) => action)).toEqual([
      { kind: 'compare', itemIds: ['picture', 'second'] }
    ])
    expect(ask('compare', { newestFirst: [aTask({ id: 'a', results: [first] })] }).map(({ title }) => title)).toEqual([
      'Look in the library'
    ])
  })

  it('opens what the library finds, unless it stands among the tasks already', () => {
    const found = ['picture', 'older'].map((id) => ({ id, title: `Vase ${id}`, capability: 'elsewhere', medium: 'image' }) as LibraryTile)
    const made = ask('vase', { results: found }).find(({ title }) => title === 'Made')
    expect(made?.items).toMatchObject([
      { words: 'Vase older', aside: 'elsewhere', pictureItemId: 'older', action: { kind: 'open-result', itemId: 'older' } }
    ])
    expect(ask('', { results: found }).map(({ title }) => title)).not.toContain('Made')
  })

  it('finds a title as it was typed among tens of thousands of tasks with its words', () => {
    const many = Array.from({ length: 50_000 }, (_, place) => aTask({ id: String(place), title: `A vase on stairs, number ${place}` }))
    const last = aTask({ id: 'last', title: 'Stairs with a vase' })
    const [group] = ask('stairs with a vase', { newestFirst: [...many, last] })
    expect(group?.items.map(({ words }) => words)).toEqual(['Stairs with a vase'])
    expect(ask('vase', { newestFirst: many })[0]?.items).toHaveLength(4)
  })

  it('looks in the library for what it does not know itself', () => {
    expect(ask('zebra').map(({ items }) => items.map(({ action }) => action))).toEqual([[{ kind: 'search-library', query: 'zebra' }]])
    expect(ask('z')).toEqual([])
  })
})
