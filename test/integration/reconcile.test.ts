import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStudio } from '../../electron/studio.ts'
import type { StudioEvent } from '../../electron/studio.ts'
import { openSetup, standardImageGenerator, waitFor, type Setup } from './open-setup.ts'
import { resultPaths } from './result-paths.ts'
import { reportSentences } from '../shared/phrases/phrase-texts.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const prompt = { prompt: 'a celadon vase' }

async function made(setup: Setup) {
  const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
  return setup.until(task.id, 'done')
}

/** Opens a second studio for the same account, as on another computer. */
async function openElsewhere(setup: Setup) {
  const studio = await openStudio({
    dataDir: join(setup.folder, 'elsewhere'),
    connection: { baseUrl: setup.practice.url, apiKey: new Secret(setup.practice.apiKey) },
    timeScale: 0.01
  })
  onTestFinished(() => studio.close())
  return studio
}

describe('a reconciliation', () => {
  it('says that everything matches', async () => {
    const setup = await openSetup()
    await made(setup)
    expect(await setup.studio.reconcile()).toMatchObject({ tasks: 1, findings: [{ code: 'all-match', params: { count: 1 } }] })
  })

  it('runs automatically after startup, and is reported to listeners', async () => {
    const setup = await openSetup()
    await made(setup)
    await setup.reopen()
    await waitFor(() => setup.studio.reconciliation() !== null)
    const events: StudioEvent[] = []
    setup.studio.subscribe((event) => events.push(event))
    setup.studio.wake()
    await waitFor(() => events.some(({ kind }) => kind === 'reconciliation'))
    expect(setup.studio.reconciliation()).toMatchObject({ tasks: 1, missingFiles: [], untrackedTasks: [] })
  })

  it('reports that the recent tasks couldn’t be read, and changes no task', async () => {
    const setup = await openSetup()
    const task = await made(setup)
    setup.practice.faults.add({ on: 'recent', times: 5, do: { kind: 'error', httpStatus: 500, errorType: 'TASK_SERVICE_UNAVAILABLE' } })
    const report = await setup.studio.reconcile()
    expect(reportSentences(report)?.[0]).toMatch(/^Kiln couldn’t read the service’s recent tasks\. /)
    expect(setup.studio.task(task.id)).toEqual(task)
  })

  it('imports a task made elsewhere, once, and downloads its result without a charge', async () => {
    const setup = await openSetup()
    const elsewhere = await openElsewhere(setup)
    const theirs = await elsewhere.submit({ capability: standardImageGenerator, values: prompt })
    await waitFor(() => elsewhere.task(theirs.id)?.phase === 'done')
    const taskId = elsewhere.task(theirs.id)?.taskId ?? ''

    const report = await setup.studio.reconcile()
    expect(report?.untrackedTasks).toMatchObject([{ taskId, capability: standardImageGenerator, isAwaited: false, candidates: [] }])
    expect(reportSentences(report)).toEqual(['1 task was created elsewhere with this account. You can add it to the queue.'])
    const adopted = setup.studio.adopt(taskId)
    expect(setup.studio.adopt(taskId).id).toBe(adopted.id)
    const done = await setup.until(adopted.id, 'done')
    expect(done.results).toHaveLength(1)
    expect(setup.charges()).toBe(1)
    expect((await setup.studio.reconcile())?.untrackedTasks).toEqual([])
    await setup.reopen()
    expect(setup.studio.task(adopted.id)).toMatchObject({ phase: 'done', taskId })
  })

  it.each([
    ['over MCP if its capability is unknown', undefined],
    ['as the capability that the user chose', standardImageGenerator]
  ])('follows a task from a list of bare IDs %s', async (_how, capability) => {
    const setup = await openSetup()
    const elsewhere = await openElsewhere(setup)
    const theirs = await elsewhere.submit({ capability: standardImageGenerator, values: prompt })
    await waitFor(() => elsewhere.task(theirs.id)?.phase === 'done')
    const taskId = elsewhere.task(theirs.id)?.taskId ?? ''
    await elsewhere.close()
    setup.practice.faults.add({ on: 'recent', times: 1_000, do: { kind: 'recent-shape', shape: 'bare-ids' } })
    const queries = setup.callsTo('/query')

    expect((await setup.studio.reconcile())?.untrackedTasks).toMatchObject([{ taskId, capability: null, isAwaited: false, candidates: [] }])
    const adopted = setup.studio.adopt(taskId, { capability })
    expect((await setup.until(adopted.id, 'done')).results).toHaveLength(1)
    expect(setup.callsTo('/query') > queries).toBe(capability !== undefined)
    expect(setup.charges()).toBe(1)
  })

  it('imports no task that isn’t listed', async () => {
    const setup = await openSetup()
    await setup.studio.reconcile()
    expect(() => setup.studio.adopt('T-unknown')).toThrow('not-in-recent-tasks')
  })
})

describe('a paid result that is no longer on this computer', () => {
  it('is reported, and downloaded again without a charge', async () => {
    const setup = await openSetup()
    const task = await made(setup)
    const [result] = task.results
    const [path = ''] = await resultPaths(setup.studio, task)
    await rm(path)
    expect(reportSentences(await setup.studio.reconcile())).toEqual(['1 paid result isn’t on this computer. Download it.'])
    await setup.studio.fetchAgain(task.id)
    const back = await setup.until(task.id, 'done')
    expect(await resultPaths(setup.studio, back)).toEqual([path])
    expect(back.results[0]?.sha256).toBe(result?.sha256)
    expect(setup.charges()).toBe(1)
    expect((await setup.studio.reconcile())?.missingFiles).toEqual([])
  })

  it('is downloaded again next to a file that has taken its name', async () => {
    const setup = await openSetup()
    const task = await made(setup)
    const path = (await resultPaths(setup.studio, task))[0] ?? ''
    await writeFile(path, 'something else')
    await setup.studio.fetchAgain(task.id)
    const back = await setup.until(task.id, 'done')
    expect((await resultPaths(setup.studio, back))[0]).not.toBe(path)
    expect(back.results[0]?.sha256).toBe(task.results[0]?.sha256)
  })

  it('isn’t reported while its folder is missing', async () => {
    const setup = await openSetup()
    const task = await made(setup)
    const folder = dirname((await resultPaths(setup.studio, task))[0] ?? '')
    await rename(folder, `${folder} away`)
    expect((await setup.studio.reconcile())?.missingFiles).toEqual([])
  })

  it('isn’t downloaded if no file is missing', async () => {
    const setup = await openSetup()
    const task = await made(setup)
    await expect(setup.studio.fetchAgain(task.id)).rejects.toThrow('no-missing-files')
  })
})
