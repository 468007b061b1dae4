import type { RecipeSettings } from '../../../shared/app/settings.ts'
import type { ResultFolders } from '../folders/result-folders.ts'
import type { IndexClient } from '../index/index-client.ts'
import type { StoredItem } from '../index/indexed-item.ts'
import { mapConcurrent } from '../map-concurrent.ts'
import type { SerialQueue } from '../serial-queue.ts'
import { sidecarFromItem, writeSidecar } from './sidecar.ts'

export type SidecarWriterDependencies = {
  readonly index: IndexClient
  readonly serialQueue: SerialQueue
  readonly folders: ResultFolders
  /** Returns the user's recipe settings. */
  readonly recipes: () => RecipeSettings
  /** Aborted when the time for writing is over. */
  readonly endOfWriting: AbortSignal
  readonly onDefect: (error: unknown) => void
}

const concurrentSidecars = 8
/** Number of sidecars written per batch. Queued user requests run before the next batch. */
const sidecarsPerTurn = 48

/** `lastKey`: key of the last item tried. Null if no more items are due. */
type WrittenSidecars = { readonly failed: number; readonly lastKey: number | null }

/** Writes due sidecars. */
export class SidecarWriter {
  readonly #dependencies: SidecarWriterDependencies
  /** Running background write of sidecars. Null if none is running. */
  #flushing: Promise<void> | null = null
  #isFlushedAgain = false
  #failedCount = 0

  constructor(dependencies: SidecarWriterDependencies) {
    this.#dependencies = dependencies
  }

  /** Number of sidecars that couldn't be written in the last background write. */
  get failedCount(): number {
    return this.#failedCount
  }

  /** Writes due sidecars in the background. Sidecars that can't be written stay due, even after a restart. */
  flush(): void {
    this.#isFlushedAgain = true
    this.#flushing ??= this.#flushAll()
      .catch(this.#dependencies.onDefect)
      .finally(() => {
        this.#flushing = null
        if (this.#isFlushedAgain) this.flush()
      })
  }

  /** Writes due sidecars, and resolves when the write has ended. */
  async flushed(): Promise<void> {
    this.flush()
    await this.#flushing
  }

  /** Resolves when the running background write has ended. */
  async writeEnded(): Promise<void> {
    await this.#flushing
  }

  /** Resolves when nothing is queued and no background write is running. */
  async idle(): Promise<void> {
    const { serialQueue } = this.#dependencies
    do {
      await serialQueue.idle()
      await this.#flushing
    } while (this.#flushing !== null)
    await serialQueue.idle()
  }

  /** Queues all sidecars for writing, for example after the recipe settings have changed. Does nothing if sidecars are turned off. */
  async writeAllAgain(): Promise<void> {
    const { index, recipes } = this.#dependencies
    if (!recipes().beside) return
    await index.markAllUnwritten()
    this.flush()
  }

  /** Writes the items' sidecars, and returns the number of sidecars written. The others stay due. */
  async write(items: readonly StoredItem[]): Promise<number> {
    if (items.length === 0) return 0
    const { index, folders, endOfWriting } = this.#dependencies
    const isFolderThere = await folders.isCurrentThere()
    const names = new Map((await index.collections()).map(({ id, name }) => [id, name]))
    const written = await mapConcurrent(concurrentSidecars, items, async (item) => {
      if (endOfWriting.aborted || !(await folders.isReachable(item.path, isFolderThere))) return null
      try {
        await writeSidecar(
          item.path,
          sidecarFromItem(item, (id) => names.get(id) ?? null)
        )
        return item
      } catch {
        return null
      }
    })
    const done = written.filter((item) => item !== null)
    if (done.length > 0) await index.written(done)
    return done.length
  }

  async #flushAll(): Promise<void> {
    while (this.#isFlushedAgain) {
      this.#isFlushedAgain = false
      if (!this.#dependencies.recipes().beside) return
      let failed = 0
      for (let last: number | null = 0; last !== null;) {
        const after: number = last
        const written: WrittenSidecars = await this.#dependencies.serialQueue.background(() => this.#writeDue(after))
        failed += written.failed
        last = written.lastKey
      }
      this.#failedCount = failed
    }
  }

  async #writeDue(afterKey: number): Promise<WrittenSidecars> {
    const { index, endOfWriting } = this.#dependencies
    if (endOfWriting.aborted) return { failed: 0, lastKey: null }
    const due = await index.unwritten(afterKey, sidecarsPerTurn)
    return { failed: due.length - (await this.write(due)), lastKey: due.at(-1)?.key ?? null }
  }
}
