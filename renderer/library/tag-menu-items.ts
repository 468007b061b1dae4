import type { LibraryCollection, LibrarySelectionSummary } from '../../shared/library/library.ts'
import { compareNames } from '../../shared/i18n/compare-names.ts'
import type { SearchMenuItem } from '../ui/search-menu.tsx'

type Mark = NonNullable<SearchMenuItem['mark']>
type Choices = readonly (SearchMenuItem & { readonly mark: Mark })[]

/**
 * Returns the menu items for tags. The selection's tags come first, sorted by name. The other tags keep the order of `known`. `selection`
 * is null while it loads.
 */
export function tagMenuItems(known: readonly string[], selection: Pick<LibrarySelectionSummary, 'count' | 'tags'> | null): Choices {
  const counts = new Map(selection?.tags.map(({ value, count }) => [value, count]))
  const own = [...counts.keys()].toSorted((one, other) => compareNames(one, other))
  const others = known.filter((tag) => !counts.has(tag))
  return [...own, ...others].map((tag) => ({ id: tag, label: tag, mark: markOf(counts.get(tag) ?? 0, selection) }))
}

/** Returns the menu items for collections, sorted by name. `selection` is null while it loads. */
export function collectionMenuItems(
  collections: readonly LibraryCollection[],
  selection: Pick<LibrarySelectionSummary, 'count' | 'collections'> | null
): Choices {
  const counts = new Map(selection?.collections.map(({ value, count }) => [value, count]))
  return collections
    .toSorted((one, other) => compareNames(one.name, other.name))
    .map(({ id, name, count }) => ({ id: String(id), label: name, aside: String(count), mark: markOf(counts.get(id) ?? 0, selection) }))
}

/**
 * True if choosing a tag or collection in this state removes it from all selected items. Typing the whole name never removes a tag or
 * collection.
 */
export function removesTag(mark: Mark, isTyped: boolean): boolean {
  return mark === 'on' && !isTyped
}

function markOf(count: number, selection: Pick<LibrarySelectionSummary, 'count'> | null): Mark {
  if (count === 0 || selection === null) return 'off'
  return count === selection.count ? 'on' : 'some'
}
