import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPracticeService, type PracticeService } from '../../../electron/practice/practice-service.ts'
import type { BatchSource } from '../../../shared/form/batch/batch-source.ts'
import type { RequestInput, RequestName, RequestOutput } from '../../../shared/ipc/ipc.ts'
import type { Values } from '../../../shared/form/values.ts'
import { createAesStore } from '../accounts/aes-store.ts'
import { sealText } from '../accounts/seal-text.ts'
import { openKilnWithoutWindow, type KilnWithoutWindow } from './open-kiln-without-window.ts'

const capability = 'imgmodel-image-generator'
let folder: string
let service: PracticeService
let kiln: KilnWithoutWindow

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-batches-'))
  await mkdir(join(folder, 'data'))
  await mkdir(join(folder, 'photos'))
  service = await openPracticeService({ timeScale: 0.01, results: 'tiny' })
  kiln = await openKilnWithoutWindow({ dataDir: join(folder, 'data'), store: createAesStore('linux'), timeScale: 0.02 })
  const sealedKey = await sealText(service.apiKey, await get('account.sealingKey', undefined))
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

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

async function picture(name: string): Promise<string> {
  const path = join(folder, name)
  await sharp({ create: { width: 512, height: 400, channels: 3, background: 'teal' } }).toFile(path)
  return path
}

function plan(source: BatchSource, values: Values = {}): Promise<RequestOutput<'batch.plan'>> {
  return get('batch.plan', { ticket: 'count-1', capability, values, source })
}

