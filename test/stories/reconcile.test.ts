import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStudio } from '../../electron/studio.ts'
import type { StudioEvent } from '../../electron/studio.ts'
import { openStory, standard, waitFor, type Story } from './open-story.ts'

const prompt = { prompt: 'a celadon vase' }

async function made(story: Story) {
  const task = await story.studio.submit({ capability: standard, values: prompt })
  return story.until(task.id, 'done')
}

/** The same account on another machine. */
async function openElsewhere(story: Story) {
  const studio = await openStudio({
    dataDir: join(story.folder, 'elsewhere'),
    connection: { baseUrl: story.practice.url, apiKey: story.practice.apiKey },
    timeScale: 0.01
  })
  onTestFinished(() => studio.close())
  return studio
}

describe('a reconciliation', () => {
  it('says that all adds up', async () => {
    const story = await openStory()
    await made(story)
    expect(await story.studio.reconcile()).toMatchObject({ tasks: 1, sentences: ['All adds up: 1 task, each accounted for.'] })
  })

  it('happens by itself after a start, and is told to who listens', async () => {
    const story = await openStory()
    await made(story)
    await story.reopen()
    await waitFor(() => story.studio.reconciliation() !== null)
    const events: StudioEvent[] = []
    story.studio.subscribe((event) => events.push(event))
    story.studio.wake()
    await waitFor(() => events.some(({ kind }) => kind === 'reconciliation'))
    expect(story.studio.reconciliation()).toMatchObject({ tasks: 1, lost: [], strangers: [] })
  })

  it('says in words that the list could not be read, and does not touch a task over it', async () => {
    const story = await openStory()
    const task = await made(story)
    story.practice.faults.add({ on: 'recent', times: 5, do: { kind: 'error', httpStatus: 500, errorType: 'TASK_SERVICE_UNAVAILABLE' } })
    const report = await story.studio.reconcile()
    expect(report?.sentences[0]).toMatch(/^The recent tasks could not be read: /)
    expect(story.studio.task(task.id)).toEqual(task)
  })

  it('takes in a task that was made elsewhere, once, and brings its result here without a charge', async () => {
    const story = await openStory()
    const elsewhere = await openElsewhere(story)
    const theirs = await elsewhere.submit({ capability: standard, values: prompt })
    await waitFor(() => elsewhere.task(theirs.id)?.phase === 'done')
    const taskId = elsewhere.task(theirs.id)?.taskId ?? ''

    const report = await story.studio.reconcile()
    expect(report?.strangers).toMatchObject([{ taskId, capability: standard, isAwaited: false, candidates: [] }])
    expect(report?.sentences).toEqual(['1 task was made elsewhere with this account: take it in.'])
    const adopted = story.studio.adopt(taskId)
    expect(story.studio.adopt(taskId).id).toBe(adopted.id)
    const done = await story.until(adopted.id, 'done')
    expect(done.results).toHaveLength(1)
    expect(story.charges()).toBe(1)
    expect((await story.studio.reconcile())?.strangers).toEqual([])
    await story.reopen()
    expect(story.studio.task(adopted.id)).toMatchObject({ phase: 'done', taskId })
  })

  it.each([
    ['over MCP if nobody says what it belongs to', undefined],
    ['as what the person says it belongs to', standard]
  ])('follows a task of a list of bare ids %s', async (_how, capability) => {
    const story = await openStory()
    const elsewhere = await openElsewhere(story)
    const theirs = await elsewhere.submit({ capability: standard, values: prompt })
    await waitFor(() => elsewhere.task(theirs.id)?.phase === 'done')
    const taskId = elsewhere.task(theirs.id)?.taskId ?? ''
    await elsewhere.close()
    story.practice.faults.add({ on: 'recent', times: 1_000, do: { kind: 'recent-shape', shape: 'bare-ids' } })
    const queries = story.callsTo('/query')

    expect((await story.studio.reconcile())?.strangers).toMatchObject([{ taskId, capability: null, isAwaited: false, candidates: [] }])
    const adopted = story.studio.adopt(taskId, { capability })
    expect((await story.until(adopted.id, 'done')).results).toHaveLength(1)
    expect(story.callsTo('/query') > queries).toBe(capability !== undefined)
    expect(story.charges()).toBe(1)
  })

  it('takes in nothing that the list does not name', async () => {
    const story = await openStory()
    await story.studio.reconcile()
    expect(() => story.studio.adopt('T-of-nobody')).toThrow(/do not name it/)
  })
})

describe('a paid result that is not on this computer any more', () => {
  it('is named, and fetched again without a charge', async () => {
    const story = await openStory()
    const task = await made(story)
    const [result] = task.results
    await rm(result?.path ?? '')
    expect((await story.studio.reconcile())?.sentences).toEqual(['1 paid result is not on this computer: fetch it.'])
    await story.studio.fetchAgain(task.id)
    const back = await story.until(task.id, 'done')
    expect(back.results[0]).toMatchObject({ path: result?.path, sha256: result?.sha256 })
    expect(story.charges()).toBe(1)
    expect((await story.studio.reconcile())?.lost).toEqual([])
  })

  it('is fetched again beside a file that took its name meanwhile', async () => {
    const story = await openStory()
    const task = await made(story)
    const path = task.results[0]?.path ?? ''
    await writeFile(path, 'something else')
    await story.studio.fetchAgain(task.id)
    const back = await story.until(task.id, 'done')
    expect(back.results[0]?.path).not.toBe(path)
    expect(back.results[0]?.sha256).toBe(task.results[0]?.sha256)
  })

  it('is not missed while the drive of its folder is away', async () => {
    const story = await openStory()
    const task = await made(story)
    const folder = dirname(task.results[0]?.path ?? '')
    await rename(folder, `${folder} away`)
    expect((await story.studio.reconcile())?.lost).toEqual([])
  })

  it('is not fetched when nothing is missing', async () => {
    const story = await openStory()
    const task = await made(story)
    await expect(story.studio.fetchAgain(task.id)).rejects.toThrow(/where they were saved/)
  })
})
