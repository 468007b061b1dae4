import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { Fault, FaultKind, ApiStep } from '../../shared/task/fault.ts'
import { newFault } from '../../shared/task/fault.ts'
import type { RequestLogEntry } from '../../shared/app/request-log.ts'
import { headerOf, requestIdOf } from './response-headers.ts'
import type { ResponseHeaders } from './response-headers.ts'
import { errorCode } from './error-code.ts'
import { createLazyAgent } from './lazy-agent.ts'
import { networkBlockOfCode } from './network-block.ts'

export { headerOf } from './response-headers.ts'
export type { ResponseHeaders } from './response-headers.ts'
export { errorCode } from './error-code.ts'
export { isLoopbackHost } from './loopback-host.ts'
export { isCaptivePortal } from './network-block.ts'
export { parseErrorResponse } from './error-response.ts'
export { dispatcherOptions } from './dispatcher-options.ts'

/**
 * Returns the dispatcher for an origin. The app passes a function that follows the user's network settings. The dispatcher must be created
 * with `dispatcherOptions`, which disable HTTP/2. Over HTTP/2, Kiln couldn't tell whether a byte was sent, and couldn't safely reuse upload
 * buffers.
 */
export type DispatcherResolver = (origin: string) => Dispatcher | Promise<Dispatcher>

/** Maximum bytes of a response that is read as text. */
export const maxTextBytes = 8 * 1024 * 1024

export type HttpCall = {
  readonly step: ApiStep
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Scheme, host and port. */
  readonly origin: string
  /** Path with query, already escaped. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | AsyncIterable<Uint8Array>
  /** Maximum wait for the response head after the request is written. */
  readonly responseTimeoutInMs?: number
  /** Maximum time without a byte after the response head. */
  readonly idleTimeoutInMs?: number
  /** Maximum duration of the whole call, from being queued to the last byte. Default: no limit while bytes arrive. */
  readonly deadlineInMs?: number
  /** Maximum bytes of a response that is read as text. Default: `maxTextBytes`. */
  readonly mostTextBytes?: number
  readonly signal?: AbortSignal
}

export type ResponseHead = { readonly status: number; readonly headers: ResponseHeaders }
export type TextResponse = ResponseHead & { readonly text: string }
export type HttpCallResult = { readonly ok: true; readonly response: TextResponse } | { readonly ok: false; readonly fault: Fault }

/**
 * Receives a response's bytes as they arrive. A returned promise pauses the socket until it resolves, and ends the call if it rejects. Null
 * doesn't pause the socket.
 */
export type ByteSink = (chunk: Buffer) => Promise<void> | null

/** An HTTP client that classifies every failure. It reads every body to its end. It doesn't follow redirects and never throws. */
export type HttpClient = {
  /** Reads the whole response as text. Any HTTP status is a response. Only transport errors are faults. */
  readonly send: (call: HttpCall) => Promise<HttpCallResult>
  /** Like `send`, but `sinkFor` gets the head and may return a sink for the bytes. If it does, `text` is empty. */
  readonly receive: (call: HttpCall, sinkFor: (head: ResponseHead) => ByteSink | null) => Promise<HttpCallResult>
  /** Aborts pending calls and closes the sockets. Dispatchers that were passed in stay open. */
  readonly close: () => Promise<void>
}

/** Creates an HTTP client. `onEnd`: called once for every request when it ends, successful or not. */
export function createHttpClient(
  options: { readonly dispatcherFor?: DispatcherResolver; readonly onEnd?: (entry: RequestLogEntry) => void } = {}
): HttpClient {
  const agent = createLazyAgent()
  const dispatcherFor = options.dispatcherFor ?? agent.get
  const receive: HttpClient['receive'] = async (call, sinkFor) => {
    const { onEnd } = options
    if (onEnd === undefined) return attempt(call, sinkFor, { received: 0 })
    const [at, startedAt, tally] = [Date.now(), performance.now(), { received: 0 }]
    const end = await attempt(call, sinkFor, tally)
    onEnd({ at, durationInMs: Math.round(performance.now() - startedAt), receivedBytes: tally.received, ...entryOf(call, end) })
    return end
  }
  const attempt = async (call: HttpCall, sinkFor: Parameters<HttpClient['receive']>[1], tally: Tally): Promise<HttpCallResult> => {
    try {
      return await exchange(await dispatcherFor(call.origin), call, sinkFor, tally)
    } catch (error) {
      // Nothing was dispatched. The dispatcher couldn't be opened, or the library rejected the call as malformed.
      const code = errorCode(error)
      return { ok: false, fault: newFault(call.step, 'not-sent', { message: code, networkBlock: networkBlockOfCode(code) }) }
    }
  }
  return { receive, send: (call) => receive(call, () => null), close: agent.destroy }
}

type Tally = { received: number }

