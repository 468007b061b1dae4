import type { LibraryCollection, LibraryItem } from '../../shared/library.ts'
import { compareNames } from '../../shared/words/compare-names.ts'
import type { SearchMenuItem } from '../ui/search-menu.tsx'

type Mark = NonNullable<SearchMenuItem['mark']>

/** Tags to give or take: those of the chosen items first, then those of the library, most used first. `items` null: nobody knows what they have. */
export function tagChoices(
  known: readonly string[],
  items: readonly Pick<LibraryItem, 'tags'>[] | null
): readonly (SearchMenuItem & { readonly mark: Mark })[] {
  const own = [...new Set(items?.flatMap(({ tags }) => tags))].toSorted((one, other) => compareNames(one, other))
  const others = known.filter((tag) => !own.includes(tag))
  return [...own, ...others].map((tag) => ({ id: tag, words: tag, mark: markOf(items, ({ tags }) => tags.includes(tag)) }))
}

/** Collections to put into or take out of, by name. */
export function collectionChoices(
  collections: readonly LibraryCollection[],
  items: readonly Pick<LibraryItem, 'collections'>[] | null
): readonly (SearchMenuItem & { readonly mark: Mark })[] {
  return collections
    .toSorted((one, other) => compareNames(one.name, other.name))
    .map(({ id, name, count }) => ({
      id: String(id),
      words: name,
      aside: String(count),
      mark: markOf(items, (item) => item.collections.includes(id))
    }))
}

function markOf<T>(items: readonly T[] | null, has: (item: T) => boolean): Mark {
  if (items === null || items.length === 0) return 'off'
  const count = items.filter(has).length
  return count === 0 ? 'off' : count === items.length ? 'on' : 'some'
}
