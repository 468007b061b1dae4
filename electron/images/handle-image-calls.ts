import { parentPort } from 'node:worker_threads'
import type { ImageCallResult, ImageCall, ImageJobs } from './open-image-thread.ts'

/** Runs the jobs that `ImageThread.run` requests. Call in the worker thread's module. */
export function handleImageCalls(jobs: ImageJobs): void {
  parentPort?.on('message', (call: ImageCall) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    void answerTo(call, jobs).then((answer) => parentPort?.postMessage(answer))
  })
}

async function answerTo({ id, job, args }: ImageCall, jobs: ImageJobs): Promise<ImageCallResult> {
  try {
    // `ImageThread.run` already checks the argument types.
    const run = jobs[job] as (...values: readonly unknown[]) => Promise<unknown>
    return { id, ok: true, value: copyBytes(await run(...args)) }
  } catch (error) {
    return { id, ok: false, error }
  }
}

/**
 * Copies bytes out of the shared memory of sharp's WebAssembly build. Posting a message doesn't copy shared memory, and sharp reuses it for
 * other images.
 */
function copyBytes(value: unknown): unknown {
  return value instanceof Uint8Array ? new Uint8Array(value) : value
}
