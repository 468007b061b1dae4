import { z } from 'zod'
import { mediums } from './json-schema.ts'
import type { Medium } from './json-schema.ts'
import type { Recipe } from './recipe.ts'
import { librarySorts } from './whole-library.ts'

export { wholeLibrary } from './whole-library.ts'

/** Whether the file of an item is where it belongs and as it was saved. Stored; do not rename. */
export type FileState = 'here' | 'missing' | 'changed'

export type Stars = 0 | 1 | 2 | 3 | 4 | 5

/** One file that was made, as the grid shows it. Times in milliseconds since 1970. */
export type LibraryItem = {
  /** Row of the index, small enough for lists of tens of thousands. Another one after the index was rebuilt. */
  readonly key: number
  /** Stays for good; what `/media/result/<id>` and `/media/thumbnail/<id>` take. The same as `Result.id`. */
  readonly id: string
  /** Our task; null: the journal does not know it. */
  readonly task: string | null
  readonly capability: string
  readonly medium: Medium
  readonly contentType: string
  readonly fileName: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly durationInSeconds: number | null
  readonly madeAt: number
  readonly title: string
  readonly prompt: string | null
  readonly stars: Stars
  readonly tags: readonly string[]
  readonly collections: readonly number[]
  /** Null: taken in from elsewhere. */
  readonly connectionId: string | null
  readonly state: FileState
  /** Ids of the items it was made from. */
  readonly parents: readonly string[]
}

/** Where a search word stands in a text: from, until (UTF-16 units). */
export type Mark = readonly [number, number]
/** An item with the places that the search meant. */
export type LibraryTile = LibraryItem & { readonly marks: { readonly title: readonly Mark[]; readonly prompt: readonly Mark[] } }

/** An item with everything that is known of how it was made. `recipe` null: a file that came without one. */
export type LibraryDetails = LibraryItem & {
  readonly recipe: Recipe | null
  readonly sha256: string
  readonly children: readonly string[]
  /** Ids of all that its task made and that is in the library, itself among them, in the order of the task. */
  readonly outputs: readonly string[]
}

export type LibrarySort = (typeof librarySorts)[number]

const words = z.array(z.string().max(400)).max(1_000).readonly()
const starsSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])
/** Empty lists, null and 0 stars ask for nothing. Within a list one is enough, except for tags, of which an item has to have all. */
export const libraryQuerySchema = z.object({
  /** Words in any order, each the beginning of one; "several words" as they stand; -word: without it. */
  search: z.string().max(1_000),
  media: z.array(z.enum(mediums)).max(10).readonly(),
  capabilities: words,
  connections: words,
  tags: words,
  collection: z.number().int().positive().nullable(),
  starsAtLeast: starsSchema,
  madeFrom: z.number().nullable(),
  madeUntil: z.number().nullable(),
  sort: z.enum(librarySorts)
})
export type LibraryQuery = Readonly<z.infer<typeof libraryQuerySchema>>

/** Days of the local calendar, such as `2026-11-20`, with the place in `keys` that each begins at. */
export type LibraryDay = { readonly day: string; readonly from: number; readonly count: number }

/** All that a grid needs to lay everything out. */
export type LibraryShelf = {
  /** Grows with every change; the same number is the same library. */
  readonly revision: number
  /** In the whole library. */
  readonly total: number
  readonly keys: Uint32Array
  /** Width by height, times 1000; 1000 where it is not known. */
  readonly ratios: Uint16Array
  /** Only when sorted by time. */
  readonly days: readonly LibraryDay[]
}

type Counted<T> = { readonly value: T; readonly count: number }
/** How many there would be under each choice, all the other filters in force. Most first, months newest first. */
export type LibraryFacets = {
  readonly media: readonly Counted<Medium>[]
  readonly capabilities: readonly (Counted<string> & { readonly title: string })[]
  readonly connections: readonly Counted<string>[]
  readonly tags: readonly Counted<string>[]
  readonly collections: readonly Counted<number>[]
  /** By the exact number of stars. */
  readonly stars: readonly Counted<Stars>[]
  /** Such as `2026-11`. */
  readonly months: readonly Counted<string>[]
}

export type LibraryCollection = { readonly id: number; readonly name: string; readonly count: number; readonly createdAt: number }

const key = z.number().int().positive()
export const libraryKeysSchema = z.array(key).min(1).max(100_000).readonly()
/** `search`: whose words are marked. */
export const libraryTilesSchema = z.object({ keys: z.array(key).max(500).readonly(), search: z.string().max(1_000) })
export const libraryFindSchema = z.object({ search: z.string().max(1_000), limit: z.number().int().positive().max(100) })
const tag = z.string().trim().min(1).max(80)
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

/** `id` null: a new one. */
export const keepCollectionSchema = z.object({ id: collectionId.nullable(), name: z.string().trim().min(1).max(200) })
export const collectionIdSchema = z.object({ id: collectionId })

/** What became another: keys of the items. After a rebuild every key is another one: `isAnew`. */
export type LibraryNews = {
  readonly revision: number
  readonly added: readonly number[]
  readonly changed: readonly number[]
  readonly removed: readonly number[]
  readonly isAnew: boolean
}

/** Choices for what a look at the files found. Names are those of the report, within the library folder. */
export const libraryMendingSchema = z.discriminatedUnion('how', [
  /** Fetches a missing or changed file from the service once more; a changed one is kept beside it. */
  z.object({ how: z.literal('fetch-again'), id: z.string().min(1).max(200) }),
  /** The item goes from the library; the file, if there is one, stays where it is. */
  z.object({ how: z.literal('forget'), id: z.string().min(1).max(200) }),
  /** The changed file is the item from now on. */
  z.object({ how: z.literal('take-as-new'), id: z.string().min(1).max(200) }),
  /** A file without a recipe becomes an item. */
  z.object({ how: z.literal('adopt'), name: z.string().min(1).max(4_096) }),
  /** A recipe that can't be read is set aside under another name, and written anew from what Kiln knows. */
  z.object({ how: z.literal('write-recipe'), name: z.string().min(1).max(4_096) })
])
export type LibraryMending = Readonly<z.infer<typeof libraryMendingSchema>>

/** What a look at the files found. Nothing was deleted, and nothing changed that is not told here. */
export type LibraryReport = {
  /** Milliseconds since 1970; null: not looked yet. */
  readonly lookedAt: number | null
  readonly folder: string
  /** False: nothing of it can be looked at; no item was called missing for that. */
  readonly isFolderThere: boolean
  readonly missing: readonly LibraryItem[]
  readonly changed: readonly LibraryItem[]
  /** Files that were found under another name, by their content; their items point there now. */
  readonly found: readonly { readonly id: string; readonly name: string }[]
  /** Files that came with a recipe from elsewhere, and are items now. */
  readonly takenIn: number
  /** Files without a recipe. */
  readonly strange: readonly string[]
  /** Files whose recipe beside them can't be read; by what the journal and the file itself say they are whole. */
  readonly torn: readonly string[]
  /** Recipes that could not be written beside their files. They are tried again. */
  readonly unwritten: number
  /** All of it, in plain sentences. */
  readonly words: readonly string[]
}

/** What `library.untrash` takes, and until when (milliseconds since 1970). */
export type TrashReceipt = { readonly token: string; readonly undoUntil: number; readonly count: number }
