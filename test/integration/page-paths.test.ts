import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import type { Values } from '../../shared/form/values.ts'
import { encodeWav } from '../../renderer/fields/encode-wav.ts'
import { pageRequests, pathRequests, type RequestInput, type RequestName, type RequestOutput } from '../../shared/ipc/ipc.ts'
import { unfilteredQuery, type LibraryTile } from '../../shared/library/library.ts'
import type { Phase, Task } from '../../shared/task/task.ts'
import { createAesStore } from '../electron/accounts/aes-store.ts'
import { sealText } from '../electron/accounts/seal-text.ts'
import { openKilnWithoutWindow, type KilnWithoutWindow } from '../electron/ipc/open-kiln-without-window.ts'
import { failureSentences } from '../shared/phrases/phrase-texts.ts'

/** Name of the folder that contains all of the test's files. The page must not get this name. */
const privateName = 'Folder of a very private person'

/** The only requests and events that may tell the page a path, each with the reason. */
const exceptions = {
  'settings.get': 'Settings show the library folder.',
  'settings.change': 'Settings show the library folder.',
  'settings.changed': 'Settings show the library folder.',
  'settings.chooseLibraryFolder': 'Settings show the library folder.',
  'storage.state': 'The banner names the library folder that isn’t available.',
  'storage.checkAgain': 'The banner names the library folder that isn’t available.',
  'storage.changed': 'The banner names the library folder that isn’t available.',
  'library.inFormerFolders': 'Settings name the folders that still contain results.',
  'library.move': 'A notification says where the user moved files.',
  'library.moveFromFormerFolders': 'A notification says where the user moved files.',
  'library.exportTo': 'A notification says where the user saved files.',
  'workspace.exportPresets': 'A notification says where the user saved presets.',
  'diagnostics.save': 'A notification says where the user saved diagnostics.',
  'result.location': 'The viewer says where a file is, only while the user looks for it.'
}

/** Requests that this test doesn't send. None of them has a file. */
const unsent: readonly RequestName[] = [
  'account.cancelConnect',
  'account.confirmSame',
  'account.open',
  'account.remove',
  'account.disconnect',
  'account.practice',
  'batch.giveUpCounting',
  'batch.agree',
  'task.agree',
  'task.uploadedByHand',
  'recovery.adopt',
  'library.stop',
  'library.keepPoster',
  'network.check',
  'network.script',
  'network.chooseAuthority',
  'network.forgetAuthority',
  'proxy.signIn',
  'proxy.forget',
  'updates.check',
  'updates.download',
  'updates.restart',
  'diagnostics.stopCheck',
  'app.closingHeard',
  'menu.open',
  'menu.quit'
]

const capability = 'imgmodel-image-generator'
const people = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media', 'people.webp')

type Home = {
  kiln: KilnWithoutWindow
  readonly service: Awaited<ReturnType<typeof openPracticeService>>
  readonly path: (name: string) => string
  readonly get: <Name extends RequestName>(name: Name, input: RequestInput<Name>) => Promise<RequestOutput<Name>>
  readonly picture: (name: string, colour?: string) => Promise<string>
  readonly make: (values: Values) => Promise<Task>
  readonly until: (id: string, isTrue: (task: Task) => boolean) => Promise<Task>
  readonly tiles: () => Promise<readonly LibraryTile[]>
  readonly restart: () => Promise<void>
  /** Returns the names of the requests and events that told the page a path. */
  readonly leaks: () => ReadonlySet<string>
  readonly answered: ReadonlySet<string>
}

