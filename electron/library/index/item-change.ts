import type { LibraryChange, Stars } from '../../../shared/library/library.ts'
import type { StoredItem } from './indexed-item.ts'

/** Effect of a change on one item. `stars`: the values before and after. Null if the stars didn't change. */
export type ItemChange = {
  readonly id: string
  readonly stars: readonly [before: Stars, after: Stars] | null
  readonly addedTags: readonly string[]
  readonly removedTags: readonly string[]
  readonly addedTo: readonly number[]
  readonly removedFrom: readonly number[]
}
export type ChangedItems = { readonly keys: readonly number[]; readonly steps: readonly ItemChange[] }

/** Returns the item after a change. Null if nothing changed. */
export function applyChange(item: StoredItem, { stars, addTags = [], removeTags = [], addTo, takeFrom }: LibraryChange): StoredItem | null {
  const without = new Set(removeTags)
  const tags = [...new Set([...item.tags.filter((tag) => !without.has(tag)), ...addTags])]
  const collections = [...new Set([...item.collections.filter((id) => id !== takeFrom), ...(addTo === undefined ? [] : [addTo])])]
  const after = { ...item, stars: stars ?? item.stars, tags, collections }
  const isSame = after.stars === item.stars && tags.join('\0') === item.tags.join('\0') && collections.join() === item.collections.join()
  return isSame ? null : after
}

/** Returns the effect that turned `before` into `after`. */
export function itemChangeBetween(before: StoredItem, after: StoredItem): ItemChange {
  const missingIn = <T>(all: readonly T[], some: readonly T[]): readonly T[] => all.filter((one) => !some.includes(one))
  return {
    id: before.id,
    stars: before.stars === after.stars ? null : [before.stars, after.stars],
    addedTags: missingIn(after.tags, before.tags),
    removedTags: missingIn(before.tags, after.tags),
    addedTo: missingIn(after.collections, before.collections),
    removedFrom: missingIn(before.collections, after.collections)
  }
}

/**
 * Returns the item without the effect of a step. Keeps stars that have changed since, and tags and collections that the step didn't change.
 */
export function revertItemChange(item: StoredItem, { stars, addedTags, removedTags, addedTo, removedFrom }: ItemChange): StoredItem {
  return {
    ...item,
    stars: stars !== null && item.stars === stars[1] ? stars[0] : item.stars,
    tags: [...new Set([...item.tags.filter((tag) => !addedTags.includes(tag)), ...removedTags])],
    collections: [...new Set([...item.collections.filter((id) => !addedTo.includes(id)), ...removedFrom])]
  }
}
