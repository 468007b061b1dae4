import { randomUUID } from 'node:crypto'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { TrashReceipt } from '../../../shared/library/library.ts'
import type { Clock } from '../../tasks/ports.ts'
import { untrackedOperationContext, type BulkOperationContext } from '../bulk-operation-context.ts'
import type { ChangeEvents } from '../change-events.ts'
import { deletionError, partialDeleteText } from '../deletion-error.ts'
import type { ResultFolders } from '../folders/result-folders.ts'
import type { FolderImport } from '../imports/folder-import.ts'
import type { ResultImport } from '../imports/result-import.ts'
import type { IndexClient } from '../index/index-client.ts'
import type { ItemSummary, StoredItem } from '../index/indexed-item.ts'
import { forgetItems } from '../items/forget-items.ts'
import type { KnownItems } from '../items/known-items.ts'
import type { LibraryItems } from '../items/library-items.ts'
import { restoreUserMetadata, userMetadataOf } from '../items/restore-user-metadata.ts'
import { readJournalResults, type JournalResult } from '../journal-result.ts'
import type { LibraryOpening } from '../library-opening.ts'
import type { OperationQueue } from '../operation-queue.ts'
import { sidecarFromItem } from '../recipes/sidecar.ts'
import type { SidecarWriter } from '../recipes/sidecar-writer.ts'
import type { RemovedResults } from '../removed-results.ts'
import type { FileToDelete, TrashCan, UndeletableFile } from '../trash-can.ts'
import { rejectDisconnectedFolders } from './reject-disconnected-folders.ts'
import type { TrashEmptier } from './trash-emptier.ts'

export type ItemDeletionsDependencies = {
  readonly index: IndexClient
  readonly items: LibraryItems
  readonly known: KnownItems
  readonly removed: RemovedResults
  readonly folders: ResultFolders
  readonly trashCan: TrashCan
  readonly emptier: TrashEmptier
  readonly results: ResultImport
  readonly folderImport: FolderImport
  readonly sidecars: SidecarWriter
  readonly opening: LibraryOpening
  readonly operations: OperationQueue
  readonly events: ChangeEvents
  readonly journalResults: () => Iterable<JournalResult>
  readonly clock: Clock
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
  readonly onDefect: (error: unknown) => void
}

/** Number of items in the first slice of a deletion, and in each slice of an undo. */
const deletionsPerTurn = 25
/** Time for which a deletion can be undone. The deletion's notification disappears earlier. */
const undoInMs = 2 * 60_000

/** Deletes items with their files, and undoes deletions. */
export class ItemDeletions {
  readonly #dependencies: ItemDeletionsDependencies
  readonly #stopsOfEmptying = new Map<string, () => void>()
  /** Maps each deletion's token to the deleted items whose file was kept. Another item uses the same file. */
  readonly #withoutFile = new Map<string, readonly StoredItem[]>()

