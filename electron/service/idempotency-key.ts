import { createHash } from 'node:crypto'

/**
 * Returns the idempotency key for the attempt after the one that used `key`. The result is a UUID (version 8, RFC 9562). It's derived from
 * `key`, not random. A journal restored from a backup may contain only an earlier key. Kiln can then derive the later keys, and recognise
 * tasks that were created with them.
 */
export function nextIdempotencyKey(key: string): string {
  const digest = createHash('sha256').update(`next-attempt:${key}`).digest()
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = digest.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
