import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { ContentCoding } from './personality.ts'

/** Encodes `bytes` as storage does. `header`: value of the `Content-Encoding` header, or null if there is no such header. */
export function encodeContent(bytes: Buffer, coding: ContentCoding): { readonly bytes: Buffer; readonly header: string | null } {
  switch (coding) {
    case 'none':
      return { bytes, header: null }
    case 'gzip':
      return { bytes: gzipSync(bytes), header: 'gzip' }
    case 'deflate':
      return { bytes: deflateSync(bytes), header: 'deflate' }
    case 'br':
      return { bytes: brotliCompressSync(bytes), header: 'br' }
    case 'zstd':
      return { bytes: zstdCompressSync(bytes), header: 'zstd' }
    case 'gzip-aws-chunked':
      return { bytes: gzipSync(bytes), header: 'gzip, aws-chunked' }
    case 'framed-aws-chunked':
      return { bytes: framed(bytes), header: 'aws-chunked' }
    case 'unpacked-gzip':
      return { bytes, header: 'gzip' }
    case 'aws-chunked':
    case 'utf-8':
    case 'binary':
      return { bytes, header: coding }
  }
}

/** Returns the bytes in S3's upload framing, which some storage services keep as part of the file. */
function framed(bytes: Buffer): Buffer {
  const sizeOfChunk = 8_192
  const parts: Buffer[] = []
  for (let at = 0; at <= bytes.length; at += sizeOfChunk) {
    const part = bytes.subarray(at, at + sizeOfChunk)
    if (part.length > 0) parts.push(frameOf(part))
  }
  return Buffer.concat([...parts, frameOf(Buffer.alloc(0))])
}

function frameOf(part: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${part.length.toString(16)};chunk-signature=${'a'.repeat(64)}\r\n`), part, Buffer.from('\r\n')])
}
