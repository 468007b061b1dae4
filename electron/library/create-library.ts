import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, parse, relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { assertNever } from '../../shared/assert-never.ts'
import type {
  ChangeReceipt,
  ExportReceipt,
  LibraryChange,
  LibraryCollection,
  LibraryItemDetails,
  FormerFolderResults,
  LibraryFacets,
  LibraryItem,
  LibraryRepair,
  LibraryChangedEvent,
  LibraryQuery,
  LibraryReport,
  LibraryQueryResult,
  LibrarySelectionSummary,
  LibraryTile,
  MoveReceipt,
  TrashReceipt
} from '../../shared/library/library.ts'
import { itemIdOf } from '../../shared/library/item-id.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { slicesWithPauses } from '../../shared/slices-with-pauses.ts'
import type { Recipe } from '../../shared/library/recipe.ts'
import type { RecipeSettings } from '../../shared/app/settings.ts'
import type { TaskResult } from '../../shared/task/task.ts'
import { unfilteredQuery } from '../../shared/library/query-defaults.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Clock, FileDigester, FileProber } from '../tasks/ports.ts'
import type { TaskRecord } from '../tasks/machine/task-record.ts'
import { mapConcurrent } from './map-concurrent.ts'
import { untrackedOperationContext, type BulkOperationContext } from './bulk-operation-context.ts'
import { readCollections, writeCollections } from './folders/collection-names.ts'
import { uniquePath, pathExists } from './unique-path.ts'
import { openIndexClient } from './index/index-client.ts'
import { findMovedFiles, verifyFiles } from './verify-files.ts'
import { linkOrCopyFile, removeMovedOriginal } from './move-item.ts'
import { isWithin } from './is-within.ts'
import type {
  IndexedCollection,
  IndexedFile,
  IndexedItem,
  IndexedLocations,
  ItemSummary,
  ServedFile,
  StoredItem
} from './index/indexed-item.ts'
import type { ItemChange } from './index/item-change.ts'
import { openExternalFolders } from './folders/external-folders.ts'
import { readFileFacts, readFolderItems } from './folders/read-folder-items.ts'
import { openRemovedResults } from './removed-results.ts'
import { reportText } from './report-text.ts'
import { scanFolder } from './folders/scan-folder.ts'
import type { FolderContents } from './folders/scan-folder.ts'
import {
  itemFromSidecar,
  readModificationTime,
  itemFieldsFromRecipe,
  readSidecar,
  sidecarFromItem,
  sidecarPath,
  writeSidecar
} from './recipes/sidecar.ts'
import { itemFromResult, type ConvertedResult } from './item-from-result.ts'
import { openCorruptSidecars } from './recipes/corrupt-sidecars.ts'
import { createSerialQueue } from './serial-queue.ts'
import { createTrashCan, type FileToDelete, type RestoredFile, type UndeletableFile } from './trash-can.ts'
import { deletionError, partialDeleteText } from './deletion-error.ts'
import { exportError } from './export-error.ts'
import { exportAsZip, exportToFolder, type ExportOptions } from './export-items.ts'

/** A result in the journal with its task. */
export type JournalResult = { readonly record: TaskRecord; readonly result: TaskResult }

export type LibraryOptions = {
  /**
   * Kiln's data folder. It holds the index, the list of deleted results, and records of pending trash moves. The index is a cache, which
   * may be deleted while Kiln is closed.
   */
  readonly dataDir: string
  /** Current library folder. */
  readonly folder: () => string
  /** True if the current library folder is available. False for an empty mount point or another drive at its path. */
  readonly isFolderThere: () => Promise<boolean>
  /** Former library folders that are available now. */
  readonly formerFolders: () => Promise<readonly string[]>
  /** All results in the journal. Kiln reads them in slices. The journal may grow between two slices. */
  readonly journalResults: () => Iterable<JournalResult>
  readonly recipeOf: (kept: JournalResult) => Recipe
  readonly probeFile: FileProber
  readonly digestFile: FileDigester
  /** The user's recipe settings. */
  readonly recipes: () => RecipeSettings
  /** Moves a file to the system's trash. */
  readonly trashItem: (path: string) => Promise<void>
  /** Downloads a task's missing files from the service again. */
  readonly fetchAgain: (task: string) => Promise<void>
  readonly clock: Clock
  readonly onChange: (changes: LibraryChangedEvent) => void
  /** Reports the number of items while a new index is filled. */
  readonly onFilling: (count: number) => void
  readonly onDefect: (error: unknown) => void
}

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
  /** Resolves once the change is on disk in the index. The sidecars are written in the background, if necessary after a restart. */
  readonly change: (change: LibraryChange, run?: BulkOperationContext) => Promise<ChangeReceipt>
  /**
   * Reverts a change, a move or the removal of a collection. Later changes stay. `token`: from the receipt.
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
  /** @throws UserFacingError if the files can't be restored, or are already in the system's trash. */
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
  /** The last check's report. */
  readonly report: () => Promise<LibraryReport>
  readonly repair: (choices: readonly LibraryRepair[], run?: BulkOperationContext) => Promise<LibraryReport>
  /** Moves files with their sidecars to another folder. @throws file system errors if no file was moved. */
  readonly move: (keys: readonly number[], folder: string, run?: BulkOperationContext) => Promise<MoveReceipt>
  /** Results whose files are in former library folders. */
  readonly inFormerFolders: () => Promise<FormerFolderResults>
  /** Moves the files from former library folders to the current one, in slices. Keeps the files' subfolders. */
  readonly moveFromFormerFolders: (run?: BulkOperationContext) => Promise<ChangeReceipt>
  /** Copies files to a folder or into a zip file. @throws UserFacingError that says what failed and what to do. */
  readonly exportTo: (options: {
    readonly keys: readonly number[]
    readonly withRecipes: boolean
    readonly asZip: boolean
    readonly path: string
    readonly run?: BulkOperationContext
  }) => Promise<ExportReceipt>
  /** All files in the index. */
  readonly files: () => Promise<readonly IndexedFile[]>
  /**
   * Runs SQLite's integrity check on a database file, outside the main thread. Resolves to the faults, or to an empty list if the file is
   * intact.
   */
  readonly integrityOf: (path: string) => Promise<readonly string[]>
  readonly filesOf: (keys: readonly number[]) => Promise<readonly StoredItem[]>
  /** Null if there is no item with this ID. */
  readonly fileOf: (id: string) => Promise<LibraryFile | null>
  /** An item's current path. Null if the journal has the same path. Always null until the library is open. */
  readonly movedTo: (id: string) => string | null
  /** True if the user deleted or removed the result. Such a result doesn't count as missing. */
  readonly isRemoved: (id: string) => boolean
  /** Call when a task in the journal changed. Imports newly saved results. */
  readonly onTaskChanged: (record: TaskRecord, results: readonly TaskResult[]) => void
  /** Call when the recipe settings changed. */
  readonly recipesChanged: () => void
  /** Resolves when all results from the journal and from `onTaskChanged` are in the index and the sidecars. */
  readonly idle: () => Promise<void>
  /** Stops reading folders and filling the index. The next start resumes both. */
  readonly close: () => Promise<void>
}

