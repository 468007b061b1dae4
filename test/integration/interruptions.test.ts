import { spawn } from 'node:child_process'
import { appendFile, copyFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStudio } from '../../electron/studio.ts'
import { resultPaths } from './result-paths.ts'
import {
  respondWithJson,
  openIndependentService,
  openIndependentSetup,
  waitUntil,
  type IndependentService,
  type ResponseOverride
} from './open-independent-service.ts'
import { failureSentences } from '../shared/phrases/phrase-texts.ts'
import { connectTo } from './connect-to.ts'
import { Secret } from '../../electron/accounts/secret.ts'

const standard = 'imgmodel-image-generator'
const third = 'imgmodel-3-0-image-generator'
const prompt = { prompt: 'a celadon vase' }

const takenAndLost: ResponseOverride = (call, response, service) => {
  service.take(call)
  response.destroy()
}

/** Returns an override that blocks calls until `open` is called. `waiting`: returns the number of blocked calls. */
function gate(): { readonly override: ResponseOverride; readonly open: () => void; readonly waiting: () => number } {
  let isOpen = false
  const waiting: (() => void)[] = []
  return {
    override: async () => {
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

function runScript(dataDir: string, service: IndependentService, jobs: unknown, waitInMs: number): Promise<Ending> {
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
  it('lets a script that opens and closes exit normally', async () => {
    const setup = await openIndependentSetup()
    const end = await runScript(join(setup.folder, 'other'), setup.service, [], 0)
    expect(end).toEqual({ code: 0, said: 'closed\n', complaints: '' })
  })

  it('lets a script exit normally during uploads, submissions, queries and downloads, and loses none of them', async () => {
    const photo = { file: '' }
    const uploadGates = [gate(), gate(), gate(), gate()] as const
    const setup = await openIndependentSetup({
      put: uploadGates[0].override,
      submit: uploadGates[1].override,
      query: uploadGates[2].override,
      result: uploadGates[3].override
    })
    photo.file = await setup.photo()
    const other = join(setup.folder, 'other')
    for (const [turn, uploadGate] of uploadGates.entries()) {
      const end = await runScript(other, setup.service, [prompt, { ...prompt, imageUrls: [photo] }], 700)
      expect(end, `turn ${turn}`).toEqual({ code: 0, said: 'closed\n', complaints: '' })
      uploadGate.open()
    }
    const studio = await setup.reopen({ dataDir: other })
    await waitUntil(() => studio.tasks().every((task) => task.phase === 'done'))
    expect(studio.tasks()).toHaveLength(8)
    expect(setup.service.taskOfKey.size).toBe(8)
  })

  it('doesn’t report its own abort of an upload as a file error', async () => {
    const clip = fileURLToPath(new URL('../../electron/practice/media/clip-1x1.mp4', import.meta.url))
    const setup = await openIndependentSetup({
      capabilities: (_call, response) =>
        respondWithJson(response, 200, [{ id: 'long-film', inputSchema: { type: 'object', properties: { videoURL: { type: 'string' } } } }])
    })
    const film = join(setup.folder, 'film.mp4')
    await copyFile(clip, film)
    // Appends a sparse 3 GiB `free` box, so that reading the file takes a while.
    const bytes = 3 * 1024 ** 3
    await appendFile(film, Buffer.from([0, 0, 0, 0, 0x66, 0x72, 0x65, 0x65]))
    await truncate(film, bytes)
    const task = await setup.studio.submit({ capability: 'long-film', values: { videoURL: { file: film } } })
    await setup.until(task.id, 'uploading')
    await setup.reopen({ connection: null })
    expect(setup.studio.task(task.id)).toMatchObject({ failure: null })
    expect(['uploading', 'held']).toContain(setup.studio.task(task.id)?.phase)
  })

  it('can be requested twice, and later submissions are rejected', async () => {
    const setup = await openIndependentSetup()
    await Promise.all([setup.studio.close(), setup.studio.close()])
    await expect(setup.studio.submit({ capability: standard, values: prompt })).rejects.toThrow(/closing/)
    expect(setup.service.callsTo('/submit')).toBe(0)
  })
})

describe('opening', () => {
  it('sends nothing if an address is invalid, and releases the folder', async () => {
    const setup = await openIndependentSetup({ submit: () => undefined })
    await setup.studio.submit({ capability: standard, values: prompt })
    await setup.studio.submit({ capability: standard, values: prompt })
    await waitUntil(() => setup.service.callsTo('/submit') === 2)
    await setup.studio.close()
    const { dataDir, service } = setup
    const others = [{ baseUrl: service.url, apiKey: new Secret(service.apiKey) }]
    const bad = { id: 'bad', baseUrl: 'no address', apiKey: new Secret('k') }
    await expect(openStudio({ dataDir, others, connection: bad, timeScale: 0.01 })).rejects.toThrow(/address/)
    const asked = service.calls.length
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(service.calls).toHaveLength(asked)
    service.change({})
    await setup.reopen()
    await waitUntil(() => setup.studio.tasks().every((task) => task.phase === 'done'))
    expect(service.taskOfKey.size).toBe(2)
  })

  it('works without an account, and sent tasks resume once one is connected', async () => {
    const setup = await openIndependentSetup({ submit: () => undefined })
    const task = await setup.studio.submit({ capability: standard, values: prompt })
    await setup.until(task.id, 'submitting')
    await setup.reopen({ connection: null })
    expect(setup.studio.account().hold).toBe('no-connection')
    expect(await setup.studio.capabilities()).toEqual([])
    expect(setup.studio.task(task.id)?.phase).toBe('unconfirmed')
    setup.service.change({})
    await connectTo(setup.studio, { baseUrl: setup.service.url, apiKey: new Secret(` ${setup.service.apiKey}\n`) })
    const done = await setup.until(task.id, 'done')
    expect(done.idempotencyKey).toBe(task.idempotencyKey)
    expect(setup.service.taskOfKey.size).toBe(1)
  })

  it('reads the capabilities as soon as the service is available, even if it wasn’t at startup', async () => {
    const setup = await openIndependentSetup({ capabilities: (_call, response) => respondWithJson(response, 503, { error: 'starting' }) })
    expect((await setup.studio.capabilities()).some((one) => one.id === 'glaze')).toBe(false)
    setup.service.change({ capabilities: (_call, response) => respondWithJson(response, 200, { capabilities: [{ id: 'glaze' }] }) })
    const found = async (): Promise<boolean> => (await setup.studio.capabilities()).some((one) => one.id === 'glaze')
    const giveUpAt = Date.now() + 300_000
    while (!(await found()) && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await found()).toBe(true)
  })

  it('keeps tasks on hold over a restart, and releases them with the right key', async () => {
    const setup = await openIndependentSetup()
    setup.service.setKey('sk-another-987654321')
    const task = await setup.studio.submit({ capability: standard, values: prompt })
    await setup.until(task.id, 'held')
    await setup.reopen({ connection: null })
    expect(setup.studio.task(task.id)).toMatchObject({ phase: 'held', hold: 'key' })
    await connectTo(setup.studio, { baseUrl: setup.service.url, apiKey: new Secret(setup.service.apiKey) })
    expect((await setup.until(task.id, 'done')).idempotencyKey).toBe(task.idempotencyKey)
    expect(setup.service.taskOfKey.size).toBe(1)
  })
})

describe('a studio whose key, address or credits change', () => {
  it('continues all tasks at the new port with their idempotency keys', async () => {
    const uploadGate = gate()
    const setup = await openIndependentSetup({ put: uploadGate.override })
    const file = await setup.photo()
    const uploading = await setup.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file }] } })
    await waitUntil(() => uploadGate.waiting() === 1)
    setup.service.change({ put: uploadGate.override, submit: takenAndLost })
    const lost = await setup.studio.submit({ capability: standard, values: prompt })
    await setup.until(lost.id, 'unconfirmed')
    setup.service.change({ put: uploadGate.override })
    await setup.service.moveToAnotherPort()
    await connectTo(setup.studio, { baseUrl: setup.service.url, apiKey: new Secret(setup.service.apiKey) })
    uploadGate.open()
    for (const task of [uploading, lost]) expect((await setup.until(task.id, 'done')).idempotencyKey).toBe(task.idempotencyKey)
    expect(setup.service.taskOfKey.size).toBe(2)
  })

  it('uploads a file again only if the service has moved', async () => {
    const setup = await openIndependentSetup()
    const values = { ...prompt, imageUrls: [{ file: await setup.photo() }] }
    const { service } = setup
    const makeOne = async (): Promise<number> => {
      await setup.until((await setup.studio.submit({ capability: third, values })).id, 'done')
      return service.callsTo('/files/upload')
    }
    expect(await makeOne()).toBe(1)
    await connectTo(setup.studio, { baseUrl: service.url, apiKey: new Secret(service.apiKey) })
    expect(await makeOne()).toBe(1)
    await service.moveToAnotherPort()
    await connectTo(setup.studio, { baseUrl: service.url, apiKey: new Secret(service.apiKey) })
    expect(await makeOne()).toBe(2)
  })

  it('rejects a malformed key before any task is sent', async () => {
    const setup = await openIndependentSetup()
    for (const apiKey of ['sk-in\ntwo-lines', 'sk-ключ-0123'])
      await expect(connectTo(setup.studio, { baseUrl: setup.service.url, apiKey: new Secret(apiKey) })).rejects.toMatchObject({
        field: 'apiKey'
      })
  })

  it('isn’t put on hold by a late rejection of the previous key', async () => {
    const answers: (() => void)[] = []
    const setup = await openIndependentSetup()
    const task = await setup.studio.submit({ capability: standard, values: prompt })
    await setup.until(task.id, 'done')
    setup.service.change({
      submit: async (_call, response) => {
        await new Promise<void>((resolve) => answers.push(resolve))
        respondWithJson(response, 401, { success: false, errorType: 'API_KEY_INVALID_OR_REVOKED' })
      }
    })
    const late = await setup.studio.submit({ capability: standard, values: prompt })
    await waitUntil(() => answers.length === 1)
    setup.service.setKey('sk-rotated-0123456789')
    setup.service.change({})
    await connectTo(setup.studio, { baseUrl: setup.service.url, apiKey: new Secret(setup.service.apiKey) })
    for (const answer of answers) answer()
    await setup.until(late.id, 'done')
    expect(setup.studio.account().hold).toBeNull()
    expect(setup.studio.timeline(late.id).some((entry) => entry.httpStatus === 401)).toBe(true)
    expect(setup.service.taskOfKey.size).toBe(2)
  })

  it('detects automatically that a key works again, even at a service without a catalogue', async () => {
    const setup = await openIndependentSetup()
    const { apiKey } = setup.service
    setup.service.setKey('sk-another-987654321')
    const task = await setup.studio.submit({ capability: standard, values: prompt })
    await setup.until(task.id, 'held')
    setup.service.setKey(apiKey)
    expect((await setup.until(task.id, 'done')).idempotencyKey).toBe(task.idempotencyKey)
  })

  it('detects new credits automatically, and each task is accepted once', async () => {
    let isBroke = true
    const setup = await openIndependentSetup({
      submit: (_call, response) =>
        isBroke ? respondWithJson(response, 402, { error: 'no credits', errorType: 'NEED_PURCHASE_CREDITS' }) : false
    })
    const file = await setup.photo()
    const tasks = await Promise.all([
      setup.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file }] } }),
      setup.studio.submit({ capability: third, values: prompt })
    ])
    for (const task of tasks) expect((await setup.until(task.id, 'held')).hold).toBe('credits')
    const slow = await setup.studio.submit({ capability: third, values: { prompt: 'never sent yet', imageUrls: [{ file }] } })
    await setup.until(slow.id, 'held')
    isBroke = false
    for (const task of [...tasks, slow]) await setup.until(task.id, 'done')
    expect(setup.service.taskOfKey.size).toBe(3)
    for (const bodies of setup.service.bodiesOfKey.values()) expect(bodies).toHaveLength(1)
  })

  it('cancels an upload in progress and sends nothing', async () => {
    const uploadGate = gate()
    const setup = await openIndependentSetup({ put: uploadGate.override })
    const file = await setup.photo()
    const task = await setup.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file }] } })
    await waitUntil(() => uploadGate.waiting() === 1)
    setup.studio.cancel(task.id)
    uploadGate.open()
    const next = await setup.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file }] } })
    await setup.until(next.id, 'done')
    expect(setup.studio.task(task.id)?.phase).toBe('cancelled')
    expect(setup.service.taskOfKey.size).toBe(1)
  })
})

