import { settlePendingDeletions, type PendingDeletionsDependencies } from './deletions/settle-pending-deletions.ts'
import { readCollections } from './folders/collection-names.ts'
import type { ResultFolders } from './folders/result-folders.ts'
import type { FolderImport } from './imports/folder-import.ts'
import type { ResultImport } from './imports/result-import.ts'
import type { IndexedLocations } from './index/indexed-item.ts'
import type { KnownItems } from './items/known-items.ts'
import type { LibraryItems } from './items/library-items.ts'
import { restoreUserMetadata } from './items/restore-user-metadata.ts'
import { readJournalResults, type JournalResult } from './journal-result.ts'
import type { SidecarWriter } from './recipes/sidecar-writer.ts'

export type LibraryOpeningDependencies = PendingDeletionsDependencies & {
  readonly items: LibraryItems
  readonly known: KnownItems
  readonly results: ResultImport
  readonly folderImport: FolderImport
  readonly folders: ResultFolders
  readonly sidecars: SidecarWriter
  readonly journalResults: () => Iterable<JournalResult>
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
}

/** Maximum number of locations in one response from the index thread. See `filesPerPage` in `library-items.ts`. */
const locationsPerPage = 2_000

/** Opens the index, and fills it if it is new. */
export class LibraryOpening {
  readonly #dependencies: LibraryOpeningDependencies
  #opened: Promise<void> | null = null
  #wasFilled: Promise<boolean> | null = null

  constructor(dependencies: LibraryOpeningDependencies) {
    this.#dependencies = dependencies
  }

  /** Opens the index and imports missing results from the journal. */
  ready(): Promise<void> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = null
      throw error
    })
    return this.#opened
  }

  /**
   * Answers a query from the index. An existing index answers immediately, even at startup. Journal results that it lacks are imported
   * afterwards and reported through `onChange`. A new index is filled first.
   */
  async answer<T>(ask: () => Promise<T>): Promise<T> {
    const { index, onDefect } = this.#dependencies
    this.#wasFilled ??= index.isNew().then((isNew) => !isNew)
    if (!(await this.#wasFilled)) await this.ready()
    const answered = await ask()
    if (this.#opened === null) this.ready().catch(onDefect)
    return answered
  }

  /** Call when the index file was damaged and has been replaced. */
  indexLost(): void {
    this.#opened = null
    this.#wasFilled = null
  }

  /** Resolves when the opening that is in progress has ended. */
  async openingEnded(): Promise<void> {
    await Promise.allSettled([this.#opened])
  }

  /** Imports new or changed results from the journal. If the index is new, also imports from the folder. */
  async fill(isNew: boolean): Promise<void> {
    const { index, items, results, folderImport, folders, closing } = this.#dependencies
    // The library folder is read last. Its collection names replace the other folders' names.
    if (isNew)
      for (const folder of [...(await folders.others()), folders.current]) await index.putCollections(await readCollections(folder))
    await results.importMissing()
    if (!isNew) return
    const missing = (await items.allFiles()).filter(({ state }) => state === 'missing')
    const contents = await folders.scan(closing)
    await folderImport.findMissing(missing, contents)
    await folderImport.importContents(contents)
    await restoreUserMetadata({ index, items }, await index.salvaged())
    await index.filled()
  }

  async #open(): Promise<void> {
    const { index, items, known, folderImport, sidecars, closing } = this.#dependencies
    closing.throwIfAborted()
    const restored = await settlePendingDeletions(this.#dependencies)
    const isNew = await index.isNew()
    await this.#remember()
    items.setFilling(isNew)
    await this.fill(isNew).finally(() => items.setFilling(false))
    await folderImport.importFiles(restored.filter(({ id }) => !known.has(id)))
    // Also contains metadata of items that were being restored when Kiln was killed.
    const salvaged = await index.salvaged()
    await restoreUserMetadata({ index, items }, [...salvaged, ...restored])
    await index.forgetSalvaged(salvaged.map(({ id }) => id))
    sidecars.flush()
  }

  /** Loads the IDs, save times and paths from the index into memory, for synchronous access. */
  async #remember(): Promise<void> {
    const { index, known, journalResults, closing } = this.#dependencies
    known.clear()
    const journal = new Map<string, string>()
    for await (const slice of readJournalResults(journalResults, closing))
      for (const { result } of slice) journal.set(result.id, result.path)
    for (let last: number | null = 0; last !== null;) {
      const { ids, paths, times, lastKey }: IndexedLocations = await index.locations(last, locationsPerPage)
      closing.throwIfAborted()
      for (const [place, id] of ids.entries()) {
        const path = paths[place] ?? ''
        known.setSavedAt(id, times[place] ?? 0)
        if (journal.get(id) !== path) known.setMovedPath(id, path)
      }
      last = lastKey
    }
  }
}
