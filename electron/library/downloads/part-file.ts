import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readFile, rm, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { uptime } from 'node:os'
import { z } from 'zod'
import { releaseReservation } from './name-reservation.ts'

/**
 * Paths of an unfinished download's files. `<stem>.part` holds the first bytes of a result. `<stem>.part.json` identifies the result.
 * `<stem>.part.claim` reserves the result's file name on file systems without hard links. `<stem>.made.part` is a copy of the complete part
 * with its recipe. All of them are removed once the result is in place. `of`: item ID of the output. Null if it is unknown.
 */
export type PartPaths = {
  readonly of: string | null
  readonly part: string
  readonly note: string
  readonly claim: string
  readonly made: string
}

export function partPaths(stem: string, of: string | null): PartPaths {
  return { of, part: `${stem}.part`, note: `${stem}.part.json`, claim: `${stem}.part.claim`, made: `${stem}.made.part` }
}

/** True for the name of a part file, or of a file that belongs to one. */
export function isPartFileName(name: string): boolean {
  return /\.part(?:\.json|\.claim)?$/.test(name)
}

/** Identifies the file that a part's bytes belong to. Stored. Don't rename. */
export type PartMetadata = {
  /** Item ID of the output. Null if it is unknown, as in notes from earlier versions of Kiln. */
  readonly of: string | null
  /** URL without its query, because signatures in it change while the file stays the same. */
  readonly address: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly totalBytes: number | null
  readonly contentType: string | null
  /**
   * The response's `Content-Encoding`, although the stored bytes are decoded. An encoded download's note doesn't contain validators, so
   * such a download is never resumed.
   */
  readonly encoding: string | null
}

const noteSchema: z.ZodType<PartMetadata> = z.object({
  of: z.string().nullable().default(null),
  address: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  totalBytes: z.number().int().nonnegative().nullable(),
  contentType: z.string().nullable(),
  encoding: z.string().nullable().default(null)
})

export async function readPartMetadata(path: string): Promise<PartMetadata | null> {
  try {
    const note = noteSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return note.success ? note.data : null
  } catch {
    // The note is missing or was truncated by a crash. The source of the part is then unknown.
    return null
  }
}

export async function writePartMetadata(path: string, note: PartMetadata): Promise<void> {
  await writeFile(path, JSON.stringify(note))
}

export async function removePart(paths: PartPaths): Promise<void> {
  await rm(paths.part, { force: true })
  await rm(paths.note, { force: true })
  await rm(paths.made, { force: true })
  await releaseReservation(paths.claim)
}

/** Opens the part for reading and writing. Creates it if it doesn't exist, and never truncates it. */
export async function openPart(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o644)
}

/** Creates an empty part. @throws `EEXIST` if its name is taken. */
export async function openNewPart(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o644)
}

/**
 * True if the part has a second hard link. This is the case between two steps of publishing. The links share their content, so writing into
 * the part would change the result.
 */
export async function hasSecondHardLink(file: FileHandle): Promise<boolean> {
  return (await file.stat()).nlink > 1
}

/**
 * Returns the number of bytes that a download can resume from. Returns 0 if the machine has restarted since the bytes were written.
 * Unflushed data may then be wrong despite its length. Also returns 0 if the modification time is in the future. The clock was then set
 * back, so the machine may have restarted.
 */
export async function resumableByteCount(file: FileHandle, now: number): Promise<number> {
  const { size, mtimeMs } = await file.stat()
  const startedAt = now - uptime() * 1000
  return mtimeMs < startedAt || mtimeMs > now + otherClockInMs ? 0 : size
}

/** Tolerance for a folder on another computer, because that computer's clock may be ahead. */
const otherClockInMs = 3_600_000

const readBytes = 1024 * 1024

/** Returns the SHA-256 digest of the first `bytes` bytes of a file, in lower-case hex. */
export async function digestFirstBytes(file: FileHandle, bytes: number): Promise<string> {
  return (await hashOf(file, bytes)).digest('hex')
}