describe('a batch over IPC', () => {
  it('reads a list of prompts including its first line, and a table with or without a header', async () => {
    kiln.dialogs.table = await file('prompts.txt', 'a vase, blue\na bowl, red\n')
    const list = await get('batch.chooseTable', { capability })
    expect(list).toMatchObject({ rowCount: 2, hasHeader: false, columns: [{ field: 'prompt', samples: ['a vase, blue', 'a bowl, red'] }] })
    expect(await plan({ way: 'table', table: list?.table ?? '', columns: ['prompt'], hasHeader: false })).toMatchObject({ count: 2 })

    kiln.dialogs.table = await file('prompts.csv', 'a vase\na bowl\n')
    const table = await get('batch.chooseTable', { capability })
    expect(table).toMatchObject({ rowCount: 1, hasHeader: true, columns: [{ head: 'a vase', field: null }] })
    const whole = await get('batch.inspectTable', { capability, table: table?.table ?? '', hasHeader: false })
    expect(whole).toMatchObject({ rowCount: 2, hasHeader: false, columns: [{ head: 'Column 1', field: 'prompt' }] })
    expect(await plan({ way: 'table', table: whole.table, columns: ['prompt'], hasHeader: false })).toMatchObject({
      count: 2,
      rows: [{ name: { code: 'row', params: { row: 1 } } }, { name: { code: 'row', params: { row: 2 } } }]
    })
    kiln.dialogs.table = await file('headed.txt', 'Prompt\na vase\n')
    expect(await get('batch.chooseTable', { capability })).toMatchObject({ rowCount: 1, hasHeader: true })
  })

  it('is planned from a table token, sent, and listed', async () => {
    kiln.dialogs.table = await file('spring.csv', 'Prompt;Size\na vase;1024*1024\n;1024*1024\nan arch;1536*1536\n')
    const table = await get('batch.chooseTable', { capability })
    expect(table).toMatchObject({ name: 'spring.csv', rowCount: 3 })
    expect(table?.table).not.toContain(folder)
    const counted = await plan({ way: 'table', table: table?.table ?? '', columns: ['prompt', 'size'] })
    expect(counted).toMatchObject({
      count: 2,
      badRows: [{ row: 2, name: { code: 'row', params: { row: 3 } }, problems: [{ code: 'missing-prompt' }] }]
    })

    const refused = await kiln.ask('batch.start', { plan: counted.id, skipInvalid: false })
    expect(refused).toMatchObject({ ok: false, message: '1 row can’t be sent.' })
    const batch = await get('batch.start', { plan: counted.id, skipInvalid: true })
    expect(await get('batch.start', { plan: counted.id, skipInvalid: true })).toEqual(batch)
    expect(await get('batch.list', undefined)).toEqual([batch])
    await expect.poll(async () => (await get('task.list', undefined)).map(({ phase }) => phase)).toEqual(['done', 'done'])
    const told = kiln.crossings.filter(({ direction, name }) => direction === 'main to page' && name.startsWith('batch.'))
    expect(told.map(({ payload }) => payload).join('\n')).not.toContain(folder)
    expect(told.some(({ name }) => name === 'batch.counting')).toBe(true)
    expect(told.some(({ name }) => name === 'batch.changed')).toBe(true)
  })

  it('keeps its rows when it is stopped, resumes them, and cancels them', async () => {
    const counted = await plan({ way: 'seeds', count: 40, first: null }, { prompt: 'a vase' })
    const { id } = await get('batch.start', { plan: counted.id, skipInvalid: false })
    await get('batch.stop', { id })
    expect(await get('batch.list', undefined)).toMatchObject([{ isStopped: true }])
    await get('batch.resume', { id })
    await get('batch.cancelRest', { id })
    const phases = (await get('task.list', undefined)).map(({ phase }) => phase)
    expect(phases).toContain('cancelled')
    expect(phases).not.toContain('queued')
  })

  it('undoes a cancellation: its rows keep their keys and are charged once', async () => {
    const counted = await plan({ way: 'seeds', count: 12, first: null }, { prompt: 'a vase' })
    const { id } = await get('batch.start', { plan: counted.id, skipInvalid: false })
    await get('batch.stop', { id })
    const keys = async () => (await get('task.list', undefined)).map((task) => task.idempotencyKey).toSorted()
    const before = await keys()
    const { ids } = await get('batch.cancelRest', { id })
    const phaseOf = async () => new Map((await get('task.list', undefined)).map((task) => [task.id, task.phase]))
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.map((cancelled) => cancelled)).toEqual(
      [...(await phaseOf())]
        .filter(([, phase]) => phase === 'cancelled')
        .map(([own]) => own)
        .toSorted((a, b) => ids.indexOf(a) - ids.indexOf(b))
    )
    await get('task.undoCancel', { ids })
    expect([...(await phaseOf()).values()]).not.toContain('cancelled')
    await get('batch.resume', { id })
    await expect.poll(async () => new Set((await phaseOf()).values())).toEqual(new Set(['done']))
    expect(await keys()).toEqual(before)
    expect(service.ledger().length).toBe(12)
  })

  it('hides finished tasks and unhides them', async () => {
    const counted = await plan({ way: 'seeds', count: 2, first: null }, { prompt: 'a vase' })
    await get('batch.start', { plan: counted.id, skipInvalid: false })
    const list = () => get('task.list', undefined)
    await expect.poll(async () => (await list()).map(({ phase }) => phase)).toEqual(['done', 'done'])
    const ids = (await list()).map((task) => task.id)
    await get('task.hide', { ids })
    expect((await list()).map(({ hidden }) => hidden)).toEqual([true, true])
    await get('task.unhide', { ids })
    expect((await list()).map(({ hidden }) => hidden)).toEqual([false, false])
  })

  it('is created from a dropped folder or table', async () => {
    await picture('photos/a.png')
    await picture('photos/b.png')
    const dropped = await get('batch.takeDropped', { capability, field: 'imageUrls', path: join(folder, 'photos') })
    expect(dropped).toMatchObject({ kind: 'folder', folder: { name: 'photos', fileCount: 2 } })
    const table = await get('batch.takeDropped', { capability, field: null, path: await file('t.csv', 'prompt\nx\n') })
    expect(table).toMatchObject({ kind: 'table', table: { rowCount: 1 } })
    const nowhere = await kiln.ask('batch.takeDropped', { capability, field: null, path: join(folder, 'photos') })
    expect(nowhere).toMatchObject({ ok: false, message: 'This form doesn’t accept files.' })
    if (dropped.kind !== 'folder') throw new Error('The dropped item isn’t a folder.')
    const source = { way: 'folder' as const, folder: dropped.folder.folder, field: 'imageUrls', withSubfolders: false }
    const planned = await plan(source, { prompt: 'edit it' })
    expect(planned.rows.map(({ name }) => name.params)).toEqual([{ text: 'a.png' }, { text: 'b.png' }])
    // Each row shows its image. An unchanged file keeps its URL.
    expect(planned.pictures.flat()).toEqual([expect.stringMatching(/^\/media\/draft\//), expect.stringMatching(/^\/media\/draft\//)])
    expect(new Set(planned.pictures.flat()).size).toBe(2)
    expect((await plan(source, { prompt: 'edit it again' })).pictures).toEqual(planned.pictures)
  })

  it('accepts no path from the window in a source, a form or a grid', async () => {
    const path = await picture('photos/a.png')
    const ask = (source: BatchSource, values: Values = {}) => kiln.ask('batch.plan', { ticket: 't', capability, values, source })
    for (const outcome of [
      await ask({ way: 'folder', folder: join(folder, 'photos'), field: 'imageUrls', withSubfolders: false }),
      await ask({ way: 'table', table: await file('t.csv', 'prompt\nx\n'), columns: ['prompt'] }),
      await ask({ way: 'seeds', count: 2, first: 1 }, { prompt: 'x', imageUrls: [{ file: path }] }),
      await ask({ way: 'grid', axes: [{ field: 'imageUrls', values: [[{ file: path }]] }] }, { prompt: 'x' })
    ]) {
      expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('again') })
    }
  })

  it('replaces an older plan with a newer one', async () => {
    const requestFor = (count: number) => ({
      ticket: `count of ${count}`,
      capability,
      values: { prompt: 'x' },
      source: { way: 'seeds' as const, count, first: 1 }
    })
    const [older, newer] = await Promise.all([kiln.ask('batch.plan', requestFor(4_000)), kiln.ask('batch.plan', requestFor(3))])
    expect(older).toMatchObject({ ok: false, message: 'A newer check of this batch replaced this one.' })
    expect(newer).toMatchObject({ ok: true, value: { count: 3 } })
  })

  it('saves invalid rows only to the path that the user chooses', async () => {
    kiln.dialogs.table = await file('bad.csv', 'Prompt,Note\n,first\nok,second\n')
    const table = await get('batch.chooseTable', { capability })
    const { id } = await plan({ way: 'table', table: table?.table ?? '', columns: ['prompt', null] })
    expect(await get('batch.saveBadRows', { plan: id, name: 'left out.csv' })).toBe(false)
    kiln.dialogs.savePath = join(folder, 'left out.csv')
    await get('batch.saveBadRows', { plan: id, name: 'left out.csv' })
    expect(await readFile(kiln.dialogs.savePath, 'utf8')).toBe('\ufeffPrompt,Note,Reason\r\n,first,Write a prompt.\r\n')
  })
})