async function openHome(): Promise<Home> {
  const root = await mkdtemp(join(tmpdir(), 'kiln-paths-'))
  const folder = join(root, privateName)
  for (const name of ['data', 'photos', 'copies', 'elsewhere', 'new library']) await mkdir(join(folder, name), { recursive: true })
  const service = await openPracticeService({ timeScale: 0.01, results: 'tiny' })
  const store = createAesStore('linux')
  const open = () => openKilnWithoutWindow({ dataDir: join(folder, 'data'), store, timeScale: 0.02 })
  const answered = new Set<string>()
  const earlier: KilnWithoutWindow['crossings'][number][] = []
  const home: Home = {
    kiln: await open(),
    service,
    answered,
    path: (name) => join(folder, name),
    get: async (name, input) => {
      const outcome = await home.kiln.ask(name, input)
      if (!outcome.ok) throw new Error(`${name}: ${outcome.message}`)
      answered.add(name)
      return outcome.value
    },
    picture: async (name, colour = 'teal') => {
      await sharp({ create: { width: 512, height: 400, channels: 3, background: colour } }).toFile(join(folder, name))
      return join(folder, name)
    },
    make: async (values) => {
      const { id } = await home.get('task.submit', { capability, values })
      return home.until(id, isIn('done'))
    },
    until: async (id, isTrue) => {
      const find = async () => (await home.get('task.list', undefined)).find((task) => task.id === id && isTrue(task))
      await expect.poll(async () => (await find()) !== undefined).toBe(true)
      return (await find()) as Task
    },
    tiles: async () => {
      const { keys } = await home.get('library.query', unfilteredQuery)
      return home.get('library.tiles', { keys: [...keys], search: '' })
    },
    restart: async () => {
      await home.kiln.close()
      earlier.push(...home.kiln.crossings)
      home.kiln = await open()
    },
    leaks: () => {
      const told = [...earlier, ...home.kiln.crossings].filter(({ direction }) => direction === 'main to page')
      return new Set(told.flatMap(({ name, payload }) => (payload.includes(privateName) ? [name] : [])))
    }
  }
  onTestFinished(async () => {
    await home.kiln.close()
    await service.close()
    await rm(root, { recursive: true, force: true })
  })
  const sealedKey = await sealText(service.apiKey, await home.get('account.sealingKey', undefined))
  await home.get('account.connect', { baseUrl: service.url, sealedKey, acceptWeakStorage: false })
  return home
}

function isIn(...phases: readonly Phase[]): (task: Task) => boolean {
  return ({ phase }) => phases.includes(phase)
}

async function readApp({ get }: Home): Promise<void> {
  await get('settings.change', { theme: 'dark' })
  await get('recorder.open', { kinds: ['microphone'] })
  await get('menu.offer', { actions: [] })
  await get('clipboard.writeText', { text: 'words' })
  const names = [
    ...(['app.info', 'app.licences', 'account.state', 'account.isKeyStorageSecure', 'account.resume', 'capability.list'] as const),
    ...(['settings.get', 'settings.showLibraryFolder', 'storage.state', 'storage.checkAgain', 'diagnostics.read'] as const),
    ...(['network.authority', 'updates.state', 'proxy.state', 'notifications.takeTarget', 'menu.take', 'recorder.close'] as const),
    ...(['contract.changes', 'contract.checkAgain', 'contract.seen', 'workspace.warning'] as const)
  ]
  for (const name of names) await get(name, undefined)
  await get('contract.sample', { capability: 'text-to-speech', field: 'voice', index: 0 })
}

/** Sends a task with two files, and uses its media and its result again. Then reads everything about the task. */
async function mainJob({ kiln, get, picture, make, path }: Home): Promise<Task> {
  const first = await get('media.inspect', { path: await picture('first photo.png') })
  kiln.dialogs.media = [await picture('second photo.png', 'red')]
  const [second] = await get('media.browse', { capability, field: 'imageUrls', many: true })
  const pasted = await get('media.keep', { bytes: new Uint8Array(await readFile(path('first photo.png'))), stem: null })
  kiln.dialogs.savePath = path('frame.png')
  await get('media.saveAs', { draft: pasted.draft })
  await get('media.copyImage', { draft: pasted.draft })
  const target = { formats: ['jpg' as const], maxBytes: null, maxLongEdge: 300, minShortEdge: null }
  await get('media.convert', { media: { draft: pasted.draft }, target })
  await writeFile(path('voice.wav'), encodeWav([new Float32Array(16_000)], 8000))
  const voice = await get('media.inspect', { path: path('voice.wav') })
  await get('media.cut', { media: { draft: voice.draft }, start: 0, end: 1 })
  const values = { prompt: 'glaze image 1 like image 2', imageUrls: [{ draft: first.draft }, { draft: second?.draft ?? '' }] }
  await get('price.estimate', { capability, values })
  const task = await make(values)
  const id = task.results[0]?.id ?? ''
  expect(task.values['imageUrls']).toEqual([{ file: 'first photo.png' }, { file: 'second photo.png' }])

  const form = { values, modeId: null, keptSeeds: [], left: [] }
  await get('workspace.saveDraft', { capability, form })
  await get('workspace.saveDraft', { capability, draft: 2, form })
  await get('workspace.showDraft', { capability, draft: 2 })
  await get('workspace.openDrafts', { capability })
  await get('workspace.openDraft', { capability })
  await get('workspace.openSent', { capability })
  await get('workspace.openTask', { taskId: task.id })
  await get('media.reopen', { taskId: task.id })
  const saved = await get('workspace.savePreset', { capability, name: 'Glaze', form, replaces: false })
  const preset = { id: saved.kind === 'kept' ? saved.preset.id : '' }
  await get('workspace.renamePreset', { ...preset, name: 'Glaze photos' })
  await get('workspace.openPreset', preset)
  kiln.dialogs.savePath = path('presets.json')
  await get('workspace.exportPresets', { capability: null })
  kiln.dialogs.presets = path('presets.json')
  await get('workspace.importPresets', undefined)
  await get('workspace.removePreset', preset)
  await get('workspace.restorePreset', preset)
  await get('workspace.presets', { capability })
  const [prompt] = await get('workspace.prompts', { search: '', limit: 10 })
  await get('workspace.removePrompt', { id: prompt?.id ?? 1 })
  await get('workspace.restorePrompt', { id: prompt?.id ?? 1 })

  await get('result.location', { id })
  kiln.dialogs.savePath = path('copy of the result.png')
  await get('result.saveAs', { id })
  await get('result.showInFolder', { id })
  await get('result.copy', { id })
  await get('result.dragOut', { ids: [id], picture: Uint8Array.of(1) })
  await get('media.inspectItem', { id })
  await get('task.timeline', { id: task.id })
  await get('task.copySupportBundle', { id: task.id })
  await get('task.saveSupportBundle', { id: task.id })
  await get('ledger.read', undefined)
  await get('ledger.save', { connectionId: null })
  await get('diagnostics.check', undefined)
  kiln.dialogs.savePath = path('diagnostics.zip')
  await get('diagnostics.save', { withCrashDumps: false })
  await get('arrivals.browse', undefined)
  await get('arrivals.take', undefined)
  return task
}

