import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FaultWish } from '../../electron/practice/faults.ts'
import type { Phase } from '../../shared/task.ts'
import { openStory, standard, third } from './open-story.ts'

const prompt = { prompt: 'a celadon vase' }

/** A fault, the phase in which the task ends, and how often it was charged. */
const endings: readonly (readonly [string, FaultWish, Phase, number])[] = [
  ['a submit answer lost before the work', { on: 'submit', do: { kind: 'lose-answer' } }, 'done', 1],
  ['a submit answer lost after the work', { on: 'submit', do: { kind: 'lose-answer', workIsDone: true } }, 'done', 1],
  ['three submit answers lost after the work', { on: 'submit', times: 3, do: { kind: 'lose-answer', workIsDone: true } }, 'done', 1],
  ['a torn submit answer', { on: 'submit', do: { kind: 'tear-answer' } }, 'done', 1],
  ['half a JSON to a submit', { on: 'submit', do: { kind: 'half-json' } }, 'done', 1],
  ['HTML where JSON was due', { on: 'submit', do: { kind: 'html', httpStatus: 502, workIsDone: true } }, 'done', 1],
  ['a submit request broken off on its way', { on: 'submit', do: { kind: 'break-request', afterBytes: 5 } }, 'done', 1],
  ['a submit answer that comes late', { on: 'submit', do: { kind: 'delay', delayInMs: 300 } }, 'done', 1],
  [
    'an unknown 500 after the work',
    { on: 'submit', do: { kind: 'error', httpStatus: 500, errorType: 'WHO_KNOWS', workIsDone: true } },
    'done',
    1
  ],
  [
    'UPSTREAM_TIMEOUT after the work',
    { on: 'submit', do: { kind: 'error', httpStatus: 504, errorType: 'UPSTREAM_TIMEOUT', workIsDone: true } },
    'done',
    1
  ],
  [
    '429 with Retry-After',
    { on: 'submit', times: 2, do: { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 3 } },
    'done',
    1
  ],
  [
    'IDEMPOTENCY_IN_PROGRESS',
    { on: 'submit', do: { kind: 'error', httpStatus: 409, errorType: 'IDEMPOTENCY_IN_PROGRESS', retryAfterInSeconds: 1 } },
    'done',
    1
  ],
  [
    'IDEMPOTENCY_CONFLICT, with the task among the recent ones',
    { on: 'submit', do: { kind: 'error', httpStatus: 409, errorType: 'IDEMPOTENCY_CONFLICT', workIsDone: true } },
    'done',
    1
  ],
  [
    'IDEMPOTENCY_CONFLICT, with nothing to find',
    { on: 'submit', do: { kind: 'error', httpStatus: 409, errorType: 'IDEMPOTENCY_CONFLICT' } },
    'support',
    0
  ],
  [
    'SUBMISSION_OUTCOME_UNKNOWN, with the task among the recent ones',
    {
      on: 'submit',
      do: { kind: 'error', httpStatus: 503, errorType: 'SUBMISSION_OUTCOME_UNKNOWN', recovery: 'GET_RECENT_TASKS', workIsDone: true }
    },
    'done',
    1
  ],
  [
    'SUBMISSION_OUTCOME_UNKNOWN, with nothing to find',
    { on: 'submit', do: { kind: 'error', httpStatus: 503, errorType: 'SUBMISSION_OUTCOME_UNKNOWN', recovery: 'GET_RECENT_TASKS' } },
    'support',
    0
  ],
  [
    'BILLING_OUTCOME_UNKNOWN that names the task',
    {
      on: 'submit',
      do: {
        kind: 'error',
        httpStatus: 503,
        errorType: 'BILLING_OUTCOME_UNKNOWN',
        recovery: 'QUERY_TASK_ID_OR_CONTACT_SUPPORT',
        taskId: 'own',
        workIsDone: true
      }
    },
    'done',
    1
  ],
  [
    'TASK_PERSISTENCE_UNCERTAIN with a task that is there',
    { on: 'submit', do: { kind: 'error', httpStatus: 503, errorType: 'TASK_PERSISTENCE_UNCERTAIN', taskId: 'own', workIsDone: true } },
    'done',
    1
  ],
  [
    'BILLING_INVARIANT_FAILED',
    { on: 'submit', do: { kind: 'error', httpStatus: 502, errorType: 'BILLING_INVARIANT_FAILED', workIsDone: true } },
    'support',
    1
  ],
  [
    'CREDENTIAL_STORAGE_UNAVAILABLE once',
    { on: 'submit', do: { kind: 'error', httpStatus: 503, errorType: 'CREDENTIAL_STORAGE_UNAVAILABLE', retryAfterInSeconds: 1 } },
    'done',
    1
  ],
  [
    'CREDENTIAL_STORAGE_UNAVAILABLE twice',
    { on: 'submit', times: 2, do: { kind: 'error', httpStatus: 503, errorType: 'CREDENTIAL_STORAGE_UNAVAILABLE', retryAfterInSeconds: 1 } },
    'support',
    0
  ],
  [
    'VALIDATION_ERROR of the service',
    { on: 'submit', do: { kind: 'error', httpStatus: 400, errorType: 'VALIDATION_ERROR', details: [{ field: 'prompt', message: 'no' }] } },
    'refused',
    0
  ],
  ['CAPABILITY_NOT_ENABLED', { on: 'submit', do: { kind: 'error', httpStatus: 404, errorType: 'CAPABILITY_NOT_ENABLED' } }, 'refused', 0],
  ['a query answer lost', { on: 'query', times: 3, do: { kind: 'lose-answer' } }, 'done', 1],
  ['a torn query answer', { on: 'query', times: 2, do: { kind: 'tear-answer' } }, 'done', 1],
  ['a query answer flat at the top', { on: 'query', times: 50, do: { kind: 'flat-answer' } }, 'done', 1],
  ['a status nobody has heard of', { on: 'query', do: { kind: 'status', status: 'Glazing!' } }, 'done', 1],
  ['success without a result, three times', { on: 'query', times: 3, do: { kind: 'no-result' } }, 'done', 1],
  ['TASK_NOT_FOUND for a while', { on: 'query', times: 3, do: { kind: 'error', httpStatus: 404, errorType: 'TASK_NOT_FOUND' } }, 'done', 1],
  [
    'TASK_NOT_FOUND for good',
    { on: 'query', times: 100_000, do: { kind: 'error', httpStatus: 404, errorType: 'TASK_NOT_FOUND' } },
    'support',
    1
  ],
  [
    'a key refused while polling',
    { on: 'query', do: { kind: 'error', httpStatus: 401, errorType: 'ACCOUNT_SESSION_REFRESH_REQUIRED' } },
    'done',
    1
  ],
  ['a task that fails', { on: 'submit', do: { kind: 'fail-task' } }, 'failed', 1],
  ['a download broken off', { on: 'download', times: 2, do: { kind: 'tear-answer' } }, 'done', 1],
  ['a download lost', { on: 'download', times: 2, do: { kind: 'lose-answer' } }, 'done', 1],
  ['an expired result address', { on: 'query', skip: 0, times: 1, do: { kind: 'expired-result' } }, 'done', 1],
  ['an error page instead of a result', { on: 'download', do: { kind: 'html', httpStatus: 200 } }, 'done', 1]
]

