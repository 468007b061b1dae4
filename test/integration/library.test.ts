import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { restoreJournal } from '../../electron/studio.ts'
import { unfilteredQuery, type LibraryItemDetails, type LibraryChangedEvent, type LibraryTile } from '../../shared/library/library.ts'
import { openSetup, standardImageGenerator, imageGenerator3, type Setup } from './open-setup.ts'

async function tilesOf(setup: Setup, search = ''): Promise<readonly LibraryTile[]> {
  const { library } = setup.studio
  await library.idle()
  const { keys } = await library.query({ ...unfilteredQuery, search })
  return library.tiles([...keys], search)
}

/** Returns the details of all items without their keys, because a rebuild changes the keys. */
async function detailsOf(setup: Setup): Promise<readonly (Omit<LibraryItemDetails, 'key'> | undefined)[]> {
  const tiles = await tilesOf(setup)
  const details = await Promise.all(tiles.map(({ id }) => setup.studio.library.details(id)))
  return details.map((one) => {
    if (one === null) return undefined
    const { key: _, ...row } = one
    return row
  })
}

describe('the library', () => {
  it('contains each result with its recipe, and reports changes', async () => {
    const setup = await openSetup()
    const changeEvents: LibraryChangedEvent[] = []
    setup.studio.subscribe((event) => {
      if (event.kind === 'library') changeEvents.push(event.changes)
    })
    const asked = await setup.studio.submit({
      capability: standardImageGenerator,
      values: { prompt: 'a celadon vase', imageNum: '2', size: '768*1152' }
    })
    const done = await setup.until(asked.id, 'done')
    const tiles = await tilesOf(setup, 'celadon')
    expect(tiles.map(({ id }) => id).toSorted()).toEqual(done.results.map(({ id }) => id))
    expect(tiles[0]).toMatchObject({ task: done.id, prompt: 'a celadon vase', medium: 'image', state: 'here', marks: { prompt: [[2, 9]] } })
    expect(new Set(changeEvents.flatMap(({ added }) => added))).toEqual(new Set(tiles.map(({ key }) => key)))

    const [first] = await detailsOf(setup)
    expect(first?.recipe).toMatchObject({
      values: { prompt: 'a celadon vase', size: '768*1152' },
      credits: { consumed: 10, state: 'charged' },
      ids: { taskId: done.taskId }
    })
    expect(first?.recipe?.ids.requestIds.length).toBeGreaterThanOrEqual(2)
  })

  it('records which result was made from which, without local paths', async () => {
    const setup = await openSetup({ practice: { results: 'full' } })
    const first = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a bowl', size: '1024*1024' } })
    const { results } = await setup.until(first.id, 'done')
    const item = results[0]?.id ?? ''
    const photo = await setup.picture('stairs.png')
    const second = await setup.studio.submit({
      capability: imageGenerator3,
      values: { prompt: 'glaze it', imageUrls: [{ item }, { file: photo }] }
    })
    const made = await setup.until(second.id, 'done')
    const details = await setup.studio.library.details(made.results[0]?.id ?? '')
    expect(details?.parents).toEqual([item])
    expect(details?.recipe?.parents).toEqual([{ id: item, sha256: results[0]?.sha256 }])
    expect(details?.recipe?.inputs).toMatchObject([
      { item },
      { name: 'stairs.png', item: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
    ])
    expect(JSON.stringify(details?.recipe)).not.toContain(setup.folder)
    expect((await setup.studio.library.details(item))?.children).toEqual([made.results[0]?.id])
  })

  it('identifies a parent from another journal by its digest', async () => {
    const setup = await openSetup({ practice: { results: 'full' } })
    const first = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a bowl', size: '1024*1024' } })
    const [bowl] = (await setup.until(first.id, 'done')).results
    await setup.studio.library.idle()
    await setup.studio.close()
    await restoreJournal(setup.dataDir, null)
    await setup.reopen()
    expect(setup.studio.tasks()).toEqual([])
    await setup.studio.library.idle()
    const second = await setup.studio.submit({
      capability: imageGenerator3,
      values: { prompt: 'glaze it', imageUrls: [{ item: bowl?.id ?? '' }] }
    })
    const [glazed] = (await setup.until(second.id, 'done')).results
    const details = await setup.studio.library.details(glazed?.id ?? '')
    expect(details?.recipe?.parents).toEqual([{ id: bowl?.id, sha256: bowl?.sha256 }])
  })

  it('is the same after a restart, with or without its index', async () => {
    const setup = await openSetup()
    for (const prompt of ['a vase', 'a bowl', 'a cup']) {
      const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt } })
      await setup.until(task.id, 'done')
    }
    await setup.studio.library.idle()
    const before = await detailsOf(setup)
    expect(before).toHaveLength(3)
    await setup.reopen()
    expect(await detailsOf(setup)).toEqual(before)
    await setup.studio.close()
    for (const ending of ['', '-wal', '-shm']) await rm(join(setup.dataDir, `library.sqlite${ending}`), { force: true })
    await setup.reopen()
    expect(await detailsOf(setup)).toEqual(before)
  })

  it('keeps stars, tags and collections', async () => {
    const setup = await openSetup()
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a vase' } })
    await setup.until(task.id, 'done')
    const { library } = setup.studio
    const [tile] = await tilesOf(setup)
    const keys = [tile?.key ?? 0]
    const { id } = await library.saveCollection({ id: null, name: 'Pots' })
    await expect(library.saveCollection({ id: null, name: 'pots' })).rejects.toThrow('A collection named “pots” already exists.')
    await library.change({ keys, stars: 5, addTags: ['blue'], addTo: id })
    await expect(library.change({ keys, addTo: 99 })).rejects.toThrow('This collection no longer exists.')
    await setup.reopen()
    expect(await tilesOf(setup, 'blue')).toMatchObject([{ stars: 5, tags: ['blue'], collections: [id] }])
    expect(await setup.studio.library.collections()).toMatchObject([{ id, name: 'Pots', count: 1 }])
    await setup.studio.library.removeCollection(id)
    expect(await tilesOf(setup)).toMatchObject([{ collections: [] }])
  })
})
