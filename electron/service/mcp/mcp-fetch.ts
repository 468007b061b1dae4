import { newFault } from '../../../shared/task/fault.ts'
import type { Secret } from '../../accounts/secret.ts'
import type { ResponseHead, HttpCall, HttpClient, TextResponse } from '../http-client.ts'
import { headerOf, maxTextBytes } from '../http-client.ts'
import { requestIdOf } from '../response-headers.ts'
import { isJsonRecord, type JsonRecord } from '../json-fields.ts'
import { parseErrorBody } from '../error-response.ts'
import { abortedResponseCode, McpFaultError } from './mcp-fault-error.ts'

/** The MCP server's origin, and everything else that a request needs. The API key is sent to this origin only. */
export type McpFetchOptions = {
  readonly http: HttpClient
  readonly origin: string
  readonly apiKey: Secret
  /** Maximum wait for a response's head, and maximum time without a byte after the head, in milliseconds. */
  readonly timeoutInMs: number
}

/** Ending a session doesn't need a response, so the wait is short. */
const goodbyeTimeoutInMs = 1_000

/** JSON-RPC error code for a session that doesn't exist on the server. Servers send it with HTTP status 404 or 400. */
const sessionUnknownCode = -32_001

/**
 * Creates a `fetch` for the MCP library, based on Kiln's own HTTP client. It shares the proxy, certificates and fault classification with
 * every other call. It throws `McpFaultError`s. The API key is sent to `wire.origin` only.
 *
 * Only the handshake follows redirects, and later messages go to the redirect's target. A redirected tool call could be executed twice. The
 * library uses GET requests for streams. They get status 405, as from a server that doesn't offer streams.
 */
export function createMcpFetch(wire: McpFetchOptions): (address: string | URL, init?: RequestInit) => Promise<Response> {
  /** URL that responded to the last handshake. */
  let endpoint: URL | null = null
  return async (address, init = {}) => {
    const method = init.method ?? 'GET'
    if (method !== 'POST' && method !== 'DELETE') return new Response(null, { status: 405 })
    const body = typeof init.body === 'string' ? init.body : null
    const message = messageIn(body)
    const isHandshake = message?.['method'] === 'initialize'
    const url = isHandshake || endpoint === null ? new URL(address) : endpoint
    if (url.origin !== wire.origin)
      throw new McpFaultError(newFault('mcp', 'local', { localReason: 'unexpected', message: 'another-origin' }))
    const call: HttpCall = {
      step: 'mcp',
      method,
      origin: url.origin,
      path: url.pathname + url.search,
      headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${wire.apiKey.reveal()}`, 'user-agent': 'Kiln' },
      responseTimeoutInMs: method === 'DELETE' ? goodbyeTimeoutInMs : wire.timeoutInMs,
      idleTimeoutInMs: wire.timeoutInMs,
      ...(body === null ? {} : { body }),
      ...(init.signal === null || init.signal === undefined ? {} : { signal: init.signal })
    }
    if (method === 'DELETE') return goodbye(wire.http, call)
    const response = await exchange(wire.http, call, message?.['id'])
    if (isHandshake && response.ok) endpoint = url
    // Without a `location` header, the library can't send the message again.
    else if (!isHandshake) response.headers.delete('location')
    return response
  }
}

async function goodbye(http: HttpClient, call: HttpCall): Promise<Response> {
  const end = await http.send(call)
  if (!end.ok) throw new McpFaultError(end.fault)
  return new Response(null, { status: end.response.status })
}

function exchange(http: HttpClient, call: HttpCall, messageId: unknown): Promise<Response> {
  return new Promise((resolve, reject) => {
    let events: EventStream | null = null
    const ended = http.receive(call, (head) => {
      if (!isSuccess(head) || mediaTypeOf(head) !== 'text/event-stream') return null
      const stream = openEventStream(messageId)
      events = stream
      resolve(new Response(stream.readable, { status: head.status, headers: headersFor(head) }))
      return stream.take
    })
    void ended.then((end) => {
      if (events !== null) events.end()
      else if (end.ok) respondWith(end.response).then(resolve, reject)
      else reject(new McpFaultError(end.fault))
    })
  })
}

async function respondWith(answer: TextResponse): Promise<Response> {
  const { status } = answer
  if (status >= 300 && status < 400) return new Response(null, { status, headers: headersFor(answer) })
  if (!isSuccess(answer)) {
    const body = parsed(answer.text)
    throw new McpFaultError(parseErrorBody('mcp', answer, body), (status === 404 || status === 400) && codeIn(body) === sessionUnknownCode)
  }
  if (status === 202 || status === 204) return new Response(null, { status, headers: headersFor(answer) })
  if (mediaTypeOf(answer) !== 'application/json' || parsed(answer.text) === undefined) {
    const known = { httpStatus: status, requestId: requestIdOf(answer.headers), message: 'unreadable-answer' }
    throw new McpFaultError(newFault('mcp', 'unreadable', known))
  }
  return new Response(answer.text, { status, headers: headersFor(answer) })
}

type EventStream = {
  readonly readable: ReadableStream<Uint8Array>
  readonly take: (chunk: Buffer) => null
  readonly end: () => void
}

/**
 * Passes on the bytes of an event-stream response. When the stream ends, appends a JSON-RPC error for `messageId`. Without this error, the
 * library would wait for its timeout if the stream ended early. The library ignores the error if the response has already arrived.
 */
function openEventStream(messageId: unknown): EventStream {
  let hasEnded = false
  let bytes = 0
  let writer: ReadableStreamDefaultController<Uint8Array> | null = null
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => {
      writer = controller
    },
    cancel: () => {
      hasEnded = true
    }
  })
  const end = (): void => {
    if (hasEnded) return
    hasEnded = true
    if (messageId !== undefined) {
      const message = { jsonrpc: '2.0', id: messageId, error: { code: abortedResponseCode, message: 'The response was interrupted.' } }
      writer?.enqueue(Buffer.from(`\n\ndata: ${JSON.stringify(message)}\n\n`))
    }
    writer?.close()
  }
  return {
    readable,
    take: (chunk) => {
      bytes += chunk.length
      if (bytes > maxTextBytes) end()
      else if (!hasEnded) writer?.enqueue(chunk)
      return null
    },
    end
  }
}

/** Returns the response headers that the library reads. */
function headersFor(head: ResponseHead): Record<string, string> {
  const names = ['content-type', 'mcp-session-id', 'location']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headerOf(head.headers, name)
      return value === null ? [] : [[name, value]]
    })
  )
}

function mediaTypeOf(head: ResponseHead): string {
  return (headerOf(head.headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function isSuccess(head: ResponseHead): boolean {
  return head.status >= 200 && head.status < 300
}

/** Parses a JSON-RPC message. Null if the body isn't a JSON object. */
function messageIn(body: string | null): JsonRecord | null {
  const message = body === null ? null : parsed(body)
  return isJsonRecord(message) ? message : null
}

function codeIn(body: unknown): unknown {
  const error = isJsonRecord(body) ? body['error'] : null
  return isJsonRecord(error) ? error['code'] : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
