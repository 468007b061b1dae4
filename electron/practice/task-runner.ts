import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { BlobStore } from './blob-store.ts'
import type { LedgerStore, GeneratedOutput, ServiceTask } from './ledger-store.ts'
import type { PracticeClock } from './practice-clock.ts'
import { resultBlobName } from './storage-paths.ts'

export type GeneratedFile = { readonly content: Buffer; readonly contentType: string }

export type TaskRunner = {
  /** Starts a task's work, resumes it after a restart, or schedules a due refund. Returns immediately. */
  readonly start: (task: ServiceTask) => void
  /** Stops starting work, then waits for running work to finish. */
  readonly close: () => Promise<void>
}

/** Number of tasks that generate results at the same time. Two are enough to keep up without overloading the computer. */
const places = 2

/** Fraction of a task's duration that remains after its faces are selected. */
const partAfterChoice = 0.4

/**
 * Generates results in the background. A task completes once its files are stored and its duration is over. If generation fails, the
 * task fails and is refunded.
 */
export function createTaskRunner(shelf: {
  ledgerStore: LedgerStore
  blobs: BlobStore
  make: (task: ServiceTask) => Promise<readonly GeneratedFile[]>
  clock: PracticeClock
}): TaskRunner {
  const { now, setTimer } = shelf.clock
  const waiting: ServiceTask[] = []
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

  async function finish(task: ServiceTask): Promise<void> {
    try {
      const outputs = task.fate === null ? await store(task) : []
      endWhenDue(task, outputs)
    } catch (cause) {
      const errorDetail = `The practice service couldn’t generate the result: ${cause instanceof Error ? cause.message : String(cause)}`
      await shelf.ledgerStore.failTask(task.taskId, now(), { errorDetail, isRefunded: true, refundAfterInMs: 0 }).catch(() => {})
    }
  }

  async function store(task: ServiceTask): Promise<GeneratedOutput[]> {
    const made = await shelf.make(task)
    const outputs: GeneratedOutput[] = []
    for (const [index, { content, contentType }] of made.entries()) {
      const name = resultBlobName(task.taskId, index)
      await shelf.blobs.receive(name, Readable.from([content]))
      outputs.push({ name, contentType, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    }
    return outputs
  }

  function endWhenDue(task: ServiceTask, outputs: readonly GeneratedOutput[]): void {
    const end = (): void => {
      if (isClosed) return
      const ended =
        task.fate === null
          ? shelf.ledgerStore.completeTask(task.taskId, now(), outputs)
          : shelf.ledgerStore.failTask(task.taskId, now(), task.fate).then(() => refundWhenDue(shelf.ledgerStore.task(task.taskId)))
      const work: Promise<void> = ended.catch(() => {}).finally(() => ending.delete(work))
      ending.add(work)
    }
    const readyAt = task.createdAt + task.durationInMs
    runAt(Math.max(readyAt, (task.choice?.at ?? 0) + task.durationInMs * partAfterChoice), end)
  }

  function refundWhenDue(task: ServiceTask | null): void {
    if (task?.end?.kind !== 'failed' || task.end.refundedAt !== null || !task.end.fate.isRefunded || task.isDeferred) return
    runAt(task.end.at + task.end.fate.refundAfterInMs, () => {
      if (isClosed) return
      const work: Promise<void> = shelf.ledgerStore
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
    start: (task) => {
      if (task.end !== null) return refundWhenDue(task)
      // Nothing is generated before the faces are selected.
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
