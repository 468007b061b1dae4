import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent, RefObject } from 'react'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/form/capability.ts'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import { currentLocale, say } from '../../shared/i18n/say.ts'
import { useNow } from '../ui/use-now.ts'
import { openCard } from './open-card.ts'
import { rowContainsCard, useCardFocus } from './use-card-focus.ts'
import { useCardMenu } from './use-card-menu.ts'
import { useScrollToTop } from './use-scroll-to-top.ts'
import { CapabilityCard } from './capability-card.tsx'
import styles from './gallery-grid.module.css'
import { galleryStore } from './gallery-store.ts'
import type { CardDirection, GalleryRow } from './gallery-rows.ts'
import { truncateSections, adjacentCard, galleryRows } from './gallery-rows.ts'
import type { GallerySection } from './gallery-sections.ts'
import type { RecentCapability } from './recent-capabilities.ts'
import { lastUsedText } from './recent-capabilities.ts'
import type { Highlighter } from './search/highlight.ts'
import { mirrorArrowKey } from '../ui/reading-direction-provider.tsx'
import type { useElementWidth } from '../ui/use-element-width.ts'
import { useIsSettled } from '../ui/use-is-settled.ts'
import { useDemonstrations } from './use-demonstrations.ts'

export type GalleryGridProps = ReturnType<typeof useElementWidth> & {
  /** Tab, sort order and search text as one string. When the string changes, the grid scrolls to the top. */
  readonly query: string
  readonly capabilities: readonly Capability[]
  readonly sections: readonly GallerySection[]
  /** Highlights matches of the search. Null if there is no search. */
  readonly highlighter: Highlighter | null
  readonly recents: readonly RecentCapability[]
  readonly favourites: readonly string[]
  readonly onFavourite: (capabilityId: string, isFavourite: boolean) => void
}

/** Loaded lazily, because the first view doesn't need the menu. */
const MenuAt = lazy(async () => ({ default: (await import('../ui/context-menu.tsx')).PositionedContextMenu }))

/** Maximum number of cards to lay out while the user types. The largest screen shows fewer. */
const maxInSight = 200

const directions: Readonly<Record<string, CardDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last'
}

