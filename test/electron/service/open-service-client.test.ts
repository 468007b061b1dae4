import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createHttpClient, type HttpCall } from '../../../electron/service/http-client.ts'
import { openServiceClient } from '../../../electron/service/open-service-client.ts'
import type { ServiceClient } from '../../../electron/tasks/ports.ts'
import { readMessageBody, closedPort, serveHttp } from './local-server.ts'
import type { LocalServer } from './local-server.ts'
import { Secret } from '../../../electron/accounts/secret.ts'
import { baseUrlOf } from './base-url-of.ts'

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

const apiKey = 'sk-test-4f1c9a'
let server: LocalServer
let client: ServiceClient
let seen: Seen[]
let answer: (response: ServerResponse, request: Seen) => void

beforeEach(async () => {
  seen = []
  answer = (response) => response.end('{}')
  server = await serveHttp(async (message, response) => {
    const request = {
      method: message.method ?? '',
      url: message.url ?? '',
      headers: message.headers,
      body: (await readMessageBody(message)).toString()
    }
    seen.push(request)
    response.setHeader('x-request-id', `req-${seen.length}`)
    answer(response, request)
  })
  client = openServiceClient({ baseUrl: baseUrlOf(server.origin), apiKey: new Secret(apiKey) })
})
afterEach(async () => {
  await client.close()
  await server.close()
})

function json(body: unknown, status = 200, headers: Record<string, string> = {}): void {
  answer = (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
const submission = { capability: 'face-swap', body: '{"targetImageUrl":"https://x/1" ,"b":1e2}', idempotencyKey: 'key-1' }

describe('service client: requests', () => {
  it('send a submission’s body byte for byte, with the API key and the idempotency key', async () => {
    json({ success: true, taskId: 't-1' })
    await client.submit(submission)
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/api/v1/face-swap/submit',
        body: submission.body,
        headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'key-1', 'content-type': 'application/json' }
      }
    ])
  })

  it('wait longer for the response to a submission than to a query', async () => {
    const calls: HttpCall[] = []
    const http = createHttpClient()
    const watched = openServiceClient({
      baseUrl: baseUrlOf(server.origin),
      apiKey: new Secret(apiKey),
      http: {
        ...http,
        send: (call) => {
          calls.push(call)
          return http.send(call)
        }
      }
    })
    await watched.submit(submission)
    await watched.query({ capability: 'face-swap', taskId: 't-1', resultField: 'imageUrl' })
    await watched.recentTasks({ limit: 20 })
    await http.close()
    expect(calls.map(({ step, responseTimeoutInMs, deadlineInMs }) => [step, responseTimeoutInMs, deadlineInMs])).toEqual([
      ['submit', 120_000, 150_000],
      ['query', 30_000, 45_000],
      ['recent', 60_000, 90_000]
    ])
  })

  it('query a task on its capability’s path', async () => {
    json({ success: true, data: { status: 'running' } })
    await client.query({ capability: 'imgmodel-3-0-image-generator', taskId: 't"1', resultField: 'imageUrl' })
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/v1/imgmodel-3-0-image-generator/query', body: '{"taskId":"t\\"1"}' })
    expect(seen[0]?.headers['idempotency-key']).toBeUndefined()
  })

  it('read the lists and documents with GET', async () => {
    json([])
    await client.recentTasks({ limit: 50 })
    await client.catalog({})
    await client.openapi({})
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/tasks/recent?limit=50',
      'GET /api/v1/capabilities',
      'GET /api/v1/openapi.json'
    ])
    expect(seen.every(({ headers }) => headers.authorization === `Bearer ${apiKey}`)).toBe(true)
  })

  it('ask for an upload with the bare file name as the path', async () => {
    json({ success: true, uploadCommand: 'curl -T a https://x', fileUrl: 'https://x/a' })
    const uploadRequest = {
      capability: 'face-swap',
      parameter: 'targetImageUrl',
      fileName: 'me.png',
      contentType: 'image/png',
      fileSize: 9
    }
    await client.requestUpload({ ...uploadRequest, durationInSeconds: null })
    await client.requestUpload({ ...uploadRequest, durationInSeconds: 2.5 })
    expect(seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { ...uploadRequest, localPath: 'me.png' },
      { ...uploadRequest, localPath: 'me.png', duration: 2.5 }
    ])
  })

  it('keep the base URL’s path', async () => {
    json({})
    const deeper = openServiceClient({ baseUrl: baseUrlOf(`${server.origin}/studio/`), apiKey: new Secret(apiKey) })
    await deeper.catalog({})
    await deeper.close()
    expect(seen[0]?.url).toBe('/studio/api/v1/capabilities')
  })

  it.each(['../../admin', 'a/b', '..', '', 'a?b', 'a%2fb', 'a b'])('are not sent for a capability named %j', async (capability) => {
    expect(await client.submit({ ...submission, capability })).toMatchObject({
      ok: false,
      fault: { kind: 'local', localReason: 'unexpected' }
    })
    expect(await client.query({ capability, taskId: 't', resultField: 'x' })).toMatchObject({ ok: false, fault: { kind: 'local' } })
    expect(seen).toEqual([])
  })

  it('never carry the key to a redirect’s target', async () => {
    const other = await serveHttp((message, response) => {
      stolen.push(message.headers.authorization)
      response.end()
    })
    const stolen: unknown[] = []
    for (const status of [301, 302, 303, 307, 308]) {
      json('', status, { location: other.origin })
      expect(await client.submit(submission)).toMatchObject({ ok: false, fault: { kind: 'refusal', httpStatus: status } })
    }
    await other.close()
    expect(stolen).toEqual([])
  })
})

