import { itemIdOf } from '../../../shared/library/item-id.ts'
import type { SavedResult, TaskRecord } from '../../tasks/machine/task-record.ts'
import type { KnownItems } from '../items/known-items.ts'
import type { JournalResult } from '../journal-result.ts'
import type { OperationQueue } from '../operation-queue.ts'
import type { SidecarWriter } from '../recipes/sidecar-writer.ts'
import type { RemovedResults } from '../removed-results.ts'
import type { ResultImport } from './result-import.ts'

export type FinishedTaskImportDependencies = {
  readonly operations: OperationQueue
  readonly results: ResultImport
  readonly known: KnownItems
  readonly removed: RemovedResults
  readonly sidecars: SidecarWriter
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
  readonly onDefect: (error: unknown) => void
}

/** Imports the results of tasks that have changed in the journal. */
export class FinishedTaskImport {
  readonly #dependencies: FinishedTaskImportDependencies
  readonly #noticed = new Map<string, JournalResult>()
  #importing: Promise<void> = Promise.resolve()

  constructor(dependencies: FinishedTaskImportDependencies) {
    this.#dependencies = dependencies
  }

  /** Resolves when the results of the last changed task are in the index. */
  get imported(): Promise<void> {
    return this.#importing
  }

  /** Call when a task in the journal has changed. */
  taskChanged(record: TaskRecord, results: readonly SavedResult[]): void {
    const { known, removed } = this.#dependencies
    // A file that was downloaded again is imported again, even if it is unchanged.
    if (record.state.phase === 'collecting')
      for (const [place, { result }] of record.state.outputs.entries()) if (result === null) known.deleteSavedAt(itemIdOf(record.id, place))
    const kept = results.filter((result) => known.needsImport(result) && !removed.has(result.id))
    for (const result of kept) this.#noticed.set(result.id, { record, result })
    if (kept.length > 0) this.#importNoticed()
  }

  #importNoticed(): void {
    const { operations, results, known, removed, sidecars, closing, onDefect } = this.#dependencies
    this.#importing = operations
      .inTurn(async () => {
        if (closing.aborted) return
        const kept = [...this.#noticed.values()].filter(({ result }) => known.needsImport(result))
        this.#noticed.clear()
        // Downloading a result again cancels its removal.
        await removed.restore(kept.map(({ result }) => result.id).filter((id) => removed.has(id)))
        if (kept.length > 0) await results.importResults(kept)
        sidecars.flush()
        // The journal still has the results that couldn't be imported. The next start imports them.
      })
      .catch(onDefect)
  }
}
