import { spawn } from 'node:child_process'
import { appendFile, copyFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStudio } from '../../electron/studio.ts'
import { json, openForeignService, openForeignStory, waitFor, type ForeignService, type Manner } from './open-foreign-service.ts'

const standard = 'imgmodel-image-generator'
const third = 'imgmodel-3-0-image-generator'
const prompt = { prompt: 'a celadon vase' }

const takenAndLost: Manner = (call, response, service) => {
  service.take(call)
  response.destroy()
}

/** Holds calls back until it is opened. */
function gate(): { readonly manner: Manner; readonly open: () => void; readonly waiting: () => number } {
  let isOpen = false
  const waiting: (() => void)[] = []
  return {
    manner: async () => {
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve))
      return false
    },
    open: () => {
      isOpen = true
      for (const go of waiting) go()
    },
    waiting: () => waiting.length
  }
}

type Ending = { readonly code: number | null; readonly said: string; readonly complaints: string }

function runScript(dataDir: string, service: ForeignService, jobs: unknown, waitInMs: number): Promise<Ending> {
  return new Promise((resolve) => {
    const script = fileURLToPath(new URL('foreign-script.ts', import.meta.url))
    const child = spawn(process.execPath, [script, dataDir, service.url, service.apiKey, JSON.stringify(jobs), String(waitInMs)])
    let said = ''
    let complaints = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    child.on('close', (code) => resolve({ code, said, complaints }))
  })
}

describe('closing', () => {
  it('lets a script that opens and closes end by itself', async () => {
    const story = await openForeignStory()
    const end = await runScript(join(story.folder, 'other'), story.service, [], 0)
    expect(end).toEqual({ code: 0, said: 'closed\n', complaints: '' })
  })

  it('lets a script end by itself while uploads, submissions, queries and downloads are under way, and loses none of them', async () => {
    const photo = { file: '' }
    const doors = [gate(), gate(), gate(), gate()] as const
    const story = await openForeignStory({ put: doors[0].manner, submit: doors[1].manner, query: doors[2].manner, result: doors[3].manner })
    photo.file = await story.photo()
    const other = join(story.folder, 'other')
    for (const [turn, door] of doors.entries()) {
      const end = await runScript(other, story.service, [prompt, { ...prompt, imageUrls: [photo] }], 700)
      expect(end, `turn ${turn}`).toEqual({ code: 0, said: 'closed\n', complaints: '' })
      door.open()
    }
    const studio = await story.reopen({ dataDir: other })
    await waitFor(() => studio.tasks().every((task) => task.phase === 'done'))
    expect(studio.tasks()).toHaveLength(8)
    expect(story.service.taskOfKey.size).toBe(8)
  })

  it('does not take its own abort of an upload for a fault of the file', async () => {
    const clip = fileURLToPath(new URL('../../electron/practice/media/clip-1x1.mp4', import.meta.url))
    const story = await openForeignStory({
      capabilities: (_call, response) =>
        json(response, 200, [{ id: 'long-film', inputSchema: { type: 'object', properties: { videoURL: { type: 'string' } } } }])
    })
    const film = join(story.folder, 'film.mp4')
    await copyFile(clip, film)
    // A box of free space that is not there on disk, so that reading it takes a while.
    const bytes = 3 * 1024 ** 3
    await appendFile(film, Buffer.from([0, 0, 0, 0, 0x66, 0x72, 0x65, 0x65]))
    await truncate(film, bytes)
    const task = await story.studio.submit({ capability: 'long-film', values: { videoURL: { file: film } } })
    await story.until(task.id, 'uploading')
    await story.reopen({ connection: null })
    expect(story.studio.task(task.id)).toMatchObject({ failure: null })
    expect(['uploading', 'held']).toContain(story.studio.task(task.id)?.phase)
  })

  it('may be asked for twice, and takes nothing on after it', async () => {
    const story = await openForeignStory()
    await Promise.all([story.studio.close(), story.studio.close()])
    await expect(story.studio.submit({ capability: standard, values: prompt })).rejects.toThrow(/closing/)
    expect(story.service.callsTo('/submit')).toBe(0)
  })
})

