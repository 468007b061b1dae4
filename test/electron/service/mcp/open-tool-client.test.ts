import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { ProxyAgent } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DispatcherResolver } from '../../../../electron/service/http-client.ts'
import { createHttpClient, dispatcherOptions } from '../../../../electron/service/http-client.ts'
import { openToolClient } from '../../../../electron/service/mcp/open-tool-client.ts'
import type { ToolClient } from '../../../../electron/tasks/ports.ts'
import type { PracticeService } from '../../../../electron/practice/practice-service.ts'
import type { Fault } from '../../../../shared/task/fault.ts'
import { runPracticeTask, imageGeneratorId, openTestService } from '../../../practice-service/practice-client.ts'
import { readMessageBody, closedPort, serveHttp, serveTcp } from '../local-server.ts'
import { createManualClock } from './manual-clock.ts'
import { Secret } from '../../../../electron/accounts/secret.ts'
import { baseUrlOf } from '../base-url-of.ts'

const apiKey = 'sk-mcp-0123456789abcdef'
const pause = 10_000

type Opened = { readonly client: ToolClient; readonly clock: ReturnType<typeof createManualClock> }

function open(baseUrl: string, key = apiKey, dispatcherFor?: DispatcherResolver): Opened {
  const clock = createManualClock()
  const http = createHttpClient(dispatcherFor === undefined ? {} : { dispatcherFor })
  const client = openToolClient({
    baseUrl: baseUrlOf(baseUrl),
    apiKey: new Secret(key),
    http,
    clock,
    pauseInMs: (failures) => pause * failures
  })
  onTestFinished(async () => {
    await client.close()
    await http.close()
  })
  return { client, clock }
}

async function openPractice(): Promise<Opened & { readonly service: PracticeService }> {
  const service = await openTestService()
  return { service, ...open(service.url, service.apiKey) }
}

type Seen = { readonly method: string; readonly key: string | undefined; readonly session: string | undefined; readonly message: string }

/** Starts a server with the test's own handler, and records the requests. */
async function serve(answer: (response: ServerResponse, message: { id?: unknown; method?: string }, request: IncomingMessage) => unknown) {
  const seen: Seen[] = []
  const server = await serveHttp(async (request, response) => {
    const text = (await readMessageBody(request)).toString()
    const { authorization, 'mcp-session-id': session } = request.headers
    seen.push({ method: request.method ?? '', key: authorization, session: session as string | undefined, message: text })
    await answer(response, text === '' ? {} : (JSON.parse(text) as { id?: unknown; method?: string }), request)
  })
  onTestFinished(() => server.close())
  return { origin: server.origin, seen }
}

function json(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

const initialized = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'own', version: '1' } }
/** Responds to the messages of the MCP handshake. Returns false for any other message, which the test then handles. */
function shakesHands(response: ServerResponse, message: { id?: unknown; method?: string }): boolean {
  if (message.method === 'initialize') json(response, { jsonrpc: '2.0', id: message.id, result: initialized })
  else if (message.method === 'notifications/initialized') response.writeHead(202).end()
  else return false
  return true
}

const ask = (client: ToolClient, signal?: AbortSignal) =>
  client.callTool({ tool: 'list_models', arguments: {}, step: 'mcp', ...(signal && { signal }) })
async function faultOf(answer: Promise<{ ok: true } | { ok: false; fault: Fault }>): Promise<Partial<Fault>> {
  const settled = await answer
  if (settled.ok) throw new Error('The call succeeded unexpectedly.')
  const { kind, httpStatus, errorType, message, step } = settled.fault
  return { kind, httpStatus, errorType, message, step }
}

