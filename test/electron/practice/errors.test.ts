import { describe, expect, it } from 'vitest'
import type { FaultTarget } from '../../../electron/practice/fault-injector.ts'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import {
  sendRequest,
  waitForEnd,
  imageGeneratorId,
  openTestService,
  queryPracticeTask,
  submitPracticeTask
} from '../../practice-service/practice-client.ts'
import type { TestResponse } from '../../practice-service/practice-client.ts'

/** Returns an error response's status and type. If the response violates section 7 of the API specification, returns a message instead. */
function refusalOf(testResponse: TestResponse): string {
  const { success, message, error, errorType } = testResponse.body
  const isWhole =
    success === false && typeof message === 'string' && typeof error === 'string' && testResponse.headers.get('x-request-id') !== null
  return isWhole ? `${testResponse.status} ${String(errorType)}` : `no error of section 7: ${JSON.stringify(testResponse.body)}`
}

describe('an invalid key', () => {
  const headers: [name: string, authorization: string | undefined, errorType: string][] = [
    ['no header', undefined, 'AUTHENTICATION_REQUIRED'],
    ['an empty header', '', 'AUTHENTICATION_REQUIRED'],
    ['a bare key', 'practice_key', 'AUTHORIZATION_HEADER_INVALID'],
    ['another scheme', 'Basic abc', 'AUTHORIZATION_HEADER_INVALID'],
    ['a lower-case scheme', 'bearer practice_key', 'AUTHORIZATION_HEADER_INVALID'],
    ['two spaces', 'Bearer  practice_key', 'AUTHORIZATION_HEADER_INVALID'],
    ['a key with a space in it', 'Bearer practice key', 'AUTHORIZATION_HEADER_INVALID'],
    ['a missing key', 'Bearer', 'AUTHORIZATION_HEADER_INVALID'],
    ['an unknown key', 'Bearer somebody_elses_key', 'API_KEY_INVALID_OR_REVOKED']
  ]
  it.each(headers)('is rejected with its error type: %s', async (_, authorization, errorType) => {
    const service = await openTestService()
    const paths = ['/api/v1/capabilities', '/api/v1/openapi.json', '/api/v1/tasks/recent?limit=5']
    for (const path of paths)
      expect(refusalOf(await sendRequest(service, 'GET', path, { headers: { authorization } }))).toBe(`401 ${errorType}`)
    const submitted = await sendRequest(service, 'POST', `/api/v1/${imageGeneratorId}/submit`, {
      body: { prompt: 'x' },
      headers: { authorization, 'idempotency-key': 'k' }
    })
    expect(refusalOf(submitted)).toBe(`401 ${errorType}`)
    expect(service.tasks()).toEqual([])
  })

  it.each([
    ['revoked', 'API_KEY_INVALID_OR_REVOKED'],
    ['undecryptable', 'API_KEY_INVALID_CREDENTIAL'],
    ['session-expired', 'ACCOUNT_SESSION_REFRESH_REQUIRED'],
    ['missing', 'NEED_API_KEY']
  ] as const)('is reported when it is %s, until it is fixed', async (keyCondition, errorType) => {
    const service = await openTestService()
    await service.account.change({ keyCondition })
    expect(refusalOf(await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }))).toBe(`401 ${errorType}`)
    await service.account.change({ keyCondition: 'valid' })
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })).status).toBe(200)
  })

  it('is rejected after a new key was created', async () => {
    const service = await openTestService()
    const old = service.apiKey
    await service.account.change({ apiKey: 'practice_the_next_key' })
    expect(refusalOf(await sendRequest(service, 'GET', '/api/v1/capabilities', { headers: { authorization: `Bearer ${old}` } }))).toBe(
      '401 API_KEY_INVALID_OR_REVOKED'
    )
    expect((await sendRequest(service, 'GET', '/api/v1/capabilities')).status).toBe(200)
  })
})

