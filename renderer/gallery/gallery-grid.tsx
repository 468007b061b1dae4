import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent, MouseEvent } from 'react'
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Capability } from '../../shared/capability.ts'
import { linkToCapability as linkTo } from '../../shared/deep-link.ts'
import { pressedShortcut } from '../../shared/pressed-shortcut.ts'
import { localeInForce, say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { useNow } from '../bridge/use-now.ts'
import type { ContextMenuItem, MenuPress } from '../ui/context-menu.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { CapabilityCard } from './capability-card.tsx'
import { coverOf } from './covers.ts'
import styles from './gallery-grid.module.css'
import { galleryMemory } from './gallery-memory.ts'
import type { Direction, GalleryRow } from './gallery-rows.ts'
import { beginningOf, cardBeside, galleryRows } from './gallery-rows.ts'
import type { GalleryCard, GallerySection } from './gallery-sections.ts'
import type { Recent } from './recents.ts'
import { agoWords } from './recents.ts'
import type { Marker } from './search/marks.ts'
import { keyAsRead } from '../ui/reading-direction.tsx'
import type { useElementWidth } from '../ui/use-element-width.ts'
import { useIsSettled } from './use-is-settled.ts'

export type GalleryGridProps = ReturnType<typeof useElementWidth> & {
  /** What was asked for: another question begins at the top. */
  readonly question: string
  readonly capabilities: readonly Capability[]
  readonly sections: readonly GallerySection[]
  /** What was searched for, to be marked; null: nothing was. */
  readonly marker: Marker | null
  readonly recents: readonly Recent[]
  readonly favourites: readonly string[]
  readonly onOpen: (capabilityId: string) => void
  readonly onFavourite: (capabilityId: string, isFavourite: boolean) => void
}

/** The first view is drawn without it. */
const MenuAt = lazy(async () => ({ default: (await import('../ui/context-menu.tsx')).MenuAt }))

/** More cards than the largest screen shows. */
const mostInSight = 200

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last'
}