/** Sends tasks that fail: a file disappears, another changes, and an upload command isn't trusted. */
async function failures({ kiln, service, get, picture, until, path }: Home): Promise<void> {
  const submit = async (name: string): Promise<Task> => {
    const { draft } = await get('media.inspect', { path: await picture(name, `rgb(9, ${name.length}, 9)`) })
    return get('task.submit', { capability, values: { prompt: 'a failure', imageUrls: [{ draft }] } })
  }
  service.faults.add({ on: 'upload', do: { kind: 'error', httpStatus: 503, errorType: 'unavailable' } })
  const gone = await submit('soon gone.png')
  await rm(path('soon gone.png'))
  const failed = await until(gone.id, ({ failure }) => failureSentences(failure).message?.includes('soon gone.png') === true)
  await get('task.checkAgain', { id: (await get('task.submit', { capability, values: { prompt: 'a check' } })).id })
  await get('task.timeline', { id: failed.id })

  const uploadCommand = 'curl -X PUT -T "untrusted.png" http://127.0.0.1:1/a && touch was-run'
  const body = JSON.stringify({ success: true, uploadCommand, fileUrl: 'http://127.0.0.1:1/a' })
  service.faults.add({ on: 'upload', do: { kind: 'answer', httpStatus: 200, body } })
  const manual = await submit('untrusted.png')
  await until(manual.id, ({ manualUpload }) => manualUpload !== null)
  await get('task.timeline', { id: manual.id })
  await get('task.cancel', { id: manual.id })
  await get('task.undoCancel', { ids: [manual.id] })
  await get('task.hide', { ids: [failed.id] })
  await get('task.unhide', { ids: [failed.id] })

  const { draft } = await get('media.inspect', { path: await picture('changing.png') })
  await appendFile(path('changing.png'), 'more')
  const values = { prompt: 'changed', imageUrls: [{ draft }] }
  expect(await kiln.ask('task.submit', { capability, values })).toMatchObject({ ok: false })
  expect(kiln.crossings.some(({ name }) => name === 'media.changed')).toBe(true)
}

async function batches({ kiln, get, picture, path, until }: Home): Promise<void> {
  for (const name of ['photos/one.png', 'photos/two.png']) await picture(name)
  kiln.dialogs.folder = path('photos')
  const chosen = await get('batch.chooseFolder', { capability, field: 'imageUrls' })
  const folder = chosen?.folder ?? ''
  await get('batch.inspectFolder', { capability, field: 'imageUrls', folder })
  await get('batch.takeDropped', { capability, field: 'imageUrls', path: path('photos') })
  const source = { way: 'folder' as const, folder, field: 'imageUrls', withSubfolders: true }
  const plan = await get('batch.plan', { ticket: 'one', capability, values: { prompt: 'edit it' }, source })
  const { id } = await get('batch.start', { plan: plan.id, skipInvalid: false })
  await get('batch.list', undefined)
  await get('batch.stop', { id })
  await get('batch.resume', { id })
  for (const row of (await get('task.list', undefined)).filter(({ batch }) => batch?.id === id)) await until(row.id, isIn('done'))
  await get('batch.cancelRest', { id })

  await writeFile(path('rows.csv'), 'Prompt,Image\na vase,photos/one.png\na bowl,photos/missing.png\n')
  kiln.dialogs.table = path('rows.csv')
  const { table = '' } = (await get('batch.chooseTable', { capability })) ?? {}
  await get('batch.inspectTable', { capability, table, hasHeader: true })
  const rows = { way: 'table' as const, table, columns: ['prompt', 'imageUrls'] }
  const checked = await get('batch.plan', { ticket: 'two', capability, values: {}, source: rows })
  expect([checked.count, checked.badRows.length]).toEqual([1, 1])
  kiln.dialogs.savePath = path('bad rows.csv')
  await get('batch.saveBadRows', { plan: checked.id, name: 'bad rows.csv' })
}