async function hashOf(file: FileHandle, bytes: number): Promise<Hash> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(Math.min(readBytes, bytes))
  for (let position = 0; position < bytes;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - position), position)
    if (bytesRead === 0) throw Object.assign(new Error('The file was truncated while it was being read.'), { code: 'ESTALE' })
    hash.update(buffer.subarray(0, bytesRead))
    position += bytesRead
  }
  return hash
}

/** True if the path is a file with this size and digest. False for a symbolic link. */
export async function hasDigest(path: string, { bytes, sha256 }: { readonly bytes: number; readonly sha256: string }): Promise<boolean> {
  const found = await lstat(path)
  if (!found.isFile() || found.size !== bytes) return false
  await using file = await open(path, 'r')
  return (await digestFirstBytes(file, bytes)) === sha256
}

const batchBytes = 1024 * 1024
const flushEveryBytes = 64 * 1024 * 1024

/**
 * Appends to a part. Chunks are combined into batches of at least one MiB. The next batch fills during a write. Writes never overlap, so
 * after a crash the file length still shows how many bytes are valid. Bytes are digested and flushed during the download, so that little
 * work remains at the end.
 */
export type PartWriter = {
  /** Returns a promise if the caller must wait before the next write, otherwise null. */
  readonly write: (chunk: Buffer) => Promise<void> | null
  /** Returns the number of bytes received so far, including those that aren't written yet. */
  readonly bytes: () => number
  /** Writes the rest and resolves to the digest of the whole file. Rejects with the first error of any write or flush. */
  readonly finish: () => Promise<string>
}

/** Opens a writer that continues after the first `startBytes` bytes. Reads these bytes once for the digest. */
export async function openPartWriter(file: FileHandle, startBytes: number): Promise<PartWriter> {
  const hash = await hashOf(file, startBytes)
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  let bytes = startBytes
  /** Number of bytes whose write has started. */
  let position = startBytes
  let writing: Promise<void> = Promise.resolve()
  let isWriting = false
  let flushedUpTo = startBytes
  let flushing: Promise<void> | null = null

  const flush = async (): Promise<void> => {
    flushedUpTo = position
    await writing
    await file.datasync()
    flushing = null
  }

  const startWrite = (): void => {
    const batch = gathered
    const at = position
    position += gatheredBytes
    gathered = []
    gatheredBytes = 0
    isWriting = true
    writing = writeAll(file, batch, at).then(() => {
      isWriting = false
    })
    // The error is reported when the last write is awaited. Without this handler, the rejection would count as unhandled until then.
    writing.catch(() => undefined)
    if (flushing === null && position - flushedUpTo >= flushEveryBytes) {
      flushing = flush()
      flushing.catch(() => undefined)
    }
  }

  return {
    bytes: () => bytes,
    write: (chunk) => {
      gathered.push(chunk)
      gatheredBytes += chunk.length
      bytes += chunk.length
      hash.update(chunk)
      if (gatheredBytes < batchBytes) return null
      if (isWriting) return writing.then(startWrite)
      startWrite()
      return null
    },
    finish: async () => {
      await writing
      if (gatheredBytes > 0) startWrite()
      await writing
      await flushing
      return hash.digest('hex')
    }
  }
}

async function writeAll(file: FileHandle, batch: readonly Buffer[], at: number): Promise<void> {
  const length = batch.reduce((sum, chunk) => sum + chunk.length, 0)
  const { bytesWritten } = await file.writev(batch, at)
  if (bytesWritten === length) return
  // Not all bytes were written. The rest is written from one buffer.
  const rest = Buffer.concat(batch).subarray(bytesWritten)
  for (let done = 0; done < rest.length;) {
    const written = await file.write(rest, done, rest.length - done, at + bytesWritten + done)
    done += written.bytesWritten
  }
}
