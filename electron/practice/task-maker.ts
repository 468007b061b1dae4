import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Blobs } from './blobs.ts'
import type { Books, Output, TaskRecord } from './books.ts'
import type { PracticeClock } from './practice-clock.ts'
import { resultBlobName } from './storage-paths.ts'

/** A finished file of a result. */
export type Made = { readonly content: Buffer; readonly contentType: string }

export type TaskMaker = {
  /** Starts the work on a task, takes it up again after a restart, or sees to a refund that is due. Returns at once. */
  readonly take: (task: TaskRecord) => void
  /** Lets the running work finish and starts no more. */
  readonly close: () => Promise<void>
}

/** How many results are made at the same time: enough to keep up, few enough to leave the machine alone. */
const places = 2

/** How much of its time a task still takes once its faces are chosen. */
const partAfterChoice = 0.4

/**
 * Makes results off the request path. The files are made early; the task is called completed once they are stored *and* its time is up.
 * A task whose making fails ends as failed, refunded.
 */
export function createTaskMaker(shelf: {
  books: Books
  blobs: Blobs
  make: (task: TaskRecord) => Promise<readonly Made[]>
  clock: PracticeClock
}): TaskMaker {
  const { now, setTimer } = shelf.clock
  const waiting: TaskRecord[] = []
  const stopsOfTimers = new Set<() => void>()
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
      await shelf.books.failTask(task.taskId, now(), { errorDetail, isRefunded: true, refundAfterInMs: 0 }).catch(() => {})
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
          ? shelf.books.completeTask(task.taskId, now(), outputs)
          : shelf.books.failTask(task.taskId, now(), task.fate).then(() => refundWhenDue(shelf.books.task(task.taskId)))
      const work: Promise<void> = ended.catch(() => {}).finally(() => ending.delete(work))
      ending.add(work)
    }
    const readyAt = task.createdAt + task.durationInMs
    runAt(Math.max(readyAt, (task.choice?.at ?? 0) + task.durationInMs * partAfterChoice), end)
  }

  function refundWhenDue(task: TaskRecord | null): void {
    if (task?.end?.kind !== 'failed' || task.end.refundedAt !== null || !task.end.fate.isRefunded || task.isDeferred) return
    runAt(task.end.at + task.end.fate.refundAfterInMs, () => {
      if (isClosed) return
      const work: Promise<void> = shelf.books
        .refundTask(task.taskId, now())
        .catch(() => {})
        .finally(() => ending.delete(work))
      ending.add(work)
    })
  }

  function runAt(at: number, run: () => void): void {
    const delayInMs = at - now()
    if (delayInMs <= 0) return run()
    const stop = setTimer(delayInMs, () => {
      stopsOfTimers.delete(stop)
      run()
    })
    stopsOfTimers.add(stop)
  }

  return {
    take: (task) => {
      if (task.end !== null) return refundWhenDue(task)
      // Nothing is made before it is known which faces are meant.
      if (task.asked !== null && task.choice === null && task.fate === null) return
      waiting.push(task)
      fill()
    },
    close: async () => {
      isClosed = true
      for (const stop of stopsOfTimers) stop()
      while (running.size + ending.size > 0) await Promise.allSettled([...running, ...ending])
    }
  }
}
