import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type {
  ChangeReceipt,
  ExportReceipt,
  FormerFolderResults,
  LibraryChange,
  LibraryCollection,
  LibraryFacets,
  LibraryItemDetails,
  LibraryQuery,
  LibraryQueryResult,
  LibraryRepair,
  LibraryReport,
  LibrarySelectionSummary,
  LibraryTile,
  MoveReceipt,
  TrashReceipt
} from '../../shared/library/library.ts'
import type { Clock } from '../tasks/ports.ts'
import type { SavedResult, TaskRecord } from '../tasks/machine/task-record.ts'
import type { BulkOperationContext } from './bulk-operation-context.ts'
import { exportSelection, type ExportRequest } from './export-selection.ts'
import { findMissingResultIds } from './find-missing-result-ids.ts'
import type { IndexedFile, ServedFile, StoredItem } from './index/indexed-item.ts'
import { locateFile } from './items/locate-file.ts'
import type { LibraryOptions } from './library-options.ts'
import { createLibraryParts, type LibraryParts } from './library-parts.ts'
import { rebuildIndex } from './rebuild-index.ts'

/** Location, type and digest of an item's file. */
export type LibraryFile = ServedFile

/** All saved results. The files, the sidecars and the journal are the source of truth. The index only caches their data. */
export type Library = {
  readonly query: (query: LibraryQuery) => Promise<LibraryQueryResult>
  readonly tiles: (keys: readonly number[], search: string) => Promise<readonly LibraryTile[]>
  /** Returns the newest items that match a search, up to `limit`. */
  readonly find: (search: string, limit: number) => Promise<readonly LibraryTile[]>
  readonly facets: (query: LibraryQuery) => Promise<LibraryFacets>
  readonly details: (id: string) => Promise<LibraryItemDetails | null>
  readonly summary: (keys: readonly number[]) => Promise<LibrarySelectionSummary>
  /**
   * Applies a change. Resolves once it is on disk in the index. The sidecars are written in the background, if necessary after a restart.
   */
  readonly change: (change: LibraryChange, run?: BulkOperationContext) => Promise<ChangeReceipt>
  /**
   * Reverts a change, a move or the removal of a collection. Keeps later changes. `token`: from the receipt.
   * @throws UserFacingError if the change is too old to revert.
   */
  readonly undoChange: (token: string, run?: BulkOperationContext) => Promise<void>
  readonly collections: () => Promise<readonly LibraryCollection[]>
  readonly saveCollection: (options: { readonly id: number | null; readonly name: string }) => Promise<LibraryCollection>
  readonly removeCollection: (id: number, run?: BulkOperationContext) => Promise<ChangeReceipt>
  /**
   * Moves files with their sidecars into a hidden folder. `untrash` can restore them until `undoUntil` in the receipt. After that, Kiln
   * moves the files to the system's trash.
   */
  readonly trash: (keys: readonly number[], run?: BulkOperationContext) => Promise<TrashReceipt>
  /** Undoes a deletion. @throws UserFacingError if the files can't be restored, or are already in the system's trash. */
  readonly untrash: (token: string, run?: BulkOperationContext) => Promise<void>
  /** Call after the library folder has changed. Imports the new folder's files and keeps all existing items. */
  readonly folderChosen: () => Promise<void>
  /** Deletes the index and fills it from the folder and the journal. */
  readonly rebuild: () => Promise<LibraryReport>
  /** Checks every file. Only one check runs at a time. Concurrent callers get the same report. */
  readonly verifyFiles: () => Promise<LibraryReport>
  /**
   * Runs `verifyFiles` if the last check was at least 5 minutes ago. Does nothing before the first check since startup. Reports changes
   * through `onChange`.
   */
  readonly verifyWhenDue: () => Promise<void>
  /** Returns the last check's report. */
  readonly report: () => Promise<LibraryReport>
  readonly repair: (choices: readonly LibraryRepair[], run?: BulkOperationContext) => Promise<LibraryReport>
  /** Moves files with their sidecars to another folder. @throws file system errors if no file was moved. */
  readonly move: (keys: readonly number[], folder: string, run?: BulkOperationContext) => Promise<MoveReceipt>
  /** Returns the former library folders that contain results, and the number of these results. */
  readonly inFormerFolders: () => Promise<FormerFolderResults>
  /** Moves the files from former library folders to the current one, in slices. Keeps the files' subfolders. */
  readonly moveFromFormerFolders: (run?: BulkOperationContext) => Promise<MoveReceipt>
  /** Copies files to a folder or into a ZIP file. @throws UserFacingError that says what failed and what to do. */
  readonly exportTo: (options: ExportRequest) => Promise<ExportReceipt>
  /** Returns all files in the index. */
  readonly files: () => Promise<readonly IndexedFile[]>
  /**
   * Runs SQLite's integrity check on a database file, outside the main thread. Resolves to the faults, or to an empty list if the file is
   * intact.
   */
  readonly integrityOf: (path: string) => Promise<readonly string[]>
  readonly filesOf: (keys: readonly number[]) => Promise<readonly StoredItem[]>
  /**
   * Returns a result's current file. No other function may be used to locate a result. Null if neither the journal nor the index has the
   * item. See `locateFile`.
   */
  readonly fileOf: (id: string) => Promise<LibraryFile | null>
  /**
   * Returns the IDs of journal results that are no longer on disk. `isAsked`: true if the user requested exactly these results. Otherwise,
   * results that the user deleted or removed don't count as missing.
   */
  readonly missingResultIds: (results: readonly SavedResult[], isAsked: boolean) => Promise<ReadonlySet<string>>
  /** Call when a task in the journal has changed. Imports newly saved results. */
  readonly onTaskChanged: (record: TaskRecord, results: readonly SavedResult[]) => void
  /** Call when the recipe settings have changed. */
  readonly recipesChanged: () => void
  /** Resolves when all results from the journal and from `onTaskChanged` are in the index and the sidecars. */
  readonly idle: () => Promise<void>
  /** Stops reading folders and filling the index. The next start resumes both. */
  readonly close: () => Promise<void>
}

