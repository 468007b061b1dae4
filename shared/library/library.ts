import { z } from 'zod'
import { mediums } from '../form/json-schema.ts'
import type { Medium } from '../form/json-schema.ts'
import type { Recipe } from './recipe.ts'
import { librarySorts, maxCollectionNameLength, maxTagLength } from './query-defaults.ts'

export { unfilteredQuery } from './query-defaults.ts'

/** State of an item's file. `here`: in place and unchanged. Stored. Don't rename. */
export type ResultFileState = 'here' | 'missing' | 'changed'

export type Stars = 0 | 1 | 2 | 3 | 4 | 5

/** One file in the library, as shown in the grid. Times are in milliseconds since 1970. */
export type LibraryItem = {
  /**
   * Row ID in the index. The key is a small integer, so that lists of tens of thousands of keys stay small. Restoring an item from the
   * trash keeps its key. Rebuilding the index changes all keys.
   */
  readonly key: number
  /** Permanent ID, used in `/media/result/<id>` and `/media/thumbnail/<id>`. The same as `TaskResult.id`. */
  readonly id: string
  /** Kiln's own task ID. Null if the journal doesn't have the task. */
  readonly task: string | null
  readonly capability: string
  readonly medium: Medium
  readonly contentType: string
  readonly fileName: string
  readonly bytes: number
  /** Prefix of the file's SHA-256 digest. Changes with the file. */
  readonly version: string
  readonly width: number | null
  readonly height: number | null
  readonly durationInSeconds: number | null
  readonly madeAt: number
  readonly title: string
  readonly prompt: string | null
  readonly stars: Stars
  readonly tags: readonly string[]
  readonly collections: readonly number[]
  /** Null if the item was imported from elsewhere. */
  readonly connectionId: string | null
  readonly state: ResultFileState
  /** IDs of the items that this item was made from. */
  readonly parents: readonly string[]
}

/** Start and end of a search match in a text, in UTF-16 units. */
export type MatchRange = readonly [number, number]
/** An item with the positions of its search matches. */
export type LibraryTile = LibraryItem & {
  readonly marks: { readonly title: readonly MatchRange[]; readonly prompt: readonly MatchRange[] }
}

/** An item with everything known about how it was made. `recipe` is null if the file doesn't have a recipe. */
export type LibraryItemDetails = LibraryItem & {
  readonly recipe: Recipe | null
  readonly sha256: string
  readonly children: readonly string[]
  /** IDs of the task's outputs that are in the library, in output order. Includes this item. */
  readonly outputs: readonly string[]
}

export type LibrarySort = (typeof librarySorts)[number]

const words = z.array(z.string().max(400)).max(1_000).readonly()
const starsSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])
/**
 * Empty lists, null and 0 stars don't filter. An item must have all of the tags. From every other list, it must match at least one entry.
 */
export const libraryQuerySchema = z.object({
  /** Word prefixes in any order. "several words" matches a phrase, and -word excludes a word. */
  search: z.string().max(1_000),
  media: z.array(z.enum(mediums)).max(10).readonly(),
  capabilities: words,
  connections: words,
  tags: words,
  collection: z.number().int().positive().nullable(),
  starsAtLeast: starsSchema,
  /** `isUnrated`: only items without stars. `isUntagged`: only items without tags. */
  isUnrated: z.boolean(),
  isUntagged: z.boolean(),
  madeFrom: z.number().nullable(),
  madeUntil: z.number().nullable(),
  /** Only results of this task. `LibraryItem.task`, or null for all. */
  run: z.string().max(200).nullable(),
  /** True if the results of each task are one tile. No effect with `run`. */
  groupsRuns: z.boolean(),
  sort: z.enum(librarySorts)
})
export type LibraryQuery = Readonly<z.infer<typeof libraryQuerySchema>>

/** A day of the local calendar, such as `2026-11-20`. `from`: index in `keys` of the day's first item. */
export type LibraryDay = { readonly day: string; readonly from: number; readonly count: number }

/**
 * Results of each task as one tile. `members`: keys of all results, tile by tile, each starting with the key of its tile. `ends`: for each
 * tile, the end index (exclusive) of its results in `members`.
 */
export type LibraryStacks = { readonly members: Uint32Array; readonly ends: Uint32Array }

/** Everything that a grid needs for its layout. `keys` and `ratios` have one entry for each tile. */
export type LibraryQueryResult = {
  /** Increases with every change. Equal revisions mean an identical library. */
  readonly revision: number
  /** Number of items in the whole library. */
  readonly total: number
  readonly keys: Uint32Array
  /** Width divided by height, times 1000. 1000 if unknown. */
  readonly ratios: Uint16Array
  /** Days with items, in the order of the items. Empty unless the items are sorted by time. */
  readonly days: readonly LibraryDay[]
  /** Null if each result is a tile of its own. */
  readonly stacks: LibraryStacks | null
}

type Counted<T> = { readonly value: T; readonly count: number }
/** Number of items for each filter option, with all other filters applied. Sorted by count. Months are newest first. */
export type LibraryFacets = {
  readonly media: readonly Counted<Medium>[]
  readonly capabilities: readonly (Counted<string> & { readonly title: string })[]
  readonly connections: readonly Counted<string>[]
  readonly tags: readonly Counted<string>[]
  /** Number of items without a tag. */
  readonly untagged: number
  readonly collections: readonly Counted<number>[]
  /** Counted by exact number of stars. */
  readonly stars: readonly Counted<Stars>[]
  /** Months such as `2026-11`. */
  readonly months: readonly Counted<string>[]
}

