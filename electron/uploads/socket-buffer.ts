import { channel } from 'node:diagnostics_channel'
import { z } from 'zod'

const sendHeaders = channel('undici:client:sendHeaders')

const messageSchema = z.object({
  request: z.looseObject({ body: z.unknown() }),
  socket: z.looseObject({ writableHighWaterMark: z.number(), alpnProtocol: z.unknown().optional() })
})

/**
 * Observes the socket that sends `body`. `bytes()` returns the socket's high-water mark in bytes. A writer has to wait once that many
 * bytes are buffered. Null unless the body is sent over HTTP/1.1. The mark is known before the first chunk is read.
 */
export function watchSocketHighWaterMark(body: unknown): { readonly bytes: () => number | null; readonly stop: () => void } {
  let bytes: number | null = null
  const look = (raw: unknown): void => {
    const message = messageSchema.safeParse(raw)
    if (!message.success || message.data.request.body !== body) return
    bytes = message.data.socket.alpnProtocol === 'h2' ? null : message.data.socket.writableHighWaterMark
  }
  sendHeaders.subscribe(look)
  return { bytes: () => bytes, stop: () => sendHeaders.unsubscribe(look) }
}