describe('opening', () => {
  it('moves no task when an address is none, and lets go of the folder', async () => {
    const story = await openForeignStory({ submit: () => undefined })
    await story.studio.submit({ capability: standard, values: prompt })
    await story.studio.submit({ capability: standard, values: prompt })
    await waitFor(() => story.service.callsTo('/submit') === 2)
    await story.studio.close()
    const { dataDir, service } = story
    const others = [{ baseUrl: service.url, apiKey: service.apiKey }]
    const bad = { id: 'bad', baseUrl: 'no address', apiKey: 'k' }
    await expect(openStudio({ dataDir, others, connection: bad, timeScale: 0.01 })).rejects.toThrow(/address/)
    const asked = service.calls.length
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(service.calls).toHaveLength(asked)
    service.change({})
    await story.reopen()
    await waitFor(() => story.studio.tasks().every((task) => task.phase === 'done'))
    expect(service.taskOfKey.size).toBe(2)
  })

  it('opens without an account, keeps what is queued, and goes on when one is connected', async () => {
    const story = await openForeignStory({ submit: () => undefined })
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(task.id, 'submitting')
    await story.reopen({ connection: null })
    expect(story.studio.account().hold).toBe('no-connection')
    expect(await story.studio.capabilities()).toEqual([])
    expect(story.studio.task(task.id)?.phase).toBe('unconfirmed')
    story.service.change({})
    await story.studio.connect({ baseUrl: story.service.url, apiKey: ` ${story.service.apiKey}\n` })
    const done = await story.until(task.id, 'done')
    expect(done.idempotencyKey).toBe(task.idempotencyKey)
    expect(story.service.taskOfKey.size).toBe(1)
  })

  it('reads what the service offers as soon as it can be reached, also when it could not at the start', async () => {
    const story = await openForeignStory({ capabilities: (_call, response) => json(response, 503, { error: 'starting' }) })
    expect((await story.studio.capabilities()).some((one) => one.id === 'glaze')).toBe(false)
    story.service.change({ capabilities: (_call, response) => json(response, 200, { capabilities: [{ id: 'glaze' }] }) })
    const found = async (): Promise<boolean> => (await story.studio.capabilities()).some((one) => one.id === 'glaze')
    const giveUpAt = Date.now() + 60_000
    while (!(await found()) && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await found()).toBe(true)
  })

  it('keeps held tasks held over a restart and lets them go with the right key', async () => {
    const story = await openForeignStory()
    story.service.setKey('sk-another-987654321')
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(task.id, 'held')
    await story.reopen({ connection: null })
    expect(story.studio.task(task.id)).toMatchObject({ phase: 'held', hold: 'key' })
    await story.studio.connect({ baseUrl: story.service.url, apiKey: story.service.apiKey })
    expect((await story.until(task.id, 'done')).idempotencyKey).toBe(task.idempotencyKey)
    expect(story.service.taskOfKey.size).toBe(1)
  })
})