/** Number of items added to the index at once. Other work can run on the main thread between two batches. */
const itemsPerWrite = 200
const concurrentReads = 16
const concurrentSidecars = 8
/** Number of sidecars written at once. Queued user requests run before the next batch. */
const sidecarsPerTurn = 48
const adoptionsPerTurn = 16
/** Target duration of a slice of a bulk operation. Other work waits for the slice, so later slices are resized to meet this target. */
const sliceTimeInMs = 60
/** Number of items in the first slice of each kind of bulk operation. */
const changesPerTurn = 50
const deletionsPerTurn = 25
const movesPerTurn = 20
/** Number of items read at once without their recipes. */
const briefsPerRead = 2_000
/** Minimum time between two `onChange` calls during a bulk operation. */
const changeEventIntervalInMs = 200
/**
 * Maximum number of entries in one response from the index thread. Receiving a full response blocks the main thread for a few milliseconds.
 */
const filesPerPage = 1_000
const locationsPerPage = 2_000
/** Maximum time for writing due sidecars while Kiln closes. The rest are written at the next start. */
const closeTimeoutInMs = 1_000
/** Minimum time between two automatic checks. */
const verifyIntervalInMs = 5 * 60_000
/** Time for which a deletion can be undone. It is longer than its notification stays on screen. */
const undoInMs = 2 * 60_000
const mostUndoableChanges = 50

/** `lastKey`: key of the last item tried. Null if no more items are due. */
type WrittenSidecars = { readonly failed: number; readonly lastKey: number | null }

/** `folder`: the folder that the file was moved from. */
type MoveStep = { readonly id: string; readonly folder: string }
/** `collection`: the removed collection. Null if no collection was removed. */
type UndoableChange = {
  readonly steps: readonly ItemChange[]
  readonly collection: LibraryCollection | null
  readonly moves: readonly MoveStep[]
}
const nothingDone: UndoableChange = { steps: [], collection: null, moves: [] }

/** `own`: contents of the library folder. `others`: contents of all other folders that may contain results. */
type Contents = { readonly own: FolderContents; readonly others: FolderContents }

const noChange: Omit<LibraryChangedEvent, 'revision'> = { added: [], changed: [], removed: [], isReset: false }

