import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPracticeService, type PracticeService } from '../../electron/practice/practice-service.ts'
import { openStudio } from '../../electron/studio.ts'
import type { BatchPlan } from '../../shared/batch/batch-plan.ts'
import type { BatchSource } from '../../shared/batch/batch-source.ts'
import type { SpendingConsent, SpendingQuestion } from '../../shared/spending.ts'
import type { Task } from '../../shared/task.ts'
import type { Values } from '../../shared/values.ts'
import { batchOfWorkload, type Orders } from '../crash/workload.ts'
import { openStory, standard, type Story, third, waitFor } from './open-story.ts'

function planIn(story: Story, source: BatchSource, values: Values = {}, capability = standard): Promise<BatchPlan> {
  return story.studio.planBatch({ capability, values, source, onProgress: () => undefined, signal: new AbortController().signal })
}

function seeds(count: number): BatchSource {
  return { way: 'seeds', count, first: 1 }
}

function prompts(count: number, mark = 'vase'): BatchSource {
  return { way: 'grid', axes: [{ field: 'prompt', values: Array.from({ length: count }, (_, place) => `${mark} ${place + 1}`) }] }
}

async function start(story: Story, plan: BatchPlan): Promise<string> {
  return (await story.studio.startBatch(plan.id, { leaveOutBad: false })).id
}

/** Its tasks, in the order of the rows. */
function rowsOf(story: Story, batchId: string): readonly Task[] {
  const own = story.studio.tasks({ includeHidden: true }).filter((task) => task.batch?.id === batchId)
  return own.toSorted((one, other) => (one.batch?.row ?? 0) - (other.batch?.row ?? 0))
}

function countIn(story: Story, batchId: string, ...phases: readonly Task['phase'][]): number {
  return rowsOf(story, batchId).filter(({ phase }) => phases.includes(phase)).length
}

/** Every charge is of another task. */
function chargesByTask(practice: PracticeService): readonly number[] {
  const charges = practice.ledger().filter(({ kind }) => kind === 'charge')
  return [...Map.groupBy(charges, ({ taskId }) => taskId).values()].map((own) => own.length)
}

/** 30 lines, of which 7, 15 and 28 are wrong in three ways. */
async function tableOfThirty(story: Story): Promise<string> {
  const lines = Array.from({ length: 30 }, (_, place) => {
    const line = place + 2
    if (line === 7) return `,1024*1024,1`
    if (line === 15) return `a vase in line ${line},99*99,1`
    if (line === 28) return `a vase in line ${line},1024*1024,1,surplus`
    return `a vase in line ${line},1024*1024,1`
  })
  return story.text('spring.csv', ['Prompt,Size,imageNum', ...lines].join('\n'))
}

