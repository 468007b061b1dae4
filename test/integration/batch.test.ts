import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPracticeService, type PracticeService } from '../../electron/practice/practice-service.ts'
import { openStudio } from '../../electron/studio.ts'
import type { BatchPlan } from '../../shared/form/batch/batch-plan.ts'
import type { BatchSource } from '../../shared/form/batch/batch-source.ts'
import type { SpendingConsent, SpendingConfirmationError } from '../../shared/task/spending.ts'
import type { Task } from '../../shared/task/task.ts'
import type { Values } from '../../shared/form/values.ts'
import { problemsText } from '../../shared/phrases/problem-phrases.ts'
import { batchRowNameText } from '../../shared/phrases/batch-phrases.ts'
import { hasKilledItself } from '../crash/has-killed-itself.ts'
import { createBatchJob, type CrashRunOptions } from '../crash/create-crash-jobs.ts'
import { openSetup, standardImageGenerator, type Setup, imageGenerator3, waitFor } from './open-setup.ts'

function planIn(setup: Setup, source: BatchSource, values: Values = {}, capability = standardImageGenerator): Promise<BatchPlan> {
  return setup.studio.planBatch({ capability, values, source, onProgress: () => undefined, signal: new AbortController().signal })
}

function seeds(count: number): BatchSource {
  return { way: 'seeds', count, first: 1 }
}

function prompts(count: number, mark = 'vase'): BatchSource {
  return { way: 'grid', axes: [{ field: 'prompt', values: Array.from({ length: count }, (_, place) => `${mark} ${place + 1}`) }] }
}

async function start(setup: Setup, plan: BatchPlan): Promise<string> {
  return (await setup.studio.startBatch(plan.id, { skipInvalid: false })).id
}

/** Returns the tasks of a batch, in the order of the rows. */
function rowsOf(setup: Setup, batchId: string): readonly Task[] {
  const own = setup.studio.tasks({ includeHidden: true }).filter((task) => task.batch?.id === batchId)
  return own.toSorted((one, other) => (one.batch?.row ?? 0) - (other.batch?.row ?? 0))
}

function countIn(setup: Setup, batchId: string, ...phases: readonly Task['phase'][]): number {
  return rowsOf(setup, batchId).filter(({ phase }) => phases.includes(phase)).length
}

/** Returns the number of charges for each charged task. */
function chargesByTask(practice: PracticeService): readonly number[] {
  const charges = practice.ledger().filter(({ kind }) => kind === 'charge')
  return [...Map.groupBy(charges, ({ taskId }) => taskId).values()].map((own) => own.length)
}

/** Creates a CSV table with a header and 30 rows. Rows 7, 15 and 28 are invalid, each in a different way. Returns the path. */
async function tableOfThirty(setup: Setup): Promise<string> {
  const lines = Array.from({ length: 30 }, (_, place) => {
    const row = place + 2
    if (row === 7) return `,1024*1024,1`
    if (row === 15) return `a vase in row ${row},99*99,1`
    if (row === 28) return `a vase in row ${row},1024*1024,1,surplus`
    return `a vase in row ${row},1024*1024,1`
  })
  return setup.text('spring.csv', ['Prompt,Size,imageNum', ...lines].join('\n'))
}

