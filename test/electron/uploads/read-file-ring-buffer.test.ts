import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileChangedError, minChunkBytes, readFileWithRingBuffer } from '../../../electron/uploads/read-file-ring-buffer.ts'
import type { RingBufferOptions } from '../../../electron/uploads/read-file-ring-buffer.ts'

const bytes = 10 * minChunkBytes + 17
const content = randomBytes(bytes)
let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-ring-'))
  path = join(folder, 'file')
  await writeFile(path, content)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function read(more: Partial<RingBufferOptions>) {
  await using file = await open(path, 'r')
  const hash = createHash('sha256')
  const buffers = new Set<ArrayBufferLike>()
  const taken: number[] = []
  const options = {
    file,
    bytes,
    chunkBytes: minChunkBytes,
    mayRecycle: () => true,
    beforeLast: async () => undefined,
    onConsumed: (done: number) => taken.push(done)
  }
  for await (const chunk of readFileWithRingBuffer({ ...options, ...more })) {
    buffers.add(chunk.buffer)
    // Gives the reader time to read the next chunk while this one is in use.
    await new Promise((resolve) => setTimeout(resolve, 1))
    hash.update(chunk)
  }
  return { sha256: hash.digest('hex'), buffers: buffers.size, taken }
}

describe('reading a file with a ring buffer', () => {
  it('returns every byte once, in order, from four buffers', async () => {
    const { sha256, buffers, taken } = await read({})
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(buffers).toBe(4)
    expect(taken.at(-1)).toBe(bytes)
    expect(taken).toHaveLength(11)
  })

  it('uses a new buffer for each chunk if the reader may keep them', async () => {
    const { sha256, buffers } = await read({ mayRecycle: (chunkBytes) => chunkBytes < minChunkBytes })
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(buffers).toBe(11)
  })

  it('rejects chunks that a socket may still hold when their buffer is reused', async () => {
    await expect(read({ chunkBytes: minChunkBytes - 1 })).rejects.toThrow(RangeError)
  })

  it('fails if the file becomes shorter', async () => {
    await truncate(path, bytes - 1)
    await expect(read({})).rejects.toThrow(FileChangedError)
  })

  it('holds back the last chunk until beforeLast allows it', async () => {
    const taken: number[] = []
    const beforeLast = () => Promise.reject(new FileChangedError())
    await expect(read({ beforeLast, onConsumed: (done) => taken.push(done) })).rejects.toThrow(FileChangedError)
    expect(taken.at(-1)).toBe(10 * minChunkBytes)
  })

  it('waits for a pending read when its reader stops', async () => {
    const file = await open(path, 'r')
    const chunks = readFileWithRingBuffer({
      file,
      bytes,
      chunkBytes: minChunkBytes,
      mayRecycle: () => true,
      beforeLast: async () => undefined,
      onConsumed: () => undefined
    })
    await chunks.next()
    await chunks.return()
    await file.close()
    expect((await chunks.next()).done).toBe(true)
  })
})
