import type { ServerResponse } from 'node:http'
import type { RogueResponse } from './http-response.ts'

export type ResponseDelivery =
  | { readonly kind: 'whole' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'torn'; readonly atByte: number; readonly saysLength: boolean }
  /** If `atByte` is -1, not even the headers are sent. */
  | { readonly kind: 'hang'; readonly atByte: number }
  | { readonly kind: 'drip'; readonly bytesPerSecond: number }

/** How the end of a body is marked. */
export type BodyFraming = 'content-length' | 'chunked' | 'until-close'

/** Shortest pause between two chunks, in real milliseconds. If pauses would be shorter, several bytes are sent together. */
const leastPauseInMs = 5

export function deliverResponse(
  response: ServerResponse,
  answer: RogueResponse,
  { delivery, length, secondInMs }: { delivery: ResponseDelivery; length: BodyFraming; secondInMs: number }
): void {
  const { body } = answer
  switch (delivery.kind) {
    case 'whole':
      writeHead(response, answer, length)
      response.end(body)
      return
    case 'reset':
      response.destroy()
      return
    case 'torn': {
      writeHead(response, answer, delivery.saysLength ? 'content-length' : 'until-close')
      const start = body.subarray(0, Math.min(delivery.atByte, body.length - 1))
      if (delivery.saysLength) response.write(start, () => response.destroy())
      else response.end(start)
      return
    }
    case 'hang':
      if (delivery.atByte < 0) return
      writeHead(response, answer, length)
      if (delivery.atByte > 0) response.write(body.subarray(0, Math.min(delivery.atByte, body.length - 1)))
      else response.flushHeaders()
      return
    case 'drip':
      writeHead(response, answer, length)
      drip(response, body, delivery.bytesPerSecond / secondInMs)
  }
}

function writeHead(response: ServerResponse, { status, headers, body }: RogueResponse, length: BodyFraming): void {
  if (length === 'until-close') {
    response.useChunkedEncodingByDefault = false
    response.shouldKeepAlive = false
  }
  response.writeHead(status, length === 'content-length' ? { ...headers, 'content-length': String(body.length) } : headers)
}

function drip(response: ServerResponse, body: Buffer, bytesPerMs: number): void {
  const size = Math.max(1, Math.round(bytesPerMs * leastPauseInMs))
  const pauseInMs = Math.max(leastPauseInMs, size / bytesPerMs)
  let at = 0
  response.flushHeaders()
  const timer = setInterval(() => {
    response.write(body.subarray(at, at + size))
    at += size
    if (at < body.length) return
    clearInterval(timer)
    response.end()
  }, pauseInMs)
  response.on('close', () => clearInterval(timer))
}