describe('a new key or address while things run', () => {
  it('follows everything to the new port, each with its key', async () => {
    const door = gate()
    const story = await openForeignStory({ put: door.manner })
    const file = await story.photo()
    const uploading = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file }] } })
    await waitFor(() => door.waiting() === 1)
    story.service.change({ put: door.manner, submit: takenAndLost })
    const lost = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(lost.id, 'unconfirmed')
    story.service.change({ put: door.manner })
    await story.service.moveToAnotherPort()
    await story.studio.connect({ baseUrl: story.service.url, apiKey: story.service.apiKey })
    door.open()
    for (const task of [uploading, lost]) expect((await story.until(task.id, 'done')).idempotencyKey).toBe(task.idempotencyKey)
    expect(story.service.taskOfKey.size).toBe(2)
  })

  it('uploads a file again where the service has moved, and again nothing where it has not', async () => {
    const story = await openForeignStory()
    const values = { ...prompt, imageUrls: [{ file: await story.photo() }] }
    const { service } = story
    const makeOne = async (): Promise<number> => {
      await story.until((await story.studio.submit({ capability: third, values })).id, 'done')
      return service.callsTo('/files/upload')
    }
    expect(await makeOne()).toBe(1)
    await story.studio.connect({ baseUrl: service.url, apiKey: service.apiKey })
    expect(await makeOne()).toBe(1)
    await service.moveToAnotherPort()
    await story.studio.connect({ baseUrl: service.url, apiKey: service.apiKey })
    expect(await makeOne()).toBe(2)
  })

  it('says of a key that cannot be one what is wrong with it, before any task is asked for', async () => {
    const story = await openForeignStory()
    for (const apiKey of ['sk-in\ntwo-lines', 'sk-ключ-0123'])
      await expect(story.studio.connect({ baseUrl: story.service.url, apiKey })).rejects.toMatchObject({ field: 'apiKey' })
  })

  it('does not hold the account for what was said about the key before', async () => {
    const answers: (() => void)[] = []
    const story = await openForeignStory()
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(task.id, 'done')
    story.service.change({
      submit: async (_call, response) => {
        await new Promise<void>((resolve) => answers.push(resolve))
        json(response, 401, { success: false, errorType: 'API_KEY_INVALID_OR_REVOKED' })
      }
    })
    const late = await story.studio.submit({ capability: standard, values: prompt })
    await waitFor(() => answers.length === 1)
    story.service.setKey('sk-rotated-0123456789')
    story.service.change({})
    await story.studio.connect({ baseUrl: story.service.url, apiKey: story.service.apiKey })
    for (const answer of answers) answer()
    await story.until(late.id, 'done')
    expect(story.studio.account().hold).toBeNull()
    expect(story.studio.timeline(late.id).some((entry) => entry.httpStatus === 401)).toBe(true)
    expect(story.service.taskOfKey.size).toBe(2)
  })

  it('finds out by itself that a key works again, also at a service without a catalog', async () => {
    const story = await openForeignStory()
    const { apiKey } = story.service
    story.service.setKey('sk-another-987654321')
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(task.id, 'held')
    story.service.setKey(apiKey)
    expect((await story.until(task.id, 'done')).idempotencyKey).toBe(task.idempotencyKey)
  })

  it('sends one task to see whether there are credits again, and sends it once, files and all', async () => {
    let isBroke = true
    const story = await openForeignStory({
      submit: (_call, response) => (isBroke ? json(response, 402, { error: 'no credits', errorType: 'NEED_PURCHASE_CREDITS' }) : false)
    })
    const file = await story.photo()
    const tasks = await Promise.all([
      story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file }] } }),
      story.studio.submit({ capability: third, values: prompt })
    ])
    for (const task of tasks) expect((await story.until(task.id, 'held')).hold).toBe('credits')
    const slow = await story.studio.submit({ capability: third, values: { prompt: 'never sent yet', imageUrls: [{ file }] } })
    await story.until(slow.id, 'held')
    isBroke = false
    for (const task of [...tasks, slow]) await story.until(task.id, 'done')
    expect(story.service.taskOfKey.size).toBe(3)
    for (const bodies of story.service.bodiesOfKey.values()) expect(bodies).toHaveLength(1)
  })

  it('cancels an upload under way and sends nothing', async () => {
    const door = gate()
    const story = await openForeignStory({ put: door.manner })
    const file = await story.photo()
    const task = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file }] } })
    await waitFor(() => door.waiting() === 1)
    story.studio.cancel(task.id)
    door.open()
    const next = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file }] } })
    await story.until(next.id, 'done')
    expect(story.studio.task(task.id)?.phase).toBe('cancelled')
    expect(story.service.taskOfKey.size).toBe(1)
  })
})

