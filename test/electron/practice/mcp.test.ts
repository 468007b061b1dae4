import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deployedCapabilities } from '../../../electron/practice/capabilities/deployed-capabilities.ts'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import { sendRequest, waitForEnd, imageGeneratorId, openTestService, submitPracticeTask } from '../../practice-service/practice-client.ts'

const retoucher = 'portrait-retouch'

/** Opens the official SDK's client. The client validates responses against the protocol, and results against the output schemas. */
async function mcp(service: PracticeService): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { authorization: `Bearer ${service.apiKey}` }
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/api/mcp`), { requestInit: { headers } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

type Told = { readonly structured: Record<string, unknown>; readonly isError: boolean; readonly content: CallToolResult['content'] }

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult
  const [first] = result.content
  expect(first?.type === 'text' ? JSON.parse(first.text) : null).toEqual(result.structuredContent)
  return { structured: result.structuredContent ?? {}, isError: result.isError ?? false, content: result.content }
}

function post(
  service: PracticeService,
  message: unknown,
  headers: Record<string, string | undefined> = {}
): ReturnType<typeof sendRequest> {
  return sendRequest(service, 'POST', '/api/mcp', { body: message, headers: { accept: 'application/json, text/event-stream', ...headers } })
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } }
}

describe('the MCP endpoint', () => {
  it('has the specification’s eight tools, with input and output schemas', async () => {
    const client = await mcp(await openTestService())
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'list_capabilities',
      'list_models',
      'estimate_model_credits',
      'upload_files',
      'submit_task',
      'get_task_result',
      'select_faces',
      'get_recent_tasks'
    ])
    for (const tool of tools)
      expect([tool.inputSchema.type, tool.outputSchema?.type, typeof tool.description]).toEqual(['object', 'object', 'string'])
  })

  it('checks the key and the subscription like REST does', async () => {
    const service = await openTestService()
    const cases = [
      { authorization: undefined },
      { authorization: `bearer ${service.apiKey}` },
      { authorization: 'Bearer wrong-key-wrong-key' }
    ]
    for (const headers of cases) {
      const [over, rest] = [
        await post(service, initialize, headers),
        await sendRequest(service, 'GET', '/api/v1/capabilities', { headers })
      ]
      expect([over.status, over.body]).toEqual([rest.status, rest.body])
      expect(over.headers.get('x-request-id')).toMatch(/^req/)
    }
    await service.account.change({ isSubscribed: false })
    for (const method of ['POST', 'GET', 'DELETE'] as const)
      expect(
        (await sendRequest(service, method, '/api/mcp', { headers: { accept: 'application/json, text/event-stream' } })).body
      ).toMatchObject({
        errorType: 'NEED_SUBSCRIBE'
      })
    await service.account.change({ isSubscribed: true, keyCondition: 'session-expired' })
    expect((await post(service, initialize)).body).toMatchObject({ errorType: 'ACCOUNT_SESSION_REFRESH_REQUIRED' })
  })

  it('uses streamable HTTP without sessions, for any client at any time', async () => {
    const service = await openTestService()
    const opened = await post(service, initialize)
    expect(opened.body).toMatchObject({ result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } } })
    expect(opened.headers.get('mcp-session-id')).toBeNull()
    const future = { ...initialize, params: { ...initialize.params, protocolVersion: '2099-01-01' } }
    expect((await post(service, future)).body).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
    expect((await post(service, { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
    expect((await post(service, { jsonrpc: '2.0', id: 'a', method: 'ping' })).body).toEqual({ jsonrpc: '2.0', id: 'a', result: {} })
    for (const method of ['GET', 'DELETE'] as const) {
      const testResponse = await sendRequest(service, method, '/api/mcp')
      expect([testResponse.status, testResponse.headers.get('allow')]).toEqual([405, 'POST'])
    }
    const clients = await Promise.all(Array.from({ length: 20 }, () => mcp(service)))
    const answers = await Promise.all(clients.map((client) => call(client, 'get_recent_tasks')))
    expect(answers.every(({ isError }) => !isError)).toBe(true)
  })

  it('rejects an invalid message with the protocol’s error code', async () => {
    const service = await openTestService()
    const headers = { accept: 'application/json, text/event-stream' }
    expect((await sendRequest(service, 'POST', '/api/mcp', { raw: '{', headers })).body).toMatchObject({ error: { code: -32700 } })
    expect((await post(service, [initialize])).body).toMatchObject({ error: { code: -32600 } })
    expect((await post(service, { jsonrpc: '2.0', id: 1, method: 'resources/list' })).body).toMatchObject({ error: { code: -32601 } })
    const unknown = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'make_coffee' } }
    expect((await post(service, unknown)).body).toMatchObject({ error: { code: -32602 } })
    expect((await post(service, initialize, { accept: 'application/json' })).status).toBe(406)
    expect((await post(service, initialize, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(service, initialize, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
    expect((await post(service, initialize, { origin: 'https://elsewhere.example' })).status).toBe(403)
  })
})

describe('a task over MCP', () => {
  it('is submitted, checked and returned with its images', async () => {
    const service = await openTestService()
    const client = await mcp(service)
    const submitted = await call(client, 'submit_task', {
      capability: imageGeneratorId,
      parameters: { prompt: 'a vase', imageNum: '2' },
      idempotencyKey: 'k'
    })
    expect(submitted.structured).toMatchObject({ success: true, creditsConsumed: 10, retryAfterMs: expect.any(Number) })
    const taskId = submitted.structured['taskId']
    await waitForEnd(service, taskId)
    const done = await call(client, 'get_task_result', { taskId })
    expect(done.structured).toMatchObject({ status: 'completed', imageUrl: expect.stringMatching(/^http/), results: [{}, {}] })
    expect(done.structured['retryAfterMs']).toBeUndefined()
    expect(done.content.map(({ type }) => type)).toEqual(['text', 'image', 'image', 'resource_link', 'resource_link'])
    const [, picture] = done.content
    expect(picture?.type === 'image' && Buffer.from(picture.data, 'base64').subarray(1, 4).toString()).toBe('PNG')
  })

  it('has a retry delay while it runs', async () => {
    const service = await openTestService({ timeScale: 1000 })
    const client = await mcp(service)
    const { structured } = await call(client, 'submit_task', {
      capability: imageGeneratorId,
      parameters: { prompt: 'x' },
      idempotencyKey: 'k'
    })
    expect((await call(client, 'get_task_result', { taskId: structured['taskId'] })).structured).toMatchObject({
      status: 'queued',
      retryAfterMs: 5000
    })
  })

  it('is charged once for its key, whether over REST or MCP', async () => {
    const service = await openTestService()
    const client = await mcp(service)
    const order = { capability: imageGeneratorId, parameters: { prompt: 'x' }, idempotencyKey: 'k' }
    const first = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, 'k')
    const again = await call(client, 'submit_task', order)
    expect(again.structured['taskId']).toBe(first.body['taskId'])
    const other = await call(client, 'submit_task', { ...order, parameters: { prompt: 'y' } })
    expect([other.isError, other.structured]).toEqual([
      true,
      expect.objectContaining({ success: false, errorType: 'IDEMPOTENCY_CONFLICT' })
    ])
    const reversed = await call(client, 'submit_task', { ...order, idempotencyKey: 'l' })
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, 'l')).body['taskId']).toBe(reversed.structured['taskId'])
    expect(service.ledger().map(({ idempotencyKey }) => idempotencyKey)).toEqual(['k', 'l'])
  })

  it('is in progress over REST and MCP while it is being accepted', async () => {
    const service = await openTestService()
    const client = await mcp(service)
    service.faults.add({ on: 'mcp-tool', tool: 'submit_task', do: { kind: 'delay', delayInMs: 300 } })
    const order = { capability: imageGeneratorId, parameters: { prompt: 'x' }, idempotencyKey: 'k' }
    const slow = call(client, 'submit_task', order)
    while (!service.calls().some(({ tool }) => tool === 'submit_task')) await wait(5)
    expect((await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, 'k')).body).toMatchObject({
      errorType: 'IDEMPOTENCY_IN_PROGRESS'
    })
    expect((await slow).isError).toBe(false)
    expect(service.ledger()).toHaveLength(1)
  })

  it('uses the same validation, price and balance as REST, with the same error', async () => {
    const service = await openTestService({ startingCredits: 3 })
    const client = await mcp(service)
    const wrong = await call(client, 'submit_task', {
      capability: imageGeneratorId,
      parameters: { prompt: '', size: '1*1' },
      idempotencyKey: 'k'
    })
    const rest = await submitPracticeTask(service, imageGeneratorId, { prompt: '', size: '1*1' }, 'k')
    expect([wrong.isError, wrong.structured]).toEqual([true, rest.body])
    expect(wrong.structured).toMatchObject({ errorType: 'VALIDATION_ERROR', details: [{ field: 'prompt' }, { field: 'size' }] })
    const poor = await call(client, 'submit_task', { capability: imageGeneratorId, parameters: { prompt: 'x' }, idempotencyKey: 'k' })
    expect(poor.structured).toMatchObject({ success: false, errorType: 'NEED_PURCHASE_CREDITS', creditsRequired: 5 })
    expect(service.ledger()).toEqual([])
  })
})

describe('the other MCP tools', () => {
  it('list capabilities and models from the same definitions', async () => {
    const client = await mcp(await openTestService())
    const { structured } = await call(client, 'list_capabilities')
    expect(structured['total']).toBe(63)
    const listed = structured['capabilities'] as { capability: string; inputSchema: object }[]
    expect(listed.map(({ capability }) => capability)).toEqual([...deployedCapabilities.keys()])
    expect(listed[0]?.inputSchema).toEqual(JSON.parse(JSON.stringify(deployedCapabilities.get(imageGeneratorId)?.inputSchema)))
    const sounds = await call(client, 'list_models', { category: 'audio' })
    expect((sounds.structured['models'] as { category: string }[]).every(({ category }) => category === 'audio')).toBe(true)
    expect((await call(client, 'list_capabilities', { capability: retoucher })).structured['total']).toBe(1)
  })

  it('estimate the charge, or return null if it is known only afterwards', async () => {
    const service = await openTestService()
    const client = await mcp(service)
    const estimate = async (model: string, parameters: object): Promise<unknown> =>
      (await call(client, 'estimate_model_credits', { model, parameters })).structured['credits']
    expect(await estimate('practice/video-upscaler', { scale: 4 })).toBe(24)
    expect(await estimate('lip-sync', { mode: 'text' })).toBe(14)
    expect(await estimate('video-dubbing', { targetLanguages: ['de'] })).toBeNull()
    expect(await estimate('virtual-try-on', {})).toBeNull()
    expect((await call(client, 'estimate_model_credits', { model: 'unknown', parameters: {} })).structured).toMatchObject({
      errorType: 'CAPABILITY_NOT_ENABLED'
    })
    expect(service.ledger()).toEqual([])
  })

  it('grant a batch of uploads completely or not at all', async () => {
    const client = await mcp(await openTestService())
    const file = { capability: retoucher, parameter: 'imageUrl', fileName: 'a.png', contentType: 'image/png', fileSize: 100 }
    const granted = await call(client, 'upload_files', { files: [file, { ...file, fileName: 'b.png' }] })
    expect(granted.structured['files']).toMatchObject([
      { uploadCommand: expect.stringContaining("'a.png'") },
      { uploadCommand: expect.stringContaining("'b.png'") }
    ])
    const refused = await call(client, 'upload_files', { files: [file, { ...file, contentType: 'video/mp4' }] })
    expect(refused.structured).toMatchObject({ errorType: 'VALIDATION_ERROR', details: [{ field: 'files[1].contentType' }] })
  })

  it('reject a face selection for a task that doesn’t wait for one', async () => {
    const service = await openTestService()
    const client = await mcp(service)
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    await waitForEnd(service, body['taskId'])
    const seen = await call(client, 'select_faces', { taskId: body['taskId'], selections: [{ faceId: 'face-1' }] })
    expect([seen.isError, seen.structured]).toEqual([
      true,
      expect.objectContaining({ errorType: 'VALIDATION_ERROR', details: [expect.objectContaining({ field: 'taskId' })] })
    ])
    expect((await call(client, 'select_faces', { taskId: 'gone', selections: [{ faceId: 'face-1' }] })).structured).toMatchObject({
      errorType: 'TASK_NOT_FOUND',
      taskId: 'gone'
    })
    expect((await call(client, 'select_faces', { taskId: 'gone', selections: [] })).structured).toMatchObject({
      details: [{ field: 'selections' }]
    })
  })

  it('list recent tasks, newest first, like REST does', async () => {
    const service = await openTestService()
    const client = await mcp(service)
    for (const key of ['a', 'b']) await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' }, key)
    const { structured } = await call(client, 'get_recent_tasks', { limit: 1 })
    const rest = await sendRequest(service, 'GET', '/api/v1/tasks/recent?limit=1')
    expect(structured['tasks']).toMatchObject([{ idempotencyKey: 'b' }])
    expect(structured['tasks']).toEqual(rest.body.data?.['tasks'])
  })
})

describe('MCP endpoint faults', () => {
  it.each([
    ['TASK_QUERY_INTERRUPTED', 500],
    ['RESULT_MISSING', 2000]
  ])('make a tool respond with %s and a retry delay', async (errorType, retryAfterMs) => {
    const service = await openTestService()
    const client = await mcp(service)
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    service.faults.add({
      on: 'mcp-tool',
      tool: 'get_task_result',
      do: { kind: 'error', httpStatus: 503, errorType, taskId: 'own', retryAfterInSeconds: retryAfterMs / 1000, workIsDone: true }
    })
    expect((await call(client, 'get_recent_tasks')).isError).toBe(false)
    const seen = await call(client, 'get_task_result', { taskId: body['taskId'] })
    expect([seen.isError, seen.structured]).toEqual([
      true,
      expect.objectContaining({ success: false, errorType, taskId: body['taskId'], retryAfterMs })
    ])
    expect((await call(client, 'get_task_result', { taskId: body['taskId'] })).isError).toBe(false)
  })

  it('hide a finished task’s result', async () => {
    const service = await openTestService()
    const client = await mcp(service)
    const { body } = await submitPracticeTask(service, imageGeneratorId, { prompt: 'x' })
    await waitForEnd(service, body['taskId'])
    service.faults.add({ on: 'mcp-tool', do: { kind: 'no-result' } })
    expect((await call(client, 'get_task_result', { taskId: body['taskId'] })).structured).toMatchObject({
      errorType: 'RESULT_MISSING',
      retryAfterMs: 1000
    })
    service.faults.add({ on: 'mcp-tool', do: { kind: 'status', status: 'NEEDS_INPUT' } })
    expect((await call(client, 'get_task_result', { taskId: body['taskId'] })).structured).toMatchObject({ status: 'NEEDS_INPUT' })
  })

  it('affect the whole endpoint or one tool, before or after the work', async () => {
    const service = await openTestService()
    const client = await mcp(service)
    const order = (key: string) =>
      call(client, 'submit_task', { capability: imageGeneratorId, parameters: { prompt: 'x' }, idempotencyKey: key })
    service.faults.add({ on: 'mcp', do: { kind: 'error', httpStatus: 503, errorType: 'MCP_SERVICE_UNAVAILABLE' } })
    await expect(order('a')).rejects.toThrow('MCP_SERVICE_UNAVAILABLE')
    service.faults.add({ on: 'mcp', do: { kind: 'html', httpStatus: 200 } })
    await expect(order('a')).rejects.toThrow('Unexpected content type')
    service.faults.add({ on: 'mcp-tool', tool: 'submit_task', do: { kind: 'lose-answer' } })
    await expect(order('a')).rejects.toThrow('fetch failed')
    expect(service.tasks()).toEqual([])
    service.faults.add({ on: 'mcp-tool', tool: 'submit_task', do: { kind: 'lose-answer', workIsDone: true } })
    await expect(order('a')).rejects.toThrow('fetch failed')
    service.faults.add({ on: 'mcp-tool', do: { kind: 'tear-answer' } })
    await expect(order('b')).rejects.toThrow()
    expect(service.tasks().map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a', 'b'])
    expect((await order('a')).structured['taskId']).toBe(service.tasks()[0]?.taskId)
    expect(service.ledger()).toHaveLength(2)
  })

  it('make the endpoint respond with an event stream', async () => {
    const service = await openTestService()
    service.faults.add({ on: 'mcp', times: 1000, do: { kind: 'event-stream' } })
    const client = await mcp(service)
    expect((await call(client, 'list_capabilities', { capability: retoucher })).structured['total']).toBe(1)
  })
})
