import type { RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Virtualizer } from '@tanstack/react-virtual'
import type { GalleryRow } from './gallery-rows.ts'
import { galleryStore } from './gallery-store.ts'

/**
 * Keeps the focus on a card while the grid renders only visible cards. Returns a function that scrolls to a card in `row` and focuses it.
 */
export function useCardFocus(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly GalleryRow[],
  virtualizer: Virtualizer<HTMLDivElement, Element>
): (key: string, row: number) => void {
  // The card to focus may not be rendered yet. It gets the focus as soon as it is rendered. Elements are reused when the list changes, so
  // the focused element may then show another card. If the original card is still in the list, it gets the focus.
  const wanted = useRef<{ readonly key: string; readonly part: CardPart } | null>(null)
  useLayoutEffect(() => {
    const focused = focusIn(scroller.current)
    const { currentCard: meant } = galleryStore.getState()
    if (focused !== null && meant !== null && focused.key !== meant) {
      const key = keyOfSameCard(rows, meant)
      if (key !== null) wanted.current ??= { key, part: focused.part }
    }
    if (wanted.current === null) return
    const { key, part } = wanted.current
    const card = scroller.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`)
    const element = part === 'star' ? card?.closest('article')?.querySelector<HTMLElement>('[aria-pressed]') : card
    if (!element) return
    wanted.current = null
    element.focus({ preventScroll: true })
  })

  const focusCard = useCallback(
    (key: string, row: number) => {
      wanted.current = { key, part: 'name' }
      galleryStore.setState({ currentCard: key })
      virtualizer.scrollToIndex(row, { align: 'auto' })
    },
    [virtualizer]
  )

  // Restores the scroll position and the focus after the user returns from a form.
  const hasReturned = useRef(false)
  useEffect(() => {
    if (hasReturned.current || rows.length === 0) return
    hasReturned.current = true
    const { wasOpened, currentCard: key, scrollTop } = galleryStore.getState()
    scroller.current?.scrollTo({ top: scrollTop })
    if (!wasOpened || key === null) return
    galleryStore.setState({ wasOpened: false })
    const row = rows.findIndex((one) => rowContainsCard(one, key))
    if (row !== -1) focusCard(key, row)
  }, [rows, focusCard, scroller])

  return focusCard
}

type CardPart = 'name' | 'star'

/** Returns the focused card, and which of its two buttons has the focus. Null if the focus is elsewhere. */
function focusIn(grid: HTMLElement | null): { readonly key: string; readonly part: CardPart } | null {
  const focused = document.activeElement
  if (grid === null || focused === null || !grid.contains(focused)) return null
  const name = focused.closest('article')?.querySelector<HTMLElement>('[data-card]')
  const key = name?.dataset['card']
  return key === undefined ? null : { key, part: focused === name ? 'name' : 'star' }
}

/** Returns `key` if that card exists, else the key of the same capability's card in another section. Null if there is no such card. */
function keyOfSameCard(rows: readonly GalleryRow[], key: string): string | null {
  const keys = rows.flatMap((row) => (row.kind === 'cards' ? row.cards.map((card) => card.key) : []))
  const id = key.slice(key.indexOf(':'))
  return keys.find((one) => one === key) ?? keys.find((one) => one.endsWith(id)) ?? null
}

/** True if the card is in the row. */
export function rowContainsCard(row: GalleryRow, cardKey: string | null): boolean {
  return row.kind === 'cards' && row.cards.some(({ key }) => key === cardKey)
}
