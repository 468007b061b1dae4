import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHttpClient } from '../../../../electron/service/http-client.ts'
import { openToolClient } from '../../../../electron/service/mcp/open-tool-client.ts'
import type { ToolClient } from '../../../../electron/tasks/ports.ts'
import { createManualClock } from './manual-clock.ts'
import type { ServedTool } from './serve-tools.ts'
import { sendJsonRpcResult, sendJson, serveTools, structuredToolResult } from './serve-tools.ts'
import { Secret } from '../../../../electron/accounts/secret.ts'
import { baseUrlOf } from '../base-url-of.ts'

const pauseInMs = 10_000

function open(origin: string): { readonly client: ToolClient; readonly clock: ReturnType<typeof createManualClock> } {
  const clock = createManualClock()
  const http = createHttpClient()
  const client = openToolClient({
    baseUrl: baseUrlOf(origin),
    apiKey: new Secret('sk-mcp-0123456789abcdef'),
    http,
    clock,
    pauseInMs: () => pauseInMs
  })
  onTestFinished(async () => {
    await client.close()
    await http.close()
  })
  return { client, clock }
}

const faces = { task_id: 'T1', face_ids: ['a'] }
const select = (client: ToolClient) => client.callTool({ tool: 'select_faces', arguments: faces, step: 'select-faces' })
const look = (client: ToolClient, taskId = 'T1') => client.taskResult({ taskId, capability: null, step: 'select-faces' })
async function until(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue, { interval: 5 }).toBe(true)
}

const inputSchema = { type: 'object', properties: { task_id: { type: 'string' } }, required: ['task_id'], additionalProperties: false }
const waiting: ServedTool = { inputSchema, run: () => structuredToolResult({ status: 'NEEDS_INPUT' }) }
const taken: ServedTool = { inputSchema: {}, run: () => structuredToolResult({ status: 'processing' }) }

