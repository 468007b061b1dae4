import { describe, expect, it } from 'vitest'
import { ImageThreadError, openImageThread, openImageThreadPool } from '../../../electron/images/open-image-thread.ts'
import type { ThreadJobs } from './thread-child.ts'

const open = () => openImageThread<ThreadJobs>(new URL('./thread-child.ts', import.meta.url))

describe('an image thread', () => {
  it.runIf(process.platform === 'linux')('loads sharp’s WebAssembly build on Linux, even if the native one is installed', async () => {
    const versions = await open().run('versions')
    expect(versions).toHaveProperty('emscripten')
  })

  it.runIf(process.platform === 'linux')('is the only place that loads sharp on Linux', async () => {
    await expect(import('../../../electron/images/sharp.ts')).rejects.toThrow('only in a thread')
  })

  it('returns bytes that later images don’t overwrite', async () => {
    const thread = open()
    const drawn = await Promise.all(Array.from({ length: 40 }, (_, red) => thread.run('draw', red)))
    expect(drawn.map((bytes) => bytes.buffer instanceof ArrayBuffer)).not.toContain(false)
    expect(drawn.map((bytes) => [bytes.length, ...new Set(bytes)])).toEqual(drawn.map((_, red) => [1_000, red]))
  })

  it('rejects with the error of the job', async () => {
    const thread = open()
    await expect(thread.run('fail')).rejects.toThrow('It can’t be decoded.')
    expect(thread.pendingJobs()).toBe(0)
  })

  it('reports if it ended before a job finished, and restarts with the next job', async () => {
    const thread = open()
    await expect(thread.run('die')).rejects.toThrow(ImageThreadError)
    expect(await thread.run('draw', 7)).toHaveLength(1_000)
  })

  it('keeps its memory usage small over thousands of jobs', async () => {
    const thread = open()
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 100 }, (_, place) => thread.run('draw', place)))
    expect(await thread.run('heapInBytes')).toBeLessThan(40_000_000)
  })
})

describe('a group of image threads', () => {
  it('starts the second thread only if the first has a job', async () => {
    const threads = openImageThreadPool<ThreadJobs>(new URL('./thread-child.ts', import.meta.url), 2)
    const ids = async (count: number) => Promise.all(Array.from({ length: count }, () => threads.run('threadId')))
    expect(new Set([...(await ids(1)), ...(await ids(1))]).size).toBe(1)
    expect(new Set(await ids(4)).size).toBe(2)
    expect(threads.pendingJobs()).toBe(0)
  })
})
