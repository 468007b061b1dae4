import { describe, expect, it } from 'vitest'
import type { FaultSpec } from '../../../electron/practice/fault-injector.ts'
import {
  sendRequest,
  waitForEnd,
  runPracticeTask,
  imageGeneratorId,
  imageGenerator3Id,
  openTestService,
  uploadUrlFromResponse,
  queryPracticeTask,
  submitPracticeTask
} from '../../practice-service/practice-client.ts'

describe('a lost response', () => {
  it('before the work leaves no task behind', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'submit', do: { kind: 'lose-answer' } })
    await expect(submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, 'k')).rejects.toThrow('fetch failed')
    expect(service.tasks()).toEqual([])
    expect(service.calls().at(-1)).toMatchObject({ on: 'submit', idempotencyKey: 'k', httpStatus: null })
  })

  it('after the work leaves a task that the same key finds', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
    await expect(submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, 'k')).rejects.toThrow('fetch failed')
    expect(service.ledger()).toHaveLength(1)
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, 'k')).body['taskId']).toBe(service.tasks()[0]?.taskId)
    expect(service.ledger()).toHaveLength(1)
  })

  it.each([
    ['tear-answer', 'terminated'],
    ['lose-answer', 'fetch failed']
  ] as const)('can affect any call: %s', async (kind, message) => {
    const service = await openTestService()
    const paths = { catalog: '/api/v1/capabilities', openapi: '/api/v1/openapi.json', recent: '/api/v1/tasks/recent' }
    for (const [on, path] of Object.entries(paths)) {
      service.faults.add({ on: on as keyof typeof paths, do: kind === 'tear-answer' ? { kind } : { kind, workIsDone: true } })
      await expect(sendRequest(service, 'GET', path)).rejects.toThrow(message)
    }
  })
})

describe('a broken body', () => {
  it('has its headers and half of its bytes', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'submit', do: { kind: 'tear-answer' } })
    await expect(submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, 'k')).rejects.toThrow('terminated')
    expect(service.tasks()).toHaveLength(1)
  })

  it('can look complete and contain half of the JSON', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'submit', do: { kind: 'half-json' } })
    const testResponse = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, 'k')
    expect(testResponse.status).toBe(200)
    expect(testResponse.body['text']).toMatch(/^\{"success":true/)
    expect(service.tasks()).toHaveLength(1)
  })

  it('can be HTML, whether or not the work was done', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'submit', do: { kind: 'html', httpStatus: 200, workIsDone: true } })
    service.faults.add({ on: 'submit', do: { kind: 'html' } })
    const [first, second] = [
      await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }),
      await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    ]
    expect([first.status, second.status]).toEqual([200, 502])
    expect(first.headers.get('content-type')).toContain('text/html')
    expect(service.tasks()).toHaveLength(1)
  })

  it('can arrive slowly but completely', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'catalog', do: { kind: 'slow-body', durationInMs: 60 } })
    expect((await sendRequest(service, 'GET', '/api/v1/capabilities')).body).toMatchObject({ success: true })
  })

  it('can be any text', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'submit', do: { kind: 'answer', httpStatus: 200, body: '{"success":false,"errorType":"RATE_LIMITED"}' } })
    const testResponse = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    expect([testResponse.status, testResponse.body]).toEqual([200, { success: false, errorType: 'RATE_LIMITED' }])
  })

  it('of a request can be cut off', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'submit', do: { kind: 'break-request', afterBytes: 4 } })
    await expect(submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })).rejects.toThrow('fetch failed')
    expect(service.tasks()).toEqual([])
  })
})

describe('an error', () => {
  it('can follow completed work, with the ID of its task', async () => {
    const service = await openTestService()
    service.faults.add({
      on: 'submit',
      do: { kind: 'error', httpStatus: 503, errorType: 'TASK_PERSISTENCE_UNCERTAIN', taskId: 'own', workIsDone: true }
    })
    const testResponse = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    expect(testResponse.status).toBe(503)
    expect(testResponse.body['taskId']).toBe(service.tasks()[0]?.taskId)
    expect(service.ledger()).toHaveLength(1)
  })
})

