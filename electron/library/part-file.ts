import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readFile, rm, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { uptime } from 'node:os'
import { z } from 'zod'
import { giveUpClaim } from './name-claim.ts'

/**
 * An unfinished download: `<stem>.part` holds the first bytes of a result, `<stem>.part.json` says of what, and `<stem>.part.claim` says which name
 * it is about to take where that is not done in one step. `<stem>.made.part` is a copy of the whole part that carries its recipe. All are gone
 * once the result is in its place. `of` is the item id of the output that they belong to, null if it is not known.
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

/** Whether a name in a folder is one of those above. */
export function isOfPart(name: string): boolean {
  return /\.part(?:\.json|\.claim)?$/.test(name)
}

/** What the bytes in a part file are a part of. Stored; do not rename. */
export type PartNote = {
  /** Item id of the output. Null in notes of earlier versions, and where it was not known. */
  readonly of: string | null
  /** Without its query: signatures there change while the file stays the same. */
  readonly address: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly totalBytes: number | null
  readonly contentType: string | null
  /** `Content-Encoding`, although the bytes are not encoded. A part of encoded bytes has no validators in its note: it is never resumed. */
  readonly encoding: string | null
}

const noteSchema: z.ZodType<PartNote> = z.object({
  of: z.string().nullable().default(null),
  address: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  totalBytes: z.number().int().nonnegative().nullable(),
  contentType: z.string().nullable(),
  encoding: z.string().nullable().default(null)
})

export async function readNote(path: string): Promise<PartNote | null> {
  try {
    const note = noteSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return note.success ? note.data : null
  } catch {
    // Missing, or torn by a crash while it was written: then nobody knows what the part is of.
    return null
  }
}

export async function writeNote(path: string, note: PartNote): Promise<void> {
  await writeFile(path, JSON.stringify(note))
}

export async function removePart(paths: PartPaths): Promise<void> {
  await rm(paths.part, { force: true })
  await rm(paths.note, { force: true })
  await rm(paths.made, { force: true })
  await giveUpClaim(paths.claim)
}

/** Opens the part for reading and writing, made when it is not there, never emptied. */
export async function openPart(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o644)
}

/** Makes an empty part. @throws `EEXIST` when something has its name. */
export async function openNewPart(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o644)
}

/** Whether the part has a second name, as it has between two steps of becoming a result: what is written into it is written into that. */
export async function hasOtherName(file: FileHandle): Promise<boolean> {
  return (await file.stat()).nlink > 1
}

/**
 * How many bytes of the part can be built upon. None when the machine has been started since they were written: what was not flushed then
 * may have the right length and the wrong content. None either when they lie in the future: the clock was set back, and nobody can tell.
 */
export async function trustedBytes(file: FileHandle, now: number): Promise<number> {
  const { size, mtimeMs } = await file.stat()
  const startedAt = now - uptime() * 1000
  return mtimeMs < startedAt || mtimeMs > now + otherClockInMs ? 0 : size
}

/** By how much the clock of another computer, which keeps the folder, may be ahead. */
const otherClockInMs = 3_600_000

const readBytes = 1024 * 1024

/** SHA-256 (lower-case hex) over the first `bytes` of a file. */
export async function digestOf(file: FileHandle, bytes: number): Promise<string> {
  return (await hashOf(file, bytes)).digest('hex')
}

async function hashOf(file: FileHandle, bytes: number): Promise<Hash> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(Math.min(readBytes, bytes))
  for (let position = 0; position < bytes;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - position), position)
    if (bytesRead === 0) throw Object.assign(new Error('A file got shorter while it was read.'), { code: 'ESTALE' })
    hash.update(buffer.subarray(0, bytesRead))
    position += bytesRead
  }
  return hash
}

/** Whether there is a file at a path with just these bytes; a link to one is none. */
export async function isOfDigest(path: string, { bytes, sha256 }: { readonly bytes: number; readonly sha256: string }): Promise<boolean> {
  const found = await lstat(path)
  if (!found.isFile() || found.size !== bytes) return false
  await using file = await open(path, 'r')
  return (await digestOf(file, bytes)) === sha256
}

const batchBytes = 1024 * 1024
const flushEveryBytes = 64 * 1024 * 1024

/**
 * Appends to a part: chunks are gathered and written a MiB at a time, one write on its way while the next batch gathers. Writes never overtake each
 * other, so that the length of the file always tells how far it is good, also after a kill. What is written is digested and flushed while the rest
 * is still on its way, so that little is left to do at the end.
 */
export type PartWriter = {
  /** A promise means: wait. */
  readonly write: (chunk: Buffer) => Promise<void> | null
  /** Taken so far, written or not. */
  readonly bytes: () => number
  /** Writes what is left and gives the digest of the whole file. Rejects with the first error of any write or flush. */
  readonly finish: () => Promise<string>
}

/** Goes on after the first `startBytes`, which are read once for the digest. */
export async function openPartWriter(file: FileHandle, startBytes: number): Promise<PartWriter> {
  const hash = await hashOf(file, startBytes)
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  let bytes = startBytes
  /** Handed to the system so far. */
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
    // Told again by whoever awaits the last write; without this it would count as unhandled meanwhile.
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
  // A short write: the rest goes out from one buffer.
  const rest = Buffer.concat(batch).subarray(bytesWritten)
  for (let done = 0; done < rest.length;) {
    const written = await file.write(rest, done, rest.length - done, at + bytesWritten + done)
    done += written.bytesWritten
  }
}
