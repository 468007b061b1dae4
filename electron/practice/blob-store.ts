import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

type BlobFacts = { readonly bytes: number; readonly sha256: string }

/** Stores the practice service's files by name. A name can't contain a slash. */
export type BlobStore = {
  /**
   * Saves a whole stream as `name`. Replaces an existing file only after the whole stream has arrived. If the stream breaks, nothing is
   * saved and the promise rejects.
   */
  readonly receive: (name: string, source: Readable) => Promise<BlobFacts>
  /** Reads a byte range. `start` and `end` are inclusive, as in a Range header. */
  readonly read: (name: string, range: { readonly start: number; readonly end: number }) => Readable
  /** Returns a file's size in bytes. Null if the file doesn't exist. */
  readonly size: (name: string) => Promise<number | null>
  readonly remove: (name: string) => Promise<void>
}

export function createMemoryBlobStore(): BlobStore {
  const contents = new Map<string, Buffer>()
  return {
    receive: async (name, source) => {
      const content = Buffer.concat(await source.toArray())
      contents.set(name, content)
      return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    },
    read: (name, { start, end }) => Readable.from([(contents.get(name) ?? Buffer.alloc(0)).subarray(start, end + 1)]),
    size: async (name) => contents.get(name)?.length ?? null,
    remove: async (name) => {
      contents.delete(name)
    }
  }
}

/** Opens a folder that stores each blob as a file. Deletes partial files that a crash left. */
export async function openDiskBlobStore(folder: string): Promise<BlobStore> {
  await mkdir(folder, { recursive: true })
  const torn = (await readdir(folder)).filter((name) => name.endsWith('.part'))
  await Promise.all(torn.map((name) => rm(join(folder, name), { force: true })))
  return {
    receive: async (name, source) => {
      const part = join(folder, `${name}.${randomUUID()}.part`)
      const hash = createHash('sha256')
      let bytes = 0
      const count = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          hash.update(chunk)
          bytes += chunk.length
          done(null, chunk)
        }
      })
      try {
        await pipeline(source, count, createWriteStream(part, { highWaterMark: 1024 * 1024, flush: true }))
        await rename(part, join(folder, name))
      } catch (cause) {
        await rm(part, { force: true })
        throw cause
      }
      await syncFolder(folder)
      return { bytes, sha256: hash.digest('hex') }
    },
    read: (name, { start, end }) => createReadStream(join(folder, name), { start, end, highWaterMark: 256 * 1024 }),
    size: async (name) => {
      const facts = await stat(join(folder, name)).catch(() => null)
      return facts?.size ?? null
    },
    remove: (name) => rm(join(folder, name), { force: true })
  }
}

/** Flushes a folder, so that a renamed file survives a power cut. Windows can't flush folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
