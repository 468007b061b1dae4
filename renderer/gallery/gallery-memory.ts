import { createStore } from 'zustand/vanilla'
import type { StoredGalleryState } from '../../shared/settings.ts'
import type { Facets } from './facets.ts'
import { inputKinds, noFacets, outputKinds } from './facets.ts'
import type { GalleryTab, SortOrder } from './gallery-sections.ts'
import { galleryTabNames, sortOrders } from './gallery-sections.ts'

/** The gallery's state, kept while other views are open. Tab, sort order and facets are also kept across restarts. */
export type GalleryMemory = {
  readonly query: string
  readonly tab: GalleryTab
  readonly sort: SortOrder
  readonly facets: Facets
  readonly scrollTop: number
  readonly currentCard: string | null
  /** True if the user opened a card. The focus then returns to that card. */
  readonly wasOpened: boolean
}

export const galleryMemory = createStore<GalleryMemory>(() => ({
  query: '',
  tab: 'all',
  sort: 'recent',
  facets: noFacets,
  scrollTop: 0,
  currentCard: null,
  wasOpened: false
}))

/** Sets the search query and scrolls the results to the top. */
export function searchGallery(query: string): void {
  galleryMemory.setState({ query, scrollTop: 0, currentCard: null })
}

export function filterGallery(facets: Facets): void {
  galleryMemory.setState({ facets, scrollTop: 0, currentCard: null })
}

/** Returns the part of the state that is kept across restarts. */
export function toStoredGallery({ tab, sort, facets }: GalleryMemory): StoredGalleryState {
  return { tab, sort, takes: facets.takes, gives: facets.gives, isFavouritesOnly: facets.isFavouritesOnly }
}

/** Restores the saved state. Unknown values are discarded. */
export function fromStoredGallery({
  tab,
  sort,
  takes,
  gives,
  isFavouritesOnly
}: StoredGalleryState): Pick<GalleryMemory, 'tab' | 'sort' | 'facets'> {
  return {
    tab: galleryTabNames.find((one) => one === tab) ?? 'all',
    sort: sortOrders.find((one) => one === sort) ?? 'recent',
    facets: {
      takes: inputKinds.filter((kind) => takes.includes(kind)),
      gives: outputKinds.filter((kind) => gives.includes(kind)),
      isFavouritesOnly
    }
  }
}