describe('a batch from a table', () => {
  it('names every invalid row, sends the others only on request, and is charged once for each', async () => {
    const setup = await openSetup()
    const table = await tableOfThirty(setup)
    const found = await setup.studio.inspectTable({ capability: standardImageGenerator, path: table })
    expect(found.columns.map(({ field }) => field)).toEqual(['prompt', 'size', 'imageNum'])
    const plan = await planIn(setup, { way: 'table', table, columns: ['prompt', 'size', 'imageNum'] })
    expect(plan).toMatchObject({ count: 27, credits: { known: 135, unknownRows: 0 }, repeated: 0 })
    expect(plan.badRows.map(({ name }) => batchRowNameText(name))).toEqual(['Row 7', 'Row 15', 'Row 28'])
    expect(plan.badRows.map(({ problems }) => problemsText(problems))).toEqual([
      'Write a prompt.',
      expect.stringContaining('“Size” can’t be “99*99”'),
      expect.stringContaining('This row has 4 cells, but the first row has 3.')
    ])
    // A row shows its own values instead of the form's.
    expect(plan.rows[13]).toMatchObject({
      name: { code: 'row', params: { row: 15 } },
      cells: ['a vase in row 15', '99*99', '1'],
      isBad: true
    })
    await expect(start(setup, plan)).rejects.toMatchObject({ problem: { code: 'invalid-rows', params: { count: 3 } } })
    expect(setup.studio.tasks()).toEqual([])
    const batch = await setup.studio.startBatch(plan.id, { skipInvalid: true })
    expect(batch).toMatchObject({ title: { code: 'rows', params: { count: 27, name: 'spring.csv' } }, count: 27, isStopped: false })
    await waitFor(() => countIn(setup, batch.id, 'done') === 27)
    expect(setup.charges()).toBe(27)
    expect(chargesByTask(setup.practice)).toEqual(Array.from({ length: 27 }, () => 1))
    expect(rowsOf(setup, batch.id)[5]?.batch).toEqual({ id: batch.id, row: 6, name: { code: 'row', params: { row: 8 } }, cell: null })
  })

  it('returns the invalid rows as a table with the reasons, which can be opened again', async () => {
    const setup = await openSetup()
    const plan = await planIn(setup, {
      way: 'table',
      table: await tableOfThirty(setup),
      columns: ['prompt', 'size', 'imageNum']
    })
    const again = await setup.text('again.csv', setup.studio.badRows(plan.id))
    const found = await setup.studio.inspectTable({ capability: standardImageGenerator, path: again })
    expect(found).toMatchObject({ rowCount: 3 })
    expect(found.columns.map(({ head, field }) => [head, field])).toEqual([
      ['Prompt', 'prompt'],
      ['Size', 'size'],
      ['imageNum', 'imageNum'],
      ['Reason', null]
    ])
  })

  it('checks and sends the cells that were edited, and leaves the file as it is', async () => {
    const setup = await openSetup()
    const table = await tableOfThirty(setup)
    const before = await readFile(table, 'utf8')
    const source = { way: 'table' as const, table, columns: ['prompt', 'size', 'imageNum'] }
    const plan = await planIn(setup, source)
    // A row with a surplus cell has unknown columns, so none of its cells can be edited.
    expect(plan.badRows.map(({ cells }) => cells)).toEqual([
      [{ row: 7, column: 0, label: 'Prompt', text: '' }],
      [{ row: 15, column: 1, label: 'Size', text: '99*99' }],
      []
    ])
    const edits = [
      { row: 7, column: 0, from: '', text: 'an edited vase' },
      { row: 15, column: 1, from: '99*99', text: '98*98' },
      // The file has a different text in this cell.
      { row: 8, column: 0, from: 'another vase', text: 'an edited vase' }
    ]
    const edited = await planIn(setup, { ...source, edits })
    expect([edited.count, edited.editedCells, edited.badRows.map(({ cells }) => cells)]).toEqual([
      28,
      2,
      [[{ row: 15, column: 1, label: 'Size', text: '98*98' }], []]
    ])
    expect(setup.studio.badRows(edited.id)).toContain('98*98')
    expect([setup.studio.tasks().length, setup.charges()]).toEqual([0, 0])
    const batch = await setup.studio.startBatch(edited.id, { skipInvalid: true })
    await waitFor(() => countIn(setup, batch.id, 'done') === 28)
    expect(setup.charges()).toBe(28)
    expect(rowsOf(setup, batch.id)[5]).toMatchObject({ batch: { name: { params: { row: 7 } } }, title: 'an edited vase' })
    expect(await readFile(table, 'utf8')).toBe(before)
  })

  it('uses the files beside the table, and checks each one', async () => {
    const setup = await openSetup()
    await setup.picture('one.png')
    await mkdir(join(setup.folder, 'more'))
    await setup.picture('more/two.jpg')
    await setup.text('words.png', 'not a picture')
    const table = await setup.text(
      'edits.csv',
      'Prompt;Images\na;one.png\nb;"one.png;more\\two.jpg"\nc;words.png\nd;missing.png\ne;../one.png\nf;https://example.com/x.png\n'
    )
    const plan = await planIn(setup, { way: 'table', table, columns: ['prompt', 'imageUrls'] })
    expect(plan.count).toBe(3)
    expect(plan.badRows.map(({ name }) => batchRowNameText(name))).toEqual(['Row 4', 'Row 5', 'Row 6'])
    expect(plan.rows[1]?.cells).toEqual(['b', 'one.png, two.jpg'])
    // A cell that names files can't be edited, because the page never handles paths.
    expect(plan.badRows.flatMap(({ cells }) => cells)).toEqual([])
    const edits = [{ row: 4, column: 1, from: 'words.png', text: 'one.png' }]
    const edited = await planIn(setup, { way: 'table', table, columns: ['prompt', 'imageUrls'], edits })
    expect([edited.count, edited.editedCells]).toEqual([3, 0])
  })
})

