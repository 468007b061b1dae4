import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import type { ByteSink } from '../../service/http-client.ts'
import { decodeAwsChunks, startsWithAwsChunk } from './aws-chunked.ts'
import { DecodingError } from './decoding-error.ts'

/** Values of Content-Encoding that Kiln decodes. */
export type SupportedContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd' | 'aws-chunked'

const codings: ReadonlyMap<string, SupportedContentCoding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
  ['aws-chunked', 'aws-chunked']
])

/** Number of a body's leading bytes needed to recognise any coding with a signature. The longest signature is an AWS chunk header. */
export const codingStartBytes = 128
/** A body that exceeds both this size and this compression ratio is a decompression bomb. Gzip can reach a ratio of 1,032. */
const mostDenseBytes = 256 * 1024 * 1024
const mostDense = 200

/** Returns the codings in a header, in the order in which they were applied. Other values, such as `identity` or `utf-8`, are ignored. */
export function parseContentEncoding(header: string | null): readonly SupportedContentCoding[] {
  return (header ?? '').split(',').flatMap((name) => codings.get(name.trim().toLowerCase()) ?? [])
}

/** True if a body's first bytes match a coding in its header. Some storage services keep the header after they have decoded the body. */
export function isEncoded(applied: readonly SupportedContentCoding[], start: Buffer): boolean {
  return applied.some((coding) => carries(coding, start))
}

/** True if at least one of the codings can't be recognised by the first bytes alone. */
export function hasUndetectableCoding(applied: readonly SupportedContentCoding[]): boolean {
  return applied.some((coding) => coding === 'br' || coding === 'deflate')
}

function carries(coding: SupportedContentCoding, start: Buffer): boolean {
  switch (coding) {
    case 'gzip':
      return start[0] === 0x1f && start[1] === 0x8b
    case 'zstd':
      return start.length >= 4 && (start.readUInt32LE(0) === 0xfd2fb528 || (start.readUInt32LE(0) & 0xfffffff0) >>> 0 === 0x184d2a50)
    case 'aws-chunked':
      return startsWithAwsChunk(start)
    case 'br':
    case 'deflate':
      // Brotli doesn't have a signature. Neither does the raw deflate that some servers send.
      return start.length > 0
  }
}

function decoderFor(coding: Exclude<SupportedContentCoding, 'aws-chunked'>, start: Buffer): Transform & { readonly bytesWritten: number } {
  switch (coding) {
    case 'gzip':
      return createGunzip()
    case 'zstd':
      return createZstdDecompress()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return hasZlibHeader(start) ? createInflate() : createInflateRaw()
  }
}

/** True if a body starts with a zlib header (RFC 1950). The header has compression method 8 and a valid checksum. */
function hasZlibHeader(start: Buffer): boolean {
  return start.length >= 2 && ((start[0] as number) & 0x0f) === 8 && start.readUInt16BE(0) % 31 === 0
}

export type ContentDecoder = {
  /** Rejects with a DecodingError, or with an error from `take`. */
  readonly write: ByteSink
  /** Resolves when the whole body is decoded. @throws DecodingError (`cut-off` if the body ended too early). */
  readonly finish: () => Promise<void>
}

/**
 * Decodes a body as it arrives, and passes the data to `take`. Decodes the last coding in `applied` first. Buffers a few hundred KiB at
 * most, whatever the body's size.
 */
export function createContentDecoder(applied: readonly SupportedContentCoding[], take: ByteSink): ContentDecoder {
  const input = new PassThrough()
  let receivedBytes = 0
  let decodedBytes = 0
  const takeAll = async (): Promise<void> => {
    let source: AsyncIterable<Buffer> = input
    for (const coding of applied.toReversed()) source = decodeLayer(coding, source)
    for await (const chunk of source) {
      decodedBytes += chunk.length
      if (decodedBytes > mostDenseBytes && decodedBytes > receivedBytes * mostDense) throw new DecodingError('broken')
      await take(chunk)
    }
  }
  const done = takeAll()
  input.on('error', () => undefined)
  done.catch(() => input.destroy())
  return {
    write: (chunk) => {
      receivedBytes += chunk.length
      if (input.destroyed) return done
      return input.write(chunk) ? null : Promise.race([once(input, 'drain').then(() => undefined), done])
    },
    finish: async () => {
      input.end()
      await done
    }
  }
}

/** Decodes a body that begins with this coding. Passes any other body through unchanged. */
async function* decodeLayer(coding: SupportedContentCoding, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const start = await firstBytes(chunks)
  const all = startingWith(start, chunks)
  if (!carries(coding, start)) yield* all
  else if (coding === 'aws-chunked') yield* decodeAwsChunks(all)
  else yield* decompress(decoderFor(coding, start), all)
}

async function* decompress(decoder: ReturnType<typeof decoderFor>, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let fedBytes = 0
  const feeding = pipeline(async function* () {
    for await (const chunk of source) {
      fedBytes += chunk.length
      yield chunk
    }
  }, decoder)
  feeding.catch(() => undefined)
  decoder.on('error', () => undefined)
  try {
    yield* decoder
    await feeding
  } catch (error) {
    if (error instanceof DecodingError) throw error
    throw new DecodingError((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR' ? 'cut-off' : 'broken')
  }
  // The decoder stops at the end of the first stream or frame. Any remaining bytes would be dropped silently.
  if (decoder.bytesWritten !== fedBytes) throw new DecodingError('broken')
}

async function firstBytes(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const gathered: Buffer[] = []
  let bytes = 0
  while (bytes < codingStartBytes) {
    const { done, value } = await chunks.next()
    if (done === true) break
    gathered.push(value)
    bytes += value.length
  }
  return Buffer.concat(gathered)
}

async function* startingWith(start: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
}
