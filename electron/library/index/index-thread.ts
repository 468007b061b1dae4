import { parentPort, workerData } from 'node:worker_threads'
import { sqliteProblem } from '../../database/sqlite-problem.ts'
import { replaceIndexFile } from './index-file.ts'
import type { IndexResponse, IndexCall } from './index-client.ts'
import { openIndex, type LibraryIndex } from './open-index.ts'

/**
 * Path of the index file. This thread runs one call at a time. The main thread stays responsive, even while tens of thousands of items are
 * counted.
 */
const path = String(workerData)
let index: LibraryIndex | null = null

parentPort?.on('message', ({ turn, method, args }: IndexCall) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer(turn, method, args))
  if (method === 'close') parentPort?.close()
})

function answer(turn: number, method: IndexCall['method'], given: IndexCall['args']): IndexResponse {
  try {
    if (method === 'close' && index === null) return { turn, ok: true, value: undefined }
    index ??= openIndex(path)
    if (method === 'isNew') return { turn, ok: true, value: index.isNew }
    // Each method gets exactly the arguments of the client's method with the same name. TypeScript can't verify this.
    const run = index[method] as (...values: readonly unknown[]) => unknown
    const value = run(...given)
    return { turn, ok: true, value }
  } catch (error) {
    const isLost = sqliteProblem(error) === 'damaged'
    if (isLost) {
      index?.close()
      index = null
      replaceIndexFile(path).database.close()
    }
    return { turn, ok: false, isLost, isUnavailable: index === null && !isLost, error }
  }
}
