import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { encodeWav } from '../../../renderer/fields/encode-wav.ts'
import { openPracticeService } from '../../../electron/practice/practice-service.ts'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import { parseCapabilityList } from '../../../shared/form/capability-list-json.ts'
import type { RequestInput, RequestName, RequestOutput } from '../../../shared/ipc/ipc.ts'
import { itemIdOf } from '../../../shared/library/item-id.ts'
import type { Task } from '../../../shared/task/task.ts'
import { createAesStore } from '../accounts/aes-store.ts'
import { sealText } from '../accounts/seal-text.ts'
import { openKilnWithoutWindow } from './open-kiln-without-window.ts'
import type { KilnWithoutWindow } from './open-kiln-without-window.ts'

const apiKey = 'sk-handlers-0123456789'

let folder: string
let dataDir: string
let service: PracticeService
let store: ReturnType<typeof createAesStore>
let kiln: KilnWithoutWindow

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-handlers-'))
  dataDir = join(folder, 'data')
  await mkdir(dataDir)
  service = await openPracticeService({ apiKey, timeScale: 0.01, results: 'tiny' })
  store = createAesStore('linux')
  kiln = await open()
})
afterEach(async () => {
  await kiln.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

function open(): Promise<KilnWithoutWindow> {
  return openKilnWithoutWindow({ dataDir, store, timeScale: 0.02 })
}

async function restart(): Promise<void> {
  await kiln.close()
  kiln = await open()
}

/** Sends a request and returns the value. Throws if the request fails. */
async function get<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> {
  const outcome = await kiln.ask(name, input)
  if (!outcome.ok) throw new Error(`${name}: ${outcome.message}`)
  return outcome.value
}

async function connect(to: PracticeService = service, key = apiKey): Promise<void> {
  await get('account.connect', {
    baseUrl: to.url,
    sealedKey: await sealText(key, await get('account.sealingKey', undefined)),
    acceptWeakStorage: false
  })
}

async function picture(name: string): Promise<string> {
  const path = join(folder, name)
  await sharp({ create: { width: 512, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toFile(path)
  return path
}

async function make(values: RequestInput<'task.submit'>['values']): Promise<Task> {
  const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values })
  await expect.poll(async () => (await get('task.list', undefined)).find((task) => task.id === id)?.phase).toBe('done')
  const task = (await get('task.list', undefined)).find((one) => one.id === id)
  if (task === undefined) throw new Error('The task is missing.')
  return task
}

/** Returns the path of the task's first result. */
async function locationOf(task: Task | undefined): Promise<string> {
  return get('result.location', { id: task?.results[0]?.id ?? '' })
}

describe('the account over IPC', () => {
  it('is not connected at first', async () => {
    expect(await get('account.state', undefined)).toMatchObject({ connection: null, hold: 'no-connection' })
    expect(await kiln.ask('task.submit', { capability: 'face-swap', values: {} })).toMatchObject({
      ok: false,
      message: 'No account is connected.'
    })
  })

  it.each(['the user cancels', 'the user opens the practice service'])('is not connected or saved if %s during the test', async (what) => {
    const silent = createServer()
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const sealedKey = await sealText(apiKey, await get('account.sealingKey', undefined))
    const outcome = kiln.ask('account.connect', { baseUrl, sealedKey, acceptWeakStorage: true })
    await once(silent, 'connection')
    if (what === 'the user cancels') await get('account.cancelConnect', undefined)
    else await get('account.practice', undefined)
    expect(await outcome).toMatchObject({ ok: false, message: 'Connecting was cancelled.' })
    await get('account.disconnect', undefined)
    await restart()
    expect(await get('account.state', undefined)).toMatchObject({
      connection: null,
      others: expect.not.arrayContaining([expect.objectContaining({ baseUrl })])
    })
    await connect()
    expect(await get('account.state', undefined)).toMatchObject({ connection: { baseUrl: service.url } })
  })

  it.each([
    ['an invalid address', 'not an address', apiKey, 'baseUrl'],
    ['an address without encryption', 'http://api.example.com', apiKey, 'baseUrl'],
    ['an address that doesn’t respond', 'http://127.0.0.1:1', apiKey, 'baseUrl'],
    ['no key', null, '  ', 'apiKey'],
    ['a key in two lines', null, 'one\ntwo', 'apiKey'],
    ['an invalid key', null, 'sk-another', 'apiKey']
  ])('rejects %s, names the field to fix, and changes nothing', async (_what, baseUrl, key, field) => {
    await connect()
    const before = await get('account.state', undefined)
    const sealedKey = await sealText(key, await get('account.sealingKey', undefined))
    const outcome = await kiln.ask('account.connect', { baseUrl: baseUrl ?? service.url, sealedKey, acceptWeakStorage: true })
    expect(outcome).toMatchObject({ ok: false, field, message: expect.stringMatching(/\.$/) })
    expect(await get('account.state', undefined)).toEqual(before)
    await restart()
    expect(await get('account.state', undefined)).toMatchObject({ hold: null, connection: { baseUrl: service.url } })
  })

  it('is restored after a restart, with its tasks', async () => {
    await connect()
    const { id } = await make({ prompt: 'a bowl' })
    await restart()
    expect(await get('account.state', undefined)).toMatchObject({
      hold: null,
      connection: { name: new URL(service.url).host, isPractice: false }
    })
    expect(await get('task.list', undefined)).toMatchObject([{ id, phase: 'done' }])
  })

  it('keeps its own tasks when another account is connected', async () => {
    await connect()
    const first = await make({ prompt: 'for the first' })
    const other = await openPracticeService({ apiKey: 'sk-of-another-account', timeScale: 0.01, results: 'tiny' })
    await connect(other, 'sk-of-another-account')
    const second = await make({ prompt: 'for the second' })
    expect(second.connectionId).not.toBe(first.connectionId)
    expect([service.ledger().length, other.ledger().length]).toEqual([1, 1])
    await connect()
    expect((await make({ prompt: 'for the first again' })).connectionId).toBe(first.connectionId)
    await other.close()
  })

  it('can be activated again with its stored key and removed, and its results stay', async () => {
    await connect()
    const first = await make({ prompt: 'for the first' })
    const other = await openPracticeService({ apiKey: 'sk-of-another-account', timeScale: 0.01, results: 'tiny' })
    await connect(other, 'sk-of-another-account')
    const { connection, others } = await get('account.state', undefined)
    expect(others).toMatchObject([{ id: first.connectionId, hasKey: true }])
    await restart()
    await get('account.open', { id: first.connectionId })
    expect(await get('account.state', undefined)).toMatchObject({ hold: null, connection: { id: first.connectionId } })
    expect((await make({ prompt: 'for the first again' })).connectionId).toBe(first.connectionId)

    const id = connection?.id ?? ''
    await get('account.remove', { id })
    expect((await get('account.state', undefined)).others).toMatchObject([{ id, hasKey: false }])
    const stored = JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8')) as { keys: object }
    expect(Object.keys(stored.keys)).toEqual([first.connectionId])
    expect(await kiln.ask('account.open', { id })).toMatchObject({ ok: false, advice: 'Connect the account again with its API key.' })
    expect(await kiln.ask('account.remove', { id: first.connectionId })).toMatchObject({ ok: false })
    expect(await get('task.list', undefined)).toHaveLength(2)
    await other.close()
  })

  it('finishes its tasks even if it isn’t active, also after a restart', async () => {
    await connect()
    await service.close()
    service = await openPracticeService({ apiKey, timeScale: 0.3, results: 'tiny', port: Number(new URL(service.url).port) })
    const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a slow one' } })
    await expect.poll(async () => (await get('task.list', undefined))[0]?.phase).toBe('running')
    const other = await openPracticeService({ apiKey: 'sk-of-another-account', results: 'tiny' })
    await connect(other, 'sk-of-another-account')
    await restart()
    expect(await get('account.state', undefined)).toMatchObject({ hold: null, connection: { baseUrl: other.url } })
    await expect.poll(async () => (await get('task.list', undefined)).find((task) => task.id === id)?.phase).toBe('done')
    expect(other.tasks()).toEqual([])
    await other.close()
  })

  it('can be the practice service, also after a restart', async () => {
    expect(await get('account.practice', undefined)).toMatchObject({ capabilities: expect.any(Number), isKeyStored: true })
    const state = { hold: null, connection: { id: 'practice', name: 'Practice service', isPractice: true } }
    expect(await get('account.state', undefined)).toMatchObject(state)
    await restart()
    expect(await get('account.state', undefined)).toMatchObject(state)
    expect(parseCapabilityList(await get('capability.list', undefined)).length).toBeGreaterThan(4)
  })

  it('can be disconnected: its key is deleted, its tasks stay', async () => {
    await connect()
    await make({ prompt: 'a bowl' })
    await get('account.disconnect', undefined)
    expect(await get('account.state', undefined)).toMatchObject({ connection: null, hold: 'no-connection' })
    expect(JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'))).toMatchObject({ keys: {}, connections: { activeId: null } })
    await restart()
    expect(await get('account.state', undefined)).toMatchObject({ connection: null })
    expect(await get('task.list', undefined)).toHaveLength(1)
  })

  it('records what a task comes from as the page says, also after a restart', async () => {
    await connect()
    const first = await make({ prompt: 'a bowl' })
    const from = [{ item: itemIdOf(first.id, 0), how: 'again' as const }]
    const again = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a bowl' }, from })
    expect(first).toMatchObject({ from: [], askedBy: 'person' })
    expect(again).toMatchObject({ from, askedBy: 'person' })
    await restart()
    expect((await get('task.list', undefined)).find(({ id }) => id === again.id)).toMatchObject({ from, askedBy: 'person' })
  })

  it.each([
    ['an input, which main finds itself', [{ item: 'a.1', how: 'input' }]],
    ['another word', [{ item: 'a.1', how: 'stolen' }]],
    ['an empty ID', [{ item: '', how: 'again' }]],
    ['a long text instead of an ID', [{ item: 'a'.repeat(201), how: 'again' }]],
    ['a value instead of an ID', [{ item: { file: '/a.png' }, how: 'again' }]]
  ])('rejects sources with %s', async (_what, from) => {
    await connect()
    const submission = { capability: 'imgmodel-image-generator', values: { prompt: 'a bowl' }, from }
    expect(await kiln.ask('task.submit', submission as RequestInput<'task.submit'>)).toMatchObject({ ok: false })
    expect(await get('task.list', undefined)).toEqual([])
  })

  it('reports a missing key if the key store doesn’t open, and resumes once it does', async () => {
    await connect()
    await kiln.close()
    store.failNext(4)
    kiln = await open()
    expect(await get('account.state', undefined)).toMatchObject({
      hold: 'key',
      holdProblem: 'key-unreadable',
      connection: { baseUrl: service.url }
    })
    await get('account.resume', undefined)
    expect(await get('account.state', undefined)).toMatchObject({ hold: null })
    await make({ prompt: 'a bowl' })
  })

  it('asks for a key that couldn’t be stored at the next start, and doesn’t use the previous one', async () => {
    await connect()
    await service.account.change({ apiKey: 'sk-the-rotated-one' })
    store.setAvailable(false)
    const sealedKey = await sealText('sk-the-rotated-one', await get('account.sealingKey', undefined))
    const connected = await get('account.connect', { baseUrl: service.url, sealedKey, acceptWeakStorage: false })
    expect(connected).toMatchObject({ asks: null, isKeyStored: false })
    await make({ prompt: 'a bowl' })
    store.setAvailable(true)
    await restart()
    expect(await get('account.state', undefined)).toMatchObject({
      hold: 'key',
      holdProblem: 'key-cleared',
      connection: { baseUrl: service.url }
    })
  })

  it('opens while a keychain dialog is open, and resumes once it is answered', async () => {
    await connect()
    await kiln.close()
    store.openDialog()
    kiln = await open()
    expect(await get('app.info', undefined)).toEqual({ version: '0.0.0-test', platform: 'linux', spellingLanguages: [] })
    expect(await get('task.list', undefined)).toEqual([])
    expect(await get('account.state', undefined)).toMatchObject({
      hold: 'key',
      holdProblem: 'key-store-slow',
      connection: { baseUrl: service.url }
    })
    const isSecure = get('account.isKeyStorageSecure', undefined)
    store.closeDialog()
    expect(await isSecure).toBe(true)
    await expect.poll(async () => (await get('account.state', undefined)).hold).toBe(null)
    await make({ prompt: 'a bowl' })
  })

  it('finishes another account’s tasks once the keychain dialog is answered', async () => {
    await connect()
    await service.close()
    service = await openPracticeService({ apiKey, timeScale: 0.3, results: 'tiny', port: Number(new URL(service.url).port) })
    const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a slow one' } })
    await expect.poll(async () => (await get('task.list', undefined))[0]?.phase).toBe('running')
    const other = await openPracticeService({ apiKey: 'sk-of-another-account', results: 'tiny' })
    await connect(other, 'sk-of-another-account')
    await kiln.close()
    store.openDialog()
    kiln = await open()
    store.closeDialog()
    await expect.poll(async () => (await get('task.list', undefined)).find((task) => task.id === id)?.phase).toBe('done')
    expect(await get('account.state', undefined)).toMatchObject({ hold: null, connection: { baseUrl: other.url } })
    await other.close()
  })

  it('finishes the tasks of the account that waited for its key, even if another one was chosen', async () => {
    await connect()
    await service.close()
    service = await openPracticeService({ apiKey, timeScale: 0.3, results: 'tiny', port: Number(new URL(service.url).port) })
    const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a slow one' } })
    await expect.poll(async () => (await get('task.list', undefined))[0]?.phase).toBe('running')
    await kiln.close()
    store.openDialog()
    kiln = await open()
    await get('account.practice', undefined)
    store.closeDialog()
    await expect.poll(async () => (await get('task.list', undefined)).find((task) => task.id === id)?.phase).toBe('done')
    expect(await get('account.state', undefined)).toMatchObject({ hold: null, connection: { isPractice: true } })
  })

  it('stays disconnected if that happened while the keychain dialog was open', async () => {
    await connect()
    await kiln.close()
    store.openDialog()
    kiln = await open()
    await get('account.disconnect', undefined)
    store.closeDialog()
    expect(await get('account.isKeyStorageSecure', undefined)).toBe(true)
    expect(await get('account.state', undefined)).toMatchObject({ connection: null, hold: 'no-connection' })
  })

  it('applies one change at a time, and the last request wins', async () => {
    const sealedKey = await sealText(apiKey, await get('account.sealingKey', undefined))
    await Promise.all([
      kiln.ask('account.practice', undefined),
      kiln.ask('account.connect', { baseUrl: service.url, sealedKey, acceptWeakStorage: false })
    ])
    expect(await get('account.state', undefined)).toMatchObject({ connection: { isPractice: false } })
  })
})

describe('prices over IPC', () => {
  it('are estimated without opening files or spending credits', async () => {
    await connect()
    const values = { prompt: 'a vase', imageNum: '2', imageUrls: [{ draft: 'never-opened' }] }
    const estimate = await get('price.estimate', { capability: 'imgmodel-3-0-image-generator', values })
    expect(estimate).toMatchObject({ credits: 21, source: 'rules' })
    expect(await get('price.estimate', { capability: 'no-such-thing', values })).toMatchObject({ credits: null, source: 'none' })
    expect(service.ledger()).toEqual([])
  })
})

describe('media over IPC', () => {
  beforeEach(() => connect())

  it('reach the service through tokens, without any path on the page', async () => {
    kiln.dialogs.media = [await picture('a private name.png'), await picture('second.png')]
    const drafts = await get('media.browse', { capability: 'imgmodel-image-generator', field: 'imageUrls', many: true })
    expect(drafts).toMatchObject([
      { facts: { name: 'a private name.png', medium: 'image', width: 512, height: 400 } },
      { facts: { name: 'second.png' } }
    ])
    expect(JSON.stringify(drafts)).not.toContain(folder)
    const task = await make({ prompt: 'glaze image 1 like image 2', imageUrls: drafts.map(({ draft }) => ({ draft })) })
    expect(task.results).toHaveLength(1)
    expect(service.tasks()[0]?.body).toMatchObject({ imageUrls: [expect.stringMatching(/^http/), expect.stringMatching(/^http/)] })
  })

  it('are saved as a file when they are pasted', async () => {
    const bytes = new Uint8Array(await readFile(await picture('screenshot.png')))
    const draft = await get('media.keep', { bytes, stem: null })
    expect(draft).toMatchObject({
      facts: { name: expect.stringMatching(/^Pasted at \d\d\.\d\d\.\d\d\.png$/), medium: 'image', width: 512, height: 400 }
    })
    expect(await get('media.keep', { bytes, stem: null })).toMatchObject({ facts: { bytes: bytes.length } })
    const task = await make({ prompt: 'glaze image 1', imageUrls: [{ draft: draft.draft }] })
    expect(task.results).toHaveLength(1)
    expect(await kiln.ask('media.keep', { bytes: new Uint8Array(0), stem: null })).toMatchObject({ ok: false })
  })

  it('are saved and copied by token', async () => {
    const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#a05020' } })
      .png()
      .toBuffer()
    const frame = await get('media.keep', { bytes: new Uint8Array(bytes), stem: 'Bowl frame' })
    expect(await get('media.saveAs', { draft: frame.draft })).toBe(false)
    kiln.dialogs.savePath = join(folder, 'saved.png')
    expect(await get('media.saveAs', { draft: frame.draft })).toBe(true)
    expect(await readFile(join(folder, 'saved.png'))).toEqual(bytes)
    await get('media.copyImage', { draft: frame.draft })
    expect(kiln.done).toEqual([expect.stringMatching(/^copy picture .*Bowl frame\.png$/)])
    for (const name of ['media.saveAs', 'media.copyImage'] as const) {
      expect(await kiln.ask(name, { draft: '../../etc/passwd' })).toMatchObject({ ok: false, message: 'Choose this file again.' })
    }
  })

  it('are converted into a copy that the field accepts, and the original stays unchanged', async () => {
    const path = join(folder, 'phone.avif')
    await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a05020' } })
      .avif()
      .toFile(path)
    const before = await readFile(path)
    const original = await get('media.inspect', { path })
    const target = { formats: ['png' as const, 'jpg' as const], maxBytes: 1_000_000, maxLongEdge: null, minShortEdge: 384 }
    const copy = await get('media.convert', { media: { draft: original.draft }, target })
    expect(copy.facts).toMatchObject({ name: 'phone.jpg', format: 'jpg', width: 800, height: 600 })
    expect(await readFile(path)).toEqual(before)
    await make({ prompt: 'glaze image 1', imageUrls: [{ draft: copy.draft }] })
    expect(service.tasks()[0]?.body).toMatchObject({ imageUrls: [expect.stringMatching(/\.jpg/)] })
  })

  it('that were made from a result lead to a task that comes from this result, also after a restart', async () => {
    await connect()
    const item = itemIdOf((await make({ prompt: 'a bowl' })).id, 0)
    const target = { formats: ['webp' as const], maxBytes: null, maxLongEdge: null, minShortEdge: null }
    const copy = await get('media.convert', { media: { item }, target })
    const copyOfCopy = await get('media.convert', { media: { draft: copy.draft }, target: { ...target, formats: ['png'] } })
    const bytes = new Uint8Array(
      await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a05020' } })
        .png()
        .toBuffer()
    )
    const frame = await get('media.keep', { bytes, stem: 'frame', frameOf: { item } })
    const drawn = await get('media.keep', { bytes, stem: 'mask' })
    const sourcesOf = async ({ draft }: { readonly draft: string }) =>
      (await make({ prompt: 'glaze image 1', imageUrls: [{ draft }] })).from
    expect(await sourcesOf(copyOfCopy)).toEqual([{ item, how: 'input' }])
    expect(await sourcesOf(drawn)).toEqual([])
    const last = await make({ prompt: 'glaze image 1', imageUrls: [{ draft: frame.draft }] })
    await restart()
    expect((await get('task.list', undefined)).find(({ id }) => id === last.id)).toMatchObject({ from: [{ item, how: 'frame' }] })
  })

  it('are cut to a part, and the original stays unchanged', async () => {
    const path = join(folder, 'voice.wav')
    const bytes = encodeWav([new Float32Array(16_000)], 8000)
    await writeFile(path, bytes)
    const { draft } = await get('media.inspect', { path })
    const part = await get('media.cut', { media: { draft }, start: 0.5, end: 1.25 })
    expect(part.facts).toMatchObject({ name: 'voice.wav', format: 'wav', durationInSeconds: 0.75 })
    expect(await readFile(path)).toEqual(Buffer.from(bytes))
    for (const [start, end] of [
      [1, 1],
      [3, 4]
    ] as const) {
      const refused = await kiln.ask('media.cut', { media: { draft }, start, end })
      expect(refused).toMatchObject({ ok: false, message: 'voice.wav couldn’t be cut.' })
    }
  })

  it('stay unchanged if the conversion fails, and the error says so', async () => {
    const path = join(folder, 'words.avif')
    await writeFile(path, 'no picture')
    const { draft } = await get('media.inspect', { path })
    const target = { formats: ['png' as const], maxBytes: null, maxLongEdge: null, minShortEdge: null }
    expect(await kiln.ask('media.convert', { media: { draft }, target })).toMatchObject({
      ok: false,
      message: 'words.avif couldn’t be converted.',
      advice: 'The file stays unchanged. Choose another file.'
    })
  })

  it('can be an earlier result', async () => {
    const made = await make({ prompt: 'a vase' })
    const item = made.results[0]?.id ?? ''
    expect(await get('media.inspectItem', { id: item })).toMatchObject({
      facts: { medium: 'image', width: made.results[0]?.width },
      previewUrl: `/media/result/${item}`
    })
    await make({ prompt: 'glaze image 1', imageUrls: [{ item }] })
    expect(service.tasks().at(-1)?.body).toMatchObject({ imageUrls: [expect.stringMatching(/^http/)] })
    expect(await kiln.ask('media.inspectItem', { id: 'nothing.0' })).toMatchObject({
      ok: false,
      message: 'Kiln can’t find this result.'
    })
  })

  it('are empty if the dialog is cancelled', async () => {
    expect(await get('media.browse', { capability: 'imgmodel-image-generator', field: 'imageUrls', many: false })).toEqual([])
  })

  it('are rejected with a message if the file is missing or a folder', async () => {
    expect(await kiln.ask('media.inspect', { path: folder })).toMatchObject({
      message: `“${basename(folder)}” is a folder.`,
      advice: 'Drop its files instead. You can also open a form and choose Batch.'
    })
    expect(await kiln.ask('media.inspect', { path: join(folder, 'gone.png') })).toMatchObject({
      ok: false,
      message: expect.stringContaining('gone.png')
    })
  })

  it('of an earlier task can be used again, except missing files', async () => {
    const [kept, gone] = [await picture('kept.png'), await picture('gone.png')]
    const drafts = await Promise.all([kept, gone].map((path) => get('media.inspect', { path })))
    const { id } = await make({ prompt: 'two', imageUrls: drafts.map(({ draft }) => ({ draft })) })
    await rm(gone)
    await restart()
    const reopened = await get('media.reopen', { taskId: id })
    expect(reopened).toMatchObject([{ field: 'imageUrls', index: 0, media: { facts: { name: 'kept.png' } } }])
    await make({ prompt: 'one', imageUrls: reopened.map(({ media }) => ({ draft: media.draft })) })
  })
})

describe('results over IPC', () => {
  it('are saved, shown and copied by ID', async () => {
    await connect()
    const [result] = (await make({ prompt: 'a bowl' })).results
    if (result === undefined) throw new Error('The task has no result.')
    const { id } = result
    const path = await get('result.location', { id })
    expect(await get('result.saveAs', { id })).toBe(false)
    kiln.dialogs.savePath = join(folder, 'bowl.png')
    expect(await get('result.saveAs', { id })).toBe(true)
    expect(await readFile(join(folder, 'bowl.png'))).toEqual(await readFile(path))
    await get('result.showInFolder', { id })
    await get('result.copy', { id })
    await get('result.dragOut', { ids: [id, 'gone'], picture: Uint8Array.of(1) })
    expect(kiln.done).toEqual([`show ${path}`, `copy picture ${path}`, `drag ${path}`])
    expect(await kiln.ask('result.dragOut', { ids: ['../../etc/passwd'], picture: Uint8Array.of(1) })).toMatchObject({ ok: false })
    for (const name of ['result.saveAs', 'result.showInFolder', 'result.copy'] as const) {
      expect(await kiln.ask(name, { id: '../../etc/passwd' })).toMatchObject({ ok: false, message: 'Kiln can’t find this result.' })
    }
  })
})

describe('long lists over IPC', () => {
  it('continue after the last item of a page, newest first', async () => {
    await connect()
    const ids: string[] = []
    for (const prompt of ['a bowl', 'a cup', 'a jug']) ids.unshift((await make({ prompt })).id)
    for (const name of ['task.list', 'ledger.read'] as const) {
      expect((await get(name, undefined)).map(({ id }) => id)).toEqual(ids)
      expect((await get(name, { olderThan: ids[0] ?? '' })).map(({ id }) => id)).toEqual(ids.slice(1))
      expect(await get(name, { olderThan: ids[2] ?? '' })).toEqual([])
      expect(await get(name, { olderThan: 'unknown' })).toEqual([])
    }
  })
})

describe('the ledger over IPC', () => {
  it('contains every account and hidden tasks, and can be saved for one account or all', async () => {
    await get('account.practice', undefined)
    const practised = await make({ prompt: 'a practice bowl' })
    await get('task.hide', { ids: [practised.id] })
    await connect()
    const paid = await make({ prompt: 'a bowl' })
    const { connection, others } = await get('account.state', undefined)
    expect([connection?.isPractice, others.map(({ name }) => name)]).toEqual([false, ['Practice service']])
    const entries = await get('ledger.read', undefined)
    expect(entries.map(({ id, connectionId }) => [id, connectionId])).toEqual([
      [paid.id, connection?.id],
      [practised.id, others[0]?.id]
    ])

    const rowsOf = async (connectionId: string | null): Promise<readonly string[]> => {
      kiln.dialogs.savePath = join(folder, 'ledger.csv')
      expect(await get('ledger.save', { connectionId })).toBe(true)
      const [, ...rows] = (await readFile(kiln.dialogs.savePath, 'utf8')).trimEnd().split('\r\n')
      return rows.map((row) => row.split(',').slice(1, 4).join(','))
    }
    const own = `${new URL(service.url).host},imgmodel-image-generator,a bowl`
    expect(await rowsOf(null)).toEqual([own, 'Practice service,imgmodel-image-generator,a practice bowl'])
    expect(await rowsOf(connection?.id ?? '')).toEqual([own])
  })
})

describe('a file that changes after it was chosen', () => {
  it('is shown again and sent only after the user has seen it', async () => {
    await connect()
    const path = await picture('cat.png')
    kiln.dialogs.media = [path]
    const [chosen] = await get('media.browse', { capability: 'imgmodel-image-generator', field: 'imageUrls', many: true })
    if (chosen === undefined) throw new Error('No file was chosen.')
    const values = { prompt: 'a cat', imageUrls: [{ draft: chosen.draft }] }
    await sharp({ create: { width: 640, height: 480, channels: 3, background: 'navy' } }).toFile(path)

    expect(await kiln.ask('task.submit', { capability: 'imgmodel-image-generator', values })).toMatchObject({
      ok: false,
      message: 'Files changed since you chose them: “cat.png”.',
      advice: 'Nothing was sent or charged. Check the form, then send again.'
    })
    expect(service.ledger()).toEqual([])
    const told = kiln.crossings.findLast(({ name }) => name.includes('media.changed'))
    expect(JSON.parse(told?.payload ?? 'null')).toMatchObject([{ draft: chosen.draft, facts: { width: 640, height: 480 } }])
    expect(told?.payload).not.toContain(folder)

    expect((await make(values)).phase).toBe('done')
    expect(service.ledger()).toHaveLength(1)
  })
})

describe('the support bundle over IPC', () => {
  it('is saved with the same text as the copied one, without the key', async () => {
    await connect()
    await service.account.change({ keyCondition: 'revoked' })
    const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a bowl' } })
    await expect.poll(async () => (await get('task.list', undefined))[0]?.phase).toBe('held')
    expect(await get('task.saveSupportBundle', { id })).toBe(false)
    kiln.dialogs.savePath = join(folder, 'bundle.txt')
    expect(await get('task.saveSupportBundle', { id })).toBe(true)
    const saved = await readFile(kiln.dialogs.savePath, 'utf8')
    await get('task.copySupportBundle', { id })
    expect(kiln.done).toEqual([`copy ${saved}`])
    expect(saved).toContain(`Idempotency key: ${(await get('task.list', undefined))[0]?.idempotencyKey}`)
    expect(saved).toContain('API_KEY_INVALID_OR_REVOKED')
    expect(saved).not.toContain(apiKey)
  })

  it('explains a failed save, and rejects an unknown task', async () => {
    await connect()
    const { id } = await make({ prompt: 'a bowl' })
    await writeFile(join(folder, 'a-file'), '')
    kiln.dialogs.savePath = join(folder, 'a-file', 'bundle.txt')
    expect(await kiln.ask('task.saveSupportBundle', { id })).toMatchObject({
      ok: false,
      message: 'The file couldn’t be saved.',
      advice: 'The chosen location isn’t a folder. Choose another one.'
    })
    expect(await kiln.ask('task.saveSupportBundle', { id: 'gone' })).toMatchObject({ ok: false })
  })
})

describe('the menu button over IPC', () => {
  it('quits like the app menu does', async () => {
    expect(await get('menu.quit', undefined)).toBeNull()
    expect(kiln.done).toEqual(['quit'])
  })
})

describe('settings over IPC', () => {
  it('are changed, announced, and saved', async () => {
    expect(await get('settings.change', { theme: 'dark' })).toMatchObject({ theme: 'dark' })
    expect(kiln.crossings.at(-2)).toMatchObject({ name: 'settings.changed', payload: expect.stringContaining('"dark"') })
    await restart()
    expect(await get('settings.get', undefined)).toMatchObject({ theme: 'dark' })
  })

  it('save results to the folder that the user chose', async () => {
    await connect()
    expect(await get('settings.chooseLibraryFolder', undefined)).toMatchObject({ libraryFolder: join(dataDir, 'library') })
    kiln.dialogs.folder = join(folder, 'elsewhere')
    expect(await get('settings.chooseLibraryFolder', undefined)).toMatchObject({ libraryFolder: join(folder, 'elsewhere') })
    expect(await locationOf(await make({ prompt: 'a bowl' }))).toContain(join(folder, 'elsewhere'))
    await get('settings.showLibraryFolder', undefined)
    expect(kiln.done).toEqual([`open ${join(folder, 'elsewhere')}`])
    await restart()
    expect(await get('settings.get', undefined)).toMatchObject({ libraryFolder: join(folder, 'elsewhere') })
  })

  it('don’t prevent the start if the folder is unavailable: paid results wait for another folder', async () => {
    await connect()
    await kiln.close()
    await writeFile(join(folder, 'a-file'), '')
    const file = join(dataDir, 'settings.json')
    await writeFile(
      file,
      JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), settings: { libraryFolder: join(folder, 'a-file', 'library') } })
    )
    kiln = await open()
    const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a bowl' } })
    const current = async (): Promise<Task | undefined> => (await get('task.list', undefined)).find((task) => task.id === id)
    await expect.poll(async () => (await current())?.failure?.code).toMatch(/^(?:folder-|not-saved)/)
    expect(await current()).toMatchObject({ phase: 'collecting' })
    kiln.dialogs.folder = join(folder, 'elsewhere')
    await get('settings.chooseLibraryFolder', undefined)
    await get('task.checkAgain', { id })
    await expect.poll(async () => (await current())?.phase).toBe('done')
    expect(await locationOf(await current())).toContain(join(folder, 'elsewhere'))
    expect(service.ledger()).toHaveLength(1)
  })

  it('keep the old folder if the chosen one isn’t writable', async () => {
    await writeFile(join(folder, 'a-file'), '')
    kiln.dialogs.folder = join(folder, 'a-file')
    expect(await kiln.ask('settings.chooseLibraryFolder', undefined)).toMatchObject({
      ok: false,
      message: 'Kiln can’t save to this folder.'
    })
    expect(await get('settings.get', undefined)).toMatchObject({ libraryFolder: join(dataDir, 'library') })
  })
})

describe('a task that needs confirmation', () => {
  /** Creates a task that is on hold because the subscription has ended. While it is on hold, tests change other conditions. */
  async function waiting(): Promise<{ readonly id: string; readonly question: () => Promise<Task['question'] | undefined> }> {
    await connect()
    await service.account.change({ isSubscribed: false })
    const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a vase' } })
    const task = async () => (await get('task.list', undefined)).find((one) => one.id === id)
    await expect.poll(async () => (await task())?.phase).toBe('held')
    return { id, question: async () => (await task())?.question }
  }
  const phaseOf = async (id: string) => (await get('task.list', undefined)).find((one) => one.id === id)?.phase

  it('because its price rose, is sent once confirmed', async () => {
    const { id, question } = await waiting()
    service.contract.move([{ kind: 'set-price', capability: 'imgmodel-image-generator', credits: 7 }])
    await service.account.change({ isSubscribed: true })
    await get('account.resume', undefined)
    await expect.poll(question).toEqual({ kind: 'price', before: 5, now: 7 })
    await get('task.agree', { id, question: 'price' })
    await expect.poll(() => phaseOf(id)).toBe('done')
    expect(service.ledger().map(({ credits }) => credits)).toEqual([7])
    expect(await kiln.ask('task.agree', { id, question: 'price' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('no longer needs your confirmation')
    })
  })

  it('because of the daily limit, resumes when the limit is raised', async () => {
    const { id, question } = await waiting()
    await get('settings.change', { dailyLimit: 3 })
    await service.account.change({ isSubscribed: true })
    await get('account.resume', undefined)
    await expect.poll(question).toMatchObject({ kind: 'limit', limit: 3, credits: 5 })
    await get('settings.change', { dailyLimit: 5 })
    await expect.poll(() => phaseOf(id)).toBe('done')
    expect(service.ledger()).toHaveLength(1)
  })
})