describe('a tool call that has an effect', () => {
  it('is sent once if HTTP 404 TASK_NOT_FOUND follows the work, and the session is kept', async () => {
    const notFound: ServedTool = {
      inputSchema: {},
      run: (_given, response) => sendJson(response, 404, { success: false, errorType: 'TASK_NOT_FOUND', message: 'No such task.' })
    }
    const server = await serveTools({ get_task_result: waiting, select_faces: notFound })
    const { client } = open(server.origin)
    expect(await select(client)).toMatchObject({ ok: false, fault: { kind: 'refusal', httpStatus: 404, errorType: 'TASK_NOT_FOUND' } })
    expect(server.callsOf('select_faces')).toEqual([faces])
    // A response about the task must not pause the client or start another session.
    expect((await look(client)).ok).toBe(true)
    expect(server.requests.filter((request) => request.endsWith('initialize'))).toHaveLength(1)
  })

  it('is not repeated if the session expired, and counts as rejected if the protocol says so', async () => {
    const server = await serveTools({ get_task_result: waiting, select_faces: taken })
    const { client } = open(server.origin)
    expect((await look(client)).ok).toBe(true)
    server.forgetSessions()
    expect(await select(client)).toMatchObject({ ok: false, fault: { step: 'select-faces', kind: 'refusal', httpStatus: 404 } })
    expect(server.callsOf('select_faces')).toHaveLength(1)
    // The user may send the selection again immediately, in a new session.
    expect((await select(client)).ok).toBe(true)
    expect(server.callsOf('select_faces')).toHaveLength(2)
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['an HTML page', (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')],
    ['an empty body', (response) => response.writeHead(404).end()],
    ['JSON without an error type', (response) => sendJson(response, 404, { error: 'Not Found' })]
  ])('is not repeated and has an unknown outcome if the response is a 404 with %s', async (_what, forgotten) => {
    const server = await serveTools({ get_task_result: waiting, select_faces: taken }, { forgotten })
    const { client } = open(server.origin)
    expect((await look(client)).ok).toBe(true)
    server.forgetSessions()
    expect(await select(client)).toMatchObject({ ok: false, fault: { kind: 'lost', httpStatus: 404, message: 'session-forgotten' } })
    expect(server.callsOf('select_faces')).toHaveLength(1)
  })

  it.each([307, 308])('is not repeated after a %d redirect', async (status) => {
    const moved: ServedTool = {
      inputSchema: {},
      run: (_given, response) => response.writeHead(status, { location: '/api/mcp' }).end() && undefined
    }
    const server = await serveTools({ select_faces: moved })
    const { client } = open(server.origin)
    expect(await select(client)).toMatchObject({ ok: false, fault: { kind: 'unreadable', httpStatus: status } })
    expect(server.callsOf('select_faces')).toHaveLength(1)
  })

  it('is not repeated if its response is cut off, and no stream is resumed', async () => {
    const torn: ServedTool = {
      inputSchema: {},
      run: (_given, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end('id: 1\nretry: 1\ndata:\n\n')
      }
    }
    const server = await serveTools({ get_task_result: waiting, select_faces: torn })
    const { client, clock } = open(server.origin)
    expect(await select(client)).toMatchObject({ ok: false, fault: { kind: 'lost', message: 'answer-broken-off' } })
    clock.pass(pauseInMs)
    expect((await look(client)).ok).toBe(true)
    expect(server.callsOf('select_faces')).toHaveLength(1)
    expect(server.requests.filter((request) => request.startsWith('GET'))).toEqual([])
  })

  it('is not repeated if the socket closes without a response, even if it was used before', async () => {
    const dropped: ServedTool = { inputSchema: {}, run: (_given, response) => response.destroy() && undefined }
    const server = await serveTools({ get_task_result: waiting, select_faces: dropped })
    const { client } = open(server.origin)
    expect((await look(client)).ok).toBe(true)
    expect(await select(client)).toMatchObject({ ok: false, fault: { kind: 'lost' } })
    expect(server.callsOf('select_faces')).toHaveLength(1)
  })

  it('is not reported as successful if its body reports a failure', async () => {
    const refusing: ServedTool = { inputSchema: {}, run: () => structuredToolResult({ success: false, errorType: 'VALIDATION_ERROR' }) }
    const { client } = open((await serveTools({ select_faces: refusing })).origin)
    expect(await select(client)).toMatchObject({ ok: false, fault: { kind: 'refusal', errorType: 'VALIDATION_ERROR' } })
  })
})

describe('a read-only tool call', () => {
  it('is repeated in a new session if the old one expired, with the arguments of its schema', async () => {
    const server = await serveTools({ get_task_result: waiting })
    const { client } = open(server.origin)
    expect((await look(client)).ok).toBe(true)
    server.forgetSessions()
    expect((await look(client)).ok).toBe(true)
    expect(server.callsOf('get_task_result')).toEqual([{ task_id: 'T1' }, { task_id: 'T1' }, { task_id: 'T1' }])
  })
})

describe('a hanging call', () => {
  it('ends after 120 seconds although its response keeps dripping, and ends the underlying request', async () => {
    let drip: ServerResponse | null = null
    const dripping: ServedTool = {
      inputSchema,
      run: (_given, response) => {
        drip = response.writeHead(200, { 'content-type': 'application/json' })
        drip.write(' ')
      }
    }
    const server = await serveTools({ get_task_result: dripping })
    const { client, clock } = open(server.origin)
    const slow = look(client)
    await until(() => drip !== null)
    for (let second = 10; second < 120; second += 10) {
      clock.pass(10_000)
      ;(drip as ServerResponse | null)?.write(' ')
    }
    expect(server.openResponses()).toBe(1)
    clock.pass(10_000)
    expect(await slow).toMatchObject({ ok: false, fault: { kind: 'lost', message: 'timeout' } })
    await until(() => server.openResponses() === 0)
  })

  it('ends with its request when the caller aborts', async () => {
    const server = await serveTools({ get_task_result: { inputSchema, run: () => undefined } })
    const { client } = open(server.origin)
    const leaving = new AbortController()
    const slow = client.queryTask({ taskId: 'T1', signal: leaving.signal })
    await until(() => server.callsOf('get_task_result').length === 1)
    leaving.abort()
    expect(await slow).toMatchObject({ ok: false, fault: { kind: 'lost', message: 'aborted' } })
    await until(() => server.openResponses() === 0)
  })

  it('closes a stream that the server leaves open after its response', async () => {
    const leftOpen: ServedTool = {
      inputSchema,
      run: (_given, response, { id }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: structuredToolResult({ status: 'processing' }) })}\n\n`)
      }
    }
    const server = await serveTools({ get_task_result: leftOpen })
    const { client } = open(server.origin)
    expect(await client.queryTask({ taskId: 'T1' })).toMatchObject({ ok: true, value: { status: 'processing' } })
    await until(() => server.openResponses() === 0)
  })

  it('doesn’t block other calls, and its end neither ends nor delays them', async () => {
    let finish = (): void => undefined
    const slowSelect: ServedTool = {
      inputSchema: {},
      run: (_given, response, message) => {
        finish = () => sendJsonRpcResult(response, message, structuredToolResult({ status: 'processing' }))
      }
    }
    const mixed: ServedTool = {
      inputSchema,
      run: (given) => ((given as { task_id: string }).task_id === 'hangs' ? undefined : structuredToolResult({ status: 'processing' }))
    }
    const server = await serveTools({ get_task_result: mixed, select_faces: slowSelect })
    const { client, clock } = open(server.origin)
    expect((await look(client)).ok).toBe(true)
    const hanging = look(client, 'hangs')
    await until(() => server.callsOf('get_task_result').length === 2)
    clock.pass(60_000)
    const choice = select(client)
    await until(() => server.callsOf('select_faces').length === 1)
    expect((await look(client)).ok).toBe(true)
    clock.pass(60_000)
    expect(await hanging).toMatchObject({ ok: false, fault: { message: 'timeout' } })
    // Waits until the selection is the only open request.
    await until(() => server.openResponses() === 1)
    expect((await look(client)).ok).toBe(true)
    finish()
    expect((await choice).ok).toBe(true)
  })

  it('lets other calls in the same session finish if the session expires', async () => {
    let finish = (): void => undefined
    const slowSelect: ServedTool = {
      inputSchema: {},
      run: (_given, response, message) => {
        finish = () => sendJsonRpcResult(response, message, structuredToolResult({ status: 'processing' }))
      }
    }
    const server = await serveTools({ get_task_result: waiting, select_faces: slowSelect })
    const { client } = open(server.origin)
    const choice = select(client)
    await until(() => server.callsOf('select_faces').length === 1)
    server.forgetSessions()
    expect((await look(client)).ok).toBe(true)
    finish()
    expect((await choice).ok).toBe(true)
    expect(server.callsOf('select_faces')).toHaveLength(1)
  })
})

describe('a wait that a response asks for', () => {
  it.each([0, -60_000, 20])('is never %d ms', async (retryAfterMs) => {
    const busy: ServedTool = {
      inputSchema,
      run: () => ({ isError: true, ...structuredToolResult({ errorType: 'RATE_LIMITED', retryAfterMs }) })
    }
    const { client } = open((await serveTools({ get_task_result: busy })).origin)
    expect(await look(client)).toMatchObject({ ok: false, fault: { retryAfterInMs: 1_000 } })
  })

  it('is never zero in a header either', async () => {
    const busy: ServedTool = {
      inputSchema,
      run: (_given, response) => {
        response.setHeader('retry-after', '0')
        sendJson(response, 429, { errorType: 'RATE_LIMITED' })
      }
    }
    const { client } = open((await serveTools({ get_task_result: busy })).origin)
    expect(await look(client)).toMatchObject({ ok: false, fault: { httpStatus: 429, retryAfterInMs: 1_000 } })
  })
})

describe('a task created elsewhere', () => {
  it('is queried by its ID alone', async () => {
    const url = 'https://cdn.example/a.png'
    const nested = { type: 'object', properties: { input: inputSchema }, required: ['input'], additionalProperties: false }
    const server = await serveTools({
      get_task_result: { inputSchema: nested, run: () => structuredToolResult({ status: 'completed', imageUrl: url }) }
    })
    const { client } = open(server.origin)
    expect(await client.queryTask({ taskId: 'T9' })).toMatchObject({ ok: true, value: { status: 'completed', urls: [url] } })
    expect(server.callsOf('get_task_result')).toEqual([{ input: { task_id: 'T9' } }])
  })

  it('is a rejected query if the service doesn’t find it', async () => {
    const missing: ServedTool = {
      inputSchema,
      run: () => ({ isError: true, ...structuredToolResult({ errorType: 'TASK_NOT_FOUND', taskId: 'T9' }) })
    }
    const { client } = open((await serveTools({ get_task_result: missing })).origin)
    expect(await client.queryTask({ taskId: 'T9' })).toMatchObject({
      ok: false,
      fault: { step: 'query', kind: 'refusal', errorType: 'TASK_NOT_FOUND', taskId: 'T9' }
    })
  })
})
