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
import { id, request } from './request.ts'

const mostPosterBytes = 16 * 1024 * 1024

export const libraryRequests = {
  'library.query': request(libraryQuerySchema).returns<LibraryQueryResult>(),
  /** `search`: query whose matches are highlighted. */
  'library.tiles': request(libraryTilesSchema).returns<readonly LibraryTile[]>(),
  /** Returns the newest results that match a search, at most `limit`. */
  'library.find': request(librarySearchSchema).returns<readonly LibraryTile[]>(),
  'library.facets': request(libraryQuerySchema).returns<LibraryFacets>(),
  'library.item': request(z.object({ id })).returns<LibraryItemDetails>(),
  'library.summary': request(z.object({ keys: libraryKeysSchema })).returns<LibrarySelectionSummary>(),
  'library.change': request(libraryChangeSchema.extend({ job: libraryJobNameSchema })).returns<ChangeReceipt>(),
  'library.collections': request().returns<readonly LibraryCollection[]>(),
  'library.keepCollection': request(saveCollectionSchema).returns<LibraryCollection>(),
  /** Removes the collection but not its items. */
  'library.removeCollection': request(collectionIdSchema.extend({ job: libraryJobNameSchema })).returns<ChangeReceipt>(),
  /** `token` and `count` come from the `ChangeReceipt`. */
  'library.undoChange': request(z.object({ token: id, count: z.number().int().nonnegative(), job: libraryJobNameSchema })),
  /** Hides the items immediately. Moves their files to the system's trash once the time for undo has expired. */
  'library.trash': request(z.object({ keys: libraryKeysSchema, job: libraryJobNameSchema })).returns<TrashReceipt>(),
  'library.untrash': request(z.object({ token: id, count: z.number().int().nonnegative(), job: libraryJobNameSchema })),
  'library.rebuild': request().returns<LibraryReport>(),
  /** Starts a check of every file. */
  'library.look': request().returns<LibraryReport>(),
  'library.report': request().returns<LibraryReport>(),
  'library.repair': request(
    z.object({ choices: z.array(libraryRepairSchema).min(1).max(100_000).readonly(), job: libraryJobNameSchema })
  ).returns<LibraryReport>(),
  /** Moves files to a folder that the user chooses in the system's dialog. Null if the user closed the dialog. */
  'library.move': request(z.object({ keys: libraryKeysSchema, job: libraryJobNameSchema })).returns<MoveReceipt | null>(),
  'library.inFormerFolders': request().returns<FormerFolderResults>(),
  'library.moveFromFormerFolders': request(z.object({ job: libraryJobNameSchema })).returns<MoveReceipt>(),
  /** Saves copies where the user chooses in the system's dialog. Null if the user closed the dialog. */
  'library.exportTo': request(
    z.object({ keys: libraryKeysSchema, withRecipes: z.boolean(), asZip: z.boolean(), job: libraryJobNameSchema })
  ).returns<ExportReceipt | null>(),
  /** Stops the request with this job name after its current step. */
  'library.stop': request(z.object({ job: z.string().min(1).max(80) })),
  /** Shows the most recently saved files in their folder. */
  'library.showSaved': request(),
  /** Saves the preview image of a video or a model. The page draws it as PNG, JPEG or WebP. */
  'library.keepPoster': request(
    z.object({
      id,
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= mostPosterBytes)
    })
  ),
  /** Returns whether the library and data folders are writable. */
  'storage.state': request().returns<StorageState>(),
  'storage.checkAgain': request().returns<StorageState>()
}

export type LibraryEvents = {
  'library.changed': LibraryChangedEvent
  'library.progress': LibraryProgress
  'storage.changed': StorageState
}