describe('a rejected request', () => {
  it.each([
    ['truncated', '{"prompt":'],
    ['empty', ''],
    ['a list', '[]'],
    ['a string', '"prompt"'],
    ['null', 'null']
  ])('is INVALID_JSON if its body is %s', async (_, raw) => {
    const service = await openTestService()
    expect(
      refusalOf(await sendRequest(service, 'POST', `/api/v1/${imageGeneratorId}/submit`, { raw, headers: { 'idempotency-key': 'k' } }))
    ).toBe('400 INVALID_JSON')
    expect(refusalOf(await sendRequest(service, 'POST', `/api/v1/${imageGeneratorId}/query`, { raw }))).toBe('400 INVALID_JSON')
    expect(refusalOf(await sendRequest(service, 'POST', '/api/v1/files/upload', { raw }))).toBe('400 INVALID_JSON')
  })

  it('is REQUEST_TOO_LARGE if its body is too large, which isn’t truncated', async () => {
    const service = await openTestService()
    const raw = JSON.stringify({ prompt: 'a'.repeat(1024 * 1024) })
    expect(refusalOf(await sendRequest(service, 'POST', `/api/v1/${imageGeneratorId}/query`, { raw }))).toBe('413 REQUEST_TOO_LARGE')
  })

  it('names every invalid field', async () => {
    const service = await openTestService()
    const testResponse = await submitPracticeTask(service, imageGeneratorId, {
      prompt: '',
      size: '1*1',
      imageNum: 2,
      promptExtend: 'yes',
      imageUrls: [],
      colour: 'red'
    })
    expect(refusalOf(testResponse)).toBe('400 VALIDATION_ERROR')
    const fields = (testResponse.body['details'] as { field: string }[]).map((detail) => detail.field)
    expect(fields.toSorted()).toEqual(['colour', 'imageNum', 'imageUrls', 'prompt', 'promptExtend', 'size'])
    expect(service.tasks()).toEqual([])
  })

  it('is VALIDATION_ERROR without an Idempotency-Key', async () => {
    const service = await openTestService()
    const testResponse = await sendRequest(service, 'POST', `/api/v1/${imageGeneratorId}/submit`, { body: { prompt: 'x' } })
    expect(refusalOf(testResponse)).toBe('400 VALIDATION_ERROR')
    expect(testResponse.body['details']).toMatchObject([{ field: 'Idempotency-Key' }])
  })

  it('is CAPABILITY_NOT_ENABLED for an unknown capability', async () => {
    const service = await openTestService()
    expect(refusalOf(await submitPracticeTask(service, 'time-travel', { prompt: 'x' }))).toBe('404 CAPABILITY_NOT_ENABLED')
    expect(refusalOf(await queryPracticeTask(service, 'time-travel', 'task_1'))).toBe('404 CAPABILITY_NOT_ENABLED')
    const uploadRequest = { capability: 'time-travel', parameter: 'imageUrl', fileName: 'a.png', contentType: 'image/png', fileSize: 1 }
    expect(refusalOf(await sendRequest(service, 'POST', '/api/v1/files/upload', { body: uploadRequest }))).toBe(
      '404 CAPABILITY_NOT_ENABLED'
    )
  })

  it('is NEED_PURCHASE_CREDITS if it costs too much, and is accepted with the same key once there is enough', async () => {
    const service = await openTestService({ startingCredits: 12 })
    expect(refusalOf(await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageNum: '3' }, 'k'))).toBe(
      '402 NEED_PURCHASE_CREDITS'
    )
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageNum: '2' })).status).toBe(200)
    await service.account.change({ balance: 100 })
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x', imageNum: '3' }, 'k')).status).toBe(200)
    expect(service.account.view().balance).toBe(85)
  })

  it('is NEED_PURCHASE_CREDITS if the remaining credits are reserved for deferred charges', async () => {
    const service = await openTestService({ startingCredits: 20, timeScale: 1 })
    const body = { videoURL: 'https://example.org/a.mp4' }
    expect((await submitPracticeTask(service, 'video-upscaler', body)).body).toMatchObject({ success: true, creditsConsumed: 0 })
    expect(refusalOf(await submitPracticeTask(service, 'video-upscaler', body))).toBe('402 NEED_PURCHASE_CREDITS')
  })

  it('is NEED_SUBSCRIBE on every path after the subscription expired', async () => {
    const service = await openTestService()
    await service.account.change({ isSubscribed: false })
    expect(refusalOf(await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }))).toBe('403 NEED_SUBSCRIBE')
    expect(refusalOf(await queryPracticeTask(service, imageGeneratorId, 'task_1'))).toBe('403 NEED_SUBSCRIBE')
    for (const path of ['/api/v1/capabilities', '/api/v1/openapi.json', '/api/v1/tasks/recent'])
      expect(refusalOf(await sendRequest(service, 'GET', path))).toBe('403 NEED_SUBSCRIBE')
    await service.account.change({ isSubscribed: true })
    expect((await sendRequest(service, 'GET', '/api/v1/capabilities')).status).toBe(200)
  })

  it('is TASK_NOT_FOUND for an unknown ID or on another capability’s path', async () => {
    const service = await openTestService()
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    expect(refusalOf(await queryPracticeTask(service, imageGeneratorId, 'task_unknown'))).toBe('404 TASK_NOT_FOUND')
    expect(refusalOf(await queryPracticeTask(service, 'text-to-speech', body['taskId']))).toBe('404 TASK_NOT_FOUND')
    expect(refusalOf(await queryPracticeTask(service, imageGeneratorId, 7))).toBe('400 VALIDATION_ERROR')
  })

  it.each(['0', '-1', '1.5', 'many', '1001'])('is VALIDATION_ERROR for a limit of %s', async (limit) => {
    const service = await openTestService()
    expect(refusalOf(await sendRequest(service, 'GET', `/api/v1/tasks/recent?limit=${limit}`))).toBe('400 VALIDATION_ERROR')
  })
})

