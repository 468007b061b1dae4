import { dirname, join, relative } from 'node:path'
import type { RecipeSettings } from '../../shared/app/settings.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { FormerFolderResults, MoveReceipt } from '../../shared/library/library.ts'
import { untrackedOperationContext, type BulkOperationContext } from './bulk-operation-context.ts'
import type { ChangeEvents } from './change-events.ts'
import type { ResultFolders } from './folders/result-folders.ts'
import type { IndexClient } from './index/index-client.ts'
import type { StoredItem } from './index/indexed-item.ts'
import { isWithin } from './is-within.ts'
import type { KnownItems } from './items/known-items.ts'
import type { LibraryItems } from './items/library-items.ts'
import type { MoveStep, UndoHistory } from './items/undo-history.ts'
import type { LibraryOpening } from './library-opening.ts'
import { maxConcurrentReads, mapConcurrent } from './map-concurrent.ts'
import { linkOrCopyFile, removeMovedOriginal } from './move-item.ts'
import type { OperationQueue } from './operation-queue.ts'
import type { SidecarWriter } from './recipes/sidecar-writer.ts'

export type FileMovesDependencies = {
  readonly index: IndexClient
  readonly items: LibraryItems
  readonly known: KnownItems
  readonly folders: ResultFolders
  readonly sidecars: SidecarWriter
  readonly history: UndoHistory
  readonly opening: LibraryOpening
  readonly operations: OperationQueue
  readonly events: ChangeEvents
  /** Returns the user's recipe settings. */
  readonly recipes: () => RecipeSettings
  /** Aborted when the library starts to close. */
  readonly closing: AbortSignal
}

/** Number of files in the first slice of a move. */
const movesPerTurn = 20

/** Moves files with their sidecars. */
export class FileMoves {
  readonly #dependencies: FileMovesDependencies

  constructor(dependencies: FileMovesDependencies) {
    this.#dependencies = dependencies
  }

  /** Moves files to another folder. @throws file system errors if no file was moved. */
  async move(keys: readonly number[], folder: string, run: BulkOperationContext = untrackedOperationContext): Promise<MoveReceipt> {
    const { folders, sidecars, events } = this.#dependencies
    folders.addExternal(folder)
    const receipt = await events.inBulk(() => this.#moveInSlices(keys, run, { folder, folderOf: () => folder }))
    await sidecars.flushed()
    return receipt
  }

  /** Moves files back to the folders that they were moved from. */
  async moveBack(moves: readonly MoveStep[], run: BulkOperationContext): Promise<void> {
    const { index, operations } = this.#dependencies
    const folders = new Map(moves.map(({ id, folder }) => [id, folder]))
    await operations.inSlices(moves, movesPerTurn, run, async (slice) =>
      this.#moveAll(
        await index.withIds(slice.map(({ id }) => id)),
        ({ id, path }) => folders.get(id) ?? dirname(path),
        () => undefined
      )
    )
  }

  /** Returns the former library folders that contain results, and the number of these results. */
  async inFormerFolders(): Promise<FormerFolderResults> {
    await this.#dependencies.opening.ready()
    const files = await this.#filesInFormerFolders()
    return { count: files.length, folders: [...new Set(files.map(({ root }) => root))] }
  }

  /** Moves the files from former library folders to the current one, in slices. Keeps the files' subfolders. */
  async moveFromFormerFolders(run: BulkOperationContext = untrackedOperationContext): Promise<MoveReceipt> {
    const { folders, sidecars, events } = this.#dependencies
    const files = await this.#filesInFormerFolders()
    const targets = new Map(files.map(({ key, path, root }) => [key, join(folders.current, relative(root, dirname(path)))]))
    const keys = files.map(({ key }) => key)
    const receipt = await events.inBulk(() =>
      this.#moveInSlices(keys, run, {
        folder: folders.current,
        folderOf: ({ key, path }) => targets.get(key) ?? dirname(path),
        beforeSlice: async () => {
          if (!(await folders.isCurrentThere()))
            throw new UserFacingError(say('The library folder isn’t available. The remaining files weren’t moved.'), {
              advice: say('Connect its drive, then try again.')
            })
        }
      })
    )
    await sidecars.flushed()
    return receipt
  }

  async #moveInSlices(
    keys: readonly number[],
    run: BulkOperationContext,
    target: {
      /** Target folder that the receipt names. */
      readonly folder: string
      readonly folderOf: (item: StoredItem) => string
      readonly beforeSlice?: () => Promise<void>
    }
  ): Promise<MoveReceipt> {
    const { index, history, operations, closing } = this.#dependencies
    const { folder } = target
    const moves: MoveStep[] = []
    let isStopped = false
    let failure: string | null = null
    try {
      isStopped = await operations.inSlices(keys, movesPerTurn, run, async (slice) => {
        closing.throwIfAborted()
        await target.beforeSlice?.()
        await this.#moveAll(await index.stored(slice), target.folderOf, (step) => moves.push(step))
      })
    } catch (error) {
      // The move succeeded partly, so the receipt lets the user undo it.
      if (moves.length === 0) throw error
      failure =
        error instanceof UserFacingError
          ? error.message
          : say(
              'Kiln moved {done, number} of {count, plural, one {# file} other {# files}}. Check the free space and permissions of {folder}, then move the rest.',
              { done: moves.length, count: keys.length, folder }
            )
    }
    return { ...history.add({ moves }, isStopped), folder, failure }
  }

  async #filesInFormerFolders(): Promise<readonly { readonly key: number; readonly path: string; readonly root: string }[]> {
    const { items, folders } = this.#dependencies
    const roots = await folders.former()
    return (await items.allFiles()).flatMap(({ key, path, state }) => {
      const root = isWithin(folders.current, path) || state === 'missing' ? undefined : roots.find((one) => isWithin(one, path))
      return root === undefined ? [] : [{ key, path, root }]
    })
  }

  /**
   * Moves files with their sidecars. Calls `note` for each moved file. Skips missing files and files that are already in their target
   * folder. `folderOf`: returns a file's target folder.
   */
  async #moveAll(stored: readonly StoredItem[], folderOf: (item: StoredItem) => string, note: (step: MoveStep) => void): Promise<void> {
    const { items, known, sidecars, recipes } = this.#dependencies
    const placed: { readonly item: StoredItem; readonly path: string }[] = []
    try {
      // Files are moved one at a time, because two may need the same free name.
      for (const item of stored) {
        const path = dirname(item.path) === folderOf(item) ? null : await linkOrCopyFile(item.path, folderOf(item))
        if (path !== null) placed.push({ item, path })
      }
    } finally {
      // If a file can't be moved, the files that were moved earlier must still be recorded.
      const movedItems = placed.map(({ item, path }) => ({ ...item, path }))
      await items.put(movedItems, false)
      for (const { item, path } of placed) {
        known.setMovedPath(item.id, path)
        note({ id: item.id, folder: dirname(item.path) })
      }
      // The sidecars are written now instead of in the background, because the progress counts finished moves.
      if (recipes().beside) await sidecars.write(movedItems)
      await mapConcurrent(maxConcurrentReads, placed, ({ item }) => removeMovedOriginal(item.path))
    }
  }
}
