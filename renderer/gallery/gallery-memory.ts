import { createStore } from 'zustand/vanilla'
import type { GalleryTab, SortOrder } from './gallery-sections.ts'

/** Where a person was in the gallery; kept while the window is open, so that coming back leads to the same place. */
export type GalleryMemory = {
  readonly query: string
  readonly tab: GalleryTab
  readonly sort: SortOrder
  readonly scrollTop: number
  readonly currentCard: string | null
  /** A card was opened: the focus goes back to it. */
  readonly wasOpened: boolean
}

export const galleryMemory = createStore<GalleryMemory>(() => ({
  query: '',
  tab: 'all',
  sort: 'recent',
  scrollTop: 0,
  currentCard: null,
  wasOpened: false
}))
