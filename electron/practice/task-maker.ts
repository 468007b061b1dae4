import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Blobs } from './blobs.ts'
import type { Books, Output, TaskRecord } from './books.ts'
import { resultBlobName } from './storage-paths.ts'

/** A finished file of a result. */
export type Made = { readonly content: Buffer; readonly contentType: string }

export type TaskMaker = {
  /** Starts the work on a task, or takes it up again after a restart. Returns at once. */
  readonly take: (task: TaskRecord) => void
  /** Lets the running work finish and starts no more. */
  readonly close: () => Promise<void>
}

/** How many results are made at the same time: enough to keep up, few enough to leave the machine alone. */
const places = 2

/**
 * Makes results off the request path. The files are made early; the task is called completed once they are stored *and* its time is up.
 * A task whose making fails ends as failed, refunded.
 */
export function createTaskMaker(shelf: {
  books: Books
  blobs: Blobs
  make: (task: TaskRecord) => Promise<readonly Made[]>
  now: () => number
}): TaskMaker {
  const waiting: TaskRecord[] = []
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const ending = new Set<Promise<void>>()
  let isClosed = false

  function fill(): void {
    while (!isClosed && running.size < places) {
      const task = waiting.shift()
      if (task === undefined) return
      const work: Promise<void> = finish(task).finally(() => {
        running.delete(work)
        fill()
      })
      running.add(work)
    }
  }

  async function finish(task: TaskRecord): Promise<void> {
    try {
      const outputs = task.fate === null ? await store(task) : []
      endWhenDue(task, outputs)
    } catch (cause) {
      const errorDetail = `The practice service could not make this: ${cause instanceof Error ? cause.message : String(cause)}`
      await shelf.books.failTask(task.taskId, shelf.now(), { errorDetail, isRefunded: true }).catch(() => {})
    }
  }

  async function store(task: TaskRecord): Promise<Output[]> {
    const made = await shelf.make(task)
    const outputs: Output[] = []
    for (const [index, { content, contentType }] of made.entries()) {
      const name = resultBlobName(task.taskId, index)
      await shelf.blobs.receive(name, Readable.from([content]))
      outputs.push({ name, contentType, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    }
    return outputs
  }

  function endWhenDue(task: TaskRecord, outputs: readonly Output[]): void {
    const end = (): void => {
      if (isClosed) return
      const ended =
        task.fate === null
          ? shelf.books.completeTask(task.taskId, shelf.now(), outputs)
          : shelf.books.failTask(task.taskId, shelf.now(), task.fate)
      const work: Promise<void> = ended.catch(() => {}).finally(() => ending.delete(work))
      ending.add(work)
    }
    const delayInMs = task.createdAt + task.durationInMs - shelf.now()
    if (delayInMs <= 0) return end()
    const timer = setTimeout(() => {
      timers.delete(timer)
      end()
    }, delayInMs)
    timer.unref()
    timers.add(timer)
  }

  return {
    take: (task) => {
      waiting.push(task)
      fill()
    },
    close: async () => {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      while (running.size + ending.size > 0) await Promise.allSettled([...running, ...ending])
    }
  }
}