/** Maximum time for writing due sidecars while Kiln closes. The rest are written at the next start. */
const closeTimeoutInMs = 1_000

export function createLibrary(options: LibraryOptions): Library {
  const closing = new AbortController()
  const endOfWriting = new AbortController()
  const parts = createLibraryParts(options, closing.signal, endOfWriting.signal)
  const { index, known, removed, events, items, opening, operations, sidecars } = parts
  const { finishedTasks, moves, changes, deletions, reports, check, repairs, onDefect } = parts

  return {
    query: async (query) => {
      const shelf = await opening.answer(() => index.page(query))
      return { revision: events.revision, ...shelf }
    },
    tiles: (keys, search) => opening.answer(() => index.tiles(keys, search)),
    find: (search, limit) => opening.answer(() => index.find(search, limit)),
    facets: (query) => opening.answer(() => index.facets(query)),
    summary: (keys) => opening.answer(() => index.summary(keys)),
    details: async (id) => {
      await opening.ready()
      const details = await index.details(id)
      if (details !== null) return details
      // The result may have been saved just now. It is then not in the index yet.
      await finishedTasks.imported
      return index.details(id)
    },
    change: (change, run) => changes.change(change, run),
    undoChange: (token, run) => changes.undo(token, run),
    collections: () => opening.answer(() => index.collections()),
    saveCollection: (collection) => changes.saveCollection(collection),
    removeCollection: (id, run) => changes.removeCollection(id, run),
    trash: (keys, run) => deletions.trash(keys, run),
    untrash: (token, run) => deletions.untrash(token, run),
    files: async () => {
      await opening.ready()
      return items.allFiles()
    },
    integrityOf: (path) => index.integrityOf(path),
    rebuild: async () => {
      // Sidecars are written first, so that a crash during the rebuild loses little.
      await sidecars.flushed()
      await operations.inTurn(() => rebuildIndex(parts))
      await sidecars.flushed()
      return reports.full()
    },
    folderChosen: () => check.verifyChosenFolder(),
    verifyFiles: () => check.verify(),
    verifyWhenDue: () => check.verifyWhenDue(),
    report: async () => {
      await opening.ready()
      return reports.full()
    },
    repair: (choices, run) => repairs.repair(choices, run),
    move: (keys, folder, run) => moves.move(keys, folder, run),
    inFormerFolders: () => moves.inFormerFolders(),
    moveFromFormerFolders: (run) => moves.moveFromFormerFolders(run),
    exportTo: (request) => exportSelection({ index, items, opening, closing: closing.signal }, request),
    filesOf: async (keys) => {
      await opening.ready()
      return index.stored(keys)
    },
    fileOf: (id) => locateFile({ index, known, opening, journalResult: options.journalResult }, id),
    missingResultIds: (results, isAsked) =>
      findMissingResultIds(
        results.filter(({ id }) => isAsked || !removed.has(id)).map((result) => known.located(result)),
        isAsked
      ),
    onTaskChanged: (record, results) => finishedTasks.taskChanged(record, results),
    recipesChanged: () => {
      operations.inBackground(() => sidecars.writeAllAgain()).catch(onDefect)
    },
    idle: async () => {
      await opening.ready()
      await sidecars.idle()
    },
    close: () => closeLibrary(parts, options.clock, closing, endOfWriting)
  }
}

async function closeLibrary(
  { index, events, serialQueue, opening, sidecars, deletions }: LibraryParts,
  clock: Clock,
  closing: AbortController,
  endOfWriting: AbortController
): Promise<void> {
  deletions.stopTimers()
  // Pending calls reject with this error. `onDefect` recognises it and doesn't report it as a bug.
  closing.abort(new UserFacingError(say('Kiln is closing.')))
  const stopWaiting = clock.setTimer(closeTimeoutInMs, () => endOfWriting.abort())
  await opening.openingEnded()
  await events.bulksEnded()
  await serialQueue.idle()
  await sidecars.writeEnded()
  stopWaiting()
  await index.close()
}