describe('a task against every fault', () => {
  for (const [name, fault, phase, charged] of endings) {
    it(`${name}: ${phase}, ${charged === 0 ? 'nothing charged' : 'charged once'}`, async () => {
      const story = await openStory()
      story.practice.faults.add(fault)
      const task = await story.studio.submit({ capability: standard, values: prompt })
      const ended = await story.until(task.id, phase)
      expect(story.charges()).toBe(charged)
      expect(new Set(story.practice.tasks().map((one) => one.idempotencyKey)).size).toBe(charged)
      expect(ended.idempotencyKey).toBe(task.idempotencyKey)
      if (phase === 'done') {
        expect(ended.results).toHaveLength(1)
        const files = await readdir(join(story.dataDir, 'library'), { recursive: true })
        expect(files.filter((file) => file.includes('.part'))).toEqual([])
      }
      if (phase === 'support') {
        const bundle = story.studio.supportBundle(task.id)
        expect(bundle).toContain(task.idempotencyKey)
        expect(bundle).not.toContain(story.practice.apiKey)
        expect(bundle).not.toContain(story.folder)
      }
    })
  }

  it('uploads again when storage breaks off, refuses, or the ticket has expired', async () => {
    for (const fault of [
      { on: 'transfer', do: { kind: 'lose-answer' } },
      { on: 'transfer', do: { kind: 'break-request', afterBytes: 100 } },
      { on: 'upload', do: { kind: 'lose-answer' } },
      { on: 'upload', do: { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 1 } },
      { on: 'submit', do: { kind: 'error', httpStatus: 409, errorType: 'UPLOAD_NOT_READY', retryAfterInSeconds: 1 } }
    ] as const satisfies readonly FaultWish[]) {
      const story = await openStory()
      const photo = await story.picture('photo.png')
      story.practice.faults.add(fault)
      const task = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file: photo }] } })
      await story.until(task.id, 'done')
      expect(story.charges()).toBe(1)
    }
  })

  it('gives UPLOAD_EXPIRED a new upload, a new body and a new key', async () => {
    const story = await openStory()
    const photo = await story.picture('photo.png')
    story.practice.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 410, errorType: 'UPLOAD_EXPIRED' } })
    const task = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file: photo }] } })
    const done = await story.until(task.id, 'done')
    expect(done.attempt).toBe(2)
    expect(done.idempotencyKey).not.toBe(task.idempotencyKey)
    expect(story.practice.calls().filter((call) => call.method === 'PUT')).toHaveLength(2)
    expect(story.charges()).toBe(1)
  })

  it('never runs an upload command it does not trust: shows it, waits over a restart, and goes on once a person ran it', async () => {
    const story = await openStory()
    const photo = await story.picture('photo.png')
    const honest = await fetch(`${story.practice.url}/api/v1/files/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${story.practice.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        capability: third,
        parameter: 'imageUrls',
        fileName: 'photo.png',
        localPath: 'photo.png',
        contentType: 'image/png',
        fileSize: (await stat(photo)).size
      })
    })
    const ticket = (await honest.json()) as { uploadCommand: string; fileUrl: string }
    const command = `${ticket.uploadCommand} && touch ${story.folder}/was-run`
    story.practice.faults.add({
      on: 'upload',
      do: { kind: 'answer', httpStatus: 200, body: JSON.stringify({ success: true, uploadCommand: command, fileUrl: ticket.fileUrl }) }
    })
    const task = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file: photo }] } })
    const isWaiting = (): boolean => (story.studio.task(task.id)?.handUpload ?? null) !== null
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
    expect(story.studio.task(task.id)).toMatchObject({ phase: 'uploading', nextAt: null, handUpload: { fileName: 'photo.png', command } })
    await story.reopen()
    expect(isWaiting()).toBe(true)
    expect(story.charges()).toBe(0)
    expect(await readdir(story.folder)).not.toContain('was-run')

    const target = /'?(http:[^' ]+)'?/.exec(ticket.uploadCommand)?.[1] ?? ''
    const sent = await fetch(target, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: await readFile(photo) })
    expect(sent.ok).toBe(true)
    story.studio.uploadedByHand(task.id)
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
    expect(story.practice.tasks()[0]?.body).toMatchObject({ imageUrls: [ticket.fileUrl] })
    expect(() => story.studio.uploadedByHand(task.id)).toThrow('does not wait')
  })

  it('finds a lost task among recent tasks that name no keys, and asks with the same key when they name only ids', async () => {
    for (const shape of ['without-keys', 'bare-ids', 'map-by-id', 'bare-list', 'empty'] as const) {
      const story = await openStory()
      story.practice.faults.add({ on: 'recent', times: 20, do: { kind: 'recent-shape', shape } })
      story.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
      const task = await story.studio.submit({ capability: standard, values: prompt })
      await story.until(task.id, 'done')
      expect(story.charges(), shape).toBe(1)
    }
  })
})
