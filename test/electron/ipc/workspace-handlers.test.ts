import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPracticeService } from '../../../electron/practice/practice-service.ts'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import { serializeFaceDraft } from '../../../renderer/faces/face-draft.ts'
import type { SavedForm } from '../../../shared/form/workspace.ts'
import type { RequestInput, RequestName, RequestOutput } from '../../../shared/ipc/ipc.ts'
import type { LocalMedia } from '../../../shared/form/media-facts.ts'
import type { Values } from '../../../shared/form/values.ts'
import { createAesStore } from '../accounts/aes-store.ts'
import { sealText } from '../accounts/seal-text.ts'
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
  const sealedKey = await sealText(apiKey, await get('account.sealingKey', undefined))
  await get('account.connect', { baseUrl: service.url, sealedKey, acceptWeakStorage: false })
  await get('contract.checkAgain', undefined)
})
afterEach(async () => {
  await kiln.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

function open(): Promise<KilnWithoutWindow> {
  return openKilnWithoutWindow({ dataDir: join(folder, 'data'), store, timeScale: 0.02 })
}
async function restart(): Promise<void> {
  await kiln.close()
  kiln = await open()
}
async function get<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> {
  const outcome = await kiln.ask(name, input)
  if (!outcome.ok) throw new Error(`${name}: ${outcome.message}`)
  return outcome.value
}
async function photo(name: string): Promise<{ readonly path: string; readonly media: LocalMedia }> {
  const path = join(folder, name)
  await sharp({ create: { width: 512, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toFile(path)
  return { path, media: await get('media.inspect', { path }) }
}
function formOf(values: Values, more: Partial<SavedForm> = {}): SavedForm {
  return { values, modeId: null, keptSeeds: [], left: [], ...more }
}

describe('a draft over IPC', () => {
  it('of a face selection is restored after a restart', async () => {
    const choice = serializeFaceDraft({ picks: [{ faceId: 'f2', reference: 1 }], typed: { file: '/etc/passwd' } })
    await get('workspace.saveDraft', { capability: 'faces:task-1', form: formOf({ choice }) })
    await restart()
    const opened = await get('workspace.openDraft', { capability: 'faces:task-1' })
    expect(opened).toMatchObject({ form: { values: { choice } }, media: [], unavailable: [] })
    await get('workspace.saveDraft', { capability: 'faces:task-1', form: null })
    expect(await get('workspace.openDraft', { capability: 'faces:task-1' })).toBeNull()
  })

  it('is restored after a restart with new tokens for its files', async () => {
    const { path, media } = await photo('vase.png')
    const reason = { code: 'no-longer-accepted', params: {} } as const
    const left = [{ name: 'mask', label: 'Mask', path: [], value: { draft: media.draft }, reason }]
    const form = formOf({ prompt: 'a vase', imageUrls: [{ draft: media.draft }, 'https://a.example/b.png'] }, { modeId: 'edit', left })
    await get('workspace.saveDraft', { capability, form })
    await restart()
    const opened = await get('workspace.openDraft', { capability })
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
    // The file itself is submitted, not its draft token.
    const task = await get('task.submit', { capability, values: opened?.form.values ?? {} })
    expect(task.values['imageUrls']).toEqual([{ file: basename(path) }, 'https://a.example/b.png'])
  })

  it('names a missing file, keeps its position, and finds it once it is restored', async () => {
    const { path, media } = await photo('vase.png')
    await get('workspace.saveDraft', { capability, form: formOf({ prompt: 'a vase', imageUrls: [{ draft: media.draft }] }) })
    await rename(path, `${path}.away`)
    const opened = await get('workspace.openDraft', { capability })
    expect(opened).toMatchObject({ form: { values: { prompt: 'a vase' } }, media: [], unavailable: [{ name: 'vase.png' }] })
    expect(opened?.form.values['imageUrls']).toEqual([{ draft: opened?.unavailable[0]?.draft }])
    expect(await kiln.ask('task.submit', { capability, values: opened?.form.values ?? {} })).toMatchObject({
      ok: false,
      problems: [{ field: 'imageUrls', index: 0 }]
    })
    await get('workspace.saveDraft', { capability, form: opened!.form })
    await rename(`${path}.away`, path)
    expect((await get('workspace.openDraft', { capability }))?.media).toMatchObject([{ facts: { name: 'vase.png' } }])
  })

  it('opens no path from the page', async () => {
    const secret = join(folder, 'secret.png')
    await photo('secret.png')
    await get('workspace.saveDraft', { capability, form: formOf({ imageUrls: [{ file: secret }] }) })
    await get('workspace.savePreset', { capability, name: 'Sly', form: formOf({ imageUrls: [{ file: secret }] }), replaces: false })
    const [preset] = (await get('workspace.presets', { capability })).presets
    for (const opened of [await get('workspace.openDraft', { capability }), await get('workspace.openPreset', { id: preset!.id })]) {
      expect(opened).toMatchObject({ media: [], unavailable: [{ name: 'secret.png' }] })
    }
  })

  it('is null after it was discarded', async () => {
    await get('workspace.saveDraft', { capability, form: formOf({ prompt: 'a vase' }) })
    await get('workspace.saveDraft', { capability, form: null })
    expect(await get('workspace.openDraft', { capability })).toBeNull()
  })

  it('is one of several, which are opened together', async () => {
    await get('workspace.saveDraft', { capability, form: formOf({ prompt: 'a vase' }) })
    await get('workspace.saveDraft', { capability, draft: 2, form: formOf({ prompt: 'a bowl' }) })
    await get('workspace.showDraft', { capability, draft: 2 })
    expect(await get('workspace.openDrafts', { capability })).toMatchObject({
      drafts: [
        { draft: 1, opened: { form: { values: { prompt: 'a vase' } }, media: [] } },
        { draft: 2, opened: { form: { values: { prompt: 'a bowl' } }, media: [] } }
      ],
      shown: 2
    })
    expect((await get('workspace.openDraft', { capability }))?.form.values).toEqual({ prompt: 'a bowl' })
    await get('workspace.saveDraft', { capability, draft: 2, form: null })
    expect(await get('workspace.openDrafts', { capability })).toMatchObject({ drafts: [{ draft: 1 }], shown: 1 })
  })

  it('is rejected if it is too large', async () => {
    const huge = formOf({ prompt: 'x'.repeat(1_000_001) })
    expect(await kiln.ask('workspace.saveDraft', { capability, form: huge })).toMatchObject({
      ok: false,
      message: 'Kiln couldn’t read this request. Nothing was changed or sent. Try again.'
    })
  })
})

describe('a sent form', () => {
  it('can be opened again with its values, files and prompt', async () => {
    const { media } = await photo('vase.png')
    expect(await get('workspace.openSent', { capability })).toBeNull()
    const task = await get('task.submit', { capability, values: { prompt: 'on the stairs', imageUrls: [{ draft: media.draft }] } })
    await restart()
    const sent = await get('workspace.openSent', { capability })
    expect(sent).toMatchObject({ form: { values: { prompt: 'on the stairs' } }, media: [{ facts: { name: 'vase.png' } }] })
    expect((await get('workspace.presets', { capability })).lastSentAt).toBeGreaterThan(0)
    expect(await get('workspace.prompts', { search: 'STAIRS', limit: 10 })).toMatchObject([{ text: 'on the stairs', capability }])
    expect(await get('workspace.openTask', { taskId: task.id })).toMatchObject({
      form: { values: { prompt: 'on the stairs', imageUrls: [{ draft: expect.any(String) }] } },
      media: [{ facts: { name: 'vase.png' } }]
    })
  })

  it('is saved only if it was accepted', async () => {
    expect(await kiln.ask('task.submit', { capability, values: {} })).toMatchObject({ ok: false })
    expect(await get('workspace.openSent', { capability })).toBeNull()
  })

  it('has a prompt that can be removed from the history and restored', async () => {
    await get('task.submit', { capability, values: { prompt: 'a vase' } })
    const [entry] = await get('workspace.prompts', { search: '', limit: 10 })
    await get('workspace.removePrompt', { id: entry!.id })
    expect(await get('workspace.prompts', { search: '', limit: 10 })).toEqual([])
    await get('workspace.restorePrompt', { id: entry!.id })
    expect(await get('workspace.prompts', { search: '', limit: 10 })).toEqual([entry])
  })
})

describe('presets over IPC', () => {
  it('are saved, confirmed if the name is in use, renamed, deleted and restored', async () => {
    const form = formOf({ prompt: 'a vase', imageNum: '2' })
    expect(await get('workspace.savePreset', { capability, name: ' Quiet ', form, replaces: false })).toMatchObject({
      kind: 'kept',
      preset: { name: 'Quiet', summary: 'a vase', mismatches: [] }
    })
    expect(await get('workspace.savePreset', { capability, name: 'QUIET', form: formOf({}), replaces: false })).toEqual({ kind: 'taken' })
    const loud = await get('workspace.savePreset', { capability, name: 'Loud', form: formOf({}), replaces: false })
    if (loud.kind !== 'kept') throw new Error('The preset wasn’t saved.')
    expect(await get('workspace.renamePreset', { id: loud.preset.id, name: 'quiet' })).toEqual({ isTaken: true })
    expect(await get('workspace.renamePreset', { id: loud.preset.id, name: 'Louder' })).toEqual({ isTaken: false })
    await get('workspace.removePreset', { id: loud.preset.id })
    expect((await get('workspace.presets', { capability })).presets.map(({ name }) => name)).toEqual(['Quiet'])
    await get('workspace.restorePreset', { id: loud.preset.id })
    expect((await get('workspace.presets', { capability })).presets.map(({ name }) => name)).toContain('Louder')
  })

  it('that no longer fit the contract explain why, and keep all values', async () => {
    await get('workspace.savePreset', {
      capability,
      name: 'Old',
      form: formOf({ prompt: 'a vase', mood: 'calm', seed: '7', imageNum: '9' }),
      replaces: false
    })
    const [preset] = (await get('workspace.presets', { capability })).presets
    expect(preset?.mismatches).toMatchObject([
      { code: 'unmapped-value', params: { label: 'Mood', reason: { code: 'no-longer-accepted' } } },
      { code: 'invalid-value', params: { problem: { code: 'unlisted-count', params: { value: '9' } } } },
      { code: 'coerced-value', params: { label: 'Seed', change: { code: 'now-number' } } }
    ])
    expect((await get('workspace.openPreset', { id: preset!.id })).form.values).toMatchObject({ mood: 'calm', seed: '7' })
  })

  it('are exported and imported through the system’s dialogs', async () => {
    const { media } = await photo('vase.png')
    await get('workspace.savePreset', { capability, name: 'Vase', form: formOf({ imageUrls: [{ draft: media.draft }] }), replaces: false })
    expect(await get('workspace.exportPresets', { capability })).toBeNull()
    kiln.dialogs.savePath = join(folder, 'out.json')
    expect(await get('workspace.exportPresets', { capability: null })).toEqual({ path: kiln.dialogs.savePath, count: 1 })
    const text = await readFile(kiln.dialogs.savePath, 'utf8')
    expect(text).toContain('vase.png')
    expect(text).not.toContain(folder)

    expect(await get('workspace.importPresets', undefined)).toBeNull()
    await writeFile(kiln.dialogs.savePath, text.replace('"Vase"', '"Another"'))
    kiln.dialogs.presets = kiln.dialogs.savePath
    expect(await get('workspace.importPresets', undefined)).toMatchObject({ imported: 1, refused: [] })
    await writeFile(kiln.dialogs.savePath, 'nonsense')
    expect(await kiln.ask('workspace.importPresets', undefined)).toMatchObject({ ok: false, message: 'The presets couldn’t be imported.' })
  })
})

describe('the contract over IPC', () => {
  it('announces a change, lists it, and remembers that it was seen', async () => {
    service.contract.move([{ kind: 'remove-capability', id: 'lip-sync' }])
    const contractChanges = await get('contract.checkAgain', undefined)
    expect(contractChanges.changes).toMatchObject([
      { differences: [{ code: 'capabilities-removed', params: { names: { shown: ['Lip sync'], more: 0 } } }], isSeen: false }
    ])
    expect(kiln.crossings.map(({ name }) => name)).toEqual(expect.arrayContaining(['contract.changed', 'capabilities.changed']))
    await get('contract.seen', undefined)
    await restart()
    expect((await get('contract.changes', undefined)).changes).toMatchObject([{ isSeen: true }])
  })
})

describe('a damaged workspace', () => {
  it('is reported, and doesn’t block anything', async () => {
    await kiln.close()
    await writeFile(join(folder, 'data', 'desk.sqlite'), 'no database at all '.repeat(200))
    kiln = await open()
    expect(await get('workspace.warning', undefined)).toMatchObject({
      message: 'Drafts and presets couldn’t be read. Kiln starts without them.'
    })
    await get('task.submit', { capability, values: { prompt: 'all the same' } })
    expect(await get('workspace.prompts', { search: '', limit: 1 })).toHaveLength(1)
  })
})
