import type { FileHandle } from 'node:fs/promises'

/** Minimum chunk size. The socket may still buffer smaller chunks when their memory is reused (see `readFileWithRingBuffer`). */
export const minChunkBytes = 256 * 1024
const defaultChunkBytes = 512 * 1024
/** One buffer is being sent, two are being read, and one is spare. */
const ringLength = 4
const chunksAhead = 2

export type RingBufferOptions = {
  readonly file: FileHandle
  /** The exact number of bytes to yield. */
  readonly bytes: number
  /** The default is 512 KiB, the fastest size measured. */
  readonly chunkBytes?: number
  /** Called before the first chunk. Returns true if the reader consumes each chunk before it requests the next one. */
  readonly mayRecycle: (chunkBytes: number) => boolean
  /** Called before the last chunk is yielded. If it throws, the chunk is withheld, so that the receiver never gets a complete body. */
  readonly beforeLast: () => Promise<void>
  /** Called after each chunk, with the total number of bytes that the reader has consumed. */
  readonly onConsumed: (doneBytes: number) => void
}

/** Thrown if the file has changed since it was chosen. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError'
}

/**
 * Yields a file as a request body, in four recycled buffers. Two are read ahead while another is sent. Without recycling, a file of 1 GB
 * would leave 1 GB of buffers as garbage.
 * A buffer can be recycled once the socket has passed its chunk to the system. The HTTP library waits for that only if each chunk fills
 * the socket's buffer. If `mayRecycle` returns false, each chunk gets a new buffer.
 */
export async function* readFileWithRingBuffer(options: RingBufferOptions): AsyncGenerator<Uint8Array, void, undefined> {
  const { file, bytes, chunkBytes = defaultChunkBytes } = options
  if (chunkBytes < minChunkBytes) throw new RangeError(`A chunk must have at least ${minChunkBytes} bytes.`)
  const isRecycling = options.mayRecycle(chunkBytes)
  const ring: Buffer[] = []
  const readings: Promise<Buffer>[] = []
  let started = 0

  const readAhead = (): void => {
    while (readings.length < chunksAhead && started * chunkBytes < bytes) {
      const position = started * chunkBytes
      const buffer = isRecycling ? (ring[started % ringLength] ??= Buffer.allocUnsafeSlow(chunkBytes)) : Buffer.allocUnsafeSlow(chunkBytes)
      const reading = readChunk(file, buffer, position, Math.min(chunkBytes, bytes - position))
      // The error is reported when the chunk is awaited, which may be long after the read failed.
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
      options.onConsumed(doneBytes)
    }
  } finally {
    // The handle is closed after this, so reads in progress have to end first.
    await Promise.allSettled(readings)
  }
}

/** Reads exactly `length` bytes, in several reads if necessary. Throws `FileChangedError` if the file ends early. */
async function readChunk(file: FileHandle, buffer: Buffer, position: number, length: number): Promise<Buffer> {
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new FileChangedError()
    filled += bytesRead
  }
  return buffer.subarray(0, length)
}
