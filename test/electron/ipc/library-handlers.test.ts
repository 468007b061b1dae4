import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPracticeService } from '../../../electron/practice/practice-service.ts'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import type { RequestInput, RequestName, RequestOutput } from '../../../shared/ipc/ipc.ts'
import { unfilteredQuery, type LibraryChangedEvent, type LibraryTile } from '../../../shared/library/library.ts'
import type { Task } from '../../../shared/task/task.ts'
import { createAesStore } from '../accounts/aes-store.ts'
import { sealText } from '../accounts/seal-text.ts'
import { openKilnWithoutWindow } from './open-kiln-without-window.ts'
import type { KilnWithoutWindow } from './open-kiln-without-window.ts'

const apiKey = 'sk-library-0123456789'
let folder: string
let library: string
let service: PracticeService
let kiln: KilnWithoutWindow

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-library-ipc-'))
  library = join(folder, 'data', 'library')
  await mkdir(join(folder, 'data'))
  service = await openPracticeService({ apiKey, timeScale: 0.01, results: 'tiny' })
  kiln = await openKilnWithoutWindow({ dataDir: join(folder, 'data'), store: createAesStore('linux'), timeScale: 0.01 })
  const sealedKey = await sealText(apiKey, await get('account.sealingKey', undefined))
  await get('account.connect', { baseUrl: service.url, sealedKey, acceptWeakStorage: false })
})
afterEach(async () => {
  await kiln.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function get<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> {
  const outcome = await kiln.ask(name, input)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

async function made(capability: string, values: Task['values']): Promise<LibraryTile> {
  const { id } = await get('task.submit', { capability, values })
  await expect.poll(async () => (await get('task.list', undefined)).find((task) => task.id === id)?.phase).toBe('done')
  await expect.poll(async () => (await tiles()).some(({ task }) => task === id)).toBe(true)
  const tile = (await tiles()).find(({ task }) => task === id)
  if (tile === undefined) throw new Error('The item isn’t in the library.')
  return tile
}

async function tiles(search = ''): Promise<readonly LibraryTile[]> {
  const { keys } = await get('library.query', { ...unfilteredQuery, search })
  return get('library.tiles', { keys: [...keys], search })
}

const image = 'imgmodel-image-generator'

describe('the library over IPC', () => {
  it('can be queried, searched, counted and changed, and reports its changes', async () => {
    const tile = await made(image, { prompt: 'a celadon vase' })
    const shelf = await get('library.query', unfilteredQuery)
    expect(shelf.keys).toBeInstanceOf(Uint32Array)
    expect(shelf).toMatchObject({ total: 1, days: [{ from: 0, count: 1 }] })
    expect(await tiles('celad')).toMatchObject([{ key: tile.key, marks: { prompt: [[2, 7]] } }])
    expect(await get('library.find', { search: 'vase', limit: 3 })).toMatchObject([{ id: tile.id, marks: { prompt: [[10, 14]] } }])
    await get('library.change', { keys: [tile.key], stars: 3, addTags: ['pot'] })
    expect(await get('library.facets', unfilteredQuery)).toMatchObject({
      tags: [{ value: 'pot', count: 1 }],
      stars: [{ value: 3, count: 1 }]
    })
    const pots = await get('library.keepCollection', { id: null, name: 'Pots' })
    await get('library.change', { keys: [tile.key], addTo: pots.id })
    expect(await get('library.collections', undefined)).toMatchObject([{ name: 'Pots', count: 1 }])
    const { token } = await get('library.removeCollection', { id: pots.id })
    await get('library.undoChange', { token, count: 1 })
    expect(await get('library.collections', undefined)).toMatchObject([{ name: 'Pots', count: 1 }])
    await get('library.removeCollection', { id: pots.id })
    expect(await get('library.item', { id: tile.id })).toMatchObject({ stars: 3, collections: [], recipe: { prompt: 'a celadon vase' } })
    expect(await kiln.ask('library.item', { id: 'unknown' })).toMatchObject({ ok: false, message: 'Kiln can’t find this result.' })
    const changeEvents = kiln.crossings
      .filter(({ name }) => name === 'library.changed')
      .map(({ payload }) => JSON.parse(payload) as LibraryChangedEvent)
    expect(changeEvents.some(({ added }) => added.includes(tile.key))).toBe(true)
    expect(changeEvents.some(({ changed }) => changed.includes(tile.key))).toBe(true)
  })

  it('restores deleted results, and exports, zips and moves the chosen ones', async () => {
    const tile = await made(image, { prompt: 'a bowl' })
    const { token } = await get('library.trash', { keys: [tile.key] })
    expect(await tiles()).toEqual([])
    await get('library.untrash', { token, count: 1 })
    const [back] = await tiles()
    expect(back).toMatchObject({ id: tile.id, prompt: 'a bowl' })
    const keys = [back?.key ?? 0]
    expect(await get('library.exportTo', { keys, withRecipes: true, asZip: true })).toBeNull()
    expect(await get('library.move', { keys })).toBeNull()
    kiln.dialogs.savePath = join(folder, 'bowl.zip')
    expect(await get('library.exportTo', { keys, withRecipes: true, asZip: true })).toEqual({
      count: 1,
      path: kiln.dialogs.savePath,
      isStopped: false
    })
    expect((await readFile(kiln.dialogs.savePath)).toString('latin1', 0, 2)).toBe('PK')
    kiln.dialogs.folder = join(folder, 'out')
    await mkdir(kiln.dialogs.folder)
    await get('library.exportTo', { keys, withRecipes: false, asZip: false })
    expect(await readdir(kiln.dialogs.folder)).toEqual([tile.fileName])
    kiln.dialogs.folder = join(folder, 'elsewhere')
    expect(await get('library.move', { keys })).toMatchObject({ count: 1, folder: kiln.dialogs.folder, failure: null })
    await get('result.showInFolder', { id: tile.id })
    expect(kiln.done).toContain(`show ${join(folder, 'elsewhere', tile.fileName)}`)
    expect(await get('library.look', undefined)).toMatchObject({ words: ['All files are in place.'] })
    expect(await get('library.rebuild', undefined)).toMatchObject({ missing: [] })
    expect(await get('library.report', undefined)).toMatchObject({ isFolderThere: true })
  })

  it('names new files by the pattern in the settings, and rejects an invalid pattern', async () => {
    expect(await kiln.ask('settings.change', { nameRule: '{nonsense}' })).toMatchObject({ ok: false })
    await get('settings.change', { nameRule: '{capability}/{words}', recipes: { beside: false, inside: false } })
    expect(await get('settings.get', undefined)).toMatchObject({ nameRule: '{capability}/{words}' })
    const ours = { capability: image, values: { prompt: 'a red cup' } }
    for (const name of ['a-red-cup.png', 'a-red-cup (2).png']) {
      const tile = await made(ours.capability, ours.values)
      expect(tile.fileName).toBe(name)
    }
    expect((await readdir(join(library, image))).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'a-red-cup (2).png',
      'a-red-cup.png'
    ])
    await get('settings.change', { recipes: { beside: true, inside: true } })
    await expect.poll(async () => (await readdir(join(library, image))).filter((name) => name.endsWith('.json'))).toHaveLength(2)
  })

  it('saves a poster for a video', async () => {
    const tile = await made('text-to-video', { prompt: 'dunes', duration: 3 })
    const poster = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#456' } })
      .webp()
      .toBuffer()
    await get('library.keepPoster', { id: tile.id, bytes: new Uint8Array(poster) })
    expect(await kiln.ask('library.keepPoster', { id: tile.id, bytes: new Uint8Array([1]) })).toMatchObject({
      ok: false,
      message: 'This preview image can’t be read.'
    })
    expect(await kiln.ask('library.keepPoster', { id: 'unknown', bytes: new Uint8Array(poster) })).toMatchObject({ ok: false })
  })
})
