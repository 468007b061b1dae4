import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StorageState } from '../../shared/storage.ts'
import { fillDisk } from './fill-disk.ts'
import { fillJournal } from './fill-journal.ts'
import { openStory, standard, type Story, waitFor } from './open-story.ts'

const prompt = { prompt: 'a celadon vase' }

type Drive = { readonly library: string; readonly unplug: () => Promise<void>; readonly plugIn: () => Promise<void> }

/** A story with its library on a drive whose place stays when it goes, as with many systems. */
async function openOnDrive(): Promise<Story & { readonly drive: Drive }> {
  const story = await openStory({ practice: { timeScale: 0.05 } })
  const place = join(story.folder, 'mnt', 'drive')
  const away = join(story.folder, 'unplugged')
  const drive: Drive = {
    library: join(place, 'Kiln'),
    unplug: async () => {
      await rename(place, away)
      await mkdir(place)
    },
    plugIn: async () => {
      await rm(place, { recursive: true })
      await rename(away, place)
    }
  }
  await story.studio.setLibraryFolder(drive.library)
  return Object.assign(story, { drive })
}

/** Everything that was told of the storage since. */
function told(story: Story): StorageState[] {
  const states: StorageState[] = []
  story.studio.subscribe((event) => {
    if (event.kind === 'storage') states.push(event.storage)
  })
  return states
}

async function makeWhileAway(story: Story, count: number): Promise<readonly string[]> {
  const tasks = await Promise.all(Array.from({ length: count }, async () => story.studio.submit({ capability: standard, values: prompt })))
  const ids = tasks.map(({ id }) => id)
  await waitFor(() => ids.every((id) => story.studio.task(id)?.phase === 'collecting' && story.studio.task(id)?.failure !== null))
  await waitFor(() => story.studio.storage().library !== 'ready')
  return ids
}

describe('the drive of the library', () => {
  it('may go: results wait with the reason, it is told once, nothing is made at its place, and all goes on when it is back', async () => {
    const story = await openOnDrive()
    await story.drive.unplug()
    const states = told(story)
    const ids = await makeWhileAway(story, 12)
    expect(states.map(({ library }) => library)).toEqual(['missing'])
    expect(story.studio.task(ids[0] ?? '')?.failure?.message).toBe(
      'The library folder is not there. The result is safe at the service and is fetched as soon as the folder is back.'
    )
    expect(await readdir(join(story.folder, 'mnt', 'drive'))).toEqual([])
    await story.drive.plugIn()
    for (const id of ids) await story.until(id, 'done')
    await waitFor(() => story.studio.storage().library === 'ready')
    expect(states.map(({ library }) => library)).toEqual(['missing', 'ready'])
    expect((await readdir(story.drive.library)).filter((name) => name.endsWith('.png'))).toHaveLength(12)
    expect(story.charges()).toBe(12)
  })

  it('may be away at a start, and is then not made up either', async () => {
    const story = await openOnDrive()
    const { drive } = story
    const kept = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(kept.id, 'done')
    await drive.unplug()
    await story.reopen({ libraryDir: drive.library })
    await waitFor(() => story.studio.storage().library === 'missing')
    const [id = ''] = await makeWhileAway(story, 1)
    expect(await readdir(join(story.folder, 'mnt', 'drive'))).toEqual([])
    await drive.plugIn()
    await story.until(id, 'done')
    expect((await story.studio.lookAtStorage()).library).toBe('ready')
  })

  it('may leave a folder of the same name behind, which is not written to', async () => {
    const story = await openOnDrive()
    await story.drive.unplug()
    await mkdir(story.drive.library)
    const [id = ''] = await makeWhileAway(story, 1)
    expect(story.studio.storage().library).toBe('strange')
    expect(await readdir(story.drive.library)).toEqual([])
    await story.drive.plugIn()
    await story.until(id, 'done')
    expect(story.charges()).toBe(1)
  })

  it('may be gone for good: what waits is saved into the folder that is chosen then', async () => {
    const story = await openOnDrive()
    await story.drive.unplug()
    const ids = await makeWhileAway(story, 3)
    const elsewhere = join(story.folder, 'elsewhere')
    expect((await story.studio.setLibraryFolder(elsewhere)).library).toBe('ready')
    for (const id of ids) expect((await story.until(id, 'done')).results[0]?.path).toContain(elsewhere)
    expect(story.charges()).toBe(3)
  })

  it('may be away for a week without filling the story of a task', async () => {
    const story = await openOnDrive()
    await story.drive.unplug()
    const [id = ''] = await makeWhileAway(story, 1)
    const before = story.studio.timeline(id).length
    for (let look = 0; look < 5; look += 1) {
      const { nextAt } = story.studio.task(id) ?? { nextAt: null }
      story.studio.lookAgain(id)
      await waitFor(() => story.studio.task(id)?.nextAt !== nextAt)
    }
    expect(story.studio.timeline(id)).toHaveLength(before)
  })
})

describe('a disk that is full', () => {
  it('is told of once, and what waits is saved when there is room', async () => {
    const story = await openStory({ practice: { timeScale: 0.05 } })
    const states = told(story)
    const makeRoom = await fillDisk((path) => path.includes('.part'))
    onTestFinished(makeRoom)
    const ids = await makeWhileAway(story, 5)
    expect(states.map(({ library }) => library)).toEqual(['full'])
    makeRoom()
    for (const id of ids) await story.until(id, 'done')
    await waitFor(() => story.studio.storage().library === 'ready')
    expect(states.map(({ library }) => library)).toEqual(['full', 'ready'])
    expect(story.charges()).toBe(5)
  })

  it('is left for another folder, with nothing half fetched behind', async () => {
    const story = await openStory({ practice: { timeScale: 0.05 } })
    const makeRoom = await fillDisk((path) => path.includes(join('data', 'library')) && path.includes('.part'))
    onTestFinished(makeRoom)
    const [id = ''] = await makeWhileAway(story, 1)
    const elsewhere = join(story.folder, 'elsewhere')
    await story.studio.setLibraryFolder(elsewhere)
    expect((await story.until(id, 'done')).results[0]?.path).toContain(elsewhere)
    await waitFor(() => story.studio.storage().library === 'ready')
    await expect.poll(async () => (await readdir(join(story.dataDir, 'library'))).filter((name) => name.includes('.part'))).toEqual([])
  })

  it('that is the journal’s is told of while nothing can be sent, and no longer', async () => {
    const story = await openStory()
    const states = told(story)
    const journal = fillJournal(1)
    onTestFinished(journal.makeRoom)
    const task = await story.studio.submit({ capability: standard, values: prompt })
    // The second try shows that the first sent nothing.
    await waitFor(() => states.length > 0 && journal.refused() > 1)
    expect([states.map(({ data }) => data), story.charges()]).toEqual([['full'], 0])
    journal.makeRoom()
    await story.until(task.id, 'done')
    expect(states.map(({ data }) => data)).toEqual(['full', 'ready'])
    expect(story.charges()).toBe(1)
  })
})
