import { createStore } from 'zustand/vanilla'
import type { KeptGallery } from '../../shared/settings.ts'
import type { Facets } from './facets.ts'
import { inputKinds, noFacets, outputKinds } from './facets.ts'
import type { GalleryTab, SortOrder } from './gallery-sections.ts'
import { galleryTabNames, sortOrders } from './gallery-sections.ts'

/** Where a person was in the gallery, so that coming back leads to the same place. Tab, order and facets are kept over restarts too. */
export type GalleryMemory = {
  readonly query: string
  readonly tab: GalleryTab
  readonly sort: SortOrder
  readonly facets: Facets
  readonly scrollTop: number
  readonly currentCard: string | null
  /** A card was opened: the focus goes back to it. */
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

/** Another question begins at the top. */
export function askGallery(query: string): void {
  galleryMemory.setState({ query, scrollTop: 0, currentCard: null })
}

export function narrowGallery(facets: Facets): void {
  galleryMemory.setState({ facets, scrollTop: 0, currentCard: null })
}

/** What of the memory outlives the window. */
export function keptOf({ tab, sort, facets }: GalleryMemory): KeptGallery {
  return { tab, sort, takes: facets.takes, gives: facets.gives, isFavouritesOnly: facets.isFavouritesOnly }
}

/** What was kept, in words of today; what they no longer know is left out. */
export function rememberedFrom({ tab, sort, takes, gives, isFavouritesOnly }: KeptGallery): Pick<GalleryMemory, 'tab' | 'sort' | 'facets'> {
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