describe('a batch from a folder', () => {
  it('has a row for each file in natural order, and uploads identical files once', async () => {
    const setup = await openSetup()
    const folder = join(setup.folder, 'photos')
    await mkdir(folder)
    for (const name of ['vase 10.png', 'vase 2.png', 'vase 1.png']) await setup.picture(`photos/${name}`)
    await setup.text('photos/notes.txt', 'not for sending')
    await setup.text('photos/.hidden.png', 'nor this')
    expect(await setup.studio.inspectFolder({ capability: imageGenerator3, path: folder, field: 'imageUrls' })).toMatchObject({
      fileCount: 3,
      otherFiles: 1,
      subfolders: 0
    })
    const plan = await planIn(
      setup,
      { way: 'folder', folder, field: 'imageUrls', withSubfolders: false },
      { prompt: 'glaze it' },
      imageGenerator3
    )
    expect(plan.rows.map(({ name }) => batchRowNameText(name))).toEqual(['vase 1.png', 'vase 2.png', 'vase 10.png'])
    expect(plan.credits).toEqual({ known: 33, unknownRows: 0 })
    const id = await start(setup, plan)
    await waitFor(() => countIn(setup, id, 'done') === 3)
    // All three files have the same content, so one upload is enough.
    expect(setup.callsTo('/files/upload')).toBe(1)
  })
})

describe('a batch with one photo in every row', () => {
  it('uploads it once, even if several rows start at the same time', async () => {
    const setup = await openSetup()
    const photo = await setup.picture('photo.png', { width: 1600, height: 1200 })
    const id = await start(setup, await planIn(setup, prompts(10), { imageUrls: [{ file: photo }] }, imageGenerator3))
    await waitFor(() => countIn(setup, id, 'done') === 10)
    expect(setup.callsTo('/files/upload')).toBe(1)
    expect(setup.charges()).toBe(10)
  })
})

describe('a batch whose rows wait for the upload of a cancelled task', () => {
  it('uploads the file again once for all of them, not once for each', async () => {
    const setup = await openSetup()
    const photo = await setup.picture('photo.png')
    setup.practice.faults.add({ on: 'transfer', do: { kind: 'delay', delayInMs: 60_000 } })
    const values = { imageUrls: [{ file: photo }] }
    const first = await setup.studio.submit({ capability: imageGenerator3, values: { ...values, prompt: 'a vase' } })
    await waitFor(() => setup.practice.calls().some(({ on }) => on === 'transfer'))
    const id = await start(setup, await planIn(setup, prompts(7), values, imageGenerator3))
    await waitFor(() => countIn(setup, id, 'uploading') === 3)
    setup.studio.cancel(first.id)
    await waitFor(() => countIn(setup, id, 'done') === 7)
    expect(setup.callsTo('/files/upload')).toBe(2)
    expect(setup.charges()).toBe(7)
  })
})

