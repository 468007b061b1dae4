import type { MouseEvent } from 'react'
import { useState } from 'react'
import type { ContextMenuRequest } from '../ui/context-menu.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import type { Capability } from '../../shared/form/capability.ts'
import { openExample } from '../navigation/open-example.ts'
import { useFailureToast } from '../ui/toasts.tsx'
import { cardMenuItems } from './card-menu-items.ts'
import type { GalleryRow } from './gallery-rows.ts'
import type { GalleryCard } from './gallery-sections.ts'

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
  const fail = useFailureToast()
  const [pressed, setPressed] = useState<ContextMenuRequest | null>(null)

  function press(event: MouseEvent): void {
    const card = event.target instanceof Element ? cardOf(event.target) : null
    if (card === null) return
    event.preventDefault()
    void openAt(card, event.clientX, event.clientY)
  }
  async function openAt(card: GalleryCard, x: number, y: number): Promise<void> {
    const examples = await examplesOf(card.capability, fail)
    setPressed({ items: cardMenuItems(card, { isFavourite: isFavourite.has(card.capability.id), examples, onFavourite, announce }), x, y })
  }
  function cardOf(target: Element): GalleryCard | null {
    const key = target.closest('article')?.querySelector<HTMLElement>('[data-card]')?.dataset['card']
    return rows.flatMap((row) => (row.kind === 'cards' ? row.cards : [])).find((one) => one.key === key) ?? null
  }

  return { menu: pressed, openMenu: press, closeMenu: () => setPressed(null) }
}

/** Without the code of the examples, the menu opens without them. */
async function examplesOf(
  capability: Capability,
  fail: ReturnType<typeof useFailureToast>
): Promise<readonly { readonly title: string; readonly open: () => void }[]> {
  const code = await import('../media/examples/load-examples.ts').catch(() => null)
  const examples = code === null ? [] : await code.loadExamples(capability)
  return examples.map((example) => ({
    title: example.title[code?.exampleLanguage() ?? 'en'],
    open: () => void openExample(capability.id, example).then(fail)
  }))
}
