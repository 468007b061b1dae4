import { describe, expect, it } from 'vitest'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import { commandKey } from '../../../renderer/app/palette-actions.ts'
import { paletteGroups, type PaletteItem } from '../../../renderer/app/palette-items.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { LibraryTile } from '../../../shared/library/library.ts'
import type { TaskResult } from '../../../shared/task/task.ts'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'
import { aTask } from '../a-task.ts'

const picture = { id: 'picture', index: 0, medium: 'image' } as TaskResult
const tasks = [
  aTask({ id: 'c', title: 'Cobalt vase', phase: 'running' }),
  aTask({ id: 'b', title: 'Iron-red vase', results: [picture] }),
  aTask({ id: 'a', title: 'Cancelled', phase: 'cancelled' }),
  aTask({ id: 'h', title: 'Hidden vase', hidden: true })
]
const ask = (query: string, different: Partial<Parameters<typeof paletteGroups>[0]> = {}) =>
  paletteGroups({
    query,
    newestFirst: tasks,
    capabilities: fallbackCapabilities,
    results: [],
    favourites: [],
    isPractice: false,
    ...different
  })
const wordsOf = (query: string) => ask(query).flatMap(({ items }) => items.map(({ label }) => label))

describe('the command palette', () => {
  it('puts paid actions on an implied selection last before you type, so that Enter doesn’t pay', () => {
    const selection = { title: 'Selected result', items: [] as PaletteItem[] }
    const [item] = ask('').flatMap(({ items }) => items)
    if (item === undefined) throw new Error('The palette is empty.')
    selection.items.push(item)
    const firstTitle = (query: string, isSelectionImplied: boolean) => ask(query, { selection, isSelectionImplied })[0]?.title
    expect([firstTitle('', false), firstTitle('', true)]).toEqual(['Selected result', 'Recent tasks'])
    expect(firstTitle('x', true)).toBe('Selected result')
  })

  it('offers recent tasks, capabilities and actions before you type', () => {
    expect(ask('').map(({ title }) => title)).toEqual(['Recent tasks', 'Capabilities', 'Actions'])
    expect(ask('')[0]?.items.map(({ label }) => label)).toEqual(['Cobalt vase', 'Iron-red vase'])
  })

  it('offers recent commands first, each only once', () => {
    const recent = ['capability:face-swap', commandKey({ kind: 'go', route: { view: 'settings' } }), 'do:A command that no longer exists']
    const groups = ask('', { recent })
    expect(groups[0]).toMatchObject({ title: 'Recent commands', items: [{ label: 'Face swap' }, { label: 'Settings' }] })
    const keys = groups.flatMap(({ items }) => items.map(({ key }) => key))
    expect(new Set(keys).size).toBe(keys.length)
    expect(ask('vase', { recent }).map(({ title }) => title)).not.toContain('Recent commands')
  })

  it('opens a finished task’s image, and an unfinished task in the queue', () => {
    const [group] = ask('vase')
    expect(group?.items.map(({ action }) => action)).toEqual([
      { kind: 'open-task', taskId: 'c' },
      { kind: 'open-result', itemId: 'picture' }
    ])
    expect(group?.items[1]?.pictureItemId).toBe('picture')
  })

  it('ranks a task with the exact phrase above newer tasks that only contain its words', () => {
    const newestFirst = [aTask({ id: 'b', title: 'Stairs, and on the top a vase' }), aTask({ id: 'a', title: 'Vase on the stairs' })]
    expect(ask('vase on the', { newestFirst })[0]?.items.map(({ label }) => label)).toEqual([
      'Vase on the stairs',
      'Stairs, and on the top a vase'
    ])
  })

  it('ranks capabilities by name, favourites first', () => {
    const [group] = ask('face', { favourites: ['video-face-swap'] })
    expect(group?.title).toBe('Capabilities')
    expect(ask('generator', { newestFirst: [] })[0]?.items[0]?.action).toEqual({
      kind: 'compose',
      capabilityId: 'imgmodel-image-generator'
    })
    expect(ask('generator', { newestFirst: [], favourites: ['imgmodel-3-0-image-generator'] })[0]?.items[0]?.label).toBe(
      'Image generator 3.0'
    )
  })

  it('finds actions by their topic', () => {
    expect(wordsOf('dark')).toEqual(['Dark theme', 'Search the library for “dark”'])
    expect(wordsOf('replace key')).toEqual(['Replace key', 'Search the library for “replace key”'])
    expect(wordsOf('results')).toContain('Go to the library')
    expect(wordsOf('shortcuts')[0]).toBe('Keyboard shortcuts')
    expect(ask('key', { isPractice: true })[0]?.items[0]?.label).toBe('Connect your account')
  })

  it.each([
    ['quit', 'Quit Kiln'],
    ['exit', 'Quit Kiln'],
    ['csv', 'Save the ledger as CSV'],
    ['open gallery', 'Go to the gallery'],
    ['lmit', 'Daily limit'],
    ['daily limit', 'Daily limit'],
    ['setings', 'Settings'],
    ['settings', 'Settings'],
    ['language', 'Language'],
    ['offline', 'Connection check'],
    ['batch', 'Generate many at once'],
    ['退出', 'Quit Kiln'],
    ['dakr theme', 'Dark theme']
  ])('lists the best command first for “%s”: %s', (query, first) => {
    const [group] = ask(query, { newestFirst: [], capabilities: [...deployedCapabilities.values()] })
    expect(group?.title).toBe('Actions')
    expect(group?.items[0]?.label).toBe(first)
  })

  it('lists capabilities first if they match better, and finds them by synonyms', () => {
    const first = (query: string) => ask(query, { newestFirst: [], capabilities: [...deployedCapabilities.values()] })[0]?.items[0]?.label
    expect(first('voice')).toBe('Voice cloning')
    expect(first('enlarge')).toBe('Video upscaler')
    expect(first('upscalr')).toBe('Video upscaler')
  })

  it('omits commands with similar spelling if a command matches exactly', () => {
    expect(wordsOf('settings').filter((words) => words !== 'Settings')).not.toContain('Go to the gallery')
  })

  it('finds commands in Chinese by their button labels', async () => {
    await loadLocale('zh-Hans')
    try {
      expect(ask('图库', { newestFirst: [] }).flatMap(({ items }) => items.map(({ action }) => action))).toContainEqual({
        kind: 'go',
        route: { view: 'library' }
      })
    } finally {
      await loadLocale('en')
    }
  })

  it('offers to compare the newest result only if there is a related one', () => {
    const [first, second] = [picture, { ...picture, id: 'second', index: 1 }]
    const pair = [aTask({ id: 'a', results: [first, second] })]
    expect(ask('compare', { newestFirst: pair })[0]?.items.map(({ action }) => action)).toEqual([
      { kind: 'compare', itemIds: ['picture', 'second'] }
    ])
    // The command is remembered even if the newest results change.
    expect(ask('', { newestFirst: pair, recent: [commandKey({ kind: 'compare', itemIds: [] })] })[0]?.items).toHaveLength(1)
    expect(ask('compare', { newestFirst: [aTask({ id: 'a', results: [first] })] }).map(({ title }) => title)).toEqual(['Library'])
  })

  it('lists library results, unless they are already listed as tasks', () => {
    const found = ['picture', 'older'].map((id) => ({ id, title: `Vase ${id}`, capability: 'elsewhere', medium: 'image' }) as LibraryTile)
    const made = ask('vase', { results: found }).find(({ title }) => title === 'Results')
    expect(made?.items).toMatchObject([
      { label: 'Vase older', aside: 'elsewhere', pictureItemId: 'older', action: { kind: 'open-result', itemId: 'older' } }
    ])
    expect(ask('', { results: found }).map(({ title }) => title)).not.toContain('Results')
  })

  it('finds an exact title among tens of thousands of similar tasks', () => {
    const many = Array.from({ length: 50_000 }, (_, place) => aTask({ id: String(place), title: `A vase on stairs, number ${place}` }))
    const last = aTask({ id: 'last', title: 'Stairs with a vase' })
    const [group] = ask('stairs with a vase', { newestFirst: [...many, last] })
    expect(group?.items.map(({ label }) => label)).toEqual(['Stairs with a vase'])
    expect(ask('vase', { newestFirst: many })[0]?.items).toHaveLength(4)
  })

  it('offers a library search if nothing else matches', () => {
    expect(ask('zebra').map(({ items }) => items.map(({ action }) => action))).toEqual([[{ kind: 'search-library', query: 'zebra' }]])
    expect(ask('z')).toEqual([])
  })
})