describe('a batch from a table', () => {
  it('names every bad row, sends the others only when it is told to, and pays once for each', async () => {
    const story = await openStory()
    const table = await tableOfThirty(story)
    const found = await story.studio.lookAtTable({ capability: standard, path: table })
    expect(found.columns.map(({ field }) => field)).toEqual(['prompt', 'size', 'imageNum'])
    const plan = await planIn(story, { way: 'table', table, columns: ['prompt', 'size', 'imageNum'] })
    expect(plan).toMatchObject({ count: 27, credits: { known: 135, unknownRows: 0 }, repeated: 0 })
    expect(plan.badRows.map(({ name }) => name)).toEqual(['line 7', 'line 15', 'line 28'])
    expect(plan.badRows.map(({ problems }) => problems.join(' '))).toEqual([
      'Write a prompt.',
      expect.stringContaining('“Size” can’t be “99*99”'),
      expect.stringContaining('This line has 4 cells and the first line 3.')
    ])
    // A row shows what stands in its line, not what the form would have.
    expect(plan.rows[13]).toMatchObject({ name: 'line 15', cells: ['a vase in line 15', '99*99', '1'], isBad: true })
    await expect(start(story, plan)).rejects.toThrow('3 rows can’t be sent.')
    expect(story.studio.tasks()).toEqual([])
    const batch = await story.studio.startBatch(plan.id, { leaveOutBad: true })
    expect(batch).toMatchObject({ title: '27 rows of spring.csv', count: 27, isStopped: false })
    await waitFor(() => countIn(story, batch.id, 'done') === 27)
    expect(story.charges()).toBe(27)
    expect(chargesByTask(story.practice)).toEqual(Array.from({ length: 27 }, () => 1))
    expect(rowsOf(story, batch.id)[5]?.batch).toEqual({ id: batch.id, row: 6, name: 'line 8' })
  })

  it('gives the bad rows back as a table with the reasons, which can be mended and chosen again', async () => {
    const story = await openStory()
    const plan = await planIn(story, {
      way: 'table',
      table: await tableOfThirty(story),
      columns: ['prompt', 'size', 'imageNum']
    })
    const again = await story.text('again.csv', story.studio.badRows(plan.id))
    const found = await story.studio.lookAtTable({ capability: standard, path: again })
    expect(found).toMatchObject({ rowCount: 3 })
    expect(found.columns.map(({ head, field }) => [head, field])).toEqual([
      ['Prompt', 'prompt'],
      ['Size', 'size'],
      ['imageNum', 'imageNum'],
      ['Reason', null]
    ])
  })

  it('takes the files that stand beside the table, and looks into every one', async () => {
    const story = await openStory()
    await story.picture('one.png')
    await mkdir(join(story.folder, 'more'))
    await story.picture('more/two.jpg')
    await story.text('words.png', 'not a picture')
    const table = await story.text(
      'edits.csv',
      'Prompt;Images\na;one.png\nb;"one.png;more\\two.jpg"\nc;words.png\nd;missing.png\ne;../one.png\nf;https://example.com/x.png\n'
    )
    const plan = await planIn(story, { way: 'table', table, columns: ['prompt', 'imageUrls'] })
    expect(plan.count).toBe(3)
    expect(plan.badRows.map(({ name }) => name)).toEqual(['line 4', 'line 5', 'line 6'])
    expect(plan.rows[1]?.cells).toEqual(['b', 'one.png, two.jpg'])
  })
})

describe('a batch of a folder', () => {
  it('makes a row of each file in the order in which one counts, and uploads the same bytes once', async () => {
    const story = await openStory()
    const folder = join(story.folder, 'photos')
    await mkdir(folder)
    for (const name of ['vase 10.png', 'vase 2.png', 'vase 1.png']) await story.picture(`photos/${name}`)
    await story.text('photos/notes.txt', 'not for sending')
    await story.text('photos/.hidden.png', 'nor this')
    expect(await story.studio.lookAtFolder({ capability: third, path: folder, field: 'imageUrls' })).toMatchObject({
      fileCount: 3,
      otherFiles: 1,
      subfolders: 0
    })
    const plan = await planIn(story, { way: 'folder', folder, field: 'imageUrls', withSubfolders: false }, { prompt: 'glaze it' }, third)
    expect(plan.rows.map(({ name }) => name)).toEqual(['vase 1.png', 'vase 2.png', 'vase 10.png'])
    expect(plan.credits).toEqual({ known: 33, unknownRows: 0 })
    const id = await start(story, plan)
    await waitFor(() => countIn(story, id, 'done') === 3)
    // The three are the same picture under three names.
    expect(story.callsTo('/files/upload')).toBe(1)
  })
})

describe('a batch with one photo in every row', () => {
  it('uploads it once, though several rows begin at the same time', async () => {
    const story = await openStory()
    const photo = await story.picture('photo.png', { width: 1600, height: 1200 })
    const id = await start(story, await planIn(story, prompts(10), { imageUrls: [{ file: photo }] }, third))
    await waitFor(() => countIn(story, id, 'done') === 10)
    expect(story.callsTo('/files/upload')).toBe(1)
    expect(story.charges()).toBe(10)
  })
})

describe('a batch whose rows wait for the upload of a task that is taken back', () => {
  it('uploads the file once more for all of them, not once for each', async () => {
    const story = await openStory()
    const photo = await story.picture('photo.png')
    story.practice.faults.add({ on: 'transfer', do: { kind: 'delay', delayInMs: 60_000 } })
    const values = { imageUrls: [{ file: photo }] }
    const first = await story.studio.submit({ capability: third, values: { ...values, prompt: 'a vase' } })
    await waitFor(() => story.practice.calls().some(({ on }) => on === 'transfer'))
    const id = await start(story, await planIn(story, prompts(7), values, third))
    await waitFor(() => countIn(story, id, 'uploading') === 3)
    story.studio.cancel(first.id)
    await waitFor(() => countIn(story, id, 'done') === 7)
    expect(story.callsTo('/files/upload')).toBe(2)
    expect(story.charges()).toBe(7)
  })
})