describe('a failed task', () => {
  it('is refunded once in the ledger', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'submit', do: { kind: 'fail-task', errorDetail: 'It cracked.' } })
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    await waitForEnd(service, body['taskId'])
    const testResponse = await queryPracticeTask(service, imageGeneratorId, body['taskId'])
    expect(testResponse.body).toMatchObject({ success: true, creditsConsumed: 0, data: { status: 'failed', errorDetail: 'It cracked.' } })
    expect(testResponse.body.data).not.toHaveProperty('imageUrl')
    expect(service.ledger().map(({ kind, credits }) => [kind, credits])).toEqual([
      ['charge', 5],
      ['refund', 5]
    ])
  })

  it('keeps its charge if the refund is uncertain', async () => {
    const service = await openTestService({ timeScale: 100 })
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    service.faults.add({ on: 'query', do: { kind: 'fail-task', isRefunded: false } })
    expect((await queryPracticeTask(service, imageGeneratorId, body['taskId'])).body.data).toMatchObject({ status: 'failed' })
    expect((await queryPracticeTask(service, imageGeneratorId, body['taskId'])).body).toMatchObject({
      creditsConsumed: 5,
      data: { status: 'failed' }
    })
    expect(service.ledger()).toHaveLength(1)
  })

  it('was never charged if its usage was deferred', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'submit', do: { kind: 'fail-task' } })
    const { body } = await submitPracticeTask(service, 'video-upscaler', { videoURL: 'https://example.org/a.mp4' })
    await waitForEnd(service, body['taskId'])
    expect(service.ledger()).toEqual([])
  })
})