  constructor(dependencies: ItemDeletionsDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Moves files with their sidecars into a hidden folder. `untrash` can restore them until `undoUntil` in the receipt. After that, Kiln
   * moves the files to the system's trash.
   */
  trash(keys: readonly number[], run: BulkOperationContext = untrackedOperationContext): Promise<TrashReceipt> {
    return this.#dependencies.events.inBulk(() => this.#trash(keys, run))
  }

  /** Undoes a deletion. @throws UserFacingError if the files can't be restored, or are already in the system's trash. */
  untrash(token: string, run: BulkOperationContext = untrackedOperationContext): Promise<void> {
    return this.#dependencies.events.inBulk(() => this.#untrash(token, run))
  }

  /** Stops the timers that move files to the system's trash. The next start moves these files. */
  stopTimers(): void {
    for (const stop of this.#stopsOfEmptying.values()) stop()
  }

  async #trash(keys: readonly number[], run: BulkOperationContext): Promise<TrashReceipt> {
    const { index, items, folders, trashCan, sidecars, opening, operations, clock } = this.#dependencies
    await opening.ready()
    const briefs = await items.briefs(keys)
    const token = randomUUID()
    await rejectDisconnectedFolders(folders, briefs)
    // Earlier versions of Kiln could create several items for one file. The file is kept while any of these items exists.
    const chosen = new Set(keys)
    const sharing = (await items.withFilesOf(briefs)).filter(({ key }) => !chosen.has(key))
    const shared = new Set(sharing.map(({ path }) => path))
    const files = briefs.filter(({ path }) => !shared.has(path))
    const failures: UndeletableFile[] = []
    const dropped: number[] = []
    let isStopped = false
    try {
      // The file list is saved first. After a crash, the next start can then undo or finish the deletion.
      if (files.length > 0) await trashCan.begin(token, await this.#withMissingSidecars(files))
      isStopped = await operations.inSlices(files, deletionsPerTurn, run, async (slice) => {
        const stay = await trashCan.moveToTrash(
          token,
          slice.map(({ id }) => id)
        )
        failures.push(...stay)
        const stayIds = new Set(stay.map(({ id }) => id))
        await this.#drop(
          slice.filter(({ id }) => !stayIds.has(id)),
          dropped
        )
      })
      await operations.inTurn(async () => {
        if (shared.size > 0 && !isStopped) {
          const bare = await index.stored(briefs.filter(({ path }) => shared.has(path)).map(({ key }) => key))
          this.#withoutFile.set(token, bare)
          await this.#drop(bare, dropped)
          await items.put(await index.stored(sharing.map(({ key }) => key)), false)
        }
        await trashCan.finish(token)
      })
    } catch (error) {
      await this.#restore(token, untrackedOperationContext)
      throw error
    }
    if (dropped.length === 0 && failures.length > 0) throw await deletionError(failures)
    this.#planEmptying(token)
    sidecars.flush()
    const failure = failures.length === 0 ? null : await partialDeleteText(failures, briefs.length)
    return { token, undoUntil: clock.now() + undoInMs, count: dropped.length, failure, isStopped }
  }

  /** Adds the data of items whose sidecars are missing or outdated. Without this data, a restored file couldn't become the same item. */
  async #withMissingSidecars(files: readonly ItemSummary[]): Promise<readonly FileToDelete[]> {
    const names = new Map((await this.#dependencies.index.collections()).map(({ id, name }) => [id, name]))
    return files.map(({ id, path, person, unwritten }) => ({
      id,
      path,
      person,
      ...(unwritten !== null && { sidecar: sidecarFromItem(unwritten, (collection) => names.get(collection) ?? null) })
    }))
  }

  /** Removes items from the index, and adds their keys to `dropped`. */
  async #drop(gone: readonly { readonly key: number; readonly id: string }[], dropped: number[]): Promise<void> {
    const { index, events } = this.#dependencies
    await forgetItems(this.#dependencies, gone)
    const goneKeys = gone.map(({ key }) => key)
    await index.drop(goneKeys)
    dropped.push(...goneKeys)
    events.report({ removed: goneKeys })
  }

  #planEmptying(token: string): void {
    const { emptier, operations, clock, onDefect } = this.#dependencies
    const stop = clock.setTimer(undoInMs, () => {
      this.#stopsOfEmptying.delete(token)
      this.#withoutFile.delete(token)
      operations.inTurn(() => emptier.empty(token)).catch(onDefect)
    })
    this.#stopsOfEmptying.set(token, stop)
  }

  async #untrash(token: string, run: BulkOperationContext): Promise<void> {
    const stop = this.#stopsOfEmptying.get(token)
    stop?.()
    this.#stopsOfEmptying.delete(token)
    try {
      if (stop !== undefined && (await this.#restore(token, run))) return
    } catch (cause) {
      // Undo can be retried until the files are moved to the system's trash.
      this.#planEmptying(token)
      throw new UserFacingError(say('Some files couldn’t be restored.'), {
        advice: say('Check that the library folder can be written to, then undo again.'),
        cause
      })
    }
    throw new UserFacingError(say('This deletion can’t be undone in Kiln any more.'), {
      advice: say('The files are in your system’s trash.')
    })
  }

  /** Restores a deletion's files and items. Returns false if the files are already in the system's trash. */
  async #restore(token: string, run: BulkOperationContext): Promise<boolean> {
    const { index, items, known, removed, trashCan, results, folderImport, sidecars, operations } = this.#dependencies
    const bare = this.#withoutFile.get(token) ?? []
    const kept = await this.#removedResults()
    let count = 0
    const loads = trashCan.restore(token, deletionsPerTurn)
    for (let isDone = false; !isDone;) {
      await operations.inTurn(async () => {
        const next = await loads.next()
        isDone = next.done === true
        if (next.done === true) return
        const back = next.value
        await index.salvage(userMetadataOf(back))
        await removed.restore(back.map(({ id }) => id).filter((id) => removed.has(id)))
        const inJournal = back.flatMap(({ id, path }) => {
          const one = kept.get(id)
          return one?.result.path === path ? [one] : []
        })
        await results.importResults(inJournal)
        await folderImport.importFiles(back.filter(({ id }) => !known.has(id)))
        await restoreUserMetadata({ index, items }, back)
        await index.forgetSalvaged(back.map(({ id }) => id))
        count += back.length
      })
      run.report(count)
    }
    if (count + bare.length === 0) return false
    await operations.inTurn(async () => {
      await removed.restore(bare.map(({ id }) => id).filter((id) => removed.has(id)))
      await items.put(bare, false)
      this.#withoutFile.delete(token)
    })
    sidecars.flush()
    return true
  }

  /** Returns the journal's results that the user removed, by ID. */
  async #removedResults(): Promise<ReadonlyMap<string, JournalResult>> {
    const { removed, journalResults, closing } = this.#dependencies
    const kept = new Map<string, JournalResult>()
    for await (const slice of readJournalResults(journalResults, closing))
      for (const one of slice) if (removed.has(one.result.id)) kept.set(one.result.id, one)
    return kept
  }
}
