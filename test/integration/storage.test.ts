import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StorageState } from '../../shared/library/storage.ts'
import { simulateFullDisk } from './simulate-full-disk.ts'
import { fillJournalDisk } from './fill-journal-disk.ts'
import { openSetup, standardImageGenerator, type Setup, waitFor } from './open-setup.ts'
import { resultPaths } from './result-paths.ts'
import { failureSentences } from '../shared/phrases/phrase-texts.ts'

const prompt = { prompt: 'a celadon vase' }

type Drive = { readonly library: string; readonly unplug: () => Promise<void>; readonly plugIn: () => Promise<void> }

/** Opens a setup whose library is on a removable drive. After removal, the mount point remains as an empty folder, as on many systems. */
async function openOnDrive(): Promise<Setup & { readonly drive: Drive }> {
  const setup = await openSetup({ practice: { timeScale: 0.05 } })
  const place = join(setup.folder, 'mnt', 'drive')
  const away = join(setup.folder, 'unplugged')
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
  await setup.studio.setLibraryFolder(drive.library)
  return Object.assign(setup, { drive })
}

/** Returns a list to which all later storage states are added. */
function told(setup: Setup): StorageState[] {
  const states: StorageState[] = []
  setup.studio.subscribe((event) => {
    if (event.kind === 'storage') states.push(event.storage)
  })
  return states
}

async function makeWhileAway(setup: Setup, count: number): Promise<readonly string[]> {
  const tasks = await Promise.all(
    Array.from({ length: count }, async () => setup.studio.submit({ capability: standardImageGenerator, values: prompt }))
  )
  const ids = tasks.map(({ id }) => id)
  await waitFor(() => ids.every((id) => setup.studio.task(id)?.phase === 'collecting' && setup.studio.task(id)?.failure !== null))
  await waitFor(() => setup.studio.storage().library !== 'ready')
  return ids
}

describe('the library’s drive', () => {
  it('is reported once if it’s missing, and results wait until it’s back without a folder in its place', async () => {
    const setup = await openOnDrive()
    await setup.drive.unplug()
    const states = told(setup)
    const ids = await makeWhileAway(setup, 12)
    expect(states.map(({ library }) => library)).toEqual(['missing'])
    expect(failureSentences(setup.studio.task(ids[0] ?? '')?.failure).message).toBe(
      'The result couldn’t be saved because the library folder can’t be found. Downloading again is free.'
    )
    expect(await readdir(join(setup.folder, 'mnt', 'drive'))).toEqual([])
    await setup.drive.plugIn()
    for (const id of ids) await setup.until(id, 'done')
    await waitFor(() => setup.studio.storage().library === 'ready')
    expect(states.map(({ library }) => library)).toEqual(['missing', 'ready'])
    expect((await readdir(setup.drive.library)).filter((name) => name.endsWith('.png'))).toHaveLength(12)
    expect(setup.charges()).toBe(12)
  })

  it('can be missing at startup, and no folder is created in its place', async () => {
    const setup = await openOnDrive()
    const { drive } = setup
    const kept = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await setup.until(kept.id, 'done')
    await drive.unplug()
    await setup.reopen({ libraryDir: drive.library })
    await waitFor(() => setup.studio.storage().library === 'missing')
    const [id = ''] = await makeWhileAway(setup, 1)
    expect(await readdir(join(setup.folder, 'mnt', 'drive'))).toEqual([])
    await drive.plugIn()
    await setup.until(id, 'done')
    expect((await setup.studio.checkStorage()).library).toBe('ready')
  })

  it('can leave a folder of the same name behind, which Kiln doesn’t write to', async () => {
    const setup = await openOnDrive()
    await setup.drive.unplug()
    await mkdir(setup.drive.library)
    const [id = ''] = await makeWhileAway(setup, 1)
    expect(setup.studio.storage().library).toBe('strange')
    expect(await readdir(setup.drive.library)).toEqual([])
    await setup.drive.plugIn()
    await setup.until(id, 'done')
    expect(setup.charges()).toBe(1)
  })

  it('can be gone permanently, and waiting results are saved to a newly chosen folder', async () => {
    const setup = await openOnDrive()
    await setup.drive.unplug()
    const ids = await makeWhileAway(setup, 3)
    const elsewhere = join(setup.folder, 'elsewhere')
    expect((await setup.studio.setLibraryFolder(elsewhere)).library).toBe('ready')
    for (const id of ids) expect((await resultPaths(setup.studio, await setup.until(id, 'done')))[0]).toContain(elsewhere)
    expect(setup.charges()).toBe(3)
  })

  it('can be missing for a week without filling a task’s timeline', async () => {
    const setup = await openOnDrive()
    await setup.drive.unplug()
    const [id = ''] = await makeWhileAway(setup, 1)
    const before = setup.studio.timeline(id).length
    for (let look = 0; look < 5; look += 1) {
      const { nextAt } = setup.studio.task(id) ?? { nextAt: null }
      setup.studio.checkNow(id)
      await waitFor(() => setup.studio.task(id)?.nextAt !== nextAt)
    }
    expect(setup.studio.timeline(id)).toHaveLength(before)
  })
})

describe('a full disk', () => {
  it('is reported once, and waiting results are saved once there is space', async () => {
    const setup = await openSetup({ practice: { timeScale: 0.05 } })
    const states = told(setup)
    const makeRoom = await simulateFullDisk((path) => path.includes('.part'))
    onTestFinished(makeRoom)
    const ids = await makeWhileAway(setup, 5)
    expect(states.map(({ library }) => library)).toEqual(['full'])
    makeRoom()
    for (const id of ids) await setup.until(id, 'done')
    await waitFor(() => setup.studio.storage().library === 'ready')
    expect(states.map(({ library }) => library)).toEqual(['full', 'ready'])
    expect(setup.charges()).toBe(5)
  })

  it('can be replaced by another folder, and no partial download is left behind', async () => {
    const setup = await openSetup({ practice: { timeScale: 0.05 } })
    const makeRoom = await simulateFullDisk((path) => path.includes(join('data', 'library')) && path.includes('.part'))
    onTestFinished(makeRoom)
    const [id = ''] = await makeWhileAway(setup, 1)
    const elsewhere = join(setup.folder, 'elsewhere')
    await setup.studio.setLibraryFolder(elsewhere)
    expect((await resultPaths(setup.studio, await setup.until(id, 'done')))[0]).toContain(elsewhere)
    await waitFor(() => setup.studio.storage().library === 'ready')
    await expect.poll(async () => (await readdir(join(setup.dataDir, 'library'))).filter((name) => name.includes('.part'))).toEqual([])
  })

  it('with the journal is reported only while nothing can be sent', async () => {
    const setup = await openSetup()
    const states = told(setup)
    const journal = fillJournalDisk(1)
    onTestFinished(journal.makeRoom)
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    // A second failed transaction shows that the first attempt sent nothing.
    await waitFor(() => states.length > 0 && journal.refused() > 1)
    expect([states.map(({ data }) => data), setup.charges()]).toEqual([['full'], 0])
    journal.makeRoom()
    await setup.until(task.id, 'done')
    expect(states.map(({ data }) => data)).toEqual(['full', 'ready'])
    expect(setup.charges()).toBe(1)
  })
})
