import type { FileHandle } from 'node:fs/promises'

/** Smaller chunks can be overwritten while they still wait in the socket (see `readFileInRing`). */
export const minChunkBytes = 256 * 1024
const defaultChunkBytes = 512 * 1024
/** One on the wire, two being read, one to spare. */
const ringLength = 4
const chunksAhead = 2

export type RingOptions = {
  readonly file: FileHandle
  /** Exactly this many bytes are given. */
  readonly bytes: number
  /** Default 512 KiB, the fastest that was measured. */
  readonly chunkBytes?: number
  /** Asked before the first chunk: whether the reader takes each chunk over before it asks for the next. */
  readonly mayRecycle: (chunkBytes: number) => boolean
  /** Called before the last chunk is given; a throw keeps it back, so that the other side never has a whole body. */
  readonly beforeLast: () => Promise<void>
  /** Bytes that the reader has taken over so far. */
  readonly onTaken: (doneBytes: number) => void
}

/** The file is not the one any more that was chosen. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged'
}

/**
 * A file as a body: four recycled buffers, two being read ahead while another is on the wire. Buffers that are used again spare the
 * collector a gigabyte of garbage, but are only right when the socket has handed a chunk to the system before the next is pulled. The HTTP
 * library waits for that exactly when a chunk fills the socket's own buffer; `mayRecycle` tells whether this was seen to be so, and where it was
 * not every chunk gets a buffer of its own.
 */
export async function* readFileInRing(options: RingOptions): AsyncGenerator<Uint8Array, void, undefined> {
  const { file, bytes, chunkBytes = defaultChunkBytes } = options
  if (chunkBytes < minChunkBytes) throw new RangeError(`A chunk has at least ${minChunkBytes} bytes.`)
  const isRecycling = options.mayRecycle(chunkBytes)
  const ring: Buffer[] = []
  const readings: Promise<Buffer>[] = []
  let started = 0

  const readAhead = (): void => {
    while (readings.length < chunksAhead && started * chunkBytes < bytes) {
      const position = started * chunkBytes
      const buffer = isRecycling ? (ring[started % ringLength] ??= Buffer.allocUnsafeSlow(chunkBytes)) : Buffer.allocUnsafeSlow(chunkBytes)
      const reading = readChunk(file, buffer, position, Math.min(chunkBytes, bytes - position))
      // A failure is met where the chunk is awaited, which may be long after it happened.
      reading.catch(() => undefined)
      readings.push(reading)
      started += 1
    }
  }

  try {
    readAhead()
    let doneBytes = 0
    for (let reading = readings.shift(); reading !== undefined; reading = readings.shift()) {
      const chunk = await reading
      readAhead()
      doneBytes += chunk.length
      if (doneBytes === bytes) await options.beforeLast()
      yield chunk
      options.onTaken(doneBytes)
    }
  } finally {
    // The handle is closed after this: reads that are under way have to end first.
    await Promise.allSettled(readings)
  }
}

/** Reads exactly `length` bytes: the system may give fewer at a time. */
async function readChunk(file: FileHandle, buffer: Buffer, position: number, length: number): Promise<Buffer> {
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new FileChanged()
    filled += bytesRead
  }
  return buffer.subarray(0, length)
}
