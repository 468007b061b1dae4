import { createHash } from 'node:crypto'

/**
 * The idempotency key of the attempt after the one with `key`. It is a UUID (version 8, RFC 9562). It is derived, not random, because a
 * restored journal may have only an earlier key. Kiln can then still recognise recent tasks that were charged under a later key.
 */
export function keyAfter(key: string): string {
  const digest = createHash('sha256').update(`next-attempt:${key}`).digest()
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = digest.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