describe('a batch', () => {
  it('is one batch however often it is started', async () => {
    const story = await openStory()
    const plan = await planIn(story, seeds(5), { prompt: 'a vase' }, third)
    expect(await start(story, plan)).toBe(await start(story, plan))
    expect(story.studio.batches()).toHaveLength(1)
    expect(story.studio.tasks()).toHaveLength(5)
    await story.reopen()
    // The plan is forgotten, the batch that was made of it is not.
    expect(await start(story, plan)).toBe(plan.id)
    await waitFor(() => countIn(story, plan.id, 'done') === 5)
    expect(story.charges()).toBe(5)
  })

  it('asks before it spends what a person set a limit on, and is not written down until then', async () => {
    const rules = { dailyLimit: 40, confirmAbove: 10, asksBeforeTwins: true }
    const story = await openStory({ studio: { spendingRules: () => rules } })
    const tooDear = await planIn(story, prompts(9))
    const guardsOf = async (plan: BatchPlan, consent: SpendingConsent[]) => {
      try {
        await story.studio.startBatch(plan.id, { leaveOutBad: false, consent })
        return []
      } catch (error) {
        return (error as SpendingQuestion).guards.map(({ kind }) => kind)
      }
    }
    expect(await guardsOf(tooDear, ['confirm-above'])).toEqual(['limit'])
    const dear = await planIn(story, prompts(8))
    expect(await guardsOf(dear, [])).toEqual(['confirm-above'])
    expect(story.studio.batches()).toEqual([])
    expect(await guardsOf(dear, ['confirm-above'])).toEqual([])
    await waitFor(() => countIn(story, dear.id, 'done') === 8)
    expect(story.charges()).toBe(8)
  })

  it('is counted anew when the account has changed since', async () => {
    const story = await openStory()
    const plan = await planIn(story, seeds(2), { prompt: 'a vase' }, third)
    await story.studio.disconnect()
    await expect(start(story, plan)).rejects.toThrow('This batch has to be counted once more before it is sent.')
    expect(story.studio.tasks()).toEqual([])
  })

  it('has no more of its rows at work than it may, and sends them in order', async () => {
    const story = await openStory({ practice: { timeScale: 0.05 }, studio: { pace: { batchRowsAtOnce: 3, sendsAtOnce: 2 } } })
    const id = await start(story, await planIn(story, prompts(9)))
    let most = 0
    await waitFor(() => {
      most = Math.max(most, countIn(story, id, 'uploading', 'submitting', 'unconfirmed', 'running', 'collecting'))
      return countIn(story, id, 'done') === 9
    })
    expect(most).toBeLessThanOrEqual(3)
    const sent = rowsOf(story, id).toSorted((one, other) => (one.submittedAt ?? 0) - (other.submittedAt ?? 0))
    expect(sent.map(({ batch }) => batch?.row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('lets a task that is asked for by itself go before its rows', async () => {
    const story = await openStory({ practice: { timeScale: 0.2 }, studio: { pace: { batchRowsAtOnce: 2 } } })
    const id = await start(story, await planIn(story, prompts(200)))
    await waitFor(() => countIn(story, id, 'running') === 2)
    const { id: single } = await story.studio.submit({ capability: standard, values: { prompt: 'for me' } })
    await story.until(single, 'done')
    expect(countIn(story, id, 'queued')).toBeGreaterThan(180)
  })

  it('stops, says so after a restart, and goes on where it was', async () => {
    const story = await openStory({ practice: { timeScale: 0.05 }, studio: { pace: { batchRowsAtOnce: 4 } } })
    const id = await start(story, await planIn(story, prompts(20)))
    await waitFor(() => countIn(story, id, 'done') >= 4)
    story.studio.stopBatch(id)
    await waitFor(() => countIn(story, id, 'done', 'queued') === 20)
    const charged = story.charges()
    expect(charged).toBeLessThan(20)
    await story.reopen()
    expect(story.studio.batches()[0]?.isStopped).toBe(true)
    const { id: single } = await story.studio.submit({ capability: standard, values: { prompt: 'meanwhile' } })
    await story.until(single, 'done')
    expect(story.charges()).toBe(charged + 1)
    story.studio.resumeBatch(id)
    await waitFor(() => countIn(story, id, 'done') === 20)
    expect(story.charges()).toBe(21)
    expect(chargesByTask(story.practice)).toEqual(Array.from({ length: 21 }, () => 1))
  })

  it('sends nothing that was still uploading when it was stopped', async () => {
    const story = await openStory()
    const photo = await story.picture('photo.png')
    story.practice.faults.add({ on: 'transfer', do: { kind: 'delay', delayInMs: 300 } })
    const id = await start(story, await planIn(story, prompts(6), { imageUrls: [{ file: photo }] }, third))
    await waitFor(() => countIn(story, id, 'uploading') > 0)
    story.studio.stopBatch(id)
    await waitFor(() => story.practice.calls().some(({ on, httpStatus }) => on === 'transfer' && httpStatus !== null))
    const { id: single } = await story.studio.submit({ capability: standard, values: { prompt: 'meanwhile' } })
    await story.until(single, 'done')
    expect(story.charges()).toBe(1)
    story.studio.resumeBatch(id)
    await waitFor(() => countIn(story, id, 'done') === 6)
    expect(story.charges()).toBe(7)
  })

  it('takes the rest back, and leaves what is on its way', async () => {
    const story = await openStory({ practice: { timeScale: 0.05 }, studio: { pace: { batchRowsAtOnce: 2 } } })
    const id = await start(story, await planIn(story, prompts(10)))
    await waitFor(() => countIn(story, id, 'running') === 2)
    story.studio.cancelRestOfBatch(id)
    await waitFor(() => countIn(story, id, 'done', 'cancelled') === 10)
    expect(countIn(story, id, 'done')).toBe(story.charges())
    expect(countIn(story, id, 'cancelled')).toBeGreaterThanOrEqual(6)
    story.studio.hideBatch(id)
    expect(story.studio.tasks()).toEqual([])
  })

  it('holds the rest when the credits end in the middle, and goes on once there are more', async () => {
    const story = await openStory({ practice: { startingCredits: 5 * 7 } })
    const id = await start(story, await planIn(story, prompts(12)))
    await waitFor(() => countIn(story, id, 'done') === 7 && countIn(story, id, 'held') === 5)
    expect(story.charges()).toBe(7)
    await story.practice.account.change({ balance: 1_000 })
    await story.studio.resume()
    await waitFor(() => countIn(story, id, 'done') === 12)
    expect(story.charges()).toBe(12)
    expect(chargesByTask(story.practice)).toEqual(Array.from({ length: 12 }, () => 1))
  })
})

/** A process of its own that may be killed; resolves with the signal that ended it. */
function runChild(file: string, orders: Orders): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => {
    void writeFile(file, JSON.stringify(orders)).then(() => {
      const child = spawn(process.execPath, [fileURLToPath(new URL('../crash/child.ts', import.meta.url)), file], { stdio: 'ignore' })
      child.once('close', (_code, signal) => resolve(signal))
    })
  })
}

describe('a batch whose app is killed', () => {
  it.each([
    ['while the batch is written down', { step: 'batch:before', count: 1 }, 0],
    ['right after it was written down', { step: 'batch:after', count: 1 }, 0],
    ['in the middle, between a request and its answer', { step: 'submit:headers', count: 6 }, 5]
  ] as const)('%s, goes on when it is started again, and pays once for every row', async (_when, crash, least) => {
    const folder = await mkdtemp(join(tmpdir(), 'kiln-batch-'))
    const practice = await openPracticeService({ results: 'tiny', timeScale: 0.02 })
    onTestFinished(async () => {
      await practice.close()
      await rm(folder, { recursive: true, force: true })
    })
    const photo = join(folder, 'photo.png')
    await writeFile(photo, await smallPicture())
    const dataDir = join(folder, 'data')
    const orders: Orders = { dataDir, baseUrl: practice.url, apiKey: practice.apiKey, jobs: [], batch: batchOfWorkload('b', photo), crash }
    const file = join(folder, 'orders.json')
    expect(await runChild(file, orders)).toBe('SIGKILL')
    const paidBefore = chargesByTask(practice).length
    expect(paidBefore).toBeGreaterThanOrEqual(least)
    expect(paidBefore).toBeLessThan(12)
    expect(await runChild(file, { ...orders, crash: null })).toBeNull()
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