describe('a batch', () => {
  it('is one batch however often it is started', async () => {
    const setup = await openSetup()
    const plan = await planIn(setup, seeds(5), { prompt: 'a vase' }, imageGenerator3)
    expect(await start(setup, plan)).toBe(await start(setup, plan))
    expect(setup.studio.batches()).toHaveLength(1)
    expect(setup.studio.tasks()).toHaveLength(5)
    await setup.reopen()
    // The plan was lost with the restart, but its batch is stored.
    expect(await start(setup, plan)).toBe(plan.id)
    await waitFor(() => countIn(setup, plan.id, 'done') === 5)
    expect(setup.charges()).toBe(5)
  })

  it('needs confirmation above the user’s limit, and isn’t saved before that', async () => {
    const rules = { dailyLimit: 40, confirmAbove: 10, asksBeforeTwins: true }
    const setup = await openSetup({ studio: { spendingRules: () => rules } })
    const tooDear = await planIn(setup, prompts(9))
    const guardsOf = async (plan: BatchPlan, consent: SpendingConsent[]) => {
      try {
        await setup.studio.startBatch(plan.id, { skipInvalid: false, consent })
        return []
      } catch (error) {
        return (error as SpendingConfirmationError).guards.map(({ kind }) => kind)
      }
    }
    expect(await guardsOf(tooDear, ['confirm-above'])).toEqual(['limit'])
    const dear = await planIn(setup, prompts(8))
    expect(await guardsOf(dear, [])).toEqual(['confirm-above'])
    expect(setup.studio.batches()).toEqual([])
    expect(await guardsOf(dear, ['confirm-above'])).toEqual([])
    await waitFor(() => countIn(setup, dear.id, 'done') === 8)
    expect(setup.charges()).toBe(8)
  })

  it('must be checked again if the account has changed', async () => {
    const setup = await openSetup()
    const plan = await planIn(setup, seeds(2), { prompt: 'a vase' }, imageGenerator3)
    await setup.studio.disconnect()
    await expect(start(setup, plan)).rejects.toThrow('This batch’s check is out of date. Nothing was sent.')
    expect(setup.studio.tasks()).toEqual([])
  })

  it('runs only the allowed number of rows at a time, and sends them in order', async () => {
    const setup = await openSetup({ practice: { timeScale: 0.05 }, studio: { limits: { concurrentBatchRows: 3, concurrentSubmits: 2 } } })
    const id = await start(setup, await planIn(setup, prompts(9)))
    let most = 0
    await waitFor(() => {
      most = Math.max(most, countIn(setup, id, 'uploading', 'submitting', 'unconfirmed', 'running', 'collecting'))
      return countIn(setup, id, 'done') === 9
    })
    expect(most).toBeLessThanOrEqual(3)
    const sent = rowsOf(setup, id).toSorted((one, other) => (one.submittedAt ?? 0) - (other.submittedAt ?? 0))
    expect(sent.map(({ batch }) => batch?.row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('lets a separately submitted task run before its waiting rows', async () => {
    const setup = await openSetup({ practice: { timeScale: 0.2 }, studio: { limits: { concurrentBatchRows: 2 } } })
    const id = await start(setup, await planIn(setup, prompts(200)))
    await waitFor(() => countIn(setup, id, 'running') === 2)
    const { id: single } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'for me' } })
    await setup.until(single, 'done')
    expect(countIn(setup, id, 'queued')).toBeGreaterThan(180)
  })

  it('stays stopped over a restart, and resumes where it stopped', async () => {
    const setup = await openSetup({ practice: { timeScale: 0.05 }, studio: { limits: { concurrentBatchRows: 4 } } })
    const id = await start(setup, await planIn(setup, prompts(20)))
    await waitFor(() => countIn(setup, id, 'done') >= 4)
    setup.studio.stopBatch(id)
    await waitFor(() => countIn(setup, id, 'done', 'queued') === 20)
    const charged = setup.charges()
    expect(charged).toBeLessThan(20)
    await setup.reopen()
    expect(setup.studio.batches()[0]?.isStopped).toBe(true)
    const { id: single } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'meanwhile' } })
    await setup.until(single, 'done')
    expect(setup.charges()).toBe(charged + 1)
    setup.studio.resumeBatch(id)
    await waitFor(() => countIn(setup, id, 'done') === 20)
    expect(setup.charges()).toBe(21)
    expect(chargesByTask(setup.practice)).toEqual(Array.from({ length: 21 }, () => 1))
  })

  it('doesn’t send rows that were uploading when it was stopped', async () => {
    const setup = await openSetup()
    const photo = await setup.picture('photo.png')
    setup.practice.faults.add({ on: 'transfer', do: { kind: 'delay', delayInMs: 300 } })
    const id = await start(setup, await planIn(setup, prompts(6), { imageUrls: [{ file: photo }] }, imageGenerator3))
    await waitFor(() => countIn(setup, id, 'uploading') > 0)
    setup.studio.stopBatch(id)
    await waitFor(() => setup.practice.calls().some(({ on, httpStatus }) => on === 'transfer' && httpStatus !== null))
    const { id: single } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'meanwhile' } })
    await setup.until(single, 'done')
    expect(setup.charges()).toBe(1)
    setup.studio.resumeBatch(id)
    await waitFor(() => countIn(setup, id, 'done') === 6)
    expect(setup.charges()).toBe(7)
  })

  it('can be cancelled except for its running rows', async () => {
    const setup = await openSetup({ practice: { timeScale: 0.05 }, studio: { limits: { concurrentBatchRows: 2 } } })
    const id = await start(setup, await planIn(setup, prompts(10)))
    await waitFor(() => countIn(setup, id, 'running') === 2)
    setup.studio.cancelRestOfBatch(id)
    await waitFor(() => countIn(setup, id, 'done', 'cancelled') === 10)
    expect(countIn(setup, id, 'done')).toBe(setup.charges())
    expect(countIn(setup, id, 'cancelled')).toBeGreaterThanOrEqual(6)
    setup.studio.hide(setup.studio.tasks({ batch: id }).map((task) => task.id))
    expect(setup.studio.tasks()).toEqual([])
  })

  it('puts the rest on hold when the credits run out, and resumes once there are more', async () => {
    const setup = await openSetup({ practice: { startingCredits: 5 * 7 } })
    const id = await start(setup, await planIn(setup, prompts(12)))
    await waitFor(() => countIn(setup, id, 'done') === 7 && countIn(setup, id, 'held') === 5)
    expect(setup.charges()).toBe(7)
    await setup.practice.account.change({ balance: 1_000 })
    await setup.studio.resume()
    await waitFor(() => countIn(setup, id, 'done') === 12)
    expect(setup.charges()).toBe(12)
    expect(chargesByTask(setup.practice)).toEqual(Array.from({ length: 12 }, () => 1))
  })
})

