import { join } from 'node:path'
import { ChangeEvents } from './change-events.ts'
import { FileAdoption } from './checks/file-adoption.ts'
import { LibraryCheck } from './checks/library-check.ts'
import { LibraryRepairs } from './checks/library-repairs.ts'
import { LibraryReports } from './checks/library-reports.ts'
import { ItemDeletions } from './deletions/item-deletions.ts'
import { TrashEmptier } from './deletions/trash-emptier.ts'
import { FileMoves } from './file-moves.ts'
import { openExternalFolders } from './folders/external-folders.ts'
import { ResultFolders } from './folders/result-folders.ts'
import { FinishedTaskImport } from './imports/finished-task-import.ts'
import { FolderImport } from './imports/folder-import.ts'
import { ResultImport } from './imports/result-import.ts'
import { openIndexClient, type IndexClient } from './index/index-client.ts'
import { KnownItems } from './items/known-items.ts'
import { LibraryCollections } from './items/library-collections.ts'
import { LibraryItems } from './items/library-items.ts'
import { UndoHistory } from './items/undo-history.ts'
import { UserChanges } from './items/user-changes.ts'
import { LibraryOpening } from './library-opening.ts'
import type { LibraryOptions } from './library-options.ts'
import { OperationQueue } from './operation-queue.ts'
import { openCorruptSidecars, type CorruptSidecars } from './recipes/corrupt-sidecars.ts'
import { SidecarWriter } from './recipes/sidecar-writer.ts'
import { openRemovedResults, type RemovedResults } from './removed-results.ts'
import { createSerialQueue, type SerialQueue } from './serial-queue.ts'
import { createTrashCan } from './trash-can.ts'

export type LibraryParts = {
  readonly index: IndexClient
  readonly known: KnownItems
  readonly removed: RemovedResults
  readonly corruptSidecars: CorruptSidecars
  readonly folders: ResultFolders
  readonly events: ChangeEvents
  readonly items: LibraryItems
  readonly serialQueue: SerialQueue
  readonly opening: LibraryOpening
  readonly operations: OperationQueue
  readonly sidecars: SidecarWriter
  readonly finishedTasks: FinishedTaskImport
  readonly moves: FileMoves
  readonly changes: UserChanges
  readonly deletions: ItemDeletions
  readonly reports: LibraryReports
  readonly check: LibraryCheck
  readonly repairs: LibraryRepairs
  /** Reports an error as a bug, unless it only says that Kiln is closing. */
  readonly onDefect: (error: unknown) => void
}

/**
 * Creates the library's parts. `closing`: aborted when the library starts to close, to end long reads. `endOfWriting`: aborted when the
 * time for writing is over.
 */
export function createLibraryParts(options: LibraryOptions, closing: AbortSignal, endOfWriting: AbortSignal): LibraryParts {
  const { dataDir } = options
  const onDefect = (error: unknown): void => {
    if (error !== closing.reason) options.onDefect(error)
  }
  const index = openIndexClient(join(dataDir, 'library.sqlite'), () => opening.indexLost())
  const known = new KnownItems()
  const corruptSidecars = openCorruptSidecars(dataDir, options.onDefect)
  const removed = openRemovedResults(join(dataDir, 'removed-results.log'))
  const trashCan = createTrashCan({ folder: join(dataDir, 'trash'), trashItem: options.trashItem })
  const folders = new ResultFolders({ ...options, externalFolders: openExternalFolders(dataDir) })
  const serialQueue = createSerialQueue()
  const history = new UndoHistory()
  const events = new ChangeEvents(options)
  const stores = { ...options, index, known, corruptSidecars, removed, trashCan, folders, events, history, serialQueue, closing, onDefect }
  const items = new LibraryItems(stores)
  const collections = new LibraryCollections({ index, folders, clock: options.clock, onDefect: options.onDefect })
  const emptier = new TrashEmptier({ trashCan, events })
  const sidecars = new SidecarWriter({ ...stores, endOfWriting })
  const results = new ResultImport({ ...stores, items })
  const folderImport = new FolderImport({ ...stores, items, collections })
  const contents = { ...stores, items, collections, emptier, sidecars, results, folderImport }
  const opening = new LibraryOpening(contents)
  const operations = new OperationQueue({ serialQueue, opening, closing })
  const actions = { ...contents, opening, operations }
  const moves = new FileMoves(actions)
  const reports = new LibraryReports(contents)
  const check = new LibraryCheck({ ...actions, reports })
  const adoption = new FileAdoption({ ...actions, reports })
  return {
    ...actions,
    finishedTasks: new FinishedTaskImport(actions),
    moves,
    changes: new UserChanges({ ...actions, moves }),
    deletions: new ItemDeletions(actions),
    reports,
    check,
    repairs: new LibraryRepairs({ ...actions, reports, check, adoption })
  }
}
