import { createStore } from 'zustand/vanilla'
import type { StoredGalleryState } from '../../shared/app/settings.ts'
import type { Capability } from '../../shared/form/capability.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { Values } from '../../shared/form/values.ts'
import type { GalleryFacets } from './gallery-facets.ts'
import { inputFacetOptions, noFacets, outputFacetOptions } from './gallery-facets.ts'
import type { GalleryTab, SortOrder } from './gallery-sections.ts'
import { galleryTabNames, sortOrders } from './gallery-sections.ts'

/**
 * Files that the user starts from. `valuesFor` returns a form's values with all files. Null if the capability doesn't accept all of them.
 */
export type GalleryStart = {
  readonly files: readonly LocalMedia[]
  readonly valuesFor: (capability: Capability) => Values | null
}

/** The gallery's state, kept while other views are open. Tab, sort order and facets are also kept across restarts. */
export type GalleryState = {
  readonly query: string
  readonly tab: GalleryTab
  readonly sort: SortOrder
  readonly facets: GalleryFacets
  /** Null if the user doesn't start from files. */
  readonly start: GalleryStart | null
  readonly scrollTop: number
  readonly currentCard: string | null
  /** True if the user opened a card. The focus then returns to that card. */
  readonly wasOpened: boolean
}

export const galleryStore = createStore<GalleryState>(() => ({
  query: '',
  tab: 'all',
  sort: 'recent',
  facets: noFacets,
  start: null,
  scrollTop: 0,
  currentCard: null,
  wasOpened: false
}))

/** Sets the search query and scrolls the results to the top. */
export function setGalleryQuery(query: string): void {
  galleryStore.setState({ query, scrollTop: 0, currentCard: null })
}

/** Shows all capabilities again, instead of those that accept the start files. */
export function clearStartFiles(): void {
  galleryStore.setState({ start: null, scrollTop: 0, currentCard: null })
}

export function setGalleryFacets(facets: GalleryFacets): void {
  galleryStore.setState({ facets, scrollTop: 0, currentCard: null })
}

/** Returns the part of the state that is kept across restarts. */
export function toStoredGallery({ tab, sort, facets }: GalleryState): StoredGalleryState {
  return { tab, sort, takes: facets.takes, gives: facets.gives, isFavouritesOnly: facets.isFavouritesOnly }
}

/** Restores the saved state. Unknown values are discarded. */
export function fromStoredGallery({
  tab,
  sort,
  takes,
  gives,
  isFavouritesOnly
}: StoredGalleryState): Pick<GalleryState, 'tab' | 'sort' | 'facets'> {
  return {
    tab: galleryTabNames.find((one) => one === tab) ?? 'all',
    sort: sortOrders.find((one) => one === sort) ?? 'recent',
    facets: {
      takes: inputFacetOptions.filter((kind) => takes.includes(kind)),
      gives: outputFacetOptions.filter((kind) => gives.includes(kind)),
      isFavouritesOnly
    }
  }
}
