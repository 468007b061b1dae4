import type { GalleryCard, GallerySection } from './gallery-sections.ts'

/** A row of the virtual list. Heights are in pixels and known before rendering, so that the layout doesn't shift. */
export type GalleryRow =
  | { readonly kind: 'head'; readonly key: string; readonly title: string; readonly count: number | null; readonly height: number }
  | {
      readonly kind: 'cards'
      readonly key: string
      readonly size: GallerySection['size']
      readonly columns: number
      readonly coverHeight: number
      /** Width of a cover divided by its height. */
      readonly coverRatio: number
      readonly cards: readonly GalleryCard[]
      readonly height: number
    }

const gap = 16
/** `ratio`: height of a cover divided by its width. `words`: height of the text below the cover, with up to two lines of purpose. */
const shape = {
  large: { ratio: 10.4 / 16, words: 81 },
  normal: { ratio: 3 / 4, words: 81 },
  found: { ratio: 3 / 4, words: 103 }
} as const
const headHeight = 56
const firstHeadHeight = 50
const betweenRows = 24
const betweenSections = 4

/** Maximum height of a large cover, in pixels. A row with few recent cards would otherwise fill the window. */
const maxLargeCoverHeight = 340

/** Returns the maximum number of large cards in a row, from three to six. `width` is in pixels. */
export function largeCardsPerRow(width: number): number {
  return Math.min(6, Math.max(3, Math.round(width / 420)))
}

/** Lays out the sections in rows. `width` is the width of the grid in pixels. */
export function galleryRows(sections: readonly GallerySection[], width: number): readonly GalleryRow[] {
  const rows: GalleryRow[] = []
  for (const { key, title, count, size, cards } of sections) {
    if (title !== null)
      rows.push({ kind: 'head', key: `head:${key}`, title, count, height: rows.length === 0 ? firstHeadHeight : headHeight })
    const { ratio, words } = shape[size]
    const columns = size === 'large' ? Math.min(largeCardsPerRow(width), Math.max(3, cards.length)) : columnsOf(width)
    const coverWidth = (width - gap * (columns - 1)) / columns
    const wholeHeight = Math.round(coverWidth * ratio)
    const coverHeight = size === 'large' ? Math.min(wholeHeight, maxLargeCoverHeight) : wholeHeight
    for (let from = 0; from < cards.length; from += columns) {
      const isLast = from + columns >= cards.length
      rows.push({
        kind: 'cards',
        key: `${key}:${from}`,
        size,
        columns,
        coverHeight,
        coverRatio: coverWidth / coverHeight,
        cards: cards.slice(from, from + columns),
        height: coverHeight + words + (isLast ? betweenSections : betweenRows)
      })
    }
  }
  return rows
}

/** Returns the number of cards in a row. Cards grow with the window, so a large screen shows larger images. */
function columnsOf(width: number): number {
  const narrowest = Math.max(176, 74 + width * 0.1)
  return Math.max(2, Math.floor((width + gap) / (narrowest + gap)))
}

/** Returns the sections with at most `most` cards in total. Each section keeps its displayed count. */
export function truncateSections(sections: readonly GallerySection[], most: number): readonly GallerySection[] {
  const begun: GallerySection[] = []
  let left = most
  for (const section of sections) {
    if (left <= 0) break
    begun.push(section.cards.length <= left ? section : { ...section, cards: section.cards.slice(0, left) })
    left -= section.cards.length
  }
  return begun
}

export type CardDirection = 'left' | 'right' | 'up' | 'down' | 'first' | 'last'

/**
 * Returns the card that the focus moves to. Returns the same card if none exists in that direction. Returns the first card if `key` isn't
 * found. Keeps the horizontal position between rows with different column counts. Null if there are no cards.
 */
export function adjacentCard(
  rows: readonly GalleryRow[],
  key: string | null,
  direction: CardDirection
): { readonly key: string; readonly row: number } | null {
  const cardRows = rows.flatMap((row, place) => (row.kind === 'cards' ? [{ place, cards: row.cards, columns: row.columns }] : []))
  const here = cardRows.findIndex(({ cards }) => cards.some((card) => card.key === key))
  const row = cardRows[here]
  if (!row) return placed(cardRows[0], 0)
  const column = row.cards.findIndex((card) => card.key === key)
  switch (direction) {
    case 'left':
      return column > 0 ? placed(row, column - 1) : (placed(cardRows[here - 1], Number.MAX_SAFE_INTEGER) ?? placed(row, column))
    case 'right':
      return column < row.cards.length - 1 ? placed(row, column + 1) : (placed(cardRows[here + 1], 0) ?? placed(row, column))
    case 'up':
    case 'down': {
      const next = cardRows[direction === 'up' ? here - 1 : here + 1]
      if (!next) return placed(row, column)
      return placed(next, Math.floor(((column + 0.5) / row.columns) * next.columns))
    }
    case 'first':
      return placed(cardRows[0], 0)
    case 'last':
      return placed(cardRows.at(-1), Number.MAX_SAFE_INTEGER)
  }
}

function placed(
  row: { readonly place: number; readonly cards: readonly GalleryCard[] } | undefined,
  column: number
): { key: string; row: number } | null {
  const card = row?.cards[Math.min(column, row.cards.length - 1)]
  return row && card ? { key: card.key, row: row.place } : null
}