describe('two similar tasks', () => {
  it('are created by two identical submissions', async () => {
    const setup = await openIndependentSetup()
    const tasks = await Promise.all([1, 2].map(async () => setup.studio.submit({ capability: standard, values: prompt })))
    for (const task of tasks) await setup.until(task.id, 'done')
    expect(new Set(tasks.map((task) => setup.studio.task(task.id)?.taskId)).size).toBe(2)
    const paths = await Promise.all(tasks.map(async ({ id }) => resultPaths(setup.studio, await setup.until(id, 'done'))))
    expect(new Set(paths.flat()).size).toBe(2)
  })

  it('never share a result while a response is pending', async () => {
    const answers: (() => void)[] = []
    const listed: { taskId: string; capability: string; createdAt: string }[] = []
    const setup = await openIndependentSetup({
      recent: (_call, response) => respondWithJson(response, 200, { tasks: listed }),
      submit: async (call, response, service) => {
        if (call.json['prompt'] === 'never arrives' && service.callsTo('/submit') < 3) return void response.destroy()
        if (call.json['prompt'] !== 'answers late') return false
        const taskId = service.take(call)
        listed.push({ taskId, capability: standard, createdAt: new Date().toISOString() })
        await new Promise<void>((resolve) => answers.push(resolve))
        respondWithJson(response, 200, { success: true, taskId })
      }
    })
    const late = await setup.studio.submit({ capability: standard, values: { prompt: 'answers late' } })
    await waitUntil(() => answers.length === 1)
    const never = await setup.studio.submit({ capability: standard, values: { prompt: 'never arrives' } })
    await setup.until(never.id, 'done')
    for (const answer of answers) answer()
    await setup.until(late.id, 'done')
    expect(setup.service.taskOfKey.size).toBe(2)
    expect(setup.studio.task(never.id)?.taskId).not.toBe(setup.studio.task(late.id)?.taskId)
  })

  it('from two accounts are kept apart, even if they have the same ID', async () => {
    const setup = await openIndependentSetup()
    const second = await openIndependentService({
      submit: (call, response, service) => {
        service.take(call)
        if (service.callsTo('/submit') === 1)
          respondWithJson(response, 503, { errorType: 'SUBMISSION_OUTCOME_UNKNOWN', recovery: 'GET_RECENT_TASKS' })
        else return false
      },
      recent: (_call, response, service) =>
        respondWithJson(response, 200, {
          tasks: [...service.taskOfKey].map(([idempotencyKey, taskId]) => ({ taskId, idempotencyKey, capability: standard }))
        })
    })
    onTestFinished(second.close)
    const one = await setup.studio.submit({ capability: standard, values: prompt })
    await setup.until(one.id, 'done')
    await connectTo(setup.studio, { id: 'second', baseUrl: second.url, apiKey: new Secret(second.apiKey) })
    const other = await setup.studio.submit({ capability: standard, values: prompt })
    const done = await setup.until(other.id, 'done')
    expect(done.taskId).toBe(setup.studio.task(one.id)?.taskId)
    expect(second.callsTo('/submit')).toBe(1)
  })
})