describe('two of a kind', () => {
  it('makes two tasks of two identical submissions', async () => {
    const story = await openForeignStory()
    const tasks = await Promise.all([1, 2].map(async () => story.studio.submit({ capability: standard, values: prompt })))
    for (const task of tasks) await story.until(task.id, 'done')
    expect(new Set(tasks.map((task) => story.studio.task(task.id)?.taskId)).size).toBe(2)
    expect(new Set(tasks.flatMap((task) => story.studio.task(task.id)?.results.map((result) => result.path))).size).toBe(2)
  })

  it('gives no task the result of another whose answer is still on its way', async () => {
    const answers: (() => void)[] = []
    const listed: { taskId: string; capability: string; createdAt: string }[] = []
    const story = await openForeignStory({
      recent: (_call, response) => json(response, 200, { tasks: listed }),
      submit: async (call, response, service) => {
        if (call.json['prompt'] === 'never arrives' && service.callsTo('/submit') < 3) return void response.destroy()
        if (call.json['prompt'] !== 'answers late') return false
        const taskId = service.take(call)
        listed.push({ taskId, capability: standard, createdAt: new Date().toISOString() })
        await new Promise<void>((resolve) => answers.push(resolve))
        json(response, 200, { success: true, taskId })
      }
    })
    const late = await story.studio.submit({ capability: standard, values: { prompt: 'answers late' } })
    await waitFor(() => answers.length === 1)
    const never = await story.studio.submit({ capability: standard, values: { prompt: 'never arrives' } })
    await story.until(never.id, 'done')
    for (const answer of answers) answer()
    await story.until(late.id, 'done')
    expect(story.service.taskOfKey.size).toBe(2)
    expect(story.studio.task(never.id)?.taskId).not.toBe(story.studio.task(late.id)?.taskId)
  })

  it('keeps the tasks of two accounts apart, even where both services count from one', async () => {
    const story = await openForeignStory()
    const second = await openForeignService({
      submit: (call, response, service) => {
        service.take(call)
        if (service.callsTo('/submit') === 1) json(response, 503, { errorType: 'SUBMISSION_OUTCOME_UNKNOWN', recovery: 'GET_RECENT_TASKS' })
        else return false
      },
      recent: (_call, response, service) =>
        json(response, 200, {
          tasks: [...service.taskOfKey].map(([idempotencyKey, taskId]) => ({ taskId, idempotencyKey, capability: standard }))
        })
    })
    onTestFinished(second.close)
    const one = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(one.id, 'done')
    await story.studio.connect({ id: 'second', baseUrl: second.url, apiKey: second.apiKey })
    const other = await story.studio.submit({ capability: standard, values: prompt })
    const done = await story.until(other.id, 'done')
    expect(done.taskId).toBe(story.studio.task(one.id)?.taskId)
    expect(second.callsTo('/submit')).toBe(1)
  })
})

describe('what must not go on for ever, or be shaken', () => {
  it('ends when the service calls every upload expired', async () => {
    const story = await openForeignStory({ submit: (_call, response) => json(response, 410, { errorType: 'UPLOAD_EXPIRED' }) })
    const file = await story.photo()
    const withFile = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file }] } })
    const withUrl = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: ['https://example.com/a.png'] } })
    await story.until(withFile.id, 'refused')
    await story.until(withUrl.id, 'refused')
    expect(story.service.callsTo('/submit')).toBe(6)
  })

  it('goes on when somebody who listens throws', async () => {
    const warnings: Error[] = []
    const note = (warning: Error): void => {
      warnings.push(warning)
    }
    process.on('warning', note)
    onTestFinished(() => {
      process.off('warning', note)
    })
    const story = await openForeignStory()
    story.studio.subscribe(() => {
      throw new Error('not my day')
    })
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await story.until(task.id, 'done')
    expect(story.service.taskOfKey.size).toBe(1)
    await waitFor(() => warnings.some((warning) => warning.message === 'not my day'))
  })

  it('asks on about a task that the service denies without a type, and says so without a word on credits', async () => {
    let isDenied = true
    const story = await openForeignStory({
      query: (_call, response) => (isDenied ? json(response, 404, { error: 'no such task' }) : false)
    })
    const task = await story.studio.submit({ capability: standard, values: prompt })
    await waitFor(() => story.studio.task(task.id)?.failure !== null)
    expect(story.studio.task(task.id)).toMatchObject({ phase: 'running', failure: { serviceMessage: 'no such task' } })
    expect(story.studio.task(task.id)?.failure?.message).not.toMatch(/spent/)
    isDenied = false
    expect((await story.until(task.id, 'done')).failure).toBeNull()
  })

  it('keeps the beginning of an endless text', async () => {
    const answer = { status: 'failed', errorDetail: 'x'.repeat(1_000_000) }
    const story = await openForeignStory({ query: (_call, response) => json(response, 200, { success: true, data: answer }) })
    const task = await story.studio.submit({ capability: standard, values: prompt })
    expect((await story.until(task.id, 'failed')).failure?.serviceMessage).toHaveLength(2_000)
  })

  it('takes a task for failed where only the top of the answer says so', async () => {
    const story = await openForeignStory({
      query: (_call, response) => json(response, 200, { success: false, status: 'FAILED', errorDetail: 'cracked in the kiln' })
    })
    const task = await story.studio.submit({ capability: standard, values: prompt })
    const failed = await story.until(task.id, 'failed')
    expect(failed.failure?.serviceMessage).toBe('cracked in the kiln')
  })
})
