import { Worker } from 'node:worker_threads'

/** An image thread's jobs, by name. Arguments and results are copied between the threads. */
export type ImageJobs = { readonly [name: string]: (...args: never[]) => Promise<unknown> }
export type ImageCall = { readonly id: number; readonly job: string; readonly args: readonly unknown[] }
export type ImageCallResult =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: unknown }

export type ImageThread<Jobs extends ImageJobs> = {
  /** Runs a job. Rejects with the job's own error, or with an `ImageThreadError`. */
  readonly run: <Name extends keyof Jobs & string>(job: Name, ...args: Parameters<Jobs[Name]>) => Promise<Awaited<ReturnType<Jobs[Name]>>>
  /** Returns the number of unfinished jobs. */
  readonly pendingJobs: () => number
}

/** Thrown if the thread ends before the job is done. The job's image isn't necessarily the cause. */
export class ImageThreadError extends Error {
  override readonly name = 'ImageThreadError'
}

/** How long an idle thread is kept. WebAssembly memory never shrinks, so only ending the thread releases the memory of a large image. */
const longestIdleInMs = 5_000
/**
 * Limits the heap, so that V8 collects garbage. Images are stored outside the heap, so they don't trigger a collection. Without a limit,
 * the heap grows to 160 MB over thousands of jobs.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 }

type Waiting = { readonly resolve: (value: never) => void; readonly reject: (error: unknown) => void }
type Running = { readonly worker: Worker; readonly waiting: Map<number, Waiting> }

/**
 * Opens a thread for image jobs. `file`: the thread's module, which calls `handleImageCalls`. The thread starts with the first job. After
 * the thread has ended, the next job starts a new one.
 */
export function openImageThread<Jobs extends ImageJobs>(file: URL): ImageThread<Jobs> {
  let running: Running | null = null
  let idle: NodeJS.Timeout | undefined
  let unfinished = 0
  let lastId = 0

  function start(): Running {
    // On Linux, sharp needs its WebAssembly build (see sharp.ts).
    const execArgv = process.platform === 'linux' ? ['--no-addons'] : []
    const worker = new Worker(file, { execArgv, resourceLimits, name: 'images' })
    const started: Running = { worker, waiting: new Map() }
    worker.on('message', (answer: ImageCallResult) => {
      const asked = started.waiting.get(answer.id)
      started.waiting.delete(answer.id)
      if (answer.ok) asked?.resolve(answer.value as never)
      else asked?.reject(answer.error)
    })
    const end = (cause?: unknown): void => {
      if (running === started) running = null
      for (const { reject } of started.waiting.values()) reject(new ImageThreadError('The image thread ended.', { cause }))
      started.waiting.clear()
    }
    worker.on('error', end)
    worker.on('exit', () => end())
    return started
  }

  function post(job: string, args: readonly unknown[]): Promise<never> {
    running ??= start()
    const { worker, waiting } = running
    lastId += 1
    const id = lastId
    worker.ref()
    return new Promise<never>((resolve, reject) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id, job, args } satisfies ImageCall)
      waiting.set(id, { resolve, reject })
    })
  }

  function scheduleTermination(): void {
    // An idle thread doesn't keep Kiln running.
    running?.worker.unref()
    idle = setTimeout(() => {
      void running?.worker.terminate()
      running = null
    }, longestIdleInMs).unref()
  }

  return {
    run: async (job, ...args) => {
      unfinished += 1
      clearTimeout(idle)
      try {
        // The main thread must load sharp's native build first. The build then stays loaded until the process ends.
        // See https://sharp.pixelplumbing.com/install#worker-threads
        if (process.platform !== 'linux') await import('sharp')
        return await post(job, args)
      } finally {
        unfinished -= 1
        if (unfinished === 0) scheduleTermination()
      }
    },
    pendingJobs: () => unfinished
  }
}

/**
 * Opens up to `count` threads of the same module. Each job goes to the thread with the fewest jobs. The WebAssembly build of sharp decodes
 * only one image at a time.
 */
export function openImageThreadPool<Jobs extends ImageJobs>(file: URL, count: number): ImageThread<Jobs> {
  const threads = Array.from({ length: count }, () => openImageThread<Jobs>(file))
  return {
    run: (job, ...args) => {
      const [first, ...others] = threads
      if (first === undefined) throw new Error('At least one thread is needed.')
      return others.reduce((least, one) => (one.pendingJobs() < least.pendingJobs() ? one : least), first).run(job, ...args)
    },
    pendingJobs: () => threads.reduce((sum, thread) => sum + thread.pendingJobs(), 0)
  }
}