/** Runs a crash test in a child process that may kill itself. `file`: path for the options. */
function runChild(file: string, crashRunOptions: CrashRunOptions): Promise<'killed' | 'finished' | 'failed'> {
  return new Promise((resolve) => {
    void writeFile(file, JSON.stringify(crashRunOptions)).then(() => {
      const child = spawn(process.execPath, [fileURLToPath(new URL('../crash/child.ts', import.meta.url)), file], {
        stdio: ['ignore', 'ignore', 'pipe']
      })
      let stderr = ''
      child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
      child.once('close', (code, signal) => {
        if (hasKilledItself({ code, signal, stderr })) return resolve('killed')
        resolve(code === 0 ? 'finished' : 'failed')
      })
    })
  })
}

describe('a batch whose app is killed', () => {
  it.each([
    ['while the batch is saved', { step: 'batch:before', count: 1 }, 0],
    ['right after the batch is saved', { step: 'batch:after', count: 1 }, 0],
    ['between a request and its response', { step: 'submit:headers', count: 6 }, 5]
  ] as const)('%s resumes after a restart, and is charged once for each row', async (_when, crash, least) => {
    const folder = await mkdtemp(join(tmpdir(), 'kiln-batch-'))
    const practice = await openPracticeService({ results: 'tiny', timeScale: 0.02 })
    onTestFinished(async () => {
      await practice.close()
      await rm(folder, { recursive: true, force: true })
    })
    const photo = join(folder, 'photo.png')
    await writeFile(photo, await smallPicture())
    const dataDir = join(folder, 'data')
    const crashRunOptions: CrashRunOptions = {
      dataDir,
      baseUrl: practice.url,
      apiKey: practice.apiKey,
      jobs: [],
      batch: createBatchJob('b', photo),
      crash
    }
    const file = join(folder, 'orders.json')
    expect(await runChild(file, crashRunOptions)).toBe('killed')
    const paidBefore = chargesByTask(practice).length
    expect(paidBefore).toBeGreaterThanOrEqual(least)
    expect(paidBefore).toBeLessThan(12)
    expect(await runChild(file, { ...crashRunOptions, crash: null })).toBe('finished')
    expect(chargesByTask(practice)).toEqual(Array.from({ length: 12 }, () => 1))
    const studio = await openStudio({ dataDir, connection: null })
    expect(studio.tasks().map(({ phase }) => phase)).toEqual(Array.from({ length: 12 }, () => 'done'))
    expect(studio.batches()).toMatchObject([{ count: 12 }])
    await studio.close()
  })
})

async function smallPicture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#8aa5c8' } })
    .png()
    .toBuffer()
}