describe('the MCP client with the practice service', () => {
  it('reads the tools with their schemas once', async () => {
    const { client, service } = await openPractice()
    const [first, again] = [await client.tools({}), await client.tools({})]
    expect(first.ok && first.value.map(({ name }) => name)).toContain('select_faces')
    expect(first.ok && first.value.find(({ name }) => name === 'get_task_result')?.inputSchema).toMatchObject({
      required: ['taskId']
    })
    expect(again).toEqual(first)
    expect(service.calls().filter(({ path }) => path === '/api/mcp')).toHaveLength(3)
  })

  it('estimates the exact values under the name that list_models gives', async () => {
    const { client, service } = await openPractice()
    expect(await client.estimateCredits({ capability: 'video-upscaler', body: { scale: 4 } })).toMatchObject({ ok: true, value: 24 })
    expect(await client.estimateCredits({ capability: 'lip-sync', body: { mode: 'text' } })).toMatchObject({ ok: true, value: 14 })
    expect(await client.estimateCredits({ capability: 'video-dubbing', body: {} })).toMatchObject({ ok: true, value: null })
    expect(service.calls().flatMap(({ tool }) => tool ?? [])).toEqual(['list_models', ...Array<string>(3).fill('estimate_model_credits')])
    expect(service.ledger()).toEqual([])
  })

  it('returns the list of capabilities unchanged', async () => {
    const { client } = await openPractice()
    expect(await client.listCapabilities({})).toMatchObject({ ok: true, value: { total: 63 } })
  })

  it('reads a response that arrives as events', async () => {
    const { client, service } = await openPractice()
    service.faults.add({ on: 'mcp', times: 100, do: { kind: 'event-stream' } })
    expect(await client.estimateCredits({ capability: 'video-upscaler', body: {} })).toMatchObject({ ok: true, value: 12 })
  })

  it('reports a tool’s error with all its details', async () => {
    const { client } = await openPractice()
    const outcome = await client.callTool({ tool: 'get_task_result', arguments: { taskId: 'gone' }, step: 'select-faces' })
    expect(outcome).toMatchObject({
      ok: false,
      fault: { step: 'select-faces', kind: 'refusal', errorType: 'TASK_NOT_FOUND', taskId: 'gone', httpStatus: null }
    })
    const wrong = await client.callTool({ tool: 'get_task_result', arguments: {}, step: 'select-faces' })
    expect(wrong).toMatchObject({ fault: { errorType: 'VALIDATION_ERROR', details: [{ field: 'taskId' }] } })
    expect(await faultOf(client.callTool({ tool: 'make_coffee', arguments: {}, step: 'mcp' }))).toMatchObject({
      kind: 'refusal',
      errorType: null
    })
    expect((await ask(client)).ok).toBe(true)
  })

  it('reports a task’s state and result addresses from its ID alone', async () => {
    const { client, service } = await openPractice()
    const { body } = await runPracticeTask(service, imageGeneratorId, { prompt: 'a tide', imageNum: '2' })
    const taskId = service.tasks()[0]?.taskId ?? ''
    const results = ((body.data ?? {})['imageUrls'] as readonly string[]).map((url) => new URL(url).pathname)
    const outcome = await client.queryTask({ taskId })
    expect(outcome).toMatchObject({ ok: true, value: { status: 'completed', failureMessage: null } })
    expect(outcome.ok && outcome.value.urls.map((url) => new URL(url).pathname)).toEqual(results)
    expect(await faultOf(client.queryTask({ taskId: 'gone' }))).toMatchObject({ step: 'query', errorType: 'TASK_NOT_FOUND' })
  })

  it('reports a rejected key and a missing subscription like REST does', async () => {
    const { client, clock, service } = await openPractice()
    await service.account.change({ isSubscribed: false })
    expect(await faultOf(ask(client))).toMatchObject({ kind: 'refusal', httpStatus: 403, errorType: 'NEED_SUBSCRIBE' })
    await service.account.change({ isSubscribed: true, keyCondition: 'revoked' })
    clock.pass(pause)
    expect(await faultOf(ask(client))).toMatchObject({ kind: 'refusal', httpStatus: 401, errorType: 'API_KEY_INVALID_OR_REVOKED' })
  })
})

