import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import type { PracticeService } from '../../electron/practice/practice-service.ts'
import type { KeptForm } from '../../shared/desk.ts'
import type { RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts'
import type { DraftMedia } from '../../shared/media-facts.ts'
import type { Values } from '../../shared/values.ts'
import { createAesStore } from '../account/aes-store.ts'
import { seal } from '../account/seal.ts'
import { openKilnWithoutWindow } from './open-kiln-without-window.ts'
import type { KilnWithoutWindow } from './open-kiln-without-window.ts'

const apiKey = 'sk-desk-0123456789'
const capability = 'imgmodel-3-0-image-generator'

let folder: string
let service: PracticeService
let store: ReturnType<typeof createAesStore>
let kiln: KilnWithoutWindow

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-desk-ipc-'))
  await mkdir(join(folder, 'data'))
  service = await openPracticeService({ apiKey, timeScale: 0.01, results: 'tiny' })
  store = createAesStore('linux')
  kiln = await open()
  const sealedKey = await seal(apiKey, await get('account.sealingKey', undefined))
  await get('account.connect', { baseUrl: service.url, sealedKey, acceptWeakStorage: false })
  await get('contract.lookAgain', undefined)
})
afterEach(async () => {
  await kiln.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

function open(): Promise<KilnWithoutWindow> {
  return openKilnWithoutWindow({ dataDir: join(folder, 'data'), store, timeScale: 0.02 })
}
async function startAnew(): Promise<void> {
  await kiln.close()
  kiln = await open()
}
async function get<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutputs[Name]> {
  const outcome = await kiln.ask(name, input)
  if (!outcome.ok) throw new Error(`${name}: ${outcome.message}`)
  return outcome.value
}
async function photo(name: string): Promise<{ readonly path: string; readonly media: DraftMedia }> {
  const path = join(folder, name)
  await sharp({ create: { width: 512, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toFile(path)
  return { path, media: await get('media.inspect', { path }) }
}
function formOf(values: Values, more: Partial<KeptForm> = {}): KeptForm {
  return { values, modeId: null, keptSeeds: [], left: [], ...more }
}

describe('a draft over IPC', () => {
  it('comes back after a restart with tokens of today in the place of its files', async () => {
    const { path, media } = await photo('vase.png')
    const left = [{ name: 'mask', label: 'Mask', value: { draft: media.draft }, why: 'It is gone.' }]
    const form = formOf({ prompt: 'a vase', imageUrls: [{ draft: media.draft }, 'https://a.example/b.png'] }, { modeId: 'edit', left })
    await get('desk.keepDraft', { capability, form })
    await startAnew()
    const opened = await get('desk.openDraft', { capability })
    expect(opened?.media).toHaveLength(2)
    expect(opened?.media[0]).toMatchObject({
      facts: { name: 'vase.png', width: 512 },
      previewUrl: expect.stringContaining('/media/draft/')
    })
    const tokens = opened?.media.map(({ draft }) => draft) ?? []
    const [inList] = (opened?.form.values['imageUrls'] ?? []) as { draft: string }[]
    expect(tokens).toContain(inList?.draft)
    expect(tokens).not.toContain(media.draft)
    expect(opened?.form).toMatchObject({
      modeId: 'edit',
      values: { prompt: 'a vase' },
      left: [{ name: 'mask', value: { draft: expect.any(String) } }]
    })
    expect(JSON.stringify(opened)).not.toContain(folder)
    // What is sent is the file.
    const task = await get('task.submit', { capability, values: opened?.form.values ?? {} })
    expect(task.values['imageUrls']).toEqual([{ file: path }, 'https://a.example/b.png'])
  })

  it('names a file that is gone, keeps its place, and finds it when it is back', async () => {
    const { path, media } = await photo('vase.png')
    await get('desk.keepDraft', { capability, form: formOf({ prompt: 'a vase', imageUrls: [{ draft: media.draft }] }) })
    await rename(path, `${path}.away`)
    const opened = await get('desk.openDraft', { capability })
    expect(opened).toMatchObject({ form: { values: { prompt: 'a vase' } }, media: [], gone: [{ name: 'vase.png' }] })
    expect(opened?.form.values['imageUrls']).toEqual([{ draft: opened?.gone[0]?.draft }])
    expect(await kiln.ask('task.submit', { capability, values: opened?.form.values ?? {} })).toMatchObject({
      ok: false,
      problems: [{ field: 'imageUrls', index: 0 }]
    })
    await get('desk.keepDraft', { capability, form: opened!.form })
    await rename(`${path}.away`, path)
    expect((await get('desk.openDraft', { capability }))?.media).toMatchObject([{ facts: { name: 'vase.png' } }])
  })

  it('opens no path that the page names', async () => {
    const secret = join(folder, 'secret.png')
    await photo('secret.png')
    await get('desk.keepDraft', { capability, form: formOf({ imageUrls: [{ file: secret }] }) })
    await get('desk.keepPreset', { capability, name: 'Sly', form: formOf({ imageUrls: [{ file: secret }] }), replaces: false })
    const [preset] = (await get('desk.presets', { capability })).presets
    for (const opened of [await get('desk.openDraft', { capability }), await get('desk.openPreset', { id: preset!.id })]) {
      expect(opened).toMatchObject({ media: [], gone: [{ name: 'secret.png' }] })
    }
  })

  it('is none after it was let go', async () => {
    await get('desk.keepDraft', { capability, form: formOf({ prompt: 'a vase' }) })
    await get('desk.keepDraft', { capability, form: null })
    expect(await get('desk.openDraft', { capability })).toBeNull()
  })

  it('of a size that no form has is refused at the door', async () => {
    const huge = formOf({ prompt: 'x'.repeat(1_000_001) })
    expect(await kiln.ask('desk.keepDraft', { capability, form: huge })).toMatchObject({
      ok: false,
      message: 'Kiln could not read that request.'
    })
  })
})

describe('what was sent', () => {
  it('is at hand again: its values, its files, its prompt', async () => {
    const { media } = await photo('vase.png')
    expect(await get('desk.openSent', { capability })).toBeNull()
    const task = await get('task.submit', { capability, values: { prompt: 'on the stairs', imageUrls: [{ draft: media.draft }] } })
    await startAnew()
    const sent = await get('desk.openSent', { capability })
    expect(sent).toMatchObject({ form: { values: { prompt: 'on the stairs' } }, media: [{ facts: { name: 'vase.png' } }] })
    expect((await get('desk.presets', { capability })).lastSentAt).toBeGreaterThan(0)
    expect(await get('desk.prompts', { search: 'STAIRS', limit: 10 })).toMatchObject([{ text: 'on the stairs', capability }])
    expect(await get('desk.openTask', { taskId: task.id })).toMatchObject({
      form: { values: { prompt: 'on the stairs', imageUrls: [{ draft: expect.any(String) }] } },
      media: [{ facts: { name: 'vase.png' } }]
    })
  })

  it('only counts when it was taken', async () => {
    expect(await kiln.ask('task.submit', { capability, values: {} })).toMatchObject({ ok: false })
    expect(await get('desk.openSent', { capability })).toBeNull()
  })

  it('can be let go from the history, and brought back', async () => {
    await get('task.submit', { capability, values: { prompt: 'a vase' } })
    const [entry] = await get('desk.prompts', { search: '', limit: 10 })
    await get('desk.removePrompt', { id: entry!.id })
    expect(await get('desk.prompts', { search: '', limit: 10 })).toEqual([])
    await get('desk.bringBackPrompt', { id: entry!.id })
    expect(await get('desk.prompts', { search: '', limit: 10 })).toEqual([entry])
  })
})

describe('presets over IPC', () => {
  it('are kept, asked about when the name is taken, renamed, deleted and brought back', async () => {
    const form = formOf({ prompt: 'a vase', imageNum: '2' })
    expect(await get('desk.keepPreset', { capability, name: ' Quiet ', form, replaces: false })).toMatchObject({
      kind: 'kept',
      preset: { name: 'Quiet', summary: 'a vase', misfits: [] }
    })
    expect(await get('desk.keepPreset', { capability, name: 'QUIET', form: formOf({}), replaces: false })).toEqual({ kind: 'taken' })
    const loud = await get('desk.keepPreset', { capability, name: 'Loud', form: formOf({}), replaces: false })
    if (loud.kind !== 'kept') throw new Error('It was not kept.')
    expect(await get('desk.renamePreset', { id: loud.preset.id, name: 'quiet' })).toEqual({ isTaken: true })
    expect(await get('desk.renamePreset', { id: loud.preset.id, name: 'Louder' })).toEqual({ isTaken: false })
    await get('desk.removePreset', { id: loud.preset.id })
    expect((await get('desk.presets', { capability })).presets.map(({ name }) => name)).toEqual(['Quiet'])
    await get('desk.bringBackPreset', { id: loud.preset.id })
    expect((await get('desk.presets', { capability })).presets.map(({ name }) => name)).toContain('Louder')
  })

  it('that do not fit the contract any more say why, and keep everything', async () => {
    await get('desk.keepPreset', {
      capability,
      name: 'Old',
      form: formOf({ prompt: 'a vase', mood: 'calm', seed: '7', imageNum: '9' }),
      replaces: false
    })
    const [preset] = (await get('desk.presets', { capability })).presets
    expect(preset?.misfits).toEqual([
      '“Mood” finds no place: the service does not take it any more.',
      expect.stringContaining('can’t be “9”'),
      '“Seed” is a number now.'
    ])
    expect((await get('desk.openPreset', { id: preset!.id })).form.values).toMatchObject({ mood: 'calm', seed: '7' })
  })

  it('go out to a file and come in from one, through the system’s dialogs', async () => {
    const { media } = await photo('vase.png')
    await get('desk.keepPreset', { capability, name: 'Vase', form: formOf({ imageUrls: [{ draft: media.draft }] }), replaces: false })
    expect(await get('desk.exportPresets', { capability })).toBeNull()
    kiln.dialogs.savePath = join(folder, 'out.json')
    expect(await get('desk.exportPresets', { capability: null })).toEqual({ path: kiln.dialogs.savePath, count: 1 })
    const text = await readFile(kiln.dialogs.savePath, 'utf8')
    expect(text).toContain('vase.png')
    expect(text).not.toContain(folder)

    expect(await get('desk.importPresets', undefined)).toBeNull()
    await writeFile(kiln.dialogs.savePath, text.replace('"Vase"', '"Another"'))
    kiln.dialogs.presets = kiln.dialogs.savePath
    expect(await get('desk.importPresets', undefined)).toMatchObject({ taken: 1, refused: [] })
    await writeFile(kiln.dialogs.savePath, 'nonsense')
    expect(await kiln.ask('desk.importPresets', undefined)).toMatchObject({ ok: false, message: 'There are no presets in that file.' })
  })
})

describe('the contract over IPC', () => {
  it('tells the window of a change, lists it, and knows when it was seen', async () => {
    service.contract.move([{ kind: 'remove-capability', id: 'lip-sync' }])
    const news = await get('contract.lookAgain', undefined)
    expect(news.changes).toMatchObject([{ sentences: ['No longer offered: Lip sync.'], isSeen: false }])
    expect(kiln.crossings.map(({ channel }) => channel)).toEqual(
      expect.arrayContaining(['kiln:contract.changed', 'kiln:capabilities.changed'])
    )
    await get('contract.seen', undefined)
    await startAnew()
    expect((await get('contract.news', undefined)).changes).toMatchObject([{ isSeen: true }])
  })
})

describe('a desk that could not be read', () => {
  it('is said, and stands in nobody’s way', async () => {
    await kiln.close()
    await writeFile(join(folder, 'data', 'desk.sqlite'), 'no database at all '.repeat(200))
    kiln = await open()
    expect(await get('desk.notice', undefined)).toMatchObject({ message: 'Drafts and presets could not be read and start anew.' })
    await get('task.submit', { capability, values: { prompt: 'all the same' } })
    expect(await get('desk.prompts', { search: '', limit: 1 })).toHaveLength(1)
  })
})
