import { newFault } from '../../../shared/fault.ts'
import type { AnswerHead, HttpCall, HttpClient, TextAnswer } from '../http-client.ts'
import { headerOf, maxTextBytes } from '../http-client.ts'
import { requestIdOf } from '../answer-headers.ts'
import { isRecord, type JsonRecord } from '../json-fields.ts'
import { refusalFromBody } from '../refusal.ts'
import { brokenOffCode, McpFault } from './mcp-fault.ts'

/** The one origin that the key is sent to, and the way there. */
export type McpWire = {
  readonly http: HttpClient
  readonly origin: string
  readonly apiKey: string
  /** How long an answer may take to begin, and how long it may be silent, in milliseconds. */
  readonly timeoutInMs: number
}

/** Nobody waits for an answer to a goodbye. */
const goodbyeTimeoutInMs = 1_000

/** JSON-RPC code of a session that the server does not know, in an answer with HTTP status 404, or 400 of some servers. */
const sessionUnknownCode = -32_001

/**
 * What the protocol library fetches with: our own HTTP client, so that proxy, certificates and the classing of failures are those of every
 * other call. Throws `McpFault`s. The key goes to the one origin and nowhere else.
 * A redirect is followed by the handshake only, and later messages go where it led, so that none of them is sent twice.
 * The library would open or resume streams with GET. It gets the answer of a server that offers none.
 */
export function createMcpFetch(wire: McpWire): (address: string | URL, init?: RequestInit) => Promise<Response> {
  /** Where the last handshake was answered. */
  let endpoint: URL | null = null
  return async (address, init = {}) => {
    const method = init.method ?? 'GET'
    if (method !== 'POST' && method !== 'DELETE') return new Response(null, { status: 405 })
    const body = typeof init.body === 'string' ? init.body : null
    const message = messageIn(body)
    const isHandshake = message?.['method'] === 'initialize'
    const url = isHandshake || endpoint === null ? new URL(address) : endpoint
    if (url.origin !== wire.origin) throw new McpFault(newFault('mcp', 'local', { localReason: 'unexpected', message: 'another-origin' }))
    const call: HttpCall = {
      step: 'mcp',
      method,
      origin: url.origin,
      path: url.pathname + url.search,
      headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${wire.apiKey}`, 'user-agent': 'Kiln' },
      answerTimeoutInMs: method === 'DELETE' ? goodbyeTimeoutInMs : wire.timeoutInMs,
      idleTimeoutInMs: wire.timeoutInMs,
      ...(body === null ? {} : { body }),
      ...(init.signal === null || init.signal === undefined ? {} : { signal: init.signal })
    }
    if (method === 'DELETE') return goodbye(wire.http, call)
    const response = await exchange(wire.http, call, message?.['id'])
    if (isHandshake && response.ok) endpoint = url
    // Without a location the library has nowhere to send it again.
    else if (!isHandshake) response.headers.delete('location')
    return response
  }
}

async function goodbye(http: HttpClient, call: HttpCall): Promise<Response> {
  const end = await http.send(call)
  if (!end.ok) throw new McpFault(end.fault)
  return new Response(null, { status: end.answer.status })
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
      else if (end.ok) answerWith(end.answer).then(resolve, reject)
      else reject(new McpFault(end.fault))
    })
  })
}

async function answerWith(answer: TextAnswer): Promise<Response> {
  const { status } = answer
  if (status >= 300 && status < 400) return new Response(null, { status, headers: headersFor(answer) })
  if (!isSuccess(answer)) {
    const body = parsed(answer.text)
    throw new McpFault(refusalFromBody('mcp', answer, body), (status === 404 || status === 400) && codeIn(body) === sessionUnknownCode)
  }
  if (status === 202 || status === 204) return new Response(null, { status, headers: headersFor(answer) })
  if (mediaTypeOf(answer) !== 'application/json' || parsed(answer.text) === undefined) {
    const known = { httpStatus: status, requestId: requestIdOf(answer.headers), message: 'unreadable-answer' }
    throw new McpFault(newFault('mcp', 'unreadable', known))
  }
  return new Response(answer.text, { status, headers: headersFor(answer) })
}

type EventStream = {
  readonly readable: ReadableStream<Uint8Array>
  readonly take: (chunk: Buffer) => null
  readonly end: () => void
}

/**
 * The bytes of an answer that comes as events. Where it ends without the answer to the request, or breaks off, an error answer is put at
 * its end: the library would wait for one until its time is up.
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
      const message = { jsonrpc: '2.0', id: messageId, error: { code: brokenOffCode, message: 'broken off' } }
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

/** What the library looks for in an answer. */
function headersFor(head: AnswerHead): Record<string, string> {
  const names = ['content-type', 'mcp-session-id', 'location']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headerOf(head.headers, name)
      return value === null ? [] : [[name, value]]
    })
  )
}

function mediaTypeOf(head: AnswerHead): string {
  return (headerOf(head.headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function isSuccess(head: AnswerHead): boolean {
  return head.status >= 200 && head.status < 300
}

/** A message of ours; null for a body that is none. */
function messageIn(body: string | null): JsonRecord | null {
  const message = body === null ? null : parsed(body)
  return isRecord(message) ? message : null
}

/** The code of a JSON-RPC error. */
function codeIn(body: unknown): unknown {
  const error = isRecord(body) ? body['error'] : null
  return isRecord(error) ? error['code'] : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
