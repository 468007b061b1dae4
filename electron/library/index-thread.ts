import { parentPort, workerData } from 'node:worker_threads'
import { isDamage, throwAway } from './index-file.ts'
import type { IndexAnswer, IndexCall } from './index-client.ts'
import { openIndex, type LibraryIndex } from './open-index.ts'

/** The index's own thread: takes one call after the other, so that counting tens of thousands of items never holds main up. */
const path = String(workerData)
let index: LibraryIndex | null = null

parentPort?.on('message', ({ turn, method, given }: IndexCall) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer(turn, method, given))
  if (method === 'close') parentPort?.close()
})

function answer(turn: number, method: IndexCall['method'], given: IndexCall['given']): IndexAnswer {
  try {
    index ??= openIndex(path)
    if (method === 'isNew') return { turn, ok: true, value: index.isNew }
    // Each method takes exactly what the client of the same name was given; TypeScript can't follow the name through both.
    const run = index[method] as (...values: readonly unknown[]) => unknown
    const value = run(...given)
    return { turn, ok: true, value }
  } catch (error) {
    const isLost = isDamage(error)
    if (isLost) {
      index?.close()
      throwAway(path)
      index = null
    }
    return { turn, ok: false, isLost, error }
  }
}
