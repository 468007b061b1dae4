import { threadId } from 'node:worker_threads'
import { handleImageCalls } from '../../../electron/images/handle-image-calls.ts'
import { sharp } from '../../../electron/images/sharp.ts'

const jobs = {
  versions: async (): Promise<typeof sharp.versions> => sharp.versions,
  /** Returns 1,000 raw pixels of one byte each, all with the value `red`. */
  draw: (red: number): Promise<Uint8Array> =>
    sharp({ create: { width: 100, height: 10, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .extractChannel('red')
      .raw()
      .toBuffer(),
  threadId: async (): Promise<number> => threadId,
  heapInBytes: async (): Promise<number> => process.memoryUsage().heapTotal,
  fail: () => Promise.reject(new Error('It can’t be decoded.')),
  /** Throws outside any promise, as an abort of the WebAssembly build does. */
  die: () =>
    new Promise<never>(() => {
      setImmediate(() => {
        throw new Error('Aborted()')
      })
    })
}
export type ThreadJobs = typeof jobs

handleImageCalls(jobs)