export function createLibrary(parts: LibraryOptions): Library {
  const { dataDir, clock, probeFile, digestFile } = parts
  let revision = 1
  let opened: Promise<void> | null = null
  let wasFilled: Promise<boolean> | null = null
  /**
   * Save time of each indexed item, in milliseconds since 1970, by ID. A file check may import a file before the journal records the
   * result. The journal then has another save time.
   */
  const known = new Map<string, number>()
  /** Paths of items by ID, if the journal has another path or doesn't have the item. */
  const moved = new Map<string, string>()
  const noticed = new Map<string, JournalResult>()
  const stopsOfEmptying = new Map<string, () => void>()
  /** By token, oldest first. */
  const undoableChanges = new Map<string, UndoableChange>()
  /** Deleted items whose file was kept because another item uses the same file, by deletion token. */
  const withoutFile = new Map<string, readonly StoredItem[]>()
  const serialQueue = createSerialQueue()
  /** Running bulk operations. */
  const bulks = new Set<Promise<unknown>>()
  let bulkCount = 0
  let isFilling = false
  /** Number of deleted files that the system's trash has rejected since startup. The next start retries all of them. */
  let untrashed = 0
  let untold = noChange
  let toldAt = 0
  /** Running background write of sidecars. Null if none is running. */
  let flushing: Promise<void> | null = null
  let isFlushedAgain = false
  /** Number of sidecars that couldn't be written in the last background write. */
  let unwritten = 0
  /** Files that Kiln can't display and so didn't import. Maps each path to the file's modification time at the attempt. */
  const undisplayable = new Map<string, number | null>()
  /** Names of the files without a recipe that the last check found. */
  let strangeNames: ReadonlySet<string> = new Set()
  /** Resolves when the results of the last `importNoticed` call are in the index. */
  let takingNoticed: Promise<void> = Promise.resolve()
  let looking: Promise<LibraryReport> | null = null
  let areCollectionsDue = false
  let lastReport: Omit<LibraryReport, 'words' | 'missing' | 'changed' | 'unwritten' | 'untrashed'> | null = null
  /**
   * `closing` is aborted when the library starts to close, to end long reads. `endOfWriting` is aborted when the time for writing is over.
   */
  const closing = new AbortController()
  const endOfWriting = new AbortController()
  const torn = openCorruptSidecars(dataDir, parts.onDefect)
  const otherFolders = openExternalFolders(dataDir)
  const removed = openRemovedResults(join(dataDir, 'removed-results.log'))
  const trashCan = createTrashCan({ folder: join(dataDir, 'trash'), trashItem: parts.trashItem })
  const index = openIndexClient(join(dataDir, 'library.sqlite'), () => {
    opened = null
    wasFilled = null
  })

  /** Opens the index and imports missing results from the journal. */
  function ready(): Promise<void> {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }

  /**
   * Answers a query from the index. An existing index answers immediately, even at startup. Journal results that it lacks are imported
   * afterwards and reported through `onChange`. A new index is filled first.
   */
  async function answer<T>(ask: () => Promise<T>): Promise<T> {
    wasFilled ??= index.isNew().then((isNew) => !isNew)
    if (!(await wasFilled)) await ready()
    const answered = await ask()
    if (opened === null) ready().catch(onDefect)
    return answered
  }

  /** Reports an error as a bug, unless it only says that Kiln is closing. */
  function onDefect(error: unknown): void {
    if (error !== closing.signal.reason) parts.onDefect(error)
  }

  async function open(): Promise<void> {
    closing.signal.throwIfAborted()
    const restored = await settleOldLoads()
    const isNew = await index.isNew()
    await remember()
    isFilling = isNew
    await fill(isNew).finally(() => (isFilling = false))
    await importFilesAt(restored.filter(({ id }) => !known.has(id)))
    await restorePersonsText(restored)
    flush()
  }

  async function* journalResults(): AsyncGenerator<readonly JournalResult[]> {
    for await (const slice of slicesWithPauses(parts.journalResults(), () => setImmediate())) {
      closing.signal.throwIfAborted()
      yield slice
    }
  }

  async function allFiles(): Promise<readonly IndexedFile[]> {
    const files: IndexedFile[] = []
    for (;;) {
      const page = await index.files(files.at(-1)?.key ?? 0, filesPerPage)
      closing.signal.throwIfAborted()
      for (const file of page) files.push(file)
      if (page.length < filesPerPage) return files
    }
  }

  async function allItems(): Promise<readonly StoredItem[]> {
    const items: StoredItem[] = []
    const files = await allFiles()
    for (let from = 0; from < files.length; from += itemsPerWrite) {
      closing.signal.throwIfAborted()
      items.push(...(await index.stored(files.slice(from, from + itemsPerWrite).map(({ key }) => key))))
    }
    return items
  }

  async function rebuildIndex(): Promise<void> {
    // The index can't be rebuilt while the folder is unavailable. Only the folder has the stars and tags of imported files.
    if (!(await parts.isFolderThere()))
      throw new UserFacingError(say('The library folder can’t be found, so there’s nothing to rebuild from.'), {
        advice: say('Connect its drive. You can also choose another folder in Settings. Until then, Kiln keeps its current index.')
      })
    const [before, collections, notWritten] = [await allItems(), await index.collections(), await allUnwritten()]
    await index.clear()
    known.clear()
    moved.clear()
    torn.set([])
    await index.putCollections(collections)
    await fill(true)
    await restorePersonsText(
      notWritten.map(({ id, path, stars, tags, collections: ids }) => ({ id, path, person: { stars, tags, collections: ids } }))
    )
    await saveUnfound(before)
    tell({ isReset: true })
    await verifyNow()
  }

  /** Returns the items whose sidecars are outdated, or missing because the user turned sidecars off. */
  async function allUnwritten(): Promise<readonly StoredItem[]> {
    const items: StoredItem[] = []
    for (;;) {
      const page = await index.unwritten(items.at(-1)?.key ?? 0, itemsPerWrite)
      closing.signal.throwIfAborted()
      items.push(...page)
      if (page.length < itemsPerWrite) return items
    }
  }

  /**
   * Keeps the items from before the rebuild that are in neither the folder nor the journal. Marks an item as missing if its file is
   * missing. Only the user may remove such items.
   */
  async function saveUnfound(before: readonly StoredItem[]): Promise<void> {
    const files = await allFiles()
    const [paths, ids] = [await setOf(files, ({ path }) => path), await setOf(files, ({ id }) => id)]
    const unfound = before.filter(({ id, path }) => !ids.has(id) && !paths.has(path) && !removed.has(id))
    const items = await mapConcurrent(concurrentReads, unfound, async (one): Promise<IndexedItem> => {
      const { key: _, ...item } = one
      return (await pathExists(item.path)) ? item : { ...item, state: 'missing' }
    })
    for (let from = 0; from < items.length; from += itemsPerWrite) await put(items.slice(from, from + itemsPerWrite), false)
    for (const { id, path } of items) moved.set(id, path)
  }

  async function setOf<T>(items: readonly T[], textOf: (item: T) => string): Promise<ReadonlySet<string>> {
    const texts = new Set<string>()
    for await (const slice of slicesWithPauses(items, () => setImmediate(), filesPerPage)) for (const item of slice) texts.add(textOf(item))
    return texts
  }

  /** Loads the IDs, save times and paths from the index into memory, for synchronous access. */
  async function remember(): Promise<void> {
    known.clear()
    moved.clear()
    const journal = new Map<string, string>()
    for await (const slice of journalResults()) for (const { result } of slice) journal.set(result.id, result.path)
    for (let last: number | null = 0; last !== null;) {
      const { ids, paths, times, lastKey }: IndexedLocations = await index.locations(last, locationsPerPage)
      closing.signal.throwIfAborted()
      for (const [place, id] of ids.entries()) {
        const path = paths[place] ?? ''
        known.set(id, times[place] ?? 0)
        if (journal.get(id) !== path) moved.set(id, path)
      }
      last = lastKey
    }
  }

  /** Imports new or changed results from the journal. If the index is new, also imports from the folder. */
  async function fill(isNew: boolean): Promise<void> {
    // The library folder is read last. Its collection names replace the other folders' names.
    if (isNew) for (const folder of [...(await foldersBesides()), parts.folder()]) await index.putCollections(await readCollections(folder))
    for await (const slice of journalResults()) {
      const unknown = slice.filter(({ result }) => needsImport(result) && !removed.has(result.id))
      for (let from = 0; from < unknown.length; from += itemsPerWrite) {
        closing.signal.throwIfAborted()
        await takeKept(unknown.slice(from, from + itemsPerWrite))
      }
    }
    if (!isNew) return
    const missing = (await allFiles()).filter(({ state }) => state === 'missing')
    const contents = await scanAll()
    await findAgain(missing, contents)
    await importFolder(contents)
    await index.filled()
  }

  /** Returns the other folders that results were moved to or previously saved in. Omits folders that are inside another one. */
  async function foldersBesides(): Promise<readonly string[]> {
    const folders = [...new Set([...otherFolders.all(), ...(await parts.formerFolders())])]
    return folders.filter((folder) => folder !== parts.folder() && ![parts.folder(), ...folders].some((one) => isWithin(one, folder)))
  }

  /** Returns the contents of the library folder and of the other folders. */
  async function scanAll(): Promise<Contents> {
    const own = await scanFolder(parts.folder(), closing.signal)
    const others = await mapConcurrent(1, await foldersBesides(), (folder) => scanFolder(folder, closing.signal))
    // The library folder may be inside another folder. Its files then don't count as files of the other folder.
    const isBesides = (path: string): boolean => !isWithin(parts.folder(), path)
    return {
      own,
      others: {
        isThere: true,
        files: others.flatMap(({ files }) => files.filter(isBesides)),
        sidecars: others.flatMap(({ sidecars }) => sidecars.filter(({ path }) => isBesides(path)))
      }
    }
  }

  /** Finds missing files elsewhere by their content, and imports the data of their sidecars. */
  async function findAgain(missing: readonly IndexedFile[], { own, others }: Contents): Promise<readonly StoredItem[]> {
    if (missing.length === 0) return []
    const paths = await setOf(await allFiles(), ({ path }) => path)
    const candidates = [...own.files, ...others.files].filter((path) => !paths.has(path))
    const places = await findMovedFiles(missing, candidates, digestFile, closing.signal)
    const found = await mapConcurrent(concurrentReads, await index.stored([...places.keys()]), async (item): Promise<StoredItem> => {
      const path = places.get(item.key) ?? item.path
      const sidecar = await readSidecar(path)
      const told = typeof sidecar === 'object' && sidecar.id === item.id ? await itemFromSidecar(path, sidecar) : item
      return { ...told, key: item.key, path, modifiedAt: await readModificationTime(path), state: 'here' }
    })
    if (found.length > 0) await put(found, false)
    for (const { id, path } of found) moved.set(id, path)
    return found
  }

  /**
   * Completes or undoes the deletions that were in progress when Kiln closed. Deletions that were reported to the user are completed,
   * because their undo time is over. The others are undone. Returns the restored files that the index lacks.
   */
  async function settleOldLoads(): Promise<readonly RestoredFile[]> {
    const restored: RestoredFile[] = []
    for (const { token, files, isMoved } of await trashCan.pendingDeletions()) {
      const ids = files.map(({ id }) => id)
      if (!isMoved) {
        try {
          // Items that are in the index keep the index's data.
          const indexed = new Set((await index.withIds(ids)).map(({ id }) => id))
          for await (const back of trashCan.restore(token, files.length)) restored.push(...back.filter(({ id }) => !indexed.has(id)))
          await removed.restore(ids.filter((id) => removed.has(id)))
        } catch (error) {
          onDefect(error)
        }
        continue
      }
      await removed.add(ids.filter((id) => !removed.has(id)))
      const dropped = await index.withIds(ids)
      if (dropped.length > 0) {
        await index.drop(dropped.map(({ key }) => key))
        tell({ removed: dropped.map(({ key }) => key) })
      }
      await empty(token).catch(onDefect)
    }
    return restored
  }

  async function takeKept(kept: readonly JournalResult[]): Promise<void> {
    const earlier = new Map((await index.withIds(kept.map(({ result }) => result.id))).map((item) => [item.id, item]))
    const take = (one: JournalResult): Promise<ConvertedResult> =>
      itemFromResult(one.result, parts.recipeOf(one), earlier.get(one.result.id) ?? null, probeFile)
    const taken = await mapConcurrent(concurrentReads, kept, take, closing.signal)
    torn.set([...torn.all(), ...taken.filter(({ isTorn }) => isTorn).map(({ item }) => nameOf(item.path))])
    const have = new Set((await index.collections()).map(({ id }) => id))
    const told = taken.flatMap(({ collections }) => collections).filter(({ id }) => !have.has(id))
    if (told.length > 0) await index.putCollections(told.map(({ id, name }) => ({ id, name, createdAt: clock.now() })))
    for (const { item } of taken) moved.delete(item.id)
    await put(
      taken.filter(({ isWritten }) => isWritten).map(({ item }) => item),
      true
    )
    await put(
      taken.filter(({ isWritten }) => !isWritten).map(({ item }) => item),
      false
    )
  }

  async function put(items: readonly IndexedItem[], isWritten: boolean): Promise<void> {
    if (items.length === 0) return
    const { added, changed } = await index.put(items, isWritten)
    for (const { id, madeAt } of items) known.set(id, madeAt)
    if (isFilling) parts.onFilling(known.size)
    tell({ added, changed })
  }

  /** Imports the scanned files that have a recipe and aren't in the index. */
  async function importFolder({ own, others }: Contents): Promise<{ readonly importedCount: number; readonly strange: readonly string[] }> {
    const files = await allFiles()
    const [paths, ids] = [await setOf(files, ({ path }) => path), await setOf(files, ({ id }) => id)]
    const both = { isThere: own.isThere, files: [...own.files, ...others.files], sidecars: [...own.sidecars, ...others.sidecars] }
    const reading = await readFolderItems(both, { paths, ids }, { probeFile, digestFile, signal: closing.signal })
    const strange = new Set(reading.strange)
    // A deleted file that the user put back becomes an item again. A sidecar without its file doesn't.
    const items = reading.items.filter(({ id, state }) => state === 'here' || !removed.has(id))
    for (let from = 0; from < items.length; from += itemsPerWrite) {
      closing.signal.throwIfAborted()
      const slice = items.slice(from, from + itemsPerWrite)
      const owned = await withOwnCollections(slice)
      await put(
        owned.filter((item) => slice.includes(item)),
        true
      )
      await put(
        owned.filter((item) => !slice.includes(item)),
        false
      )
    }
    for (const { id, path } of items) moved.set(id, path)
    await removed.restore(items.map(({ id }) => id).filter((id) => removed.has(id)))
    torn.set([...torn.all(), ...reading.torn.map(nameOf)])
    return {
      importedCount: items.filter(({ state }) => state === 'here').length,
      strange: strange.size === 0 ? [] : own.files.filter((path) => strange.has(path)).map(nameOf)
    }
  }

  /** Replaces the collection IDs from the sidecars with this library's IDs. Adds missing collections. */
  async function withOwnCollections(items: readonly IndexedItem[]): Promise<readonly IndexedItem[]> {
    const sidecars = await mapConcurrent(concurrentReads, items, async (item) =>
      item.collections.length === 0 ? 'none' : readSidecar(item.path)
    )
    const told = sidecars.map((sidecar) => (typeof sidecar === 'object' ? sidecar.person.collections : []))
    const ownIds = await ownCollections(told.flat().map(({ id, name }) => ({ id, name, createdAt: clock.now() })))
    return items.map((item, place) => {
      const collections = [...new Set((told[place] ?? []).map((one) => ownIds.get(nameOfId(one)) ?? one.id))]
      return collections.join() === item.collections.join() ? item : { ...item, collections }
    })
  }

  /**
   * Adds another folder's collections to this library. Returns this library's collection IDs, keyed by `nameOfId`. Collections with equal
   * names are merged. An ID that is already in use is replaced.
   */
  async function ownCollections(others: readonly IndexedCollection[]): Promise<ReadonlyMap<string, number>> {
    const own = await index.collections()
    const names = new Map(own.map(({ id, name }) => [name.toLowerCase(), id]))
    const ids = new Set(own.map(({ id }) => id))
    const ownIds = new Map<string, number>()
    for (const { id, name, createdAt } of others) {
      const isKnown = names.get(name.toLowerCase())
      const kept = isKnown === undefined ? await index.addCollection({ id: ids.has(id) ? null : id, name, createdAt }) : isKnown
      names.set(name.toLowerCase(), kept)
      ids.add(kept)
      ownIds.set(nameOfId({ id, name }), kept)
    }
    return ownIds
  }

  /**
   * Returns a path relative to the library folder, with forward slashes on every system. Returns the full path if the file is elsewhere.
   */
  function nameOf(path: string): string {
    const name = relative(parts.folder(), path)
    return name.startsWith('..') ? path : name.split(sep).join('/')
  }

  function placeOf(name: string): string {
    return isAbsolute(name) ? name : join(parts.folder(), ...name.split('/'))
  }

  function tell(changes: Partial<Omit<LibraryChangedEvent, 'revision'>>): void {
    revision += 1
    const { added = [], changed = [], removed: gone = [], isReset = false } = changes
    untold = {
      added: [...untold.added, ...added],
      changed: [...untold.changed, ...changed],
      removed: [...untold.removed, ...gone],
      isReset: untold.isReset || isReset
    }
    if (bulkCount === 0 || clock.now() - toldAt >= changeEventIntervalInMs) tellNow()
  }

  function tellNow(): void {
    const changes = untold
    toldAt = clock.now()
    untold = noChange
    parts.onChange({ revision, ...changes })
  }

  /** Combines change events while `work` runs. `close` waits until `work` is done. */
  function inBulk<T>(work: () => Promise<T>): Promise<T> {
    bulkCount += 1
    const done = work().finally(() => {
      bulkCount -= 1
      bulks.delete(done)
      if (untold !== noChange) tellNow()
    })
    bulks.add(done)
    return done
  }

  /**
   * Runs `work` on one slice of the items at a time. Other work can run between two slices. Resolves to true if the operation was stopped
   * early.
   */
  async function inSlices<T>(
    items: readonly T[],
    size: number,
    run: BulkOperationContext,
    work: (slice: readonly T[]) => Promise<void>
  ): Promise<boolean> {
    let count = size
    for (let from = 0; from < items.length;) {
      if (run.signal.aborted) return true
      const slice = items.slice(from, from + count)
      await inTurn(async () => {
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

  /** Writes due sidecars in the background. Sidecars that can't be written stay due, even after a restart. */
  function flush(): void {
    isFlushedAgain = true
    flushing ??= flushAll()
      .catch(onDefect)
      .finally(() => {
        flushing = null
        if (isFlushedAgain) flush()
      })
  }

  async function flushed(): Promise<void> {
    flush()
    await flushing
  }

  async function flushAll(): Promise<void> {
    while (isFlushedAgain) {
      isFlushedAgain = false
      if (!parts.recipes().beside) return
      let failed = 0
      for (let last: number | null = 0; last !== null;) {
        const after: number = last
        const written: WrittenSidecars = await serialQueue.background(() => writeSidecars(after))
        failed += written.failed
        last = written.lastKey
      }
      unwritten = failed
    }
  }

  async function writeSidecars(afterKey: number): Promise<WrittenSidecars> {
    if (endOfWriting.signal.aborted) return { failed: 0, lastKey: null }
    const due = await index.unwritten(afterKey, sidecarsPerTurn)
    return { failed: due.length - (await writeSidecarsOf(due)), lastKey: due.at(-1)?.key ?? null }
  }

  /** Returns the number of sidecars that were written. The others stay due. */
  async function writeSidecarsOf(items: readonly StoredItem[]): Promise<number> {
    if (items.length === 0) return 0
    const isFolderThere = await parts.isFolderThere()
    const names = new Map((await index.collections()).map(({ id, name }) => [id, name]))
    const written = await mapConcurrent(concurrentSidecars, items, async (item) => {
      if (endOfWriting.signal.aborted || !(await isReachable(item.path, isFolderThere))) return null
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

  /** True if the item's drive is connected. Otherwise another folder may be at the item's path, and Kiln must not write to it. */
  async function isReachable(path: string, isFolderThere: boolean): Promise<boolean> {
    return isWithin(parts.folder(), path) ? isFolderThere : pathExists(path)
  }

  /**
   * Writes the collections to a file in the library folder. If that fails, the next file check retries it. The sidecars and the index
   * contain the collections too.
   */
  async function flushCollections(): Promise<void> {
    areCollectionsDue = true
    if (!(await parts.isFolderThere())) return
    try {
      await writeCollections(parts.folder(), await index.collections())
      areCollectionsDue = false
    } catch (error) {
      parts.onDefect(error)
    }
  }

  /** Runs `work` as soon as no other writer is running, before queued background work. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    return serialQueue.next(async () => {
      await ready()
      return work()
    })
  }

  /** Runs `work` in the background, after queued user requests. */
  function inBackground<T>(work: () => Promise<T>): Promise<T> {
    return serialQueue.background(async () => {
      closing.signal.throwIfAborted()
      await ready()
      return work()
    })
  }

  /**
   * True if a journal result must be imported, because the index lacks the journal's data. A file check may import a file with less data
   * before the journal records the result. The two save times then differ, even if Kiln crashes in between. Also true for a file that was
   * downloaded again. False for a changed file that the user accepted.
   */
  function needsImport({ id, path, savedAt }: TaskResult): boolean {
    return known.get(id) !== savedAt || moved.get(id) === path
  }

  function importNoticed(): void {
    takingNoticed = inTurn(async () => {
      if (closing.signal.aborted) return
      const kept = [...noticed.values()].filter(({ result }) => needsImport(result))
      noticed.clear()
      // Downloading a result again cancels its removal.
      await removed.restore(kept.map(({ result }) => result.id).filter((id) => removed.has(id)))
      if (kept.length > 0) await takeKept(kept)
      flush()
      // The journal still has the results that couldn't be imported. The next start imports them.
    }).catch(onDefect)
  }

  async function verifyNow(): Promise<void> {
    const folder = parts.folder()
    const contents = await scanAll()
    const files = await allFiles()
    if (!contents.own.isThere || !(await parts.isFolderThere())) {
      lastReport = {
        verifiedAt: clock.now(),
        folder,
        isFolderThere: false,
        found: [],
        importedCount: 0,
        unrecognized: [],
        undisplayable: [],
        corruptSidecars: torn.all()
      }
      return
    }
    const stillTorn = await mapConcurrent(concurrentReads, torn.all(), async (name) =>
      (await readSidecar(placeOf(name))) === 'torn' ? name : null
    )
    torn.set(stillTorn.filter((name) => name !== null))
    const findings = await verifyFiles(files, digestFile, closing.signal)
    const states = new Map(findings.map((finding) => [finding.key, finding.state]))
    const missing = files.filter((file) => (states.get(file.key) ?? file.state) === 'missing')
    await index.mark(findings)
    const found = await findAgain(missing, contents)
    if (findings.length > 0) tell({ changed: findings.map(({ key }) => key) })
    const { importedCount, strange } = await importFolder(contents)
    strangeNames = new Set(strange)
    for (const [path, time] of undisplayable) if ((await readModificationTime(path)) !== time) undisplayable.delete(path)
    if (areCollectionsDue) await flushCollections()
    lastReport = {
      verifiedAt: clock.now(),
      folder,
      isFolderThere: true,
      found: found.map(({ id, path }) => ({ id, name: nameOf(path) })),
      importedCount,
      unrecognized: strange.filter((name) => !undisplayable.has(placeOf(name))),
      undisplayable: strange.filter((name) => undisplayable.has(placeOf(name))),
      corruptSidecars: torn.all()
    }
    // Tells the page to load the new report, even if no item changed.
    tell({})
  }

  async function fullReport(): Promise<LibraryReport> {
    const last = lastReport ?? {
      verifiedAt: null,
      folder: parts.folder(),
      isFolderThere: true,
      found: [],
      importedCount: 0,
      unrecognized: [],
      undisplayable: [],
      corruptSidecars: torn.all()
    }
    const [missing, changed] = await Promise.all([index.withState('missing'), index.withState('changed')])
    const report = { ...last, corruptSidecars: torn.all(), missing, changed, untrashed, unwritten: parts.recipes().beside ? unwritten : 0 }
    return { ...report, words: reportText(report) }
  }

  function look(): Promise<LibraryReport> {
    looking ??= verifyInBackground().finally(() => (looking = null))
    return looking
  }

  async function verifyInBackground(): Promise<LibraryReport> {
    await inBackground(verifyNow)
    await flushed()
    return fullReport()
  }

  /**
   * Makes as many of the chosen repairs as possible. The report lists files that Kiln can't display.
   * @throws the first UserFacingError, after all other repairs are done.
   */
  async function repair(choices: readonly LibraryRepair[], run: BulkOperationContext): Promise<LibraryReport> {
    const problems: UserFacingError[] = []
    const adopted = choices.flatMap((choice) => (choice.how === 'adopt' ? [choice.name] : []))
    const others = choices.filter((choice) => choice.how !== 'adopt')
    for (let from = 0; from < adopted.length && !run.signal.aborted; from += adoptionsPerTurn) {
      const slice = adopted.slice(from, from + adoptionsPerTurn)
      await inBackground(() => adoptAll(slice, problems))
      run.report(from + slice.length)
    }
    for (const choice of others) {
      const work = async (): Promise<void> => {
        await repairOne(choice).catch((error: unknown) => {
          if (!(error instanceof UserFacingError)) throw error
          problems.push(error)
        })
      }
      await (others.length === 1 ? inTurn(work) : inBackground(work))
    }
    // After importing only some files, a check of the whole library would take too long.
    if (others.length > 0) await inBackground(verifyNow)
    else await inBackground(noteAdopted)
    await flushed()
    const [first] = problems
    if (first !== undefined) throw first
    return fullReport()
  }

  /**
   * Updates the last report. Removes files that are items now from `unrecognized`. Moves files that Kiln can't display to `undisplayable`.
   */
  async function noteAdopted(): Promise<void> {
    if (lastReport === null) return
    const names = lastReport.unrecognized
    const indexed = await setOf(await index.withPaths(names.map(placeOf)), ({ path }) => path)
    const left = names.filter((name) => !indexed.has(placeOf(name)))
    lastReport = {
      ...lastReport,
      unrecognized: left.filter((name) => !undisplayable.has(placeOf(name))),
      undisplayable: [...new Set([...lastReport.undisplayable, ...left.filter((name) => undisplayable.has(placeOf(name)))])]
    }
    tell({})
  }

  /** Imports the named files. Imports a file only once, even if `names` contains it several times. */
  async function adoptAll(names: readonly string[], problems: UserFacingError[]): Promise<void> {
    const paths = new Set<string>()
    for (const name of names) {
      try {
        paths.add(pathOf(name))
      } catch (error) {
        if (!(error instanceof UserFacingError)) throw error
        problems.push(error)
      }
    }
    const indexed = await setOf(await index.withPaths([...paths]), ({ path }) => path)
    const adopted = await mapConcurrent(
      adoptionsPerTurn,
      [...paths].filter((path) => !indexed.has(path)),
      adopt,
      closing.signal
    )
    await put(
      adopted.filter((item) => item !== null),
      false
    )
  }

  async function repairOne(choice: Exclude<LibraryRepair, { readonly how: 'adopt' }>): Promise<void> {
    switch (choice.how) {
      case 'fetch-again': {
        const item = await itemWith(choice.id)
        if (item.task === null) throw new UserFacingError(say('You added this file, so it can’t be downloaded from the service.'))
        if (item.state === 'changed') await setAside(item)
        await parts.fetchAgain(item.task)
        return
      }
      case 'forget': {
        const item = await itemWith(choice.id)
        if (item.state !== 'missing')
          throw new UserFacingError(say('This file isn’t missing. Delete it instead.'), { advice: say('You can undo this afterwards.') })
        await forget([item])
        await index.drop([item.key])
        tell({ removed: [item.key] })
        return
      }
      case 'take-as-new': {
        const item = await itemWith(choice.id)
        const about = await readFileFacts(item.path, { probeFile, digestFile }, item.medium)
        if (about === null)
          throw new UserFacingError(say('{path} can’t be read, or is in a format that Kiln can’t display.', { path: basename(item.path) }))
        await put([{ ...item, ...about, state: 'here' }], false)
        return
      }
      case 'write-recipe': {
        const path = pathOf(choice.name)
        const item = (await allFiles()).find((file) => file.path === path)
        if (item === undefined) throw new UserFacingError(say('Kiln doesn’t know how this file was made, so it can’t write a recipe.'))
        const aside = await uniquePath(join(path, '..'), `${basename(path)}.damaged.txt`)
        await rename(sidecarPath(path), aside).catch(() => undefined)
        torn.set(torn.all().filter((name) => name !== choice.name))
        await put(await index.stored([item.key]), false)
        return
      }
      default:
        assertNever(choice)
    }
  }

  async function setAside(item: StoredItem): Promise<void> {
    const { dir, name, ext } = parse(item.path)
    await rename(item.path, await uniquePath(dir, `${name} (changed)${ext}`))
  }

  /** Creates an item for a file without a recipe. Null if Kiln can't display the file. */
  async function adopt(path: string): Promise<IndexedItem | null> {
    const about = await readFileFacts(path, { probeFile, digestFile })
    if (about === null) {
      undisplayable.set(path, await readModificationTime(path))
      return null
    }
    const id = `adopted-${randomUUID()}`
    const person = { stars: 0, tags: [], collections: [] } as const
    const madeAt = about.modifiedAt ?? clock.now()
    moved.set(id, path)
    return { id, ...itemFieldsFromRecipe(null, basename(path)), ...about, ...person, path, madeAt, state: 'here', recipe: null }
  }

  /** Returns the path of a file. @throws UserFacingError if the last check didn't report the name. */
  function pathOf(name: string): string {
    const isNamed = strangeNames.has(name) || torn.all().includes(name)
    if (!isNamed) throw new UserFacingError(say('This file wasn’t in the last check. Check the files again.'))
    return placeOf(name)
  }

  async function itemWith(id: string): Promise<StoredItem> {
    const [item] = await index.withIds([id])
    if (item === undefined) throw new UserFacingError(say('Kiln can’t find this result.'))
    return item
  }

  /** Records that the user removed these items. */
  async function forget(items: readonly Pick<LibraryItem, 'id'>[]): Promise<void> {
    const ids = items.map(({ id }) => id)
    await removed.add(ids.filter((id) => !removed.has(id)))
    for (const id of ids) {
      known.delete(id)
      moved.delete(id)
    }
  }

  async function* storedOf(keys: readonly number[]): AsyncGenerator<StoredItem> {
    for (const slice of slicedBy(itemsPerWrite, keys)) yield* await index.stored(slice)
  }

  async function briefsOf(keys: readonly number[]): Promise<readonly ItemSummary[]> {
    await ready()
    const slices = await mapConcurrent(1, slicedBy(briefsPerRead, keys), (slice) => index.briefs(slice))
    return slices.flat()
  }

  async function trash(keys: readonly number[], run: BulkOperationContext): Promise<TrashReceipt> {
    const items = await briefsOf(keys)
    const token = randomUUID()
    await refuseWhileAway(items)
    // Earlier versions of Kiln could create several items for one file. The file is kept while any of these items exists.
    const chosen = new Set(keys)
    const indexed = await mapConcurrent(1, slicedBy(briefsPerRead, items), (slice) => index.withPaths(slice.map(({ path }) => path)))
    const sharing = indexed.flat().filter(({ key }) => !chosen.has(key))
    const shared = new Set(sharing.map(({ path }) => path))
    const files = items.filter(({ path }) => !shared.has(path))
    const failures: UndeletableFile[] = []
    const dropped: number[] = []
    const drop = async (gone: readonly { readonly key: number; readonly id: string }[]): Promise<void> => {
      await forget(gone)
      const goneKeys = gone.map(({ key }) => key)
      await index.drop(goneKeys)
      dropped.push(...goneKeys)
      tell({ removed: goneKeys })
    }
    let isStopped = false
    try {
      // The file list is saved first. After a crash, the next start can then undo or finish the deletion.
      if (files.length > 0) await trashCan.begin(token, await withMissingSidecars(files))
      isStopped = await inSlices(files, deletionsPerTurn, run, async (slice) => {
        const stay = await trashCan.moveToTrash(
          token,
          slice.map(({ id }) => id)
        )
        failures.push(...stay)
        const stayIds = new Set(stay.map(({ id }) => id))
        await drop(slice.filter(({ id }) => !stayIds.has(id)))
      })
      await inTurn(async () => {
        if (shared.size > 0 && !isStopped) {
          const bare = await index.stored(items.filter(({ path }) => shared.has(path)).map(({ key }) => key))
          withoutFile.set(token, bare)
          await drop(bare)
          await put(await index.stored(sharing.map(({ key }) => key)), false)
        }
        await trashCan.finish(token)
      })
    } catch (error) {
      await restore(token, untrackedOperationContext)
      throw error
    }
    if (dropped.length === 0 && failures.length > 0) throw await deletionError(failures)
    planEmptying(token)
    flush()
    const failure = failures.length === 0 ? null : await partialDeleteText(failures, items.length)
    return { token, undoUntil: clock.now() + undoInMs, count: dropped.length, failure, isStopped }
  }

  /**
   * @throws UserFacingError if an item's drive is disconnected. The item's files then can't be moved, and another folder may be at their
   * path.
   */
  async function refuseWhileAway(items: readonly { readonly path: string }[]): Promise<void> {
    const isAway = !(await parts.isFolderThere())
    for (const folder of new Set(items.map(({ path }) => dirname(path)))) {
      const isInLibrary = folder === parts.folder() || isWithin(parts.folder(), folder)
      if (isInLibrary ? isAway : !(await pathExists(folder)))
        throw new UserFacingError(
          say('The folder {folder} isn’t available, so nothing was deleted.', { folder: isInLibrary ? parts.folder() : folder }),
          {
            advice: say('Connect its drive, then try again.')
          }
        )
    }
  }

  async function empty(token: string): Promise<void> {
    const left = await trashCan.empty(token)
    if (left === 0) return
    untrashed += left
    tell({})
  }

  function planEmptying(token: string): void {
    const stop = clock.setTimer(undoInMs, () => {
      stopsOfEmptying.delete(token)
      withoutFile.delete(token)
      inTurn(() => empty(token)).catch(onDefect)
    })
    stopsOfEmptying.set(token, stop)
  }

  async function untrash(token: string, run: BulkOperationContext): Promise<void> {
    const stop = stopsOfEmptying.get(token)
    stop?.()
    stopsOfEmptying.delete(token)
    try {
      if (stop !== undefined && (await restore(token, run))) return
    } catch (cause) {
      // Undo can be retried until the files are moved to the system's trash.
      planEmptying(token)
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
  async function restore(token: string, run: BulkOperationContext): Promise<boolean> {
    const bare = withoutFile.get(token) ?? []
    const kept = new Map<string, JournalResult>()
    for await (const slice of journalResults()) for (const one of slice) if (removed.has(one.result.id)) kept.set(one.result.id, one)
    let count = 0
    const loads = trashCan.restore(token, deletionsPerTurn)
    for (let isDone = false; !isDone;) {
      await inTurn(async () => {
        const next = await loads.next()
        isDone = next.done === true
        if (next.done === true) return
        const back = next.value
        await removed.restore(back.map(({ id }) => id).filter((id) => removed.has(id)))
        const inJournal = back.flatMap(({ id, path }) => {
          const one = kept.get(id)
          return one?.result.path === path ? [one] : []
        })
        await takeKept(inJournal)
        await importFilesAt(back.filter(({ id }) => !known.has(id)))
        await restorePersonsText(back)
        count += back.length
      })
      run.report(count)
    }
    if (count + bare.length === 0) return false
    await inTurn(async () => {
      await removed.restore(bare.map(({ id }) => id).filter((id) => removed.has(id)))
      await put(bare, false)
      withoutFile.delete(token)
    })
    flush()
    return true
  }

  /** Restores stars, tags and collections, because sidecars may be older than the index, or missing. */
  async function restorePersonsText(files: readonly RestoredFile[]): Promise<void> {
    const persons = new Map(files.map(({ id, person }) => [id, person]))
    const collections = new Set((await index.collections()).map(({ id }) => id))
    const items = await index.withIds([...persons.keys()])
    const changed = items.flatMap((item) => {
      const person = persons.get(item.id)
      if (person === undefined) return []
      const restored: StoredItem = {
        ...item,
        stars: person.stars,
        tags: person.tags,
        collections: person.collections.filter((id) => collections.has(id))
      }
      return isDeepStrictEqual(restored, item) ? [] : [restored]
    })
    await put(changed, false)
  }

  /** Adds the data of items whose sidecars aren't on the disk. Without it, a restored file couldn't become the same item. */
  async function withMissingSidecars(files: readonly ItemSummary[]): Promise<readonly FileToDelete[]> {
    const names = new Map((await index.collections()).map(({ id, name }) => [id, name]))
    return files.map(({ id, path, person, unwritten }) => ({
      id,
      path,
      person,
      ...(unwritten !== null && { sidecar: sidecarFromItem(unwritten, (collection) => names.get(collection) ?? null) })
    }))
  }

  /** Imports restored files that the journal doesn't have, or has at another path. */
  async function importFilesAt(files: readonly RestoredFile[]): Promise<void> {
    if (files.length === 0) return
    const paths = files.map(({ path }) => path)
    const { items, strange } = await readFolderItems(
      { isThere: true, files: paths, sidecars: paths.map((of) => ({ path: sidecarPath(of), of })) },
      { paths: new Set(), ids: new Set(known.keys()) },
      { probeFile, digestFile }
    )
    await put(items, true)
    const unrecognized = new Set(strange)
    const recorded = await mapConcurrent(concurrentReads, files, async ({ path, sidecar }) =>
      sidecar === undefined || !unrecognized.has(path) ? null : itemFromSidecar(path, sidecar)
    )
    const others = recorded.filter((item) => item !== null && !known.has(item.id)) as readonly IndexedItem[]
    await put(others, false)
    for (const { id, path } of [...items, ...others]) moved.set(id, path)
  }

  async function filesInFormerFolders(): Promise<readonly { readonly key: number; readonly path: string; readonly root: string }[]> {
    const roots = await parts.formerFolders()
    return (await allFiles()).flatMap(({ key, path, state }) => {
      const root = isWithin(parts.folder(), path) || state === 'missing' ? undefined : roots.find((one) => isWithin(one, path))
      return root === undefined ? [] : [{ key, path, root }]
    })
  }

  /**
   * Moves files with their sidecars. Calls `note` for each moved file. Skips missing files and files that are already in their target
   * folder. `folderOf`: returns a file's target folder.
   */
  async function moveAll(
    items: readonly StoredItem[],
    folderOf: (item: StoredItem) => string,
    note: (step: MoveStep) => void
  ): Promise<void> {
    const placed: { readonly item: StoredItem; readonly path: string }[] = []
    try {
      // Files are moved one at a time, because two may need the same free name.
      for (const item of items) {
        const path = dirname(item.path) === folderOf(item) ? null : await linkOrCopyFile(item.path, folderOf(item))
        if (path !== null) placed.push({ item, path })
      }
    } finally {
      // If a file can't be moved, the files that were moved earlier must still be recorded.
      const movedItems = placed.map(({ item, path }) => ({ ...item, path }))
      await put(movedItems, false)
      for (const { item, path } of placed) {
        moved.set(item.id, path)
        note({ id: item.id, folder: dirname(item.path) })
      }
      // The sidecars are written now instead of in the background, because the progress counts finished moves.
      if (parts.recipes().beside) await writeSidecarsOf(movedItems)
      await mapConcurrent(concurrentReads, placed, ({ item }) => removeMovedOriginal(item.path))
    }
  }

  async function move(keys: readonly number[], folder: string, run: BulkOperationContext): Promise<MoveReceipt> {
    const moves: MoveStep[] = []
    let isStopped = false
    let failure: string | null = null
    if (folder !== parts.folder() && !isWithin(parts.folder(), folder)) otherFolders.add(folder)
    try {
      isStopped = await inSlices(keys, movesPerTurn, run, async (slice) => {
        closing.signal.throwIfAborted()
        await moveAll(
          await index.stored(slice),
          () => folder,
          (step) => moves.push(step)
        )
      })
    } catch (error) {
      // The move succeeded partly, so the receipt lets the user undo it.
      if (moves.length === 0) throw error
      failure = say(
        'Kiln moved {done, number} of {count, plural, one {# file} other {# files}}. Check the free space and permissions of {folder}, then move the rest.',
        {
          done: moves.length,
          count: keys.length,
          folder
        }
      )
    }
    flush()
    return { ...receiptOf({ ...nothingDone, moves }, isStopped), folder, failure }
  }

  return {
    query: async (query) => {
      const shelf = await answer(() => index.page(query))
      return { revision, ...shelf }
    },
    tiles: (keys, search) => answer(() => index.tiles(keys, search)),
    find: (search, limit) => answer(() => index.find(search, limit)),
    facets: (query) => answer(() => index.facets(query)),
    summary: (keys) => answer(() => index.summary(keys)),
    details: async (id) => {
      await ready()
      const details = await index.details(id)
      if (details !== null) return details
      // The result may have been saved just now. It is then not in the index yet.
      await takingNoticed
      return index.details(id)
    },
    change: (change, run = untrackedOperationContext) =>
      inBulk(async () => {
        const steps: ItemChange[] = []
        const isStopped = await inSlices(change.keys, changesPerTurn, run, async (keys) => {
          if (change.addTo !== undefined) await collectionWith(change.addTo)
          const changed = await index.change({ ...change, keys })
          steps.push(...changed.steps)
          if (changed.keys.length > 0) tell({ changed: changed.keys })
        })
        flush()
        return receiptOf({ ...nothingDone, steps }, isStopped)
      }),
    undoChange: (token, run = untrackedOperationContext) =>
      inBulk(async () => {
        const undoable = undoableChanges.get(token)
        if (undoable === undefined)
          throw new UserFacingError(say('This change can’t be undone any more.'), {
            advice: say('Kiln only keeps the last 50 changes, and only until you quit.')
          })
        const { steps, collection, moves } = undoable
        if (collection !== null)
          await inTurn(async () => {
            await index.putCollections([collection])
            await flushCollections()
          })
        await inSlices(steps, changesPerTurn, { ...run, signal: untrackedOperationContext.signal }, async (slice) =>
          tell({ changed: await index.revert(slice) })
        )
        const folders = new Map(moves.map(({ id, folder }) => [id, folder]))
        await inSlices(moves, movesPerTurn, { ...run, signal: untrackedOperationContext.signal }, async (slice) =>
          moveAll(
            await index.withIds(slice.map(({ id }) => id)),
            ({ id, path }) => folders.get(id) ?? dirname(path),
            () => undefined
          )
        )
        undoableChanges.delete(token)
        flush()
      }),
    collections: () => answer(() => index.collections()),
    saveCollection: ({ id, name }) =>
      inTurn(async () => {
        const isTaken = (await index.collections()).some((one) => one.name.toLowerCase() === name.toLowerCase() && one.id !== id)
        if (isTaken)
          throw new UserFacingError(say('A collection named “{name}” already exists.', { name }), {
            field: 'name',
            advice: say('Choose another name.')
          })
        const kept = await index.saveCollection({ id, name, createdAt: clock.now() })
        if (kept === null) throw new UserFacingError(say('This collection no longer exists.'))
        await flushCollections()
        tell({})
        return collectionWith(kept.id)
      }),
    removeCollection: (id, run = untrackedOperationContext) =>
      inBulk(async () => {
        const collection = await inTurn(() => collectionWith(id))
        const { keys } = await index.page({ ...unfilteredQuery, collection: id })
        const steps: ItemChange[] = []
        const isStopped = await inSlices([...keys], changesPerTurn, run, async (slice) => {
          const changed = await index.change({ keys: slice, takeFrom: id })
          steps.push(...changed.steps)
          tell({ changed: changed.keys })
        })
        if (!isStopped)
          await inTurn(async () => {
            const rest = await index.removeCollection(id)
            steps.push(...rest.steps)
            tell({ changed: rest.keys })
            await flushCollections()
          })
        flush()
        return receiptOf({ ...nothingDone, steps, collection: isStopped ? null : collection }, isStopped)
      }),
    trash: (keys, run = untrackedOperationContext) => inBulk(() => trash(keys, run)),
    untrash: (token, run = untrackedOperationContext) => inBulk(() => untrash(token, run)),
    files: async () => {
      await ready()
      return allFiles()
    },
    integrityOf: (path) => index.integrityOf(path),
    rebuild: async () => {
      // Sidecars are written first, so that a crash during the rebuild loses little.
      await flushed()
      await inTurn(rebuildIndex)
      await flushed()
      return fullReport()
    },
    folderChosen: async () => {
      await inTurn(async () => {
        if (!(await parts.isFolderThere())) return
        await ownCollections(await readCollections(parts.folder()))
        await flushCollections()
      })
      // A running check may have started in the former folder, so another check follows.
      await looking?.catch(() => undefined)
      await look()
    },
    verifyFiles: look,
    verifyWhenDue: async () => {
      // The app runs the first check itself after startup.
      if (lastReport !== null && clock.now() - (lastReport.verifiedAt ?? 0) >= verifyIntervalInMs) await look()
    },
    report: async () => {
      await ready()
      return fullReport()
    },
    repair: (choices, run = untrackedOperationContext) => repair(choices, run),
    move: async (keys, folder, run = untrackedOperationContext) => {
      const receipt = await inBulk(() => move(keys, folder, run))
      await flushed()
      return receipt
    },
    inFormerFolders: async () => {
      await ready()
      const files = await filesInFormerFolders()
      return { count: files.length, folders: [...new Set(files.map(({ root }) => root))] }
    },
    moveFromFormerFolders: async (run = untrackedOperationContext) => {
      const files = await filesInFormerFolders()
      const targets = new Map(files.map(({ key, path, root }) => [key, join(parts.folder(), relative(root, dirname(path)))]))
      const moves: MoveStep[] = []
      const isStopped = await inBulk(() =>
        inSlices(files, movesPerTurn, run, async (slice) => {
          closing.signal.throwIfAborted()
          if (!(await parts.isFolderThere()))
            throw new UserFacingError(say('The library folder isn’t available. The remaining files weren’t moved.'), {
              advice: say('Connect its drive, then try again.')
            })
          await moveAll(
            await index.stored(slice.map(({ key }) => key)),
            ({ key, path }) => targets.get(key) ?? dirname(path),
            (step) => moves.push(step)
          )
        })
      )
      await flushed()
      return receiptOf({ ...nothingDone, moves }, isStopped)
    },
    exportTo: async ({ keys, withRecipes, asZip, path, run = untrackedOperationContext }) => {
      await ready()
      const names = new Map((await index.collections()).map(({ id, name }) => [id, name]))
      let done = 0
      const options: ExportOptions = {
        items: storedOf(keys),
        withRecipes,
        nameOfCollection: (id) => names.get(id) ?? null,
        signal: AbortSignal.any([run.signal, closing.signal]),
        onDone: (count) => {
          done = count
          run.report(count)
        }
      }
      try {
        await (asZip ? exportAsZip(options, path) : exportToFolder(options, path))
        return { count: done, path, isStopped: false }
      } catch (cause) {
        if (run.signal.aborted) return { count: asZip ? 0 : done, path, isStopped: true }
        closing.signal.throwIfAborted()
        throw await exportError(cause, { done: asZip ? 0 : done, count: keys.length, path, gone: await firstGone(await briefsOf(keys)) })
      }
    },
    filesOf: async (keys) => {
      await ready()
      return index.stored(keys)
    },
    fileOf: (id) => answer(() => index.fileOf(id)),
    movedTo: (id) => moved.get(id) ?? null,
    isRemoved: removed.has,
    onTaskChanged: (record, results) => {
      // A file that was downloaded again is imported again, even if it is unchanged.
      if (record.state.phase === 'collecting')
        for (const [place, { result }] of record.state.outputs.entries()) if (result === null) known.delete(itemIdOf(record.id, place))
      const kept = results.filter((result) => needsImport(result) && !removed.has(result.id))
      for (const result of kept) noticed.set(result.id, { record, result })
      if (kept.length > 0) importNoticed()
    },
    recipesChanged: () => {
      inBackground(async () => {
        if (!parts.recipes().beside) return
        await index.markAllUnwritten()
        flush()
      }).catch(onDefect)
    },
    idle: async () => {
      await ready()
      do {
        await serialQueue.idle()
        await flushing
      } while (flushing !== null)
      await serialQueue.idle()
    },
    close: async () => {
      for (const stop of stopsOfEmptying.values()) stop()
      // Pending calls reject with this error. `onDefect` recognises it and doesn't report it as a bug.
      closing.abort(new UserFacingError(say('Kiln is closing.')))
      const stopWaiting = clock.setTimer(closeTimeoutInMs, () => endOfWriting.abort())
      await Promise.allSettled([opened])
      // Waits until the user's bulk operations are done.
      await Promise.allSettled(bulks)
      await serialQueue.idle()
      await flushing
      stopWaiting()
      await index.close()
    }
  }

  function receiptOf(undoable: UndoableChange, isStopped: boolean): ChangeReceipt {
    const token = randomUUID()
    undoableChanges.set(token, undoable)
    for (const oldest of undoableChanges.keys()) if (undoableChanges.size > mostUndoableChanges) undoableChanges.delete(oldest)
    return { token, count: undoable.steps.length + undoable.moves.length + (undoable.collection === null ? 0 : 1), isStopped }
  }

  async function collectionWith(id: number): Promise<LibraryCollection> {
    const found = (await index.collections()).find((one) => one.id === id)
    if (found === undefined) throw new UserFacingError(say('This collection no longer exists.'))
    return found
  }
}

function nameOfId({ id, name }: Pick<LibraryCollection, 'id' | 'name'>): string {
  return `${id} ${name}`
}

function slicedBy<T>(size: number, items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) => items.slice(place * size, (place + 1) * size))
}

async function firstGone(items: readonly { readonly path: string }[]): Promise<string | null> {
  for (const { path } of items) if (!(await pathExists(path))) return path
  return null
}
