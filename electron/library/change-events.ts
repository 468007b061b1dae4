import type { LibraryChangedEvent } from '../../shared/library/library.ts'
import type { Clock } from '../tasks/ports.ts'

export type ChangeEventsDependencies = { readonly clock: Clock; readonly onChange: (changes: LibraryChangedEvent) => void }

/** Minimum time between two `onChange` calls during a bulk operation. */
const changeEventIntervalInMs = 200

const noChange: Omit<LibraryChangedEvent, 'revision'> = { added: [], changed: [], removed: [], isReset: false }

/** Reports library changes through `onChange`, and tracks the running bulk operations. */
export class ChangeEvents {
  readonly #dependencies: ChangeEventsDependencies
  #revision = 1
  /** Running bulk operations. */
  readonly #bulks = new Set<Promise<unknown>>()
  #bulkCount = 0
  #unreported = noChange
  #reportedAt = 0

  constructor(dependencies: ChangeEventsDependencies) {
    this.#dependencies = dependencies
  }

  get revision(): number {
    return this.#revision
  }

  report(changes: Partial<Omit<LibraryChangedEvent, 'revision'>>): void {
    this.#revision += 1
    const { added = [], changed = [], removed = [], isReset = false } = changes
    this.#unreported = {
      added: [...this.#unreported.added, ...added],
      changed: [...this.#unreported.changed, ...changed],
      removed: [...this.#unreported.removed, ...removed],
      isReset: this.#unreported.isReset || isReset
    }
    if (this.#bulkCount === 0 || this.#dependencies.clock.now() - this.#reportedAt >= changeEventIntervalInMs) this.#reportNow()
  }

  /** Combines change events while `work` runs. `close` waits until `work` is done. */
  inBulk<T>(work: () => Promise<T>): Promise<T> {
    this.#bulkCount += 1
    const done = work().finally(() => {
      this.#bulkCount -= 1
      this.#bulks.delete(done)
      if (this.#unreported !== noChange) this.#reportNow()
    })
    this.#bulks.add(done)
    return done
  }

  /** Resolves when the running bulk operations have ended. */
  async bulksEnded(): Promise<void> {
    await Promise.allSettled(this.#bulks)
  }

  #reportNow(): void {
    const changes = this.#unreported
    this.#reportedAt = this.#dependencies.clock.now()
    this.#unreported = noChange
    this.#dependencies.onChange({ revision: this.#revision, ...changes })
  }
}
