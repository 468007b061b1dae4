import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, errorAnswer } from './api-error.ts'
import type { FaultKind } from './faults.ts'

/** What a call is answered with, before any fault has bent it. */
export type Answer = {
  readonly httpStatus: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | { readonly stream: Readable; readonly bytes: number }
  /** A fault that struck the work itself, such as one of a tool, and bends its answer; else the fault of the call does. */
  readonly bentBy?: FaultKind
}

export function jsonAnswer(value: unknown): Answer {
  return { httpStatus: 200, headers: {}, body: JSON.stringify(value) }
}

/** The answer to whatever went wrong; a defect of the service itself is a 500 with its message. */
export function answerToError(cause: unknown): Answer {
  if (cause instanceof ApiError) return errorAnswer(cause)
  return errorAnswer(new ApiError(500, 'PRACTICE_SERVICE_DEFECT', cause instanceof Error ? cause.message : String(cause)))
}

/** The error that a fault wishes for. `ownTaskId`: what `own` stands for. */
export function errorOfFault(fault: Extract<FaultKind, { kind: 'error' }>, ownTaskId: string | null): ApiError {
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

/** Writes the answer as the fault wants it. Resolves when it is out, or when the connection is gone. */
export async function deliver(response: ServerResponse, answer: Answer, fault: FaultKind | null): Promise<void> {
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

async function tear(response: ServerResponse, body: Answer['body'], keptBytes: number): Promise<void> {
  response.flushHeaders()
  let left = keptBytes
  for await (const chunk of chunksOf(body)) {
    if (left <= 0) break
    const part = chunk.subarray(0, left)
    left -= part.length
    // Waiting for the write makes the half really leave before the break.
    await new Promise<void>((resolve) => response.write(part, () => resolve()))
  }
  // A moment for the kernel to hand the half over before the reset.
  await wait(20)
  discard(body)
  response.destroy()
}

async function drip(response: ServerResponse, body: Answer['body'], bytes: number, durationInMs: number): Promise<void> {
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

async function* chunksOf(body: Answer['body']): AsyncGenerator<Buffer> {
  if (typeof body === 'string') yield Buffer.from(body)
  else for await (const chunk of body.stream) yield chunk as Buffer
}

function discard(body: Answer['body']): void {
  if (typeof body !== 'string') body.stream.destroy()
}
