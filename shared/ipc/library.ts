import { z } from 'zod'
import {
  collectionIdSchema,
  saveCollectionSchema,
  libraryChangeSchema,
  librarySearchSchema,
  libraryJobNameSchema,
  libraryKeysSchema,
  libraryRepairSchema,
  libraryQuerySchema,
  libraryTilesSchema,
  type ChangeReceipt,
  type ExportReceipt,
  type LibraryCollection,
  type LibraryItemDetails,
  type FormerFolderResults,
  type LibraryFacets,
  type LibraryChangedEvent,
  type LibraryProgress,
  type LibraryReport,
  type LibraryQueryResult,
  type LibrarySelectionSummary,
  type LibraryTile,
  type MoveReceipt,
  type TrashReceipt
} from '../library/library.ts'
import type { StorageState } from '../library/storage.ts'
import { idSchema, declareRequest } from './request.ts'

const mostPosterBytes = 16 * 1024 * 1024

export const libraryRequests = {
  'library.query': declareRequest(libraryQuerySchema).returns<LibraryQueryResult>(),
  /** Returns the tiles for these keys. `search`: query whose matches are highlighted. */
  'library.tiles': declareRequest(libraryTilesSchema).returns<readonly LibraryTile[]>(),
  /** Returns the newest results that match a search, at most `limit`. */
  'library.find': declareRequest(librarySearchSchema).returns<readonly LibraryTile[]>(),
  'library.facets': declareRequest(libraryQuerySchema).returns<LibraryFacets>(),
  'library.item': declareRequest(z.object({ id: idSchema })).returns<LibraryItemDetails>(),
  'library.summary': declareRequest(z.object({ keys: libraryKeysSchema })).returns<LibrarySelectionSummary>(),
  'library.change': declareRequest(libraryChangeSchema.extend({ job: libraryJobNameSchema })).returns<ChangeReceipt>(),
  'library.collections': declareRequest().returns<readonly LibraryCollection[]>(),
  'library.keepCollection': declareRequest(saveCollectionSchema).returns<LibraryCollection>(),
  /** Removes the collection but not its items. */
  'library.removeCollection': declareRequest(collectionIdSchema.extend({ job: libraryJobNameSchema })).returns<ChangeReceipt>(),
  /** Undoes a change. `token` and `count` come from the `ChangeReceipt`. */
  'library.undoChange': declareRequest(z.object({ token: idSchema, count: z.number().int().nonnegative(), job: libraryJobNameSchema })),
  /** Hides the items immediately. Moves their files to the system's trash once the time for undo has expired. */
  'library.trash': declareRequest(z.object({ keys: libraryKeysSchema, job: libraryJobNameSchema })).returns<TrashReceipt>(),
  'library.untrash': declareRequest(z.object({ token: idSchema, count: z.number().int().nonnegative(), job: libraryJobNameSchema })),
  'library.rebuild': declareRequest().returns<LibraryReport>(),
  /** Checks every file. Resolves when the check has finished. */
  'library.look': declareRequest().returns<LibraryReport>(),
  'library.report': declareRequest().returns<LibraryReport>(),
  'library.repair': declareRequest(
    z.object({ choices: z.array(libraryRepairSchema).min(1).max(100_000).readonly(), job: libraryJobNameSchema })
  ).returns<LibraryReport>(),
  /** Moves files to a folder that the user chooses in the system's dialog. Null if the user closed the dialog. */
  'library.move': declareRequest(z.object({ keys: libraryKeysSchema, job: libraryJobNameSchema })).returns<MoveReceipt | null>(),
  'library.inFormerFolders': declareRequest().returns<FormerFolderResults>(),
  'library.moveFromFormerFolders': declareRequest(z.object({ job: libraryJobNameSchema })).returns<MoveReceipt>(),
  /** Saves copies where the user chooses in the system's dialog. Null if the user closed the dialog. */
  'library.exportTo': declareRequest(
    z.object({ keys: libraryKeysSchema, withRecipes: z.boolean(), asZip: z.boolean(), job: libraryJobNameSchema })
  ).returns<ExportReceipt | null>(),
  /** Stops the request with this job name after its current step. */
  'library.stop': declareRequest(z.object({ job: z.string().min(1).max(80) })),
  /** Shows the most recently saved files in their folder. */
  'library.showSaved': declareRequest(),
  /** Saves the preview image of a video or a model. The page draws it as PNG, JPEG or WebP. */
  'library.keepPoster': declareRequest(
    z.object({
      id: idSchema,
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostPosterBytes)
    })
  ),
  /** Returns whether the library and data folders are writable. */
  'storage.state': declareRequest().returns<StorageState>(),
  'storage.checkAgain': declareRequest().returns<StorageState>()
}

export type LibraryEvents = {
  'library.changed': LibraryChangedEvent
  'library.progress': LibraryProgress
  'storage.changed': StorageState
}