function entryOf(call: HttpCall, end: HttpCallResult): Omit<RequestLogEntry, 'at' | 'durationInMs' | 'receivedBytes'> {
  const { step, method, origin, path, body, headers } = call
  const said = headers['content-length']
  return {
    step,
    method,
    origin,
    path,
    status: end.ok ? end.response.status : end.fault.httpStatus,
    code: end.ok ? null : end.fault.message,
    requestId: end.ok ? requestIdOf(end.response.headers) : end.fault.requestId,
    sentBytes: body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : said === undefined ? null : Number(said)
  }
}

/** Error codes of calls that the library rejects as malformed. They don't indicate a network problem. */
const malformedCodes: ReadonlySet<string> = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'ERR_INVALID_CHAR'])

/**
 * Sends one request and reads its response. The stages are queued, started, head read, bytes read and ended. If a queued request is
 * aborted, nothing is sent. Once the request has started, the server may have received it.
 *
 * The fault kind `not-sent` depends on `onRequestStart`, not on a list of error codes. The library calls `onRequestStart` before it writes.
 * Only failed name lookups, connection attempts and TLS handshakes happen before that call.
 */
function exchange(
  dispatcher: Dispatcher,
  call: HttpCall,
  sinkFor: (head: ResponseHead) => ByteSink | null,
  tally: Tally
): Promise<HttpCallResult> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null
    let wasStarted = false
    let hasEnded = false
    let head: ResponseHead | null = null
    let sink: ByteSink | null = null
    const chunks: Buffer[] = []
    const { mostTextBytes = maxTextBytes } = call
    let textBytes = 0

    const end = (result: HttpCallResult): void => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(deadline)
      call.signal?.removeEventListener('abort', abort)
      resolve(result)
    }
    const fail = (code: string): void => {
      const known = { message: code, httpStatus: head?.status ?? null, requestId: head === null ? null : requestIdOf(head.headers) }
      const kind = kindOf(code, wasStarted)
      const why =
        kind === 'local' ? { localReason: 'unexpected' as const } : kind === 'not-sent' ? { networkBlock: networkBlockOfCode(code) } : {}
      end({ ok: false, fault: newFault(call.step, kind, { ...known, ...why }) })
    }
    const stop = (code: string): void => {
      fail(code)
      controller?.abort(new Error(code))
    }
    const abort = (): void => stop('aborted')

    const deadline = call.deadlineInMs === undefined ? undefined : setTimeout(() => stop('deadline-passed'), call.deadlineInMs)
    if (call.signal?.aborted === true) return fail('aborted')
    call.signal?.addEventListener('abort', abort)

    dispatcher.dispatch(
      {
        origin: call.origin,
        path: call.path,
        method: call.method,
        headers: call.headers as Record<string, string>,
        // The library accepts any async iterable, but its types allow only streams.
        body: (call.body ?? null) as string | null,
        ...(call.responseTimeoutInMs === undefined ? {} : { headersTimeout: call.responseTimeoutInMs }),
        ...(call.idleTimeoutInMs === undefined ? {} : { bodyTimeout: call.idleTimeoutInMs })
      },
      {
        onRequestStart: (starting) => {
          controller = starting
          if (hasEnded) starting.abort(new Error('aborted'))
          else wasStarted = true
        },
        onResponseStart: (_controller, status, headers) => {
          if (status < 200) return
          head = { status, headers }
          sink = sinkFor(head)
        },
        onResponseData: (flow, chunk) => {
          tally.received += chunk.length
          if (sink !== null) {
            const taken = sink(chunk)
            if (taken === null) return
            flow.pause()
            taken.then(
              () => flow.resume(),
              (error: unknown) => stop(errorCode(error))
            )
            return
          }
          textBytes += chunk.length
          if (textBytes > mostTextBytes) stop(responseTooLarge)
          else chunks.push(chunk)
        },
        onResponseEnd: () => {
          const text = head === null ? null : textOf(chunks, headerOf(head.headers, 'content-encoding'), mostTextBytes)
          if (head === null || text === null) fail(responseGarbled)
          else end({ ok: true, response: { ...head, text } })
        },
        onResponseError: (_controller, error) => fail(errorCode(error))
      }
    )
  })
}

const responseTooLarge = 'answer-too-large'
const responseGarbled = 'answer-garbled'

function kindOf(code: string, wasStarted: boolean): FaultKind {
  if (!wasStarted) return malformedCodes.has(code) ? 'local' : 'not-sent'
  const hasCome = code === responseTooLarge || code === responseGarbled || code === 'HTTPParserError' || code.startsWith('HPE_')
  return hasCome ? 'unreadable' : 'lost'
}

const decoders: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync
}

/** Decodes a body to text. Null if the body can't be decompressed. Kiln never requests compression, but some proxies apply it. */
function textOf(chunks: readonly Buffer[], encoding: string | null, mostTextBytes: number): string | null {
  const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
  const decode = encoding === null ? undefined : decoders[encoding.trim().toLowerCase()]
  try {
    const text = (decode === undefined || bytes.length === 0 ? bytes : decode(bytes, { maxOutputLength: mostTextBytes })).toString('utf8')
    return text.startsWith('\ufeff') ? text.slice(1) : text
  } catch {
    return null
  }
}