describe('a studio with odd responses and listeners', () => {
  it('rejects a task after repeated UPLOAD_EXPIRED responses', async () => {
    const setup = await openIndependentSetup({
      submit: (_call, response) => respondWithJson(response, 410, { errorType: 'UPLOAD_EXPIRED' })
    })
    const file = await setup.photo()
    const withFile = await setup.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file }] } })
    const withUrl = await setup.studio.submit({ capability: third, values: { ...prompt, imageUrls: ['https://example.com/a.png'] } })
    await setup.until(withFile.id, 'refused')
    await setup.until(withUrl.id, 'refused')
    expect(setup.service.callsTo('/submit')).toBe(6)
  })

  it('continues when a listener throws', async () => {
    const warnings: Error[] = []
    const note = (warning: Error): void => {
      warnings.push(warning)
    }
    process.on('warning', note)
    onTestFinished(() => {
      process.off('warning', note)
    })
    const setup = await openIndependentSetup()
    setup.studio.subscribe(() => {
      throw new Error('not my day')
    })
    const task = await setup.studio.submit({ capability: standard, values: prompt })
    await setup.until(task.id, 'done')
    expect(setup.service.taskOfKey.size).toBe(1)
    await waitUntil(() => warnings.some((warning) => warning.message === 'not my day'))
  })

  it('keeps checking a task after an untyped 404, and says nothing about credits', async () => {
    let isDenied = true
    const setup = await openIndependentSetup({
      query: (_call, response) => (isDenied ? respondWithJson(response, 404, { error: 'no such task' }) : false)
    })
    const task = await setup.studio.submit({ capability: standard, values: prompt })
    await waitUntil(() => setup.studio.task(task.id)?.failure !== null)
    expect(setup.studio.task(task.id)).toMatchObject({ phase: 'running', failure: { serviceMessage: 'no such task' } })
    expect(failureSentences(setup.studio.task(task.id)?.failure).message).not.toMatch(/charged|credits/)
    isDenied = false
    expect((await setup.until(task.id, 'done')).failure).toBeNull()
  })

  it('keeps the first 2,000 characters of a very long message', async () => {
    const answer = { status: 'failed', errorDetail: 'x'.repeat(1_000_000) }
    const setup = await openIndependentSetup({
      query: (_call, response) => respondWithJson(response, 200, { success: true, data: answer })
    })
    const task = await setup.studio.submit({ capability: standard, values: prompt })
    expect((await setup.until(task.id, 'failed')).failure?.serviceMessage).toHaveLength(2_000)
  })

  it('treats a task as failed if only the top level of the response says so', async () => {
    const setup = await openIndependentSetup({
      query: (_call, response) => respondWithJson(response, 200, { success: false, status: 'FAILED', errorDetail: 'cracked in the kiln' })
    })
    const task = await setup.studio.submit({ capability: standard, values: prompt })
    const failed = await setup.until(task.id, 'failed')
    expect(failed.failure?.serviceMessage).toBe('cracked in the kiln')
  })
})
