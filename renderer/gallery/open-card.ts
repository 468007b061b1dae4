import type { Capability } from '../../shared/form/capability.ts'
import { openCapability } from '../navigation/open-form.ts'
import { navigate } from '../navigation/route.ts'
import type { GalleryCard } from './gallery-sections.ts'
import { galleryStore } from './gallery-store.ts'

/** Opens a card's form. Records the card, so that it gets the focus when the user returns. */
export function openCard(card: GalleryCard): void {
  galleryStore.setState({ currentCard: card.key, wasOpened: true })
  openWithStartFiles(card.capability)
}

/** Opens a form. Fills in the files that the user starts from. */
export function openWithStartFiles(capability: Capability): void {
  const { start } = galleryStore.getState()
  const values = start?.valuesFor(capability) ?? null
  if (start === null || values === null) return openCapability(capability.id)
  navigate({ view: 'compose', capabilityId: capability.id, prefill: { values, from: null, isAdded: true, localFiles: start.files } })
}