/** Summary of a selection. `count`: number of selected items that still exist. `stars`: null if the items have different ratings. */
export type LibrarySelectionSummary = {
  readonly count: number
  readonly stars: Stars | null
  readonly bytes: number
  readonly tags: readonly Counted<string>[]
  readonly collections: readonly Counted<number>[]
}

export type LibraryCollection = { readonly id: number; readonly name: string; readonly count: number; readonly createdAt: number }

const key = z.number().int().positive()
export const libraryKeysSchema = z.array(key).min(1).max(100_000).readonly()
/** `search`: query whose matches are highlighted. */
export const libraryTilesSchema = z.object({ keys: z.array(key).max(500).readonly(), search: z.string().max(1_000) })
export const librarySearchSchema = z.object({ search: z.string().max(1_000), limit: z.number().int().positive().max(100) })
const tag = z.string().trim().min(1).max(maxTagLength)
const tagList = z.array(tag).max(100).readonly()
const collectionId = z.number().int().positive()
export const libraryChangeSchema = z.object({
  keys: libraryKeysSchema,
  stars: starsSchema.optional(),
  addTags: tagList.optional(),
  removeTags: tagList.optional(),
  addTo: collectionId.optional(),
  takeFrom: collectionId.optional()
})
export type LibraryChange = Readonly<z.infer<typeof libraryChangeSchema>>

/**
 * Result of a change. `token` and `count` are the input of `library.undoChange`. `count`: number of changed items, plus one for a removed
 * collection. `isStopped`: true if the change was stopped before all items were changed.
 */
export type ChangeReceipt = { readonly token: string; readonly count: number; readonly isStopped: boolean }

/** Result of a move. `failure`: why some items weren't moved, in plain words. Null if nothing failed. */
export type MoveReceipt = ChangeReceipt & { readonly folder: string; readonly failure: string | null }

/**
 * Result of an export. `path`: the folder or the zip file. `isStopped`: true if the export was stopped before all copies were saved. A
 * stopped export doesn't leave a zip file.
 */
export type ExportReceipt = { readonly count: number; readonly path: string; readonly isStopped: boolean }

/** Name of a request for many items. The page chooses the name, then uses it to track and stop the request. */
export const libraryJobNameSchema = z.string().min(1).max(80).optional()
/** Progress of a request for many items. `done` and `total` are numbers of items. */
export type LibraryProgress = { readonly job: string; readonly done: number; readonly total: number }

/** `id` is null for a new collection. */
export const saveCollectionSchema = z.object({ id: collectionId.nullable(), name: z.string().trim().min(1).max(maxCollectionNameLength) })
export const collectionIdSchema = z.object({ id: collectionId })

/** Keys of the items that changed. `isReset`: the index was rebuilt, so all keys are different. */
export type LibraryChangedEvent = {
  readonly revision: number
  readonly added: readonly number[]
  readonly changed: readonly number[]
  readonly removed: readonly number[]
  readonly isReset: boolean
}

/** Actions on the findings of a file check. `name` is a file name from the report, relative to the library folder. */
export const libraryRepairSchema = z.discriminatedUnion('how', [
  /** Downloads a missing or changed file again. A changed file is kept beside the new one. */
  z.object({ how: z.literal('fetch-again'), id: z.string().min(1).max(200) }),
  /** Removes the item from the library. The file is kept. */
  z.object({ how: z.literal('forget'), id: z.string().min(1).max(200) }),
  /** Accepts the changed file as the item's file. */
  z.object({ how: z.literal('take-as-new'), id: z.string().min(1).max(200) }),
  /** Imports a file without a recipe. */
  z.object({ how: z.literal('adopt'), name: z.string().min(1).max(4_096) }),
  /** Renames an unreadable recipe, and writes a new one from Kiln's data. */
  z.object({ how: z.literal('write-recipe'), name: z.string().min(1).max(4_096) })
])
export type LibraryRepair = Readonly<z.infer<typeof libraryRepairSchema>>

/** Findings of a file check. The check doesn't delete anything, and lists all of its changes here. */
export type LibraryReport = {
  /** Milliseconds since 1970. Null if not checked yet. */
  readonly verifiedAt: number | null
  /** False if the library folder can't be read. No items are then reported as missing. */
  readonly isFolderThere: boolean
  readonly missing: readonly LibraryItem[]
  readonly changed: readonly LibraryItem[]
  /** Missing files that were found under another name by their content. Their items now use that name. */
  readonly found: readonly { readonly id: string; readonly name: string }[]
  /** Number of files that the check imported. They have a recipe but weren't in the index. */
  readonly importedCount: number
  /** Files without a recipe. */
  readonly unrecognized: readonly string[]
  /** Files without a recipe. The user chose to import them, but Kiln can't display them. */
  readonly undisplayable: readonly string[]
  /** Files with an unreadable recipe. The journal and the files' content show that the files themselves are intact. */
  readonly corruptSidecars: readonly string[]
  /** Number of recipes that couldn't be written beside their files in the last attempt. Kiln tries again automatically. */
  readonly unwritten: number
  /**
   * Number of deleted files that the system's trash rejected. They are in `.kiln-trash` beside their former location and use disk space.
   */
  readonly untrashed: number
  /** The whole report in plain sentences. */
  readonly words: readonly string[]
}

/** Results whose files are still in former library folders. */
export type FormerFolderResults = { readonly count: number; readonly folders: readonly string[] }

/**
 * Result of moving items to the trash. `token` and `count` are the input of `library.untrash`. That request must be sent before `undoUntil`
 * (milliseconds since 1970). `failure`: which files weren't moved and why, in plain words. Null if all were moved.
 */
export type TrashReceipt = {
  readonly token: string
  readonly undoUntil: number
  readonly count: number
  readonly failure: string | null
  readonly isStopped: boolean
}