describe('a query', () => {
  const results: [name: string, fault: FaultSpec['do'], data: object][] = [
    ['with any status', { kind: 'status', status: ' NEEDS_INPUT ' }, { status: ' NEEDS_INPUT ' }],
    ['with success but without a result', { kind: 'no-result', status: 'Succeeded' }, { status: 'Succeeded' }]
  ]
  it.each(results)('can be answered %s', async (_, fault, data) => {
    const service = await openTestService()
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    await waitForEnd(service, body['taskId'])
    service.faults.add({ on: 'query', times: 2, do: fault })
    for (let time = 0; time < 2; time += 1) {
      const testResponse = await queryPracticeTask(service, imageGeneratorId, body['taskId'])
      expect(testResponse.body.data).toEqual({ taskId: body['taskId'], ...data })
    }
    expect((await queryPracticeTask(service, imageGeneratorId, body['taskId'])).body.data).toMatchObject({
      status: 'completed',
      imageUrl: expect.any(String)
    })
  })

  it('can be answered at the top level instead of in data', async () => {
    const service = await openTestService()
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    await waitForEnd(service, body['taskId'])
    service.faults.add({ on: 'query', do: { kind: 'flat-answer' } })
    const testResponse = await queryPracticeTask(service, imageGeneratorId, body['taskId'])
    expect(testResponse.body).toMatchObject({ success: true, status: 'completed', imageUrl: expect.any(String) })
    expect(testResponse.body).not.toHaveProperty('data')
  })

  it('can return an expired result address once, then a valid one', async () => {
    const service = await openTestService()
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    await waitForEnd(service, body['taskId'])
    service.faults.add({ on: 'query', do: { kind: 'expired-result' } })
    const stale = await queryPracticeTask(service, imageGeneratorId, body['taskId'])
    const fresh = await queryPracticeTask(service, imageGeneratorId, body['taskId'])
    expect((await fetch(String(stale.body.data?.['imageUrl']))).status).toBe(403)
    expect((await fetch(String(fresh.body.data?.['imageUrl']))).status).toBe(200)
  })
})

describe('recent tasks', () => {
  it('can be returned in other formats', async () => {
    const service = await openTestService()
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, 'k')
    const recent = async (shape: Extract<FaultSpec['do'], { kind: 'recent-shape' }>['shape']): Promise<unknown> => {
      service.faults.add({ on: 'recent', do: { kind: 'recent-shape', shape } })
      return (await sendRequest(service, 'GET', '/api/v1/tasks/recent')).body
    }
    expect(await recent('bare-ids')).toEqual({ success: true, data: [body['taskId']] })
    expect(await recent('empty')).toEqual({ success: true, data: { tasks: [] } })
    expect(JSON.stringify(await recent('without-keys'))).not.toContain('idempotencyKey')
    expect(await recent('bare-list')).toMatchObject([{ taskId: body['taskId'] }])
    expect(await recent('map-by-id')).toMatchObject({ tasks: { [String(body['taskId'])]: { capability: imageGeneratorId } } })
  })
})

describe('storage', () => {
  it('can cut off a download', async () => {
    const service = await openTestService()
    const testResponse = await runPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    const url = String(testResponse.body.data?.['imageUrl'])
    service.faults.add({ on: 'download', do: { kind: 'tear-answer', bytes: 10 } })
    const response = await fetch(url)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(10)
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
    expect((await fetch(url)).status).toBe(200)
  })

  it('can cut off an upload and keep none of it', async () => {
    const service = await openTestService()
    const uploadRequest = {
      capability: imageGeneratorId,
      parameter: 'imageUrl',
      fileName: 'a.png',
      contentType: 'image/png',
      fileSize: 500_000
    }
    const { body } = await sendRequest(service, 'POST', '/api/v1/files/upload', { body: uploadRequest })
    service.faults.add({ on: 'transfer', do: { kind: 'break-request', afterBytes: 1000 } })
    const put = (): Promise<Response> =>
      fetch(uploadUrlFromResponse(body), { method: 'PUT', headers: { 'content-type': 'image/png' }, body: new Uint8Array(500_000) })
    await expect(put()).rejects.toThrow('fetch failed')
    expect((await fetch(String(body['fileUrl']))).status).toBe(404)
    expect((await put()).status).toBe(200)
  })

  it('can lose its response after receiving a complete upload', async () => {
    const service = await openTestService()
    const uploadRequest = { capability: imageGeneratorId, parameter: 'imageUrl', fileName: 'a.png', contentType: 'image/png', fileSize: 3 }
    const { body } = await sendRequest(service, 'POST', '/api/v1/files/upload', { body: uploadRequest })
    service.faults.add({ on: 'transfer', do: { kind: 'lose-answer', workIsDone: true } })
    await expect(
      fetch(uploadUrlFromResponse(body), { method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'abc' })
    ).rejects.toThrow('fetch failed')
    expect(await (await fetch(String(body['fileUrl']))).text()).toBe('abc')
  })

  it('can reject, delay, or respond with a page', async () => {
    const service = await openTestService()
    const testResponse = await runPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    const url = String(testResponse.body.data?.['imageUrl'])
    service.faults.add({ on: 'download', do: { kind: 'error', httpStatus: 503, errorType: 'SlowDown', retryAfterInSeconds: 2 } })
    service.faults.add({ on: 'download', do: { kind: 'html' } })
    service.faults.add({ on: 'download', do: { kind: 'delay', delayInMs: 20 } })
    service.faults.add({ on: 'download', do: { kind: 'slow-body', durationInMs: 40 } })
    const answers = [await fetch(url), await fetch(url), await fetch(url), await fetch(url)]
    expect(answers.map((answer) => answer.status)).toEqual([503, 502, 200, 200])
    expect(answers[0]?.headers.get('retry-after')).toBe('2')
    expect((await answers[3]?.arrayBuffer())?.byteLength).toBe(service.tasks()[0]?.outputs[0]?.bytes)
  })
})

