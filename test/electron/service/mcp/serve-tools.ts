import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import type { JsonSchema } from '../../../../shared/form/json-schema.ts'
import { readMessageBody, serveHttp } from '../local-server.ts'

type Message = {
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly name?: string; readonly arguments?: unknown }
}

/** A tool that a test defines. `run` returns the result, or responds directly and returns undefined. */
export type ServedTool = {
  readonly inputSchema: JsonSchema
  readonly run: (given: unknown, response: ServerResponse, message: Message) => unknown
}

export type ToolServer = {
  readonly origin: string
  /** Returns the arguments of all calls to `tool`, in order of arrival. */
  readonly callsOf: (tool: string) => readonly unknown[]
  /** The HTTP method, path and JSON-RPC method of each request, separated by spaces. */
  readonly requests: readonly string[]
  readonly openResponses: () => number
  /** Removes all sessions, as a restart of the service does. */
  readonly forgetSessions: () => void
}

/**
 * Starts a hand-written MCP server. `tools`: the tools by name. `isNumbered`: false for a server without session IDs. `forgotten`:
 * responds to a request with an unknown session ID. The server is closed after the test.
 */
export async function serveTools(
  tools: { readonly [name: string]: ServedTool },
  options: { readonly isNumbered?: boolean; readonly forgotten?: (response: ServerResponse) => void } = {}
): Promise<ToolServer> {
  const { isNumbered = true, forgotten = sessionNotFound } = options
  const sessions = new Set<string>()
  const calls: { readonly tool: string; readonly given: unknown }[] = []
  const requests: string[] = []
  let responses = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    responses += 1
    response.on('close', () => (responses -= 1))
    const text = (await readMessageBody(request)).toString()
    const message = (text === '' ? {} : JSON.parse(text)) as Message
    requests.push(`${request.method} ${request.url} ${message.method ?? ''}`.trim())
    if (message.method === 'initialize') return welcome(response, message)
    const tool = message.params?.name ?? ''
    if (message.method === 'tools/call') calls.push({ tool, given: message.params?.arguments })
    if (isNumbered && !sessions.has(String(request.headers['mcp-session-id']))) return forgotten(response)
    if (message.id === undefined) return response.writeHead(202).end()
    if (message.method === 'tools/list') {
      const listed = Object.entries(tools).map(([name, { inputSchema }]) => ({ name, inputSchema }))
      return sendJsonRpcResult(response, message, { tools: listed })
    }
    const result = await tools[tool]?.run(message.params?.arguments, response, message)
    return result === undefined ? null : sendJsonRpcResult(response, message, result)
  }

  function welcome(response: ServerResponse, message: Message): void {
    const session = randomUUID()
    sessions.add(session)
    if (isNumbered) response.setHeader('mcp-session-id', session)
    sendJsonRpcResult(response, message, {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'own', version: '1' }
    })
  }

  const server = await serveHttp(answer)
  onTestFinished(() => server.close())
  return {
    origin: server.origin,
    callsOf: (tool) => calls.filter((call) => call.tool === tool).map(({ given }) => given),
    requests,
    openResponses: () => responses,
    forgetSessions: () => sessions.clear()
  }
}

/** Returns a tool result with structured content. */
export function structuredToolResult(content: object): object {
  return { content: [], structuredContent: content }
}

export function sendJsonRpcResult(response: ServerResponse, { id }: Message, result: unknown): void {
  sendJson(response, 200, { jsonrpc: '2.0', id, result })
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sessionNotFound(response: ServerResponse): void {
  sendJson(response, 404, { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } })
}
