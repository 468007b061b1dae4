import type { BulkOperationContext } from './bulk-operation-context.ts'
import type { LibraryOpening } from './library-opening.ts'
import type { SerialQueue } from './serial-queue.ts'

export type OperationQueueDependencies = {
  readonly serialQueue: SerialQueue
  readonly opening: LibraryOpening
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
}

/** Target duration of a slice of a bulk operation. Other work waits for the slice, so later slices are resized to meet this target. */
const sliceTimeInMs = 60

/** Runs one operation at a time on the open library. */
export class OperationQueue {
  readonly #dependencies: OperationQueueDependencies

  constructor(dependencies: OperationQueueDependencies) {
    this.#dependencies = dependencies
  }

  /** Runs `work` as soon as no other writer is running, before queued background work. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const { serialQueue, opening } = this.#dependencies
    return serialQueue.next(async () => {
      await opening.ready()
      return work()
    })
  }

  /** Runs `work` in the background, after queued user requests. */
  inBackground<T>(work: () => Promise<T>): Promise<T> {
    const { serialQueue, opening, closing } = this.#dependencies
    return serialQueue.background(async () => {
      closing.throwIfAborted()
      await opening.ready()
      return work()
    })
  }

  /**
   * Runs `work` on one slice of the items at a time. Other work can run between two slices. Resolves to true if the operation was stopped
   * early.
   */
  async inSlices<T>(
    items: readonly T[],
    size: number,
    run: BulkOperationContext,
    work: (slice: readonly T[]) => Promise<void>
  ): Promise<boolean> {
    let count = size
    for (let from = 0; from < items.length;) {
      if (run.signal.aborted) return true
      const slice = items.slice(from, from + count)
      await this.inTurn(async () => {
        const startedAt = performance.now()
        await work(slice)
        const wanted = (count * sliceTimeInMs) / (performance.now() - startedAt)
        count = Math.max(1, Math.round(Math.min(wanted, count * 2, size * 10)))
      })
      from += slice.length
      run.report(from)
    }
    return false
  }
}
