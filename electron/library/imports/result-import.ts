import type { Recipe } from '../../../shared/library/recipe.ts'
import type { Clock, FileProber } from '../../tasks/ports.ts'
import type { ResultFolders } from '../folders/result-folders.ts'
import type { IndexClient } from '../index/index-client.ts'
import { itemFromResult, type ConvertedResult } from '../item-from-result.ts'
import type { KnownItems } from '../items/known-items.ts'
import { itemsPerWrite, type LibraryItems } from '../items/library-items.ts'
import { readJournalResults, type JournalResult } from '../journal-result.ts'
import { maxConcurrentReads, mapConcurrent } from '../map-concurrent.ts'
import type { CorruptSidecars } from '../recipes/corrupt-sidecars.ts'
import type { RemovedResults } from '../removed-results.ts'

export type ResultImportDependencies = {
  readonly index: IndexClient
  readonly items: LibraryItems
  readonly known: KnownItems
  readonly removed: RemovedResults
  readonly corruptSidecars: CorruptSidecars
  readonly folders: ResultFolders
  readonly journalResults: () => Iterable<JournalResult>
  readonly recipeOf: (kept: JournalResult) => Recipe
  readonly probeFile: FileProber
  readonly clock: Clock
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
}

/** Imports results from the journal. */
export class ResultImport {
  readonly #dependencies: ResultImportDependencies

  constructor(dependencies: ResultImportDependencies) {
    this.#dependencies = dependencies
  }

  /** Imports new or changed results. Skips the results that the user removed. */
  async importMissing(): Promise<void> {
    const { known, removed, journalResults, closing } = this.#dependencies
    for await (const slice of readJournalResults(journalResults, closing)) {
      const unknown = slice.filter(({ result }) => known.needsImport(result) && !removed.has(result.id))
      for (let from = 0; from < unknown.length; from += itemsPerWrite) {
        closing.throwIfAborted()
        await this.importResults(unknown.slice(from, from + itemsPerWrite))
      }
    }
  }

  async importResults(kept: readonly JournalResult[]): Promise<void> {
    const { index, items, known, corruptSidecars, folders, recipeOf, probeFile, clock, closing } = this.#dependencies
    const earlier = new Map((await index.withIds(kept.map(({ result }) => result.id))).map((item) => [item.id, item]))
    const take = (one: JournalResult): Promise<ConvertedResult> =>
      itemFromResult(one.result, recipeOf(one), earlier.get(one.result.id) ?? null, probeFile)
    const taken = await mapConcurrent(maxConcurrentReads, kept, take, closing)
    corruptSidecars.set([...corruptSidecars.all(), ...taken.filter(({ isTorn }) => isTorn).map(({ item }) => folders.nameOf(item.path))])
    const have = new Set((await index.collections()).map(({ id }) => id))
    const told = taken.flatMap(({ collections }) => collections).filter(({ id }) => !have.has(id))
    if (told.length > 0) await index.putCollections(told.map(({ id, name }) => ({ id, name, createdAt: clock.now() })))
    for (const { item } of taken) known.deleteMovedPath(item.id)
    await items.put(
      taken.filter(({ isWritten }) => isWritten).map(({ item }) => item),
      true
    )
    await items.put(
      taken.filter(({ isWritten }) => !isWritten).map(({ item }) => item),
      false
    )
  }
}
