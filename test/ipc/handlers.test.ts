import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import type { PracticeService } from '../../electron/practice/practice-service.ts'
import { readCapabilityList } from '../../shared/capability-list.ts'
import type { RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts'
import type { Task } from '../../shared/task.ts'
import { createAesStore } from '../account/aes-store.ts'
import { seal } from '../account/seal.ts'
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

async function startAnew(): Promise<void> {
  await kiln.close()
  kiln = await open()
}

/** Asks, and takes nothing but success for an answer. */
async function get<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutputs[Name]> {
  const outcome = await kiln.ask(name, input)
  if (!outcome.ok) throw new Error(`${name}: ${outcome.message}`)
  return outcome.value
}

async function connect(to: PracticeService = service, key = apiKey): Promise<void> {
  await get('account.connect', {
    baseUrl: to.url,
    sealedKey: await seal(key, await get('account.sealingKey', undefined)),
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
  await expect.poll(async () => (await get('task.list', undefined)).find((task) => task.id === id)?.phase, { timeout: 60_000 }).toBe('done')
  const task = (await get('task.list', undefined)).find((one) => one.id === id)
  if (task === undefined) throw new Error('The task is gone.')
  return task
}

describe('the account over IPC', () => {
  it('is none at first', async () => {
    expect(await get('account.state', undefined)).toMatchObject({ connection: null, hold: 'no-connection' })
    expect(await kiln.ask('task.submit', { capability: 'face-swap', values: {} })).toMatchObject({
      ok: false,
      message: 'No account is connected.'
    })
  })

  it('tells what a test found, and keeps nothing of it', async () => {
    const sealedKey = await seal(apiKey, await get('account.sealingKey', undefined))
    expect(await get('account.test', { baseUrl: `${service.url}/api/v1/`, sealedKey })).toEqual({
      capabilities: expect.any(Number),
      categories: expect.any(Number)
    })
    expect(await get('account.state', undefined)).toMatchObject({ connection: null })
    await startAnew()
    expect(await get('account.state', undefined)).toMatchObject({ connection: null })
  })

  it.each([
    ['an address that is none', 'not an address', apiKey, 'baseUrl'],
    ['an address without encryption', 'http://api.example.com', apiKey, 'baseUrl'],
    ['an address where nobody answers', 'http://127.0.0.1:1', apiKey, 'baseUrl'],
    ['no key', null, '  ', 'apiKey'],
    ['a key in two lines', null, 'one\ntwo', 'apiKey'],
    ['a key that is not valid', null, 'sk-another', 'apiKey']
  ])('refuses %s with the field to mend, and changes nothing', async (_what, baseUrl, key, field) => {
    await connect()
    const before = await get('account.state', undefined)
    const sealedKey = await seal(key, await get('account.sealingKey', undefined))
    const outcome = await kiln.ask('account.connect', { baseUrl: baseUrl ?? service.url, sealedKey, acceptWeakStorage: true })
    expect(outcome).toMatchObject({ ok: false, problems: [{ field, index: null, message: expect.stringMatching(/\.$/) }] })
    expect(await get('account.state', undefined)).toEqual(before)
    await startAnew()
    expect(await get('account.state', undefined)).toMatchObject({ hold: null, connection: { baseUrl: service.url } })
  })

  it('comes back after a restart, with its tasks', async () => {
    await connect()
    const { id } = await make({ prompt: 'a bowl' })
    await startAnew()
    expect(await get('account.state', undefined)).toMatchObject({
      hold: null,
      connection: { name: new URL(service.url).host, isPractice: false }
    })
    expect(await get('task.list', undefined)).toMatchObject([{ id, phase: 'done' }])
  })

  it('keeps tasks with the account that they were asked of', async () => {
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

  it('follows the tasks of every account to their end, over a restart too', async () => {
    await connect()
    await service.close()
    service = await openPracticeService({ apiKey, timeScale: 0.3, results: 'tiny', port: Number(new URL(service.url).port) })
    const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a slow one' } })
    await expect.poll(async () => (await get('task.list', undefined))[0]?.phase).toBe('running')
    const other = await openPracticeService({ apiKey: 'sk-of-another-account', results: 'tiny' })
    await connect(other, 'sk-of-another-account')
    await startAnew()
    expect(await get('account.state', undefined)).toMatchObject({ hold: null, connection: { baseUrl: other.url } })
    await expect
      .poll(async () => (await get('task.list', undefined)).find((task) => task.id === id)?.phase, { timeout: 60_000 })
      .toBe('done')
    expect(other.tasks()).toEqual([])
    await other.close()
  })

  it('is the practice service when that is chosen, and again after a restart', async () => {
    expect(await get('account.practice', undefined)).toMatchObject({ capabilities: expect.any(Number), isKeyStored: true })
    const state = { hold: null, connection: { id: 'practice', name: 'Practice service', isPractice: true } }
    expect(await get('account.state', undefined)).toMatchObject(state)
    await startAnew()
    expect(await get('account.state', undefined)).toMatchObject(state)
    expect(readCapabilityList(await get('capability.list', undefined)).length).toBeGreaterThan(4)
  })

  it('is forgotten on request: the key goes, the tasks stay', async () => {
    await connect()
    await make({ prompt: 'a bowl' })
    await get('account.disconnect', undefined)
    expect(await get('account.state', undefined)).toMatchObject({ connection: null, hold: 'no-connection' })
    expect(JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'))).toMatchObject({ keys: {}, connections: { activeId: null } })
    await startAnew()
    expect(await get('account.state', undefined)).toMatchObject({ connection: null })
    expect(await get('task.list', undefined)).toHaveLength(1)
  })

  it('says that it needs the key when the store does not open, and goes on when it does', async () => {
    await connect()
    await kiln.close()
    store.failNext(4)
    kiln = await open()
    expect(await get('account.state', undefined)).toMatchObject({
      hold: 'key',
      holdMessage: 'This computer could not open the stored key. It is kept; you can also enter it again.',
      connection: { baseUrl: service.url }
    })
    await get('account.resume', undefined)
    expect(await get('account.state', undefined)).toMatchObject({ hold: null })
    await make({ prompt: 'a bowl' })
  })

  it('takes one change at a time: what was asked last stands', async () => {
    const sealedKey = await seal(apiKey, await get('account.sealingKey', undefined))
    await Promise.all([
      kiln.ask('account.practice', undefined),
      kiln.ask('account.connect', { baseUrl: service.url, sealedKey, acceptWeakStorage: false })
    ])
    expect(await get('account.state', undefined)).toMatchObject({ connection: { isPractice: false } })
  })
})

describe('prices over IPC', () => {
  it('are estimated without opening a file or spending anything', async () => {
    await connect()
    const values = { prompt: 'a vase', imageNum: '2', imageUrls: [{ draft: 'never-opened' }] }
    const estimate = await get('price.estimate', { capability: 'imgmodel-3-0-image-generator', values })
    expect(estimate).toMatchObject({ credits: 21, source: 'rules' })
    expect(await get('price.estimate', { capability: 'no-such-thing', values })).toMatchObject({ credits: null, source: 'nobody' })
    expect(service.ledger()).toEqual([])
  })
})

describe('media over IPC', () => {
  beforeEach(() => connect())

  it('goes from a dialog to the service by a token; the page is told no path and names none', async () => {
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

  it('is kept as a file when it was pasted and is none', async () => {
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

  it('may be a result that was made before', async () => {
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
      message: 'Kiln does not know this result.'
    })
  })

  it('is nothing when the dialog is closed', async () => {
    expect(await get('media.browse', { capability: 'imgmodel-image-generator', field: 'imageUrls', many: false })).toEqual([])
  })

  it('is refused with a plain word when it is not there', async () => {
    expect(await kiln.ask('media.inspect', { path: join(folder, 'gone.png') })).toMatchObject({
      ok: false,
      message: expect.stringContaining('gone.png')
    })
  })

  it('of an earlier task is found again, but for what is gone', async () => {
    const [kept, gone] = [await picture('kept.png'), await picture('gone.png')]
    const drafts = await Promise.all([kept, gone].map((path) => get('media.inspect', { path })))
    const { id } = await make({ prompt: 'two', imageUrls: drafts.map(({ draft }) => ({ draft })) })
    await rm(gone)
    await startAnew()
    const reopened = await get('media.reopen', { taskId: id })
    expect(reopened).toMatchObject([{ field: 'imageUrls', index: 0, media: { facts: { name: 'kept.png' } } }])
    await make({ prompt: 'one', imageUrls: reopened.map(({ media }) => ({ draft: media.draft })) })
  })
})

describe('results over IPC', () => {
  it('are saved, shown and copied by their id', async () => {
    await connect()
    const [result] = (await make({ prompt: 'a bowl' })).results
    if (result === undefined) throw new Error('There is no result.')
    const { id, path } = result
    expect(await get('result.saveAs', { id })).toBeNull()
    kiln.dialogs.savePath = join(folder, 'bowl.png')
    expect(await get('result.saveAs', { id })).toBe(join(folder, 'bowl.png'))
    expect(await readFile(join(folder, 'bowl.png'))).toEqual(await readFile(path))
    await get('result.showInFolder', { id })
    await get('result.copy', { id })
    await get('result.dragOut', { ids: [id, 'gone'], picture: Uint8Array.of(1) })
    expect(kiln.done).toEqual([`show ${path}`, `copy picture ${path}`, `drag ${path}`])
    expect(await kiln.ask('result.dragOut', { ids: ['../../etc/passwd'], picture: Uint8Array.of(1) })).toMatchObject({ ok: false })
    for (const name of ['result.saveAs', 'result.showInFolder', 'result.copy'] as const) {
      expect(await kiln.ask(name, { id: '../../etc/passwd' })).toMatchObject({ ok: false, message: 'Kiln does not know this result.' })
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
  it('is of every account, hidden tasks too, and is saved of one or of all, by name', async () => {
    await get('account.practice', undefined)
    const practised = await make({ prompt: 'a practice bowl' })
    await get('task.hide', { id: practised.id })
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
      expect(await get('ledger.save', { connectionId })).toBe(kiln.dialogs.savePath)
      const [, ...rows] = (await readFile(kiln.dialogs.savePath, 'utf8')).trimEnd().split('\r\n')
      return rows.map((row) => row.split(',').slice(1, 4).join(','))
    }
    const own = `${new URL(service.url).host},imgmodel-image-generator,a bowl`
    expect(await rowsOf(null)).toEqual([own, 'Practice service,imgmodel-image-generator,a practice bowl'])
    expect(await rowsOf(connection?.id ?? '')).toEqual([own])
  })
})

describe('the support bundle over IPC', () => {
  it('is saved as the text that is copied, without the key', async () => {
    await connect()
    await service.account.change({ keyCondition: 'revoked' })
    const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a bowl' } })
    await expect.poll(async () => (await get('task.list', undefined))[0]?.phase, { timeout: 60_000 }).toBe('held')
    expect(await get('task.saveSupportBundle', { id })).toBeNull()
    kiln.dialogs.savePath = join(folder, 'bundle.txt')
    expect(await get('task.saveSupportBundle', { id })).toBe(kiln.dialogs.savePath)
    const saved = await readFile(kiln.dialogs.savePath, 'utf8')
    await get('task.copySupportBundle', { id })
    expect(kiln.done).toEqual([`copy ${saved}`])
    expect(saved).toContain(`Idempotency key: ${(await get('task.list', undefined))[0]?.idempotencyKey}`)
    expect(saved).toContain('API_KEY_INVALID_OR_REVOKED')
    expect(saved).not.toContain(apiKey)
  })

  it('says what to do where it can’t be written, and what is no task', async () => {
    await connect()
    const { id } = await make({ prompt: 'a bowl' })
    await writeFile(join(folder, 'a-file'), '')
    kiln.dialogs.savePath = join(folder, 'a-file', 'bundle.txt')
    expect(await kiln.ask('task.saveSupportBundle', { id })).toMatchObject({
      ok: false,
      message: 'The file could not be saved.',
      advice: 'That is not a folder: choose another one.'
    })
    expect(await kiln.ask('task.saveSupportBundle', { id: 'gone' })).toMatchObject({ ok: false })
  })
})

describe('settings over IPC', () => {
  it('are changed, told, and kept', async () => {
    expect(await get('settings.change', { theme: 'dark' })).toMatchObject({ theme: 'dark' })
    expect(kiln.crossings.at(-2)).toMatchObject({ channel: 'kiln:settings.changed', payload: expect.stringContaining('"dark"') })
    await startAnew()
    expect(await get('settings.get', undefined)).toMatchObject({ theme: 'dark' })
  })

  it('send results to the folder that was chosen in the dialog', async () => {
    await connect()
    expect(await get('settings.chooseLibraryFolder', undefined)).toMatchObject({ libraryFolder: join(dataDir, 'library') })
    kiln.dialogs.folder = join(folder, 'elsewhere')
    expect(await get('settings.chooseLibraryFolder', undefined)).toMatchObject({ libraryFolder: join(folder, 'elsewhere') })
    expect((await make({ prompt: 'a bowl' })).results[0]?.path).toContain(join(folder, 'elsewhere'))
    await get('settings.showLibraryFolder', undefined)
    expect(kiln.done).toEqual([`open ${join(folder, 'elsewhere')}`])
    await startAnew()
    expect(await get('settings.get', undefined)).toMatchObject({ libraryFolder: join(folder, 'elsewhere') })
  })

  it('do not keep Kiln shut when the folder is out of reach: what was paid for waits, and comes to the next folder', async () => {
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
    await expect.poll(async () => (await current())?.failure?.message, { timeout: 60_000 }).toContain('safe at the service')
    expect(await current()).toMatchObject({ phase: 'collecting' })
    kiln.dialogs.folder = join(folder, 'elsewhere')
    await get('settings.chooseLibraryFolder', undefined)
    await get('task.lookAgain', { id })
    await expect.poll(async () => (await current())?.phase, { timeout: 60_000 }).toBe('done')
    expect((await current())?.results[0]?.path).toContain(join(folder, 'elsewhere'))
    expect(service.ledger()).toHaveLength(1)
  })

  it('keep the folder when the chosen one can’t be written to', async () => {
    await writeFile(join(folder, 'a-file'), '')
    kiln.dialogs.folder = join(folder, 'a-file')
    expect(await kiln.ask('settings.chooseLibraryFolder', undefined)).toMatchObject({
      ok: false,
      message: 'Kiln can’t write to that folder.'
    })
    expect(await get('settings.get', undefined)).toMatchObject({ libraryFolder: join(dataDir, 'library') })
  })
})

describe('a task that asks before it is sent', () => {
  /** Held by the account, so that it has to wait while things change. */
  async function waiting(): Promise<{ readonly id: string; readonly question: () => Promise<Task['question'] | undefined> }> {
    await connect()
    await service.account.change({ isSubscribed: false })
    const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a vase' } })
    const task = async () => (await get('task.list', undefined)).find((one) => one.id === id)
    await expect.poll(async () => (await task())?.phase, { timeout: 60_000 }).toBe('held')
    return { id, question: async () => (await task())?.question }
  }
  const phaseOf = async (id: string) => (await get('task.list', undefined)).find((one) => one.id === id)?.phase

  it('because it costs more now, is sent by a yes', async () => {
    const { id, question } = await waiting()
    service.contract.move([{ kind: 'set-price', capability: 'imgmodel-image-generator', credits: 7 }])
    await service.account.change({ isSubscribed: true })
    await get('account.resume', undefined)
    await expect.poll(question, { timeout: 60_000 }).toEqual({ kind: 'price', before: 5, now: 7 })
    await get('task.agreeToPrice', { id })
    await expect.poll(() => phaseOf(id), { timeout: 60_000 }).toBe('done')
    expect(service.ledger().map(({ credits }) => credits)).toEqual([7])
    expect(await kiln.ask('task.agreeToPrice', { id })).toMatchObject({ ok: false, message: expect.stringContaining('does not wait') })
  })

  it('because of the limit of the day, goes on when that is raised in the settings', async () => {
    const { id, question } = await waiting()
    await get('settings.change', { dailyLimit: 3 })
    await service.account.change({ isSubscribed: true })
    await get('account.resume', undefined)
    await expect.poll(question, { timeout: 60_000 }).toMatchObject({ kind: 'limit', limit: 3, credits: 5 })
    await get('settings.change', { dailyLimit: 5 })
    await expect.poll(() => phaseOf(id), { timeout: 60_000 }).toBe('done')
    expect(service.ledger()).toHaveLength(1)
  })
})
