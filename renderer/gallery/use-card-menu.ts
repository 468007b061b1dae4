import type { MouseEvent } from 'react'
import { useState } from 'react'
import type { ContextMenuItem, ContextMenuRequest } from '../ui/context-menu.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { cardMenuItems } from './card-menu-items.ts'
import type { GalleryRow } from './gallery-rows.ts'

type CardMenu = {
  /** Null if the menu is closed. */
  readonly menu: ContextMenuRequest | null
  /** Opens the menu of the pressed card. */
  readonly openMenu: (event: MouseEvent) => void
  readonly closeMenu: () => void
}

/** The context menu of the cards. */
export function useCardMenu(
  rows: readonly GalleryRow[],
  isFavourite: ReadonlySet<string>,
  onFavourite: (capabilityId: string, isFavourite: boolean) => void
): CardMenu {
  const announce = useAnnounce()
  const [pressed, setPressed] = useState<ContextMenuRequest | null>(null)

  function press(event: MouseEvent): void {
    const items = event.target instanceof Element ? menuItems(event.target) : []
    if (items.length === 0) return
    event.preventDefault()
    setPressed({ items, x: event.clientX, y: event.clientY })
  }
  function menuItems(target: Element): readonly ContextMenuItem[] {
    const key = target.closest('article')?.querySelector<HTMLElement>('[data-card]')?.dataset['card']
    const card =
      key === undefined ? undefined : rows.flatMap((row) => (row.kind === 'cards' ? row.cards : [])).find((one) => one.key === key)
    if (card === undefined) return []
    return cardMenuItems(card, { isFavourite: isFavourite.has(card.capability.id), onFavourite, announce })
  }

  return { menu: pressed, openMenu: press, closeMenu: () => setPressed(null) }
}