/** Grid of all cards. Only the visible cards are rendered. The arrow keys move among the cards. */
export function GalleryGrid({
  measure,
  width,
  query,
  capabilities,
  sections,
  highlighter,
  recents,
  favourites,
  onFavourite
}: GalleryGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const isSettled = useIsSettled(query)
  const isExplained = useIsExplained(highlighter !== null, isSettled)
  // While the user types, lays out only the rows that can be visible at the top. All rows follow when typing pauses.
  const laidOut = useMemo(() => (isSettled ? sections : truncateSections(sections, maxInSight)), [sections, isSettled])
  const rows = useMemo(() => (width === null ? [] : galleryRows(laidOut, width)), [laidOut, width])
  const recentOf = useMemo(() => new Map(recents.map((recent) => [recent.capability, recent])), [recents])
  const isFavourite = useMemo(() => new Set(favourites), [favourites])
  const demonstrations = useDemonstrations(capabilities)
  const now = useNow(30_000)
  const currentCard = useStore(galleryStore, (memory) => memory.currentCard)
  const firstCard = rows.find((row) => row.kind === 'cards')?.cards[0]?.key ?? null
  const current = useMemo(
    () => (rows.some((row) => rowContainsCard(row, currentCard)) ? currentCard : firstCard),
    [rows, currentCard, firstCard]
  )

  const virtualizer = useGalleryVirtualizer(scroller, rows, isSettled)
  const bottom = (virtualizer.scrollOffset ?? 0) + (virtualizer.scrollRect?.height ?? 0)

  const focusCard = useCardFocus(scroller, rows, virtualizer)
  const onScroll = useScrollToTop(scroller, query)
  const { menu, openMenu, closeMenu } = useCardMenu(rows, isFavourite, onFavourite)
  const rememberFocus = useCallback((key: string) => galleryStore.setState({ currentCard: key }), [])

  function move(event: KeyboardEvent) {
    const direction = directions[mirrorArrowKey(event)]
    if (direction === undefined || pressedShortcut('gallery', event) !== 'move') return
    const next = adjacentCard(rows, current, direction)
    if (next === null) return
    event.preventDefault()
    focusCard(next.key, direction === 'first' ? 0 : next.row)
  }

  return (
    <div ref={scroller} className={styles.scroller} onScroll={onScroll}>
      <div
        ref={measure}
        role="grid"
        aria-label={say('Capabilities')}
        aria-rowcount={rows.length}
        className={styles.grid}
        style={{ height: virtualizer.getTotalSize() + 24 }}
        onKeyDown={move}
        onContextMenu={openMenu}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          // Highlights below the visible area are rendered only when typing pauses.
          const isNamed = isSettled || row.kind === 'head' || start + row.coverHeight < bottom
          return (
            <div
              // Rows and cards are reused by index, so that a keystroke doesn't recreate elements.
              key={`${row.kind}:${index}`}
              role="row"
              aria-rowindex={index + 1}
              className={row.kind === 'head' ? styles.head : styles.cards}
              style={{
                transform: `translateY(${start}px)`,
                height: row.height,
                ...(row.kind === 'cards' && { gridTemplateColumns: `repeat(${row.columns}, minmax(0, 1fr))` })
              }}
            >
              {row.kind === 'head' ? (
                <div role="gridcell" className={styles.title}>
                  <h2>{row.title}</h2>
                  {row.count !== null && <span className="ink-3 num">{row.count.toLocaleString(currentLocale())}</span>}
                </div>
              ) : (
                row.cards.map((card, place) => {
                  const recent = recentOf.get(card.capability.id) ?? null
                  return (
                    // oxlint-disable-next-line react/no-array-index-key -- see the row's key
                    <div key={place} role="gridcell" className={styles.cell}>
                      <CapabilityCard
                        card={card}
                        highlighter={row.size === 'found' && isNamed ? highlighter : null}
                        isExplained={isExplained || row.size !== 'found'}
                        demonstration={demonstrations === null ? undefined : (demonstrations.get(card.capability.id) ?? null)}
                        coverHeight={row.coverHeight}
                        coverRatio={row.coverRatio}
                        recent={recent}
                        usedWords={row.size === 'large' && recent ? lastUsedText(recent.usedAt, now) : null}
                        isFavourite={isFavourite.has(card.capability.id)}
                        isCurrent={card.key === current}
                        onOpen={openCard}
                        onFavourite={onFavourite}
                        onFocus={rememberFocus}
                      />
                    </div>
                  )
                })
              )}
            </div>
          )
        })}
      </div>
      {menu !== null && (
        <Suspense>
          <MenuAt label={say('Actions')} {...menu} onClose={closeMenu} />
        </Suspense>
      )}
    </div>
  )
}

/** Renders only the visible rows. When typing pauses, also renders the adjacent row on each side. */
function useGalleryVirtualizer(scroller: RefObject<HTMLDivElement | null>, rows: readonly GalleryRow[], isSettled: boolean) {
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => rows[place]?.height ?? 0,
    // The function changes whenever `rows` changes, which makes the virtualizer measure again.
    getItemKey: useCallback((place: number) => rows[place]?.key ?? place, [rows]),
    overscan: isSettled ? 1 : 0,
    // A heading has its own space above it, so only a row of cards needs padding.
    paddingStart: rows[0]?.kind === 'cards' ? 20 : 0,
    initialOffset: galleryStore.getState().scrollTop
  })
}

/**
 * Returns true if cards show why they were found. After the first letter, cards show only their names until typing pauses. From then on,
 * cards always show the reason, to avoid flicker.
 */
function useIsExplained(isSearching: boolean, isSettled: boolean): boolean {
  const [isExplained, setExplained] = useState(false)
  const next = isSearching && (isExplained || isSettled)
  if (next !== isExplained) setExplained(next)
  return next || isSettled
}