describe('an injected fault', () => {
  it('skips calls, occurs as often as requested, and is then removed', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'catalog', skip: 1, times: 2, do: { kind: 'error', httpStatus: 503, errorType: 'X_SERVICE_UNAVAILABLE' } })
    const statuses: number[] = []
    for (let time = 0; time < 5; time += 1) statuses.push((await sendRequest(service, 'GET', '/api/v1/capabilities')).status)
    expect(statuses).toEqual([200, 503, 503, 200, 200])
  })

  it('affects only its capability', async () => {
    const service = await openTestService()
    service.faults.add({
      on: 'submit',
      capability: imageGenerator3Id,
      do: { kind: 'error', httpStatus: 429, errorType: 'RATE_LIMITED', retryAfterInSeconds: 1 }
    })
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })).status).toBe(200)
    expect((await submitPracticeTask(service, imageGenerator3Id, { prompt: 'x' })).status).toBe(429)
  })

  it('can be removed', async () => {
    const service = await openTestService()
    const id = service.faults.add({ on: 'catalog', do: { kind: 'lose-answer' } })
    service.faults.add({ on: 'openapi', do: { kind: 'lose-answer' } })
    service.faults.remove(id)
    expect((await sendRequest(service, 'GET', '/api/v1/capabilities')).status).toBe(200)
    service.faults.clear()
    expect((await sendRequest(service, 'GET', '/api/v1/openapi.json')).status).toBe(200)
  })

  it('of an unknown kind is rejected', async () => {
    const service = await openTestService()
    expect(() => service.faults.add({ on: 'submit', do: { kind: 'explode' } } as unknown as FaultSpec)).toThrow()
  })
})

describe('the test endpoint', () => {
  it('adds and clears faults over HTTP', async () => {
    const service = await openTestService()
    const armed = await sendRequest(service, 'POST', '/practice/faults', {
      body: [
        { on: 'catalog', do: { kind: 'html' } },
        { on: 'recent', do: { kind: 'html' } }
      ]
    })
    expect(armed.body).toEqual({ success: true, ids: ['fault-1', 'fault-2'] })
    expect((await sendRequest(service, 'GET', '/api/v1/capabilities')).status).toBe(502)
    expect((await sendRequest(service, 'GET', '/practice/faults')).body['faults']).toMatchObject([{ on: 'recent' }])
    await sendRequest(service, 'DELETE', '/practice/faults')
    expect((await sendRequest(service, 'GET', '/api/v1/tasks/recent')).status).toBe(200)
    expect((await sendRequest(service, 'POST', '/practice/faults', { body: { on: 'tea' } })).body['errorType']).toBe('VALIDATION_ERROR')
  })

  it('reads ledger, tasks and calls', async () => {
    const service = await openTestService()
    await submitPracticeTask(service, imageGeneratorId, { prompt: 'a vase' }, 'k')
    await waitForEnd(service, service.tasks()[0]?.taskId)
    expect((await sendRequest(service, 'GET', '/practice/ledger')).body['ledger']).toMatchObject([
      { kind: 'charge', idempotencyKey: 'k', credits: 5 }
    ])
    const tasks = (await sendRequest(service, 'GET', '/practice/tasks')).body['tasks'] as { outputs: { url: string; bytes: number }[] }[]
    expect(tasks).toMatchObject([
      { capability: imageGeneratorId, idempotencyKey: 'k', body: { prompt: 'a vase' }, status: 'completed', createdAt: expect.any(Number) }
    ])
    const output = tasks[0]?.outputs[0]
    expect((await (await fetch(output?.url ?? '')).arrayBuffer()).byteLength).toBe(output?.bytes)
    expect((await sendRequest(service, 'GET', '/practice/calls')).body['calls']).toMatchObject([
      { on: 'submit', httpStatus: 200 },
      {},
      {},
      {},
      {}
    ])
  })

  it('changes the account, even with an invalid key, and never returns its key', async () => {
    const service = await openTestService()
    await sendRequest(service, 'POST', '/practice/account', { body: { isSubscribed: false, keyCondition: 'revoked', balance: 3 } })
    expect((await sendRequest(service, 'GET', '/api/v1/capabilities')).status).toBe(401)
    const { body } = await sendRequest(service, 'POST', '/practice/account', { body: { isSubscribed: true, keyCondition: 'valid' } })
    expect(body).toEqual({ success: true, account: { keyCondition: 'valid', isSubscribed: true, balance: 3 } })
    expect((await sendRequest(service, 'GET', '/practice/ledger', { headers: { authorization: 'Bearer wrong_key' } })).status).toBe(401)
  })
})
