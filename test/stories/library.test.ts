import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { restoreJournal } from '../../electron/studio.ts'
import { wholeLibrary, type LibraryDetails, type LibraryNews, type LibraryTile } from '../../shared/library.ts'
import { openStory, standard, third, type Story } from './open-story.ts'

async function tilesOf(story: Story, search = ''): Promise<readonly LibraryTile[]> {
  const { library } = story.studio
  await library.idle()
  const { keys } = await library.query({ ...wholeLibrary, search })
  return library.tiles([...keys], search)
}

/** Without keys, which are others after a rebuild. */
async function detailsOf(story: Story): Promise<readonly (Omit<LibraryDetails, 'key'> | undefined)[]> {
  const tiles = await tilesOf(story)
  const details = await Promise.all(tiles.map(({ id }) => story.studio.library.details(id)))
  return details.map((one) => {
    if (one === null) return undefined
    const { key: _, ...row } = one
    return row
  })
}

describe('the library', () => {
  it('holds what was made, with how it was made, and says so', async () => {
    const story = await openStory()
    const news: LibraryNews[] = []
    story.studio.subscribe((event) => {
      if (event.kind === 'library') news.push(event.news)
    })
    const asked = await story.studio.submit({
      capability: standard,
      values: { prompt: 'a celadon vase', imageNum: '2', size: '768*1152' }
    })
    const done = await story.until(asked.id, 'done')
    const tiles = await tilesOf(story, 'celadon')
    expect(tiles.map(({ id }) => id).toSorted()).toEqual(done.results.map(({ id }) => id))
    expect(tiles[0]).toMatchObject({ task: done.id, prompt: 'a celadon vase', medium: 'image', state: 'here', marks: { prompt: [[2, 9]] } })
    expect(new Set(news.flatMap(({ added }) => added))).toEqual(new Set(tiles.map(({ key }) => key)))

    const [first] = await detailsOf(story)
    expect(first?.recipe).toMatchObject({
      values: { prompt: 'a celadon vase', size: '768*1152' },
      credits: { consumed: 10, state: 'charged' },
      ids: { taskId: done.taskId }
    })
    expect(first?.recipe?.ids.requestIds.length).toBeGreaterThanOrEqual(2)
  })

  it('knows what was made from what, and tells no path of this computer', async () => {
    const story = await openStory({ practice: { results: 'full' } })
    const first = await story.studio.submit({ capability: standard, values: { prompt: 'a bowl', size: '1024*1024' } })
    const { results } = await story.until(first.id, 'done')
    const item = results[0]?.id ?? ''
    const photo = await story.picture('stairs.png')
    const second = await story.studio.submit({
      capability: third,
      values: { prompt: 'glaze it', imageUrls: [{ item }, { file: photo }] }
    })
    const made = await story.until(second.id, 'done')
    const details = await story.studio.library.details(made.results[0]?.id ?? '')
    expect(details?.parents).toEqual([item])
    expect(details?.recipe?.parents).toEqual([{ id: item, sha256: results[0]?.sha256 }])
    expect(details?.recipe?.inputs).toMatchObject([
      { item },
      { name: 'stairs.png', item: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
    ])
    expect(JSON.stringify(details?.recipe)).not.toContain(story.folder)
    expect((await story.studio.library.details(item))?.children).toEqual([made.results[0]?.id])
  })

  it('tells by its digest what something was made from that another journal made', async () => {
    const story = await openStory({ practice: { results: 'full' } })
    const first = await story.studio.submit({ capability: standard, values: { prompt: 'a bowl', size: '1024*1024' } })
    const [bowl] = (await story.until(first.id, 'done')).results
    await story.studio.library.idle()
    await story.studio.close()
    await restoreJournal(story.dataDir, null)
    await story.reopen()
    expect(story.studio.tasks()).toEqual([])
    await story.studio.library.idle()
    const second = await story.studio.submit({ capability: third, values: { prompt: 'glaze it', imageUrls: [{ item: bowl?.id ?? '' }] } })
    const [glazed] = (await story.until(second.id, 'done')).results
    const details = await story.studio.library.details(glazed?.id ?? '')
    expect(details?.recipe?.parents).toEqual([{ id: bowl?.id, sha256: bowl?.sha256 }])
  })

  it('is the same after Kiln was closed, with its index and without', async () => {
    const story = await openStory()
    for (const prompt of ['a vase', 'a bowl', 'a cup']) {
      const task = await story.studio.submit({ capability: standard, values: { prompt } })
      await story.until(task.id, 'done')
    }
    await story.studio.library.idle()
    const before = await detailsOf(story)
    expect(before).toHaveLength(3)
    await story.reopen()
    expect(await detailsOf(story)).toEqual(before)
    await story.studio.close()
    for (const ending of ['', '-wal', '-shm']) await rm(join(story.dataDir, `library.sqlite${ending}`), { force: true })
    await story.reopen()
    expect(await detailsOf(story)).toEqual(before)
  })

  it('keeps stars, tags and collections', async () => {
    const story = await openStory()
    const task = await story.studio.submit({ capability: standard, values: { prompt: 'a vase' } })
    await story.until(task.id, 'done')
    const { library } = story.studio
    const [tile] = await tilesOf(story)
    const keys = [tile?.key ?? 0]
    const { id } = await library.keepCollection({ id: null, name: 'Pots' })
    await expect(library.keepCollection({ id: null, name: 'pots' })).rejects.toThrow('There is a collection “pots” already.')
    await library.change({ keys, stars: 5, addTags: ['blue'], addTo: id })
    await expect(library.change({ keys, addTo: 99 })).rejects.toThrow('This collection is not there any more.')
    await story.reopen()
    expect(await tilesOf(story, 'blue')).toMatchObject([{ stars: 5, tags: ['blue'], collections: [id] }])
    expect(await story.studio.library.collections()).toMatchObject([{ id, name: 'Pots', count: 1 }])
    await story.studio.library.removeCollection(id)
    expect(await tilesOf(story)).toMatchObject([{ collections: [] }])
  })
})