/** All cards, of which only those in sight are drawn. Arrow keys move among them. */
export function GalleryGrid({
  measure,
  width,
  question,
  capabilities,
  sections,
  marker,
  recents,
  favourites,
  onOpen,
  onFavourite
}: GalleryGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const announce = useAnnounce()
  const [pressed, setPressed] = useState<MenuPress | null>(null)
  const isSettled = useIsSettled(question)
  const isExplained = useIsExplained(marker !== null, isSettled)
  // Thousands of rows are not laid out in the moment of a letter: what can be in sight at the top is, and the rest in the pause after it.
  const laidOut = useMemo(() => (isSettled ? sections : beginningOf(sections, mostInSight)), [sections, isSettled])
  const rows = useMemo(() => (width === null ? [] : galleryRows(laidOut, width)), [laidOut, width])
  const recentOf = useMemo(() => new Map(recents.map((recent) => [recent.capability, recent])), [recents])
  const isFavourite = useMemo(() => new Set(favourites), [favourites])
  const coverOfId = useMemo(() => coversOf(capabilities), [capabilities])
  const now = useNow(30_000)
  const currentCard = useStore(galleryMemory, (memory) => memory.currentCard)
  const firstCard = rows.find((row) => row.kind === 'cards')?.cards[0]?.key ?? null
  const current = useMemo(() => (rows.some((row) => holds(row, currentCard)) ? currentCard : firstCard), [rows, currentCard, firstCard])

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => rows[place]?.height ?? 0,
    // Another list of rows is measured anew because this is another function then.
    getItemKey: useCallback((place: number) => rows[place]?.key ?? place, [rows]),
    overscan: isSettled ? 1 : 0,
    // A heading brings its own room.
    paddingStart: sections[0]?.title === null ? 20 : 0,
    initialOffset: galleryMemory.getState().scrollTop
  })

  const bottom = (virtualizer.scrollOffset ?? 0) + (virtualizer.scrollRect?.height ?? 0)

  // The card that shall have the focus may not be drawn yet; it gets it as soon as it is. Places are filled anew when the list moves: the
  // focus then goes after its card, and leaves when that is gone.
  const wanted = useRef<{ readonly key: string; readonly part: CardPart } | null>(null)
  useLayoutEffect(() => {
    const focused = focusIn(scroller.current)
    const { currentCard: meant } = galleryMemory.getState()
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
      galleryMemory.setState({ currentCard: key })
      virtualizer.scrollToIndex(row, { align: 'auto' })
    },
    [virtualizer]
  )

  // Back from a form: to the place and the card that it was opened from.
  const hasReturned = useRef(false)
  useEffect(() => {
    if (hasReturned.current || rows.length === 0) return
    hasReturned.current = true
    const { wasOpened, currentCard: key, scrollTop } = galleryMemory.getState()
    scroller.current?.scrollTo({ top: scrollTop })
    if (!wasOpened || key === null) return
    galleryMemory.setState({ wasOpened: false })
    const row = rows.findIndex((one) => holds(one, key))
    if (row !== -1) focusCard(key, row)
  }, [rows, focusCard])

  const askedBefore = useRef(question)
  const isAtTop = useRef(true)
  useLayoutEffect(() => {
    if (askedBefore.current === question) return
    askedBefore.current = question
    // To scroll is to lay out at once: not for nothing while one types.
    if (!isAtTop.current) scroller.current?.scrollTo({ top: 0 })
  }, [question])

  const open = useCallback(
    (card: GalleryCard) => {
      galleryMemory.setState({ currentCard: card.key, wasOpened: true })
      onOpen(card.capability.id)
    },
    [onOpen]
  )
  const rememberFocus = useCallback((key: string) => galleryMemory.setState({ currentCard: key }), [])

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
    const { id, title } = card.capability
    const kept = isFavourite.has(id)
    const copy = (text: string): void =>
      void request('clipboard.writeText', { text }).then(({ ok }) => announce(ok ? say('Copied') : say('Could not be copied')))
    return [
      { words: say('Open'), icon: 'arrow-right', onSelect: () => open(card) },
      {
        words: kept ? say('Take from the favourites') : say('Add to the favourites'),
        icon: 'star',
        onSelect: () => onFavourite(id, !kept)
      },
      'line',
      { words: say('Copy its name'), icon: 'copy', onSelect: () => copy(title) },
      { words: say('Copy its id'), icon: 'copy', onSelect: () => copy(id) },
      ...(linkTo(id) === null ? [] : [{ words: say('Copy a link to it'), icon: 'link' as const, onSelect: () => copy(linkTo(id) ?? '') }])
    ]
  }

  function move(event: KeyboardEvent) {
    const direction = directions[keyAsRead(event)]
    if (direction === undefined || pressedShortcut('gallery', event) !== 'move') return
    const next = cardBeside(rows, current, direction)
    if (next === null) return
    event.preventDefault()
    focusCard(next.key, direction === 'first' ? 0 : next.row)
  }

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onScroll={({ currentTarget: { scrollTop } }) => {
        isAtTop.current = scrollTop === 0
        galleryMemory.setState({ scrollTop })
      }}
    >
      <div
        ref={measure}
        role="grid"
        aria-label={say('Capabilities')}
        aria-rowcount={rows.length}
        className={styles.grid}
        style={{ height: virtualizer.getTotalSize() + 24 }}
        onKeyDown={move}
        onContextMenu={press}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          // Words below what is in sight wait for the pause, as the rows there do.
          const isNamed = isSettled || row.kind === 'head' || start + row.coverHeight < bottom
          return (
            <div
              // Rows and cards are places that are filled anew: what is made once is not made again with every letter.
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
                  {row.count !== null && <span className="ink-3 num">{row.count.toLocaleString(localeInForce())}</span>}
                </div>
              ) : (
                row.cards.map((card, place) => {
                  const recent = recentOf.get(card.capability.id) ?? null
                  return (
                    // oxlint-disable-next-line react/no-array-index-key -- see the row's key
                    <div key={place} role="gridcell" className={styles.cell}>
                      <CapabilityCard
                        card={card}
                        marker={row.size === 'found' && isNamed ? marker : null}
                        isExplained={isExplained}
                        cover={coverOfId.get(card.capability.id) ?? coverOf(card.capability, 0)}
                        coverHeight={row.coverHeight}
                        recent={recent}
                        usedWords={row.size === 'large' && recent ? agoWords(recent.usedAt, now) : null}
                        isFavourite={isFavourite.has(card.capability.id)}
                        isCurrent={card.key === current}
                        onOpen={open}
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
      {pressed !== null && (
        <Suspense>
          <MenuAt label={say('What can be done with it')} {...pressed} onClose={() => setPressed(null)} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * Whether cards say why they were found. With the first letter they come with their names, and that follows in the pause after it; from then on it
 * changes with every letter, so that nothing blinks.
 */
function useIsExplained(isSearching: boolean, isSettled: boolean): boolean {
  const [isExplained, setExplained] = useState(false)
  const next = isSearching && (isExplained || isSettled)
  if (next !== isExplained) setExplained(next)
  return next || isSettled
}

type CardPart = 'name' | 'star'

/** The card that has the focus, and which of its buttons; null: it is elsewhere. */
function focusIn(grid: HTMLElement | null): { readonly key: string; readonly part: CardPart } | null {
  const focused = document.activeElement
  if (grid === null || focused === null || !grid.contains(focused)) return null
  const name = focused.closest('article')?.querySelector<HTMLElement>('[data-card]')
  const key = name?.dataset['card']
  return key === undefined ? null : { key, part: focused === name ? 'name' : 'star' }
}

/** The card itself; else one of the same capability in another section; null: there is none. */
function keyOfSameCard(rows: readonly GalleryRow[], key: string): string | null {
  const keys = rows.flatMap((row) => (row.kind === 'cards' ? row.cards.map((card) => card.key) : []))
  const id = key.slice(key.indexOf(':'))
  return keys.find((one) => one === key) ?? keys.find((one) => one.endsWith(id)) ?? null
}

function holds(row: GalleryRow, cardKey: string | null): boolean {
  return row.kind === 'cards' && row.cards.some(({ key }) => key === cardKey)
}

/** Neighbours in a category get different covers. */
function coversOf(capabilities: readonly Capability[]) {
  const places = new Map<string, number>()
  return new Map(
    capabilities.map((capability) => {
      const place = places.get(capability.category) ?? 0
      places.set(capability.category, place + 1)
      return [capability.id, coverOf(capability, place)] as const
    })
  )
}
