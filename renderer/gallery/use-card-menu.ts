import type { MouseEvent } from 'react'
import { useState } from 'react'
import type { ContextMenuRequest } from '../ui/context-menu.tsx'
import { useCopyText } from '../media/use-copy-text.ts'
import { useFailureToast } from '../ui/toasts.tsx'
import type { GalleryRow } from './gallery-rows.ts'
import type { GalleryCard } from './gallery-sections.ts'

type CardMenu = {
  /** Null if the menu is closed. */
  readonly menu: ContextMenuRequest | null
  /** Opens the menu of the pressed card. */
  readonly openMenu: (event: MouseEvent) => void
  readonly closeMenu: () => void
}

/** Manages the context menu of the cards. */
export function useCardMenu(
  rows: readonly GalleryRow[],
  isFavourite: ReadonlySet<string>,
  onFavourite: (capabilityId: string, isFavourite: boolean) => void
): CardMenu {
  const copyText = useCopyText()
  const fail = useFailureToast()
  const [pressed, setPressed] = useState<ContextMenuRequest | null>(null)

  function press(event: MouseEvent): void {
    const card = event.target instanceof Element ? cardOf(event.target) : null
    if (card === null) return
    event.preventDefault()
    void openAt(card, event.clientX, event.clientY)
  }
  async function openAt(card: GalleryCard, x: number, y: number): Promise<void> {
    const { cardMenuItems } = await import('./card-menu-items.ts')
    const items = await cardMenuItems(card, { isFavourite: isFavourite.has(card.capability.id), onFavourite, copyText, fail })
    setPressed({ items, x, y })
  }
  function cardOf(target: Element): GalleryCard | null {
    const key = target.closest('article')?.querySelector<HTMLElement>('[data-card]')?.dataset['card']
    return rows.flatMap((row) => (row.kind === 'cards' ? row.cards : [])).find((one) => one.key === key) ?? null
  }

  return { menu: pressed, openMenu: press, closeMenu: () => setPressed(null) }
}
