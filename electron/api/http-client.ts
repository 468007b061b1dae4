import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { Fault, FaultKind, Step } from '../../shared/fault.ts'
import { newFault } from '../../shared/fault.ts'
import type { RequestEntry } from '../../shared/request-log.ts'
import { headerOf, requestIdOf } from './answer-headers.ts'
import type { AnswerHeaders } from './answer-headers.ts'
import { errorCode } from './error-code.ts'
import { createLateAgent } from './late-agent.ts'
import { obstacleOfCode } from './obstacle.ts'

export { headerOf } from './answer-headers.ts'
export type { AnswerHeaders } from './answer-headers.ts'
export { errorCode } from './error-code.ts'
export { isLoopbackHost } from './loopback-host.ts'
export { isSignInPage } from './obstacle.ts'
export { refusalFrom } from './refusal.ts'
export { wireOptions } from './wire-options.ts'

/**
 * Gives the dispatcher for an origin; the app hands in one that knows the system's proxy. It must be made with `wireOptions`:
 * over HTTP/2 neither "no byte was sent" nor the recycled buffers of an upload could be relied on.
 */
export type DispatcherFor = (origin: string) => Dispatcher | Promise<Dispatcher>

/** Answers that are read as text may have this many bytes. */
export const maxTextBytes = 8 * 1024 * 1024

export type HttpCall = {
  readonly step: Step
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Scheme, host and port. */
  readonly origin: string
  /** Path with query, already escaped. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | AsyncIterable<Uint8Array>
  /** How long the head of the answer may take once the request is written. */
  readonly answerTimeoutInMs?: number
  /** How long nothing may come once the head was read. */
  readonly idleTimeoutInMs?: number
  /** How long the whole call may take, from being queued to the last byte. Default: as long as bytes come. */
  readonly deadlineInMs?: number
  /** Default `maxTextBytes`. */
  readonly mostTextBytes?: number
  readonly signal?: AbortSignal
}

export type AnswerHead = { readonly status: number; readonly headers: AnswerHeaders }
export type TextAnswer = AnswerHead & { readonly text: string }
export type CallEnd = { readonly ok: true; readonly answer: TextAnswer } | { readonly ok: false; readonly fault: Fault }

/** Takes the bytes of an answer as they come; a promise holds the socket back until it settles, a rejection ends the call. */
export type ByteSink = (chunk: Buffer) => Promise<void> | null

/** Plain HTTP with every failure classed. Follows no redirect, drains every body, never throws. */
export type HttpClient = {
  /** Reads the whole answer as text. Any HTTP status is an answer; only what the transport did wrong is a fault. */
  readonly send: (call: HttpCall) => Promise<CallEnd>
  /** As `send`, but `sinkFor` looks at the head and may take the bytes itself; the text is empty then. */
  readonly receive: (call: HttpCall, sinkFor: (head: AnswerHead) => ByteSink | null) => Promise<CallEnd>
  /** Ends what is under way and lets go of the sockets; dispatchers that were handed in are left alone. */
  readonly close: () => Promise<void>
}

/** `onEnd`: told of every request once it has ended, however that was. */
export function createHttpClient(
  options: { readonly dispatcherFor?: DispatcherFor; readonly onEnd?: (entry: RequestEntry) => void } = {}
): HttpClient {
  const agent = createLateAgent()
  const dispatcherFor = options.dispatcherFor ?? agent.get
  const receive: HttpClient['receive'] = async (call, sinkFor) => {
    const { onEnd } = options
    if (onEnd === undefined) return attempt(call, sinkFor, { received: 0 })
    const [at, startedAt, tally] = [Date.now(), performance.now(), { received: 0 }]
    const end = await attempt(call, sinkFor, tally)
    onEnd({ at, durationInMs: Math.round(performance.now() - startedAt), receivedBytes: tally.received, ...entryOf(call, end) })
    return end
  }
  const attempt = async (call: HttpCall, sinkFor: Parameters<HttpClient['receive']>[1], tally: Tally): Promise<CallEnd> => {
    try {
      return await exchange(await dispatcherFor(call.origin), call, sinkFor, tally)
    } catch (error) {
      // Thrown before anything was dispatched: nobody knows the way, or the library refused the call as malformed.
      const code = errorCode(error)
      return { ok: false, fault: newFault(call.step, 'not-sent', { message: code, obstacle: obstacleOfCode(code) }) }
    }
  }
  return { receive, send: (call) => receive(call, () => null), close: agent.destroy }
}