describe('service client: responses', () => {
  it('contain the task ID, the credits as sent, and the request ID', async () => {
    json({ success: true, taskId: 't-1', creditsRequired: 1, creditsConsumed: 0, usageDeferred: true })
    expect(await client.submit(submission)).toEqual({
      ok: true,
      value: { taskId: 't-1', creditsRequired: 1, creditsConsumed: 0, usageDeferred: true },
      httpStatus: 200,
      requestId: 'req-1'
    })
  })

  it('with 2xx and success false are rejections', async () => {
    json({ success: false, errorType: 'NEED_PURCHASE_CREDITS', message: 'No credits.' })
    expect(await client.submit(submission)).toMatchObject({
      ok: false,
      fault: { step: 'submit', kind: 'refusal', httpStatus: 200, errorType: 'NEED_PURCHASE_CREDITS', requestId: 'req-1' }
    })
  })

  it('with any status but 2xx are rejections, whatever the body says', async () => {
    json({ success: true, taskId: 't-1' }, 503)
    expect(await client.submit(submission)).toMatchObject({ ok: false, fault: { kind: 'refusal', httpStatus: 503, taskId: 't-1' } })
  })

  it.each<[string, string, number]>([
    ['truncated JSON', '{"success":true,"taskId":"t-', 200],
    ['a web page', '<html>Welcome to the café Wi-Fi</html>', 200],
    ['an empty body', '', 204],
    ['no task id', '{"success":true}', 200],
    ['a list', '[]', 200],
    ['null', 'null', 200]
  ])('with %s are unreadable after a submission', async (_name, text, status) => {
    json(text, status)
    expect(await client.submit(submission)).toMatchObject({
      ok: false,
      fault: { kind: 'unreadable', httpStatus: status, requestId: 'req-1' }
    })
  })

  it('to a query are read', async () => {
    json({ success: true, data: { status: 'completed', imageUrl: 'https://x/1.png', imageUrls: ['https://x/1.png', 'https://x/2.png'] } })
    expect(await client.query({ capability: 'face-swap', taskId: 't', resultField: 'imageUrl' })).toMatchObject({
      ok: true,
      value: { status: 'completed', urls: ['https://x/1.png', 'https://x/2.png'] }
    })
  })

  it('with documents are returned unchanged, with or without a byte order mark', async () => {
    json('\ufeff{"openapi":"3.1.0"}')
    expect(await client.openapi({})).toMatchObject({ ok: true, value: { openapi: '3.1.0' } })
    json('[1,2]')
    expect(await client.catalog({})).toMatchObject({ ok: true, value: [1, 2] })
    json('not json')
    expect(await client.catalog({})).toMatchObject({ ok: false, fault: { step: 'catalog', kind: 'unreadable' } })
  })

  it('are lost if they are cut off', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"success":true,"taskId":"t-1"')
      setImmediate(() => response.destroy())
    }
    expect(await client.submit(submission)).toMatchObject({ ok: false, fault: { kind: 'lost', httpStatus: 200, requestId: 'req-1' } })
  })

  it('are reported as not sent if the port is closed', async () => {
    const unreachable = openServiceClient({ baseUrl: baseUrlOf(`http://127.0.0.1:${await closedPort()}`), apiKey: new Secret(apiKey) })
    expect(await unreachable.submit(submission)).toMatchObject({
      ok: false,
      fault: { step: 'submit', kind: 'not-sent', message: 'ECONNREFUSED' }
    })
    await unreachable.close()
  })

  it('are lost if the request is cancelled', async () => {
    const controller = new AbortController()
    answer = () => controller.abort()
    expect(await client.submit({ ...submission, signal: controller.signal })).toMatchObject({
      ok: false,
      fault: { kind: 'lost', message: 'aborted' }
    })
  })
})