describe('the connection to the endpoint', () => {
  it('uses the app’s own proxy for all requests', async () => {
    const service = await openTestService()
    const passed: string[] = []
    const proxy = createServer()
    proxy.on('connect', (incoming, socket) => {
      passed.push(incoming.url ?? '')
      const [host, port] = (incoming.url ?? '').split(':')
      const target = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        target.pipe(socket).pipe(target)
      })
      target.on('error', () => socket.destroy())
      socket.on('error', () => target.destroy())
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const agent = new ProxyAgent({
      ...dispatcherOptions,
      proxyTunnel: true,
      uri: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    })
    onTestFinished(async () => {
      await agent.destroy()
      proxy.closeAllConnections()
      proxy.close()
    })
    const { client } = open(service.url, service.apiKey, () => agent)
    expect((await ask(client)).ok).toBe(true)
    expect(passed.every((target) => target === new URL(service.url).host)).toBe(true)
    expect(passed.length).toBeGreaterThan(0)
  })

  it('never sends the key to another origin', async () => {
    const elsewhere = await serve((response) => json(response, {}))
    const here = await serve((response) => response.writeHead(307, { location: `${elsewhere.origin}/api/mcp` }).end())
    const { client } = open(here.origin)
    expect(await faultOf(ask(client))).toMatchObject({ kind: 'not-sent' })
    expect(here.seen[0]?.key).toBe(`Bearer ${apiKey}`)
    expect(elsewhere.seen).toEqual([])
  })

  it('follows a redirect within the origin', async () => {
    const service = await serve((response, message, request) => {
      if (request.url === '/api/mcp') return response.writeHead(308, { location: '/api/mcp/' }).end()
      return (
        shakesHands(response, message) || json(response, { jsonrpc: '2.0', id: message.id, result: { structuredContent: { models: [] } } })
      )
    })
    expect(await ask(open(service.origin).client)).toMatchObject({ ok: true, value: { structured: { models: [] } } })
  })

  it('never includes the key in an error', async () => {
    const service = await serve((response) =>
      json(response, { success: false, errorType: `BAD_${apiKey}`, message: `Your key ${apiKey} is wrong` }, 401)
    )
    const outcome = await ask(open(service.origin).client)
    expect(outcome.ok).toBe(false)
    expect(JSON.stringify(outcome)).not.toContain(apiKey)
    const tool = await serve(
      (response, message) =>
        shakesHands(response, message) ||
        json(response, { jsonrpc: '2.0', id: message.id, result: { isError: true, content: [{ type: 'text', text: `No, ${apiKey}` }] } })
    )
    expect(JSON.stringify(await ask(open(tool.origin).client))).not.toContain(apiKey)
  })
})

