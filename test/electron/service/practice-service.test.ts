import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHttpClient } from '../../../electron/service/http-client.ts'
import type { HttpClient } from '../../../electron/service/http-client.ts'
import { openServiceClient } from '../../../electron/service/open-service-client.ts'
import type { QueryResponse, ServiceClient } from '../../../electron/tasks/ports.ts'
import { createResultWriter } from '../../../electron/library/downloads/save-result.ts'
import { openPracticeService } from '../../../electron/practice/practice-service.ts'
import type { FaultSpec } from '../../../electron/practice/fault-injector.ts'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import { digestFile } from '../../../electron/uploads/digest-file.ts'
import { probeFile } from '../../../electron/uploads/probe-file.ts'
import { createFileUploader } from '../../../electron/uploads/transfer-file.ts'
import { Secret } from '../../../electron/accounts/secret.ts'
import { baseUrlOf } from './base-url-of.ts'

const capability = 'imgmodel-image-generator'
let folder: string
let practice: PracticeService
let http: HttpClient
let client: ServiceClient
let keys = 0

beforeAll(async () => {
  practice = await openPracticeService({ timeScale: 0.02, results: 'tiny' })
})
afterAll(() => practice.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-wire-'))
  http = createHttpClient()
  client = openServiceClient({ baseUrl: baseUrlOf(practice.url), apiKey: new Secret(practice.apiKey), http })
})
afterEach(async () => {
  await http.close()
  await rm(folder, { recursive: true, force: true })
})