describe('every error of section 7’s table', () => {
  const rows: [target: FaultTarget, httpStatus: number, errorType: string, more?: object][] = [
    ['submit', 400, 'INVALID_JSON'],
    ['submit', 400, 'VALIDATION_ERROR', { details: [{ field: 'prompt', message: 'is too long' }] }],
    ['catalog', 401, 'AUTHENTICATION_REQUIRED'],
    ['query', 401, 'AUTHORIZATION_HEADER_INVALID'],
    ['openapi', 401, 'API_KEY_INVALID_OR_REVOKED'],
    ['recent', 401, 'API_KEY_INVALID_CREDENTIAL'],
    ['upload', 401, 'ACCOUNT_SESSION_REFRESH_REQUIRED'],
    ['submit', 401, 'NEED_API_KEY'],
    ['submit', 402, 'NEED_PURCHASE_CREDITS'],
    ['submit', 403, 'NEED_SUBSCRIBE'],
    ['submit', 404, 'CAPABILITY_NOT_ENABLED'],
    ['submit', 409, 'UPLOAD_NOT_READY', { retryAfterInSeconds: 2 }],
    ['submit', 409, 'IDEMPOTENCY_CONFLICT'],
    ['submit', 409, 'IDEMPOTENCY_IN_PROGRESS', { retryAfterInSeconds: 1 }],
    ['submit', 410, 'UPLOAD_EXPIRED'],
    ['query', 429, 'RATE_LIMITED', { retryAfterInSeconds: 7 }],
    ['submit', 503, 'CREDENTIAL_STORAGE_UNAVAILABLE', { retryAfterInSeconds: 3 }],
    ['submit', 503, 'SUBMISSION_OUTCOME_UNKNOWN', { recovery: 'GET_RECENT_TASKS' }],
    ['submit', 503, 'BILLING_OUTCOME_UNKNOWN', { recovery: 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID', businessId: 'biz_1' }],
    ['query', 503, 'REFUND_OUTCOME_UNKNOWN', { recovery: 'QUERY_TASK_ID_OR_CONTACT_SUPPORT', taskId: 'task_9' }],
    ['submit', 503, 'TASK_PERSISTENCE_UNCERTAIN', { taskId: 'task_9' }],
    ['query', 404, 'TASK_NOT_FOUND'],
    ['submit', 502, 'BILLING_INVARIANT_FAILED', { businessId: 'biz_2' }],
    ['query', 503, 'IMAGE_SERVICE_UNAVAILABLE', { retryAfterInSeconds: 4 }],
    ['query', 502, 'UPSTREAM_TIMEOUT'],
    ['query', 200, 'RESULT_MISSING'],
    ['query', 503, 'TASK_QUERY_INTERRUPTED'],
    ['mcp', 503, 'MCP_SERVICE_UNAVAILABLE', { retryAfterInSeconds: 5 }]
  ]
  const calls: Record<FaultTarget, (service: PracticeService) => Promise<TestResponse>> = {
    submit: (service) => submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }),
    query: (service) => queryPracticeTask(service, imageGeneratorId, 'task_1'),
    upload: (service) => sendRequest(service, 'POST', '/api/v1/files/upload', { body: {} }),
    recent: (service) => sendRequest(service, 'GET', '/api/v1/tasks/recent'),
    catalog: (service) => sendRequest(service, 'GET', '/api/v1/capabilities'),
    openapi: (service) => sendRequest(service, 'GET', '/api/v1/openapi.json'),
    transfer: () => Promise.reject(new Error('The table doesn’t include storage.')),
    download: () => Promise.reject(new Error('The table doesn’t include storage.')),
    mcp: (service) => sendRequest(service, 'POST', '/api/mcp', { body: {} }),
    'mcp-tool': () => Promise.reject(new Error('Tools report errors in their results, not over HTTP.'))
  }
  it.each(rows)('%s can return %i %s', async (target, httpStatus, errorType, more = {}) => {
    const service = await openTestService()
    service.faults.add({ on: target, do: { kind: 'error', httpStatus, errorType, message: 'As asked for.', ...more } })
    const testResponse = await calls[target](service)
    expect(refusalOf(testResponse)).toBe(`${httpStatus} ${errorType}`)
    const { retryAfterInSeconds, ...inBody } = more as { retryAfterInSeconds?: number }
    expect(testResponse.body).toMatchObject(inBody)
    expect(testResponse.headers.get('retry-after')).toBe(retryAfterInSeconds === undefined ? null : String(retryAfterInSeconds))
    expect(service.tasks()).toEqual([])
    expect(service.faults.list()).toEqual([])
  })
})