async function faces({ get, path, until }: Home): Promise<void> {
  await copyFile(people, path('family.webp'))
  await sharp(people).extract({ left: 605, top: 240, width: 290, height: 290 }).png().toFile(path('potter.png'))
  const [target, reference] = await Promise.all(['family.webp', 'potter.png'].map((name) => get('media.inspect', { path: path(name) })))
  const values = { targetImageUrl: { draft: target?.draft ?? '' }, referenceFaceImageUrl: { draft: reference?.draft ?? '' } }
  const { id } = await get('task.submit', { capability: 'face-swap', values })
  await until(id, isIn('needs_input'))
  const {
    faces: [face]
  } = await get('faces.read', { id })
  await get('faces.choose', { id, choice: { kind: 'faces', picks: [{ faceId: face?.id ?? '', reference: 0 }] } })
  await until(id, isIn('done'))
}

async function library({ kiln, get, path, tiles, until }: Home, task: Task): Promise<void> {
  const id = task.results[0]?.id ?? ''
  await expect.poll(async () => (await tiles()).some((tile) => tile.id === id)).toBe(true)
  const keys = (await tiles()).flatMap((tile) => (tile.id === id ? [tile.key] : []))
  await get('library.find', { search: 'glaze', limit: 5 })
  await get('library.facets', unfilteredQuery)
  await get('library.item', { id })
  await get('library.summary', { keys })
  await get('workspace.openItem', { itemId: id })
  await get('media.reopen', { itemId: id })
  await get('library.undoChange', await get('library.change', { keys, stars: 3, addTags: ['pot'] }))
  const pots = await get('library.keepCollection', { id: null, name: 'Pots' })
  await get('library.collections', undefined)
  await get('library.removeCollection', { id: pots.id })
  await get('library.untrash', await get('library.trash', { keys }))
  kiln.dialogs.folder = path('copies')
  await get('library.exportTo', { keys, withRecipes: true, asZip: false })
  await get('library.showSaved', undefined)
  kiln.dialogs.folder = path('elsewhere')
  await get('library.move', { keys })
  await get('library.look', undefined)
  await get('library.rebuild', undefined)
  expect((await get('library.item', { id })).fileName).toBe(task.results[0]?.fileName)

  const lose = async (): Promise<void> => {
    await rm(await get('result.location', { id }))
    expect((await get('library.look', undefined)).missing).toHaveLength(1)
  }
  await lose()
  await get('recovery.reconcile', undefined)
  await get('recovery.report', undefined)
  await get('recovery.fetchAgain', { id: task.id })
  await until(task.id, isIn('done'))
  await expect.poll(async () => (await get('library.item', { id })).state).toBe('here')
  await lose()
  await get('library.repair', { choices: [{ how: 'forget', id }] })
  await get('library.report', undefined)

  kiln.dialogs.folder = path('new library')
  await get('settings.chooseLibraryFolder', undefined)
  await get('library.inFormerFolders', undefined)
  await get('library.moveFromFormerFolders', {})
}

describe('the page', () => {
  it('gets no path in a response or event, except where the user must see it', async () => {
    const home = await openHome()
    await readApp(home)
    const task = await mainJob(home)
    await failures(home)
    await batches(home)
    await faces(home)
    await library(home, task)
    await home.restart()
    await home.get('task.list', undefined)
    await home.get('workspace.openDraft', { capability })
    await home.get('recovery.report', undefined)

    // Exceptions that no longer tell the page a path must be removed.
    expect([...home.leaks()].toSorted()).toEqual(Object.keys(exceptions).toSorted())
    expect(
      Object.keys({ ...pageRequests, ...pathRequests })
        .filter((name) => !home.answered.has(name))
        .toSorted()
    ).toEqual(unsent.toSorted())
  }, 240_000)
})
