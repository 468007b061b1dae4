import { DecodingError } from './decoding-error.ts'

const header = /^([0-9a-f]{1,8});chunk-signature=[0-9a-f]{64}\r\n/i
/** Maximum length of a chunk header, in bytes. */
const headerBytes = 8 + ';chunk-signature='.length + 64 + 2

/** True if a body still has the chunk framing of a signed S3 upload. Storage normally removes it. */
export function startsWithAwsChunk(start: Buffer): boolean {
  return header.test(start.subarray(0, headerBytes).toString('latin1'))
}

/**
 * Yields the data in the chunks of a signed S3 upload. A chunk is `<hex size>;chunk-signature=…`, CRLF, data, CRLF. The last chunk has size
 * 0.
 */
export async function* decodeAwsChunks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0)
  /** Remaining bytes of the current chunk. Null between two chunks. */
  let left: number | null = null
  let isOver = false
  for await (const bytes of source) {
    // The last chunk is followed by trailers.
    if (isOver) continue
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes])
    while (waiting.length > 0 && !isOver) {
      if (left === null) {
        const text = waiting.subarray(0, headerBytes + 2).toString('latin1')
        const trimmed = text.startsWith('\r\n') ? 2 : 0
        const found = header.exec(text.slice(trimmed))
        if (found === null) {
          if (waiting.length >= headerBytes + 2) throw new DecodingError('broken')
          break
        }
        waiting = waiting.subarray(trimmed + found[0].length)
        left = Number.parseInt(found[1] as string, 16)
        isOver = left === 0
      } else {
        const data = waiting.subarray(0, left)
        waiting = waiting.subarray(data.length)
        left = left === data.length ? null : left - data.length
        yield data
      }
    }
  }
  if (!isOver) throw new DecodingError('cut-off')
}