describe('a failing endpoint', () => {
  it.each<[string, (response: ServerResponse) => unknown, Partial<Fault>]>([
    ['is missing', (response) => json(response, { error: 'Not Found' }, 404), { kind: 'refusal', httpStatus: 404 }],
    ['sends HTML', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'), { kind: 'not-sent' }],
    [
      'sends incomplete JSON',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":'),
      { kind: 'not-sent' }
    ],
    ['sends JSON that isn’t a message', (response) => json(response, { hello: 'world' }), { kind: 'not-sent' }],
    ['drops the connection', (response) => response.destroy(), { kind: 'not-sent' }],
    [
      'is overloaded',
      (response) => json(response, { errorType: 'RATE_LIMITED' }, 429),
      { kind: 'refusal', httpStatus: 429, errorType: 'RATE_LIMITED' }
    ]
  ])('at the handshake, because it %s, pauses further calls', async (_case, answer, fault) => {
    const service = await serve((response) => answer(response))
    const { client, clock } = open(service.origin)
    expect(await faultOf(ask(client))).toMatchObject(fault)
    expect(await faultOf(ask(client))).toMatchObject(fault)
    expect(service.seen).toHaveLength(1)
    clock.pass(pause)
    await ask(client)
    expect(service.seen).toHaveLength(2)
    clock.pass(pause)
    await ask(client)
    expect(service.seen).toHaveLength(2)
    clock.pass(pause)
    await ask(client)
    expect(service.seen).toHaveLength(3)
  })

  it('is reported as not reached if the port is closed', async () => {
    const { client } = open(`http://127.0.0.1:${await closedPort()}`)
    expect(await faultOf(ask(client))).toMatchObject({ kind: 'not-sent', message: 'ECONNREFUSED' })
  })

  it('is called again immediately after the network or the account is fixed', async () => {
    const service = await serve((response) => response.destroy())
    const { client } = open(service.origin)
    await ask(client)
    await ask(client)
    expect(service.seen).toHaveLength(1)
    client.wake()
    await ask(client)
    expect(service.seen).toHaveLength(2)
  })

  it('is not called for as long as its Retry-After says', async () => {
    const service = await serve((response) => json(response, { errorType: 'RATE_LIMITED' }, 429, { 'retry-after': '60' }))
    const { client, clock } = open(service.origin)
    await ask(client)
    clock.pass(59_000)
    await ask(client)
    expect(service.seen).toHaveLength(1)
    clock.pass(1_000)
    await ask(client)
    expect(service.seen).toHaveLength(2)
  })

  it('is disconnected after 30 seconds for the handshake or 120 for the response', async () => {
    let isSilent = true
    let sockets = 0
    const raw = await serveTcp((socket) => {
      sockets += 1
      socket.resume()
      socket.on('close', () => (sockets -= 1))
    })
    onTestFinished(() => raw.close())
    const first = open(raw.origin)
    const hanging = faultOf(ask(first.client))
    await until(() => sockets === 1)
    first.clock.pass(29_999)
    expect(first.clock.waiting()).toBe(1)
    first.clock.pass(1)
    expect(await hanging).toMatchObject({ kind: 'not-sent', message: 'timeout' })
    await until(() => sockets === 0)

    const service = await serve((response, message) => {
      if (shakesHands(response, message) || isSilent) return
      json(response, { jsonrpc: '2.0', id: message.id, result: { structuredContent: {} } })
    })
    const { client, clock } = open(service.origin)
    const slow = faultOf(ask(client))
    await until(() => service.seen.length === 3)
    clock.pass(119_999)
    expect(clock.waiting()).toBe(1)
    clock.pass(1)
    expect(await slow).toMatchObject({ kind: 'lost', message: 'timeout' })
    isSilent = false
    clock.pass(pause)
    expect((await ask(client)).ok).toBe(true)
  })

  it('leaves the outcome unknown if it fails during a call, as events or not', async () => {
    const { client, clock, service } = await openPractice()
    await ask(client)
    service.faults.add({ on: 'mcp-tool', do: { kind: 'lose-answer' } })
    expect(await faultOf(ask(client))).toMatchObject({ kind: 'lost' })
    clock.pass(pause)
    expect((await ask(client)).ok).toBe(true)
    for (const kind of ['tear-answer', 'half-json'] as const) {
      service.faults.add({ on: 'mcp', times: 4, do: { kind: 'event-stream' } })
      service.faults.add({ on: 'mcp-tool', do: { kind } })
      expect(await faultOf(ask(client))).toMatchObject({ kind: 'lost', message: 'answer-broken-off' })
      service.faults.clear()
      clock.pass(pause)
      expect((await ask(client)).ok).toBe(true)
    }
    service.faults.add({ on: 'mcp-tool', do: { kind: 'html', httpStatus: 200, workIsDone: true } })
    expect(await faultOf(ask(client))).toMatchObject({ kind: 'unreadable' })
  })

  it('is disconnected after 120 seconds if its tool list is endless', async () => {
    let pages = 0
    const slow = await serve((response, message) => {
      if (shakesHands(response, message)) return
      pages += 1
      opened.clock.pass(50_000)
      json(response, { jsonrpc: '2.0', id: message.id, result: { tools: [{ name: `tool-${pages}` }], nextCursor: `${pages}` } })
    })
    const opened = open(slow.origin)
    const outcome = await opened.client.tools({})
    expect(outcome.ok && outcome.value.map(({ name }) => name)).toEqual(['tool-1', 'tool-2', 'tool-3'])
  })

  it('is not called for an aborted request, and an aborted call settles immediately', async () => {
    const { client, service } = await openPractice()
    const gone = new AbortController()
    gone.abort()
    expect(await faultOf(ask(client, gone.signal))).toMatchObject({ kind: 'not-sent', message: 'aborted' })
    expect(service.calls()).toEqual([])
    service.faults.add({ on: 'mcp-tool', do: { kind: 'delay', delayInMs: 60_000 } })
    const giveUp = new AbortController()
    const slow = faultOf(ask(client, giveUp.signal))
    await until(() => service.calls().some(({ tool }) => tool === 'list_models'))
    giveUp.abort()
    expect(await slow).toMatchObject({ kind: 'lost', message: 'aborted' })
    expect((await ask(client)).ok).toBe(true)
  })

  it('settles every call when the client is closed, and rejects later ones', async () => {
    const { client, service } = await openPractice()
    await ask(client)
    service.faults.add({ on: 'mcp-tool', do: { kind: 'delay', delayInMs: 60_000 } })
    const slow = faultOf(ask(client))
    await until(() => service.calls().filter(({ tool }) => tool === 'list_models').length === 2)
    await client.close()
    expect(await slow).toMatchObject({ kind: 'lost' })
    expect(await faultOf(ask(client))).toMatchObject({ kind: 'not-sent', message: 'aborted' })
  })

  it('settles a hanging handshake when the client is closed', async () => {
    const raw = await serveTcp(() => undefined)
    onTestFinished(() => raw.close())
    const { client } = open(raw.origin)
    const hanging = faultOf(ask(client))
    await client.close()
    expect(await hanging).toMatchObject({ kind: 'not-sent' })
  })
})

describe('a service with session IDs', () => {
  /** Starts the official SDK's server. `restart` removes every session. */
  async function sessions() {
    const transports = new Map<string, StreamableHTTPServerTransport>()
    const goodbyes: string[] = []
    let calls = 0
    const service = await serveHttp(async (request, response) => {
      const given = request.headers['mcp-session-id'] as string | undefined
      const body = (await readMessageBody(request)).toString()
      if (request.method === 'DELETE') goodbyes.push(given ?? '')
      const known = given === undefined ? undefined : transports.get(given)
      if (given !== undefined && known === undefined)
        return json(response, { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } }, 404)
      const transport =
        known ??
        new StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          onsessioninitialized: (id) => {
            transports.set(id, transport)
          }
        })
      if (known === undefined) {
        const server = new McpServer({ name: 'own', version: '1' })
        server.registerTool('list_models', { description: 'Models.' }, () => {
          calls += 1
          return { content: [{ type: 'text', text: '{"models":[]}' }] }
        })
        await server.connect(transport)
      }
      return transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body))
    })
    onTestFinished(() => service.close())
    return { origin: service.origin, transports, goodbyes, calls: () => calls }
  }

  it('is called again in a new session after a restart, immediately and only once', async () => {
    const service = await sessions()
    const { client } = open(service.origin)
    expect(await ask(client)).toMatchObject({ ok: true, value: { structured: { models: [] } } })
    expect(service.transports.size).toBe(1)
    service.transports.clear()
    expect((await ask(client)).ok).toBe(true)
    expect(service.calls()).toBe(2)
  })

  it('is notified when the session ends', async () => {
    const service = await sessions()
    const { client } = open(service.origin)
    await ask(client)
    await client.close()
    expect(service.goodbyes).toEqual([...service.transports.keys()])
  })
})

async function until(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue, { interval: 5 }).toBe(true)
}