describe('service client: the API key', () => {
  it('is masked if the service repeats it', async () => {
    answer = (response) => {
      response.writeHead(401, { 'x-request-id': `id-${apiKey}` })
      response.end(
        JSON.stringify({
          errorType: 'API_KEY_INVALID_OR_REVOKED',
          message: `Key ${apiKey} is gone; ${apiKey}.`,
          details: [{ field: apiKey, message: apiKey }]
        })
      )
    }
    const refused = await client.submit(submission)
    expect(JSON.stringify(refused)).not.toContain(apiKey)
    expect(refused).toMatchObject({ fault: { message: 'Key [key] is gone; [key].', requestId: 'id-[key]' } })
  })

  it('is never part of a transport fault', async () => {
    const odd = openServiceClient({ baseUrl: baseUrlOf(server.origin), apiKey: new Secret('sk-test\nwith-a-break') })
    const fault = await odd.submit(submission)
    await odd.close()
    expect(fault).toMatchObject({ ok: false, fault: { kind: 'local', localReason: 'unexpected' } })
    expect(JSON.stringify(fault)).not.toContain('sk-test')
  })
})

describe('service client: a failed task', () => {
  const query = () => client.query({ capability: 'face-swap', taskId: 't-1', resultField: 'imageUrl' })
  const failed = { status: 'failed', errorDetail: 'No face.' }

  it.each([
    ['with success false and an error type of its own', 200, { success: false, errorType: 'GENERATION_FAILED', data: failed }],
    ['with an HTTP 422', 422, { success: false, data: failed }],
    ['with an HTTP 400 and an error type of its own', 400, { success: false, errorType: 'MODEL_ERROR', data: { status: 'ERROR' } }]
  ])('is read as a failed task if it is reported %s', async (_how, status, body) => {
    json(body, status)
    expect(await query()).toMatchObject({ ok: true, value: { status: body.data.status } })
  })

  it.each([
    ['an error type from the specification', 404, { success: false, errorType: 'TASK_NOT_FOUND', data: failed }],
    ['no task status', 422, { success: false, errorType: 'GENERATION_FAILED', status: 'error' }],
    ['a 5xx', 503, { success: false, data: failed }]
  ])('is not assumed from a response with %s', async (_what, status, body) => {
    json(body, status)
    expect(await query()).toMatchObject({ ok: false })
  })
})
