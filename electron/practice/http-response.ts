import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, apiErrorResponse } from './api-error.ts'
import type { InjectedFault } from './fault-injector.ts'

/** Response to a call, before any fault alters it. */
export type HttpResponse = {
  readonly httpStatus: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | { readonly stream: Readable; readonly bytes: number }
  /** The tool call's fault, which alters this response. If absent, the HTTP call's fault alters the response. */
  readonly bentBy?: InjectedFault
}

export function jsonResponse(value: unknown): HttpResponse {
  return { httpStatus: 200, headers: {}, body: JSON.stringify(value) }
}

/** Returns the HTTP response for an error. Any error other than an `ApiError` is a bug and becomes a 500 with the error's message. */
export function responseForError(cause: unknown): HttpResponse {
  if (cause instanceof ApiError) return apiErrorResponse(cause)
  return apiErrorResponse(new ApiError(500, 'PRACTICE_SERVICE_DEFECT', cause instanceof Error ? cause.message : String(cause)))
}

/** Returns the error that `fault` specifies. If `fault.taskId` is `own`, the error contains `ownTaskId`. */
export function errorForFault(fault: Extract<InjectedFault, { kind: 'error' }>, ownTaskId: string | null): ApiError {
  const taskId = fault.taskId === 'own' ? ownTaskId : (fault.taskId ?? null)
  return new ApiError(fault.httpStatus, fault.errorType, fault.message ?? `Practice fault: ${fault.errorType}.`, {
    details: fault.details ?? [],
    retryAfterInSeconds: fault.retryAfterInSeconds ?? null,
    extra: {
      ...(fault.recovery === undefined ? {} : { recovery: fault.recovery }),
      ...(taskId === null ? {} : { taskId }),
      ...(fault.businessId === undefined ? {} : { businessId: fault.businessId }),
      ...fault.also
    }
  })
}

/** Writes `answer` to `response`, altered by `fault`. Resolves once everything is written, or once the connection is closed. */
export async function sendResponse(response: ServerResponse, answer: HttpResponse, fault: InjectedFault | null): Promise<void> {
  const { body } = answer
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.bytes
  const isJson = typeof body === 'string' && answer.headers['content-type'] === undefined
  const head = {
    ...(isJson ? { 'content-type': 'application/json; charset=utf-8' } : {}),
    'content-length': String(bytes),
    ...answer.headers
  }

  if (fault?.kind === 'lose-answer') {
    discard(body)
    response.destroy()
    return
  }
  if (fault?.kind === 'tear-answer') {
    response.writeHead(answer.httpStatus, head)
    await tear(response, body, Math.min(fault.bytes ?? Math.floor(bytes / 2), Math.max(0, bytes - 1)))
    return
  }
  if (fault?.kind === 'half-json' && typeof body === 'string') {
    const half = body.slice(0, Math.floor(body.length / 2))
    response.writeHead(answer.httpStatus, { ...head, 'content-length': String(Buffer.byteLength(half)) })
    response.end(half)
    return
  }
  response.writeHead(answer.httpStatus, head)
  if (fault?.kind === 'slow-body') {
    await drip(response, body, bytes, fault.durationInMs)
    return
  }
  if (typeof body === 'string') response.end(body)
  else await pipeline(body.stream, response).catch(() => response.destroy())
}

async function tear(response: ServerResponse, body: HttpResponse['body'], keptBytes: number): Promise<void> {
  response.flushHeaders()
  let left = keptBytes
  for await (const chunk of chunksOf(body)) {
    if (left <= 0) break
    const part = chunk.subarray(0, left)
    left -= part.length
    // Waits for each write, so that the kept bytes are sent before the connection breaks.
    await new Promise<void>((resolve) => response.write(part, () => resolve()))
  }
  // Gives the kernel time to send the kept bytes before the connection is reset.
  await wait(20)
  discard(body)
  response.destroy()
}

async function drip(response: ServerResponse, body: HttpResponse['body'], bytes: number, durationInMs: number): Promise<void> {
  const steps = 10
  const size = Math.max(1, Math.ceil(bytes / steps))
  for await (const chunk of chunksOf(body)) {
    for (let at = 0; at < chunk.length; at += size) {
      if (response.destroyed) return
      response.write(chunk.subarray(at, at + size))
      await wait(durationInMs * Math.min(1, size / Math.max(1, bytes)))
    }
  }
  response.end()
}

async function* chunksOf(body: HttpResponse['body']): AsyncGenerator<Buffer> {
  if (typeof body === 'string') yield Buffer.from(body)
  else for await (const chunk of body.stream) yield chunk as Buffer
}

function discard(body: HttpResponse['body']): void {
  if (typeof body !== 'string') body.stream.destroy()
}
