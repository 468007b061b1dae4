import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

/**
 * A piece of a new file: new bytes, or an unchanged range of another file. `from` and `until` are offsets in bytes. `until` is exclusive.
 */
export type FilePiece = Buffer | { readonly from: number; readonly until: number }

/** Reads `length` bytes from `position` in a file. Returns fewer bytes only at the end of the file. */
export type FileRangeReader = (position: number, length: number) => Promise<Buffer>

export function createFileRangeReader(file: FileHandle): FileRangeReader {
  return async (position, length) => {
    const buffer = Buffer.alloc(length)
    let done = 0
    while (done < length) {
      const { bytesRead } = await file.read(buffer, done, length - done, position + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return buffer.subarray(0, done)
  }
}

const copiedAtOnce = 1024 * 1024

/** Writes pieces to the file `target` and flushes it to disk. Returns its length and its digest (SHA-256 in lower-case hex). */
export async function writePieces(
  source: FileHandle,
  pieces: readonly FilePiece[],
  target: string
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  await using file = await open(target, 'w')
  const hash = createHash('sha256')
  const readAt = createFileRangeReader(source)
  let bytes = 0
  const write = async (chunk: Buffer): Promise<void> => {
    for (let done = 0; done < chunk.length;) done += (await file.write(chunk, done, chunk.length - done, bytes + done)).bytesWritten
    hash.update(chunk)
    bytes += chunk.length
  }
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) {
      await write(piece)
      continue
    }
    for (let position = piece.from; position < piece.until;) {
      const chunk = await readAt(position, Math.min(copiedAtOnce, piece.until - position))
      if (chunk.length === 0) throw Object.assign(new Error('The file was truncated while it was being read.'), { code: 'ESTALE' })
      await write(chunk)
      position += chunk.length
    }
  }
  await file.sync()
  return { bytes, sha256: hash.digest('hex') }
}
