import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { locatedResults } from './result-paths.ts'
import {
  respondWithJson,
  openIndependentSetup,
  resultPng,
  type ResponseOverride,
  type ResponseOverrides
} from './open-independent-service.ts'

const standard = 'imgmodel-image-generator'
const third = 'imgmodel-3-0-image-generator'
const prompt = { prompt: 'a celadon vase' }
const longText = 'x'.repeat(10_000)

/** Returns an override that handles only the first `count` calls. All later calls get the default response. */
function times(count: number, override: ResponseOverride): ResponseOverride {
  let left = count
  return (call, response, service) => {
    left -= 1
    return left >= 0 ? override(call, response, service) : false
  }
}

const url = (storageUrl: string, name = 'a.png'): string => `${storageUrl}/result/${name}`
const raw =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): ResponseOverride =>
  (_call, response) => {
    response.writeHead(status, headers).end(body)
  }
const query =
  (bodyOf: (storageUrl: string) => unknown): ResponseOverride =>
  (_call, response, service) =>
    respondWithJson(response, 200, bodyOf(service.storageUrl))

/** Response formats that the spec allows or doesn't specify. With each of them, a task results in one image and one charge. */
const lawful: readonly (readonly [string, ResponseOverrides, number?])[] = [
  ['a 404 for the catalog and the contract', {}],
  ['a 500 for the catalog and the contract', { capabilities: raw(500, 'oops'), openapi: raw(500, 'oops') }],
  ['a catalog that never responds', { capabilities: () => undefined, openapi: () => undefined }],
  ['a contract that never responds', { capabilities: raw(200, JSON.stringify([standard, third])), openapi: () => undefined }],
  ['a catalog of bare names', { capabilities: raw(200, JSON.stringify({ capabilities: [standard, third] })) }],
  ['a catalog as a map', { capabilities: raw(200, JSON.stringify({ success: true, data: { [standard]: { modes: ['t2i'] } } })) }],
  ['an empty catalog', { capabilities: raw(200, JSON.stringify({ success: true, capabilities: [] })) }],
  ['HTML instead of a catalog', { capabilities: raw(200, '<html></html>', { 'content-type': 'text/html' }) }],
  ['status and imageUrl at the top level', { query: query((at) => ({ success: true, status: 'COMPLETED', imageUrl: url(at) })) }],
  ['result at the top level', { query: query((at) => ({ success: true, data: { status: 'Succeeded' }, result: url(at) })) }],
  ['result at the top level without success', { query: query((at) => ({ status: ' Success ', result: url(at) })) }],
  [
    'an image list',
    { query: query((at) => ({ success: true, data: { status: 'success', imageUrls: [url(at, '1.png'), url(at, '2.png')] } })) },
    2
  ],
  [
    'objects with a URL',
    {
      query: query((at) => ({ success: true, data: { status: 'success', images: [{ url: url(at, '1.png') }, { url: url(at, '2.png') }] } }))
    },
    2
  ],
  [
    'unknown progress statuses',
    {
      query: times(
        3,
        query(() => ({ success: true, data: { status: 'Glühend' } }))
      )
    }
  ],
  [
    'no status at first',
    {
      query: times(
        3,
        query(() => ({ success: true, data: {} }))
      )
    }
  ],
  [
    'a response with a byte order mark',
    {
      query: (_call, response, service) =>
        void response.end(`\ufeff${JSON.stringify({ status: 'success', result: url(service.storageUrl) })}`)
    }
  ],
  [
    'unrequested gzip',
    {
      query: (_call, response, service) =>
        void response
          .writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' })
          .end(gzipSync(JSON.stringify({ status: 'success', result: url(service.storageUrl) })))
    }
  ],
  [
    'a 201 response to a submission',
    { submit: (call, response, service) => respondWithJson(response, 201, { success: true, taskId: service.take(call) }) }
  ],
  [
    'a 202 response with the task ID in data',
    { submit: (call, response, service) => respondWithJson(response, 202, { data: { taskId: service.take(call) } }) }
  ],
  [
    'a numeric task ID',
    { submit: (call, response, service) => respondWithJson(response, 200, { success: true, taskId: Number(service.take(call).slice(5)) }) }
  ],
  [
    'a 204 response to a submission, then the real one',
    {
      submit: times(1, (call, response, service) => {
        service.take(call)
        response.writeHead(204).end()
      })
    }
  ],
  [
    'a redirect instead of a response',
    { submit: times(2, raw(307, '', { location: '/elsewhere' })), query: times(2, raw(302, '', { location: '/elsewhere' })) }
  ],
  [
    'a 503 without a type',
    {
      submit: times(2, (call, response, service) => {
        service.take(call)
        respondWithJson(response, 503, { error: 'busy' })
      })
    }
  ],
  [
    'Retry-After as a date',
    {
      submit: times(1, (_call, response) =>
        respondWithJson(response, 429, { error: 'slow' }, { 'retry-after': new Date(Date.now() + 2_000).toUTCString() })
      )
    }
  ],
  [
    'errors with only an `error` field',
    {
      submit: times(2, (_call, response) => respondWithJson(response, 429, { error: longText })),
      query: times(2, (_call, response) => respondWithJson(response, 500, { error: longText }))
    }
  ],
  ['a connection reset before the request is read', { submit: times(2, (_call, response) => void response.socket?.resetAndDestroy()) }],
  [
    'a connection reset after processing',
    {
      submit: times(2, (call, response, service) => {
        service.take(call)
        response.socket?.resetAndDestroy()
      })
    }
  ],
  [
    'a truncated response',
    {
      submit: times(1, (call, response, service) => {
        service.take(call)
        response.writeHead(200, { 'content-length': '500' })
        response.write('{"success": true, "taskId": "ta')
        setTimeout(() => response.destroy(), 20)
      })
    }
  ],
  [
    'a 404 for the recent tasks',
    {
      submit: times(1, (call, response, service) => {
        service.take(call)
        response.destroy()
      }),
      recent: raw(404, 'no')
    }
  ],
  [
    'a 500 for the recent tasks',
    {
      submit: times(1, (call, response, service) => {
        service.take(call)
        response.destroy()
      }),
      recent: raw(500, 'no')
    }
  ],
  [
    'sockets closed after every response',
    {
      submit: (call, response, service) =>
        respondWithJson(response, 200, { success: true, taskId: service.take(call) }, { connection: 'close' }),
      query: (_call, response, service) =>
        respondWithJson(response, 200, { status: 'success', result: url(service.storageUrl) }, { connection: 'close' })
    }
  ],
  [
    'a slow response',
    { submit: (call, response, service) => void setTimeout(() => respondWithJson(response, 200, { taskId: service.take(call) }), 400) }
  ],
  [
    'a chunked result without a length',
    {
      result: (_call, response) => {
        response.writeHead(200, { 'content-type': 'image/png' })
        response.write(resultPng.subarray(0, 20))
        setTimeout(() => response.end(resultPng.subarray(20)), 20)
      }
    }
  ],
  ['a result labelled text/html', { result: raw(200, resultPng, { 'content-type': 'text/html; charset=utf-8' }) }],
  ['a result labelled application/json', { result: raw(200, resultPng, { 'content-type': 'application/json' }) }],
  ['a result labelled text/plain', { result: raw(200, resultPng, { 'content-type': 'text/plain' }) }],
  ['a result without a type', { result: raw(200, resultPng) }],
  ['a result that isn’t an image but is labelled as one', { result: raw(200, 'not really a picture', { 'content-type': 'image/png' }) }],
  ['a result in an unknown format', { result: raw(200, Buffer.from([1, 0, 2, 0, 3]), { 'content-type': 'application/octet-stream' }) }],
  ['a result behind a redirect', { result: times(1, raw(302, '', { location: '/moved.png' })) }],
  ['a result that is forbidden for a while', { result: times(2, raw(403, '<Error><Code>Expired</Code></Error>')) }],
  ['an error page instead of the result', { result: times(2, raw(200, '<html>busy</html>', { 'content-type': 'text/html' })) }],
  [
    'an unrequested gzipped result',
    { result: times(1, raw(200, gzipSync(resultPng), { 'content-type': 'image/png', 'content-encoding': 'gzip' })) }
  ]
]

describe('a service that only follows the spec', () => {
  for (const [name, overrides, count = 1] of lawful) {
    it(`with ${name}: one charge, ${count} saved`, async () => {
      const setup = await openIndependentSetup(overrides)
      const task = await setup.studio.submit({ capability: standard, values: prompt })
      const done = await setup.until(task.id, 'done')
      expect(setup.service.taskOfKey.size).toBe(1)
      expect(done).toMatchObject({ idempotencyKey: task.idempotencyKey, failure: null, taskId: expect.stringMatching(/1$/) })
      expect(done.results).toHaveLength(count)
      for (const result of await locatedResults(setup.studio, done.results)) {
        const bytes = await readFile(result.path)
        expect(result.bytes).toBe(bytes.length)
        expect(result.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      }
      for (const bodies of setup.service.bodiesOfKey.values()) expect(new Set(bodies).size).toBe(1)
    })
  }

  it('has fallback capabilities if it never lists its own', async () => {
    const setup = await openIndependentSetup({ capabilities: () => undefined, openapi: () => undefined })
    expect((await setup.studio.capabilities()).map((one) => one.id)).toContain(standard)
  })
})
