import type { LibraryCollection, LibraryItem } from '../../../shared/library/library.ts'
import type { Recipe } from '../../../shared/library/recipe.ts'

/**
 * An item to add to the index. `modifiedAt`: modification time of the file at the last check, in milliseconds since 1970. Null if the file
 * was never checked.
 */
export type IndexedItem = Omit<LibraryItem, 'key' | 'fileName' | 'parents' | 'version'> & {
  readonly path: string
  readonly sha256: string
  readonly modifiedAt: number | null
  readonly capabilityTitle: string
  readonly recipe: Recipe | null
}

/** An item as stored in the index. */
export type StoredItem = IndexedItem & { readonly key: number }

/** A stored item without its recipe, which is read separately. */
export type StoredItemWithoutRecipe = Omit<StoredItem, 'recipe'>

/** Expected location and contents of a file, according to the index. */
export type IndexedFile = Pick<StoredItem, 'key' | 'id' | 'path' | 'bytes' | 'modifiedAt' | 'sha256' | 'state' | 'madeAt'>
export type ServedFile = Pick<StoredItem, 'id' | 'path' | 'contentType' | 'medium' | 'sha256' | 'madeAt'>

/**
 * ID, path and save time of each item, as three parallel lists. Lists of plain values transfer faster between threads. `lastKey`: key of
 * the last item. Null if there are no items.
 */
export type IndexedLocations = {
  readonly ids: readonly string[]
  readonly paths: readonly string[]
  readonly times: readonly number[]
  readonly lastKey: number | null
}
export type IndexedCollection = Omit<LibraryCollection, 'count'>

/** The metadata that the user can edit. */
export type UserMetadata = Pick<IndexedItem, 'stars' | 'tags' | 'collections'>
export type ItemSummary = {
  readonly key: number
  readonly id: string
  readonly path: string
  readonly person: UserMetadata
  /** The whole item if its sidecar is missing or out of date, else null. */
  readonly unwritten: StoredItem | null
}