type Tally = { received: number }

function entryOf(call: HttpCall, end: CallEnd): Omit<RequestEntry, 'at' | 'durationInMs' | 'receivedBytes'> {
  const { step, method, origin, path, body, headers } = call
  const said = headers['content-length']
  return {
    step,
    method,
    origin,
    path,
    status: end.ok ? end.answer.status : end.fault.httpStatus,
    code: end.ok ? null : end.fault.message,
    requestId: end.ok ? requestIdOf(end.answer.headers) : end.fault.requestId,
    sentBytes: body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : said === undefined ? null : Number(said)
  }
}

/** Codes of a call that could not even be put together; nothing on the network is at fault. */
const malformedCodes: ReadonlySet<string> = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'ERR_INVALID_CHAR'])

/**
 * One request and its answer. The life of it: queued (may be aborted without a trace), started (the head is about to be written; from
 * here on the other side may have it), head read, bytes read, ended.
 *
 * "Not sent" rests on the library's own word that it has not begun to write, not on a list of error codes: name lookup, refused and
 * unreachable hosts, connect timeouts and TLS handshakes all fail before `onRequestStart`, and nothing else does.
 */
function exchange(dispatcher: Dispatcher, call: HttpCall, sinkFor: (head: AnswerHead) => ByteSink | null, tally: Tally): Promise<CallEnd> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null
    let wasStarted = false
    let hasEnded = false
    let head: AnswerHead | null = null
    let sink: ByteSink | null = null
    const chunks: Buffer[] = []
    const { mostTextBytes = maxTextBytes } = call
    let textBytes = 0

    const end = (result: CallEnd): void => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(deadline)
      call.signal?.removeEventListener('abort', abort)
      resolve(result)
    }
    const fail = (code: string): void => {
      const known = { message: code, httpStatus: head?.status ?? null, requestId: head === null ? null : requestIdOf(head.headers) }
      const kind = kindOf(code, wasStarted)
      const why = kind === 'local' ? { localReason: 'unexpected' as const } : kind === 'not-sent' ? { obstacle: obstacleOfCode(code) } : {}
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
        // The library takes any async iterable; its types know only streams.
        body: (call.body ?? null) as string | null,
        ...(call.answerTimeoutInMs === undefined ? {} : { headersTimeout: call.answerTimeoutInMs }),
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
          if (textBytes > mostTextBytes) stop(answerTooLarge)
          else chunks.push(chunk)
        },
        onResponseEnd: () => {
          const text = head === null ? null : textOf(chunks, headerOf(head.headers, 'content-encoding'), mostTextBytes)
          if (head === null || text === null) fail(answerGarbled)
          else end({ ok: true, answer: { ...head, text } })
        },
        onResponseError: (_controller, error) => fail(errorCode(error))
      }
    )
  })
}

const answerTooLarge = 'answer-too-large'
const answerGarbled = 'answer-garbled'

function kindOf(code: string, wasStarted: boolean): FaultKind {
  if (!wasStarted) return malformedCodes.has(code) ? 'local' : 'not-sent'
  const hasCome = code === answerTooLarge || code === answerGarbled || code === 'HTTPParserError' || code.startsWith('HPE_')
  return hasCome ? 'unreadable' : 'lost'
}

const decoders: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync
}

/** The text of a body; null when it is packed in a way that cannot be undone. Nobody asked for packing, but some proxies do it all the same. */
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