function newKey(): string {
  keys += 1
  return `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`
}
async function finished(taskId: string): Promise<QueryResponse> {
  for (;;) {
    const asked = await client.query({ capability, taskId, resultField: 'imageUrl' })
    if (!asked.ok) throw new Error(JSON.stringify(asked.fault))
    if (asked.value.urls.length > 0) return asked.value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('the service client with the practice service', () => {
  it('reads the catalog and the contract', async () => {
    expect(await client.catalog({})).toMatchObject({ ok: true, httpStatus: 200, requestId: expect.any(String) })
    expect(await client.openapi({})).toMatchObject({ ok: true, value: { openapi: expect.stringMatching(/^3\.1/) } })
  })

  it('uploads a photo and downloads every image, for one charge', async () => {
    const path = join(folder, 'a photo.png')
    await sharp({ create: { width: 500, height: 400, channels: 3, background: '#884422' } })
      .png()
      .toFile(path)
    const probed = await probeFile(path)
    if (!probed.ok) throw new Error('The file couldn’t be probed.')
    const { facts } = probed
    const ticket = await client.requestUpload({
      capability,
      parameter: 'imageUrl',
      fileName: facts.name,
      contentType: facts.contentType,
      fileSize: facts.bytes,
      durationInSeconds: null
    })
    if (!ticket.ok) throw new Error(JSON.stringify(ticket.fault))
    const sent = await createFileUploader({ http })({
      path,
      fileName: facts.name,
      contentType: facts.contentType,
      expected: { bytes: facts.bytes, modifiedAt: facts.modifiedAt },
      uploadCommand: ticket.value.uploadCommand
    })
    expect(sent).toEqual({ ok: true })

    const idempotencyKey = newKey()
    const body = JSON.stringify({ prompt: 'a red fox', imageUrl: ticket.value.fileUrl, imageNum: '2' })
    const submitted = await client.submit({ capability, body, idempotencyKey })
    if (!submitted.ok) throw new Error(JSON.stringify(submitted.fault))
    expect(await client.submit({ capability, body, idempotencyKey })).toMatchObject({ ok: true, value: { taskId: submitted.value.taskId } })

    const { urls } = await finished(submitted.value.taskId)
    expect(urls).toHaveLength(2)
    const library = await mkdtemp(join(folder, 'library-'))
    const keeper = createResultWriter({ folder: () => library, stateOfFolder: async () => 'ready', http, probeFile })
    const request = { capability, title: 'a red fox', count: 2, at: Date.now(), isTaken: () => false }
    const kept = await Promise.all(
      urls.map(async (url, index) => keeper.save({ url, stem: await keeper.reserve({ ...request, index }), expectedMedium: 'image' }))
    )
    for (const one of kept) {
      if (!one.ok) throw new Error(JSON.stringify(one.fault))
      expect(await digestFile(one.file.path)).toEqual({ ok: true, sha256: one.file.sha256 })
      expect((await stat(one.file.path)).size).toBe(one.file.bytes)
    }
    expect(await readdir(library)).toHaveLength(2)
    expect(practice.ledger().filter((entry) => entry.idempotencyKey === idempotencyKey)).toHaveLength(1)
    expect(await client.recentTasks({ limit: 10 })).toMatchObject({
      ok: true,
      value: expect.arrayContaining([
        expect.objectContaining({ taskId: submitted.value.taskId, capability, idempotencyKey, createdAt: expect.any(Number) })
      ])
    })
  })

  it('sends the key to the service with every call, and never to its storage', () => {
    const loggedCalls = practice.calls()
    const toStorage = loggedCalls.filter(({ on }) => on === 'transfer' || on === 'download')
    expect(toStorage.length).toBeGreaterThanOrEqual(3)
    expect(toStorage.some(({ hasAuthorization }) => hasAuthorization)).toBe(false)
    expect(loggedCalls.filter((loggedCall) => !toStorage.includes(loggedCall)).every(({ hasAuthorization }) => hasAuthorization)).toBe(true)
  })

  it.each<[string, FaultSpec['do'], object]>([
    ['lose-answer', { kind: 'lose-answer', workIsDone: true }, { kind: 'lost', httpStatus: null }],
    ['tear-answer', { kind: 'tear-answer' }, { kind: 'lost', httpStatus: 200 }],
    ['half-json', { kind: 'half-json' }, { kind: 'unreadable', httpStatus: 200 }],
    ['break-request', { kind: 'break-request', afterBytes: 5 }, { kind: 'lost', httpStatus: null }],
    ['html', { kind: 'html' }, { kind: 'refusal', httpStatus: 502, errorType: null }],
    [
      'error',
      { kind: 'error', httpStatus: 503, errorType: 'SUBMISSION_OUTCOME_UNKNOWN', recovery: 'GET_RECENT_TASKS', workIsDone: true },
      { kind: 'refusal', httpStatus: 503, errorType: 'SUBMISSION_OUTCOME_UNKNOWN', hint: 'GET_RECENT_TASKS' }
    ],
    [
      'error',
      { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 3 },
      { kind: 'refusal', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInMs: 3_000 }
    ]
  ])('classifies a submission that ends in %s', async (_kind, effect, fault) => {
    practice.faults.add({ on: 'submit', do: effect })
    expect(await client.submit({ capability, body: JSON.stringify({ prompt: 'a fox' }), idempotencyKey: newKey() })).toMatchObject({
      ok: false,
      fault: { step: 'submit', ...fault }
    })
    expect(practice.faults.list()).toEqual([])
  })

  it('reads a rejection with its fields, type and request ID', async () => {
    const refused = await client.submit({ capability, body: JSON.stringify({ prompt: '' }), idempotencyKey: newKey() })
    expect(refused).toMatchObject({
      ok: false,
      fault: {
        kind: 'refusal',
        httpStatus: 400,
        errorType: 'VALIDATION_ERROR',
        requestId: expect.any(String),
        details: [{ field: 'prompt', message: expect.any(String) }]
      }
    })
  })

  it('reports a wrong key and an unknown task', async () => {
    const other = openServiceClient({ baseUrl: baseUrlOf(practice.url), apiKey: new Secret('not-the-key-at-all'), http })
    expect(await other.catalog({})).toMatchObject({ ok: false, fault: { httpStatus: 401, errorType: 'API_KEY_INVALID_OR_REVOKED' } })
    expect(await client.query({ capability, taskId: 'task_none', resultField: 'imageUrl' })).toMatchObject({
      ok: false,
      fault: { httpStatus: 404, errorType: 'TASK_NOT_FOUND' }
    })
  })
})
