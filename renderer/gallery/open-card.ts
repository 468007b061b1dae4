import { openCapability } from '../navigation/open-form.ts'
import type { GalleryCard } from './gallery-sections.ts'
import { galleryStore } from './gallery-store.ts'

/** Opens a card's form. Records the card, so that it gets the focus when the user returns. */
export function openCard(card: GalleryCard): void {
  galleryStore.setState({ currentCard: card.key, wasOpened: true })
  openCapability(card.capability.id)
}
