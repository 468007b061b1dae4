import { describe, expect, it } from 'vitest'
import { truncateSections, adjacentCard, galleryRows, largeCardsPerRow } from '../../../renderer/gallery/gallery-rows.ts'
import type { GallerySection } from '../../../renderer/gallery/gallery-sections.ts'
import { aCapability } from './a-capability.ts'

const section = (key: string, size: GallerySection['size'], count: number, title: string | null = key): GallerySection => ({
  key,
  title,
  count,
  size,
  cards: Array.from({ length: count }, (_, place) => ({
    key: `${key}-${place}`,
    capability: aCapability({ id: `${key}-${place}` }),
    found: null
  }))
})
const cardRowsOf = (sections: readonly GallerySection[], width: number) =>
  galleryRows(sections, width).flatMap((row) => (row.kind === 'cards' ? [row.cards.length] : []))

describe('the layout of the gallery', () => {
  it('has five cards per row beside the sidebar, and four in the smallest window', () => {
    expect(cardRowsOf([section('image', 'normal', 12)], 1016)).toEqual([5, 5, 2])
    expect(cardRowsOf([section('image', 'normal', 12)], 812)).toEqual([4, 4, 4])
  })

  it('has larger cards on a large screen', () => {
    const columnsOf = (width: number) => cardRowsOf([section('image', 'normal', 30)], width)[0]
    expect([500, 812, 1016, 1656, 2296, 3400].map(columnsOf)).toEqual([2, 4, 5, 6, 7, 7])
  })

  it('shows recent cards large, three per row in a typical window and more on a large screen', () => {
    expect([812, 1016, 1656, 2296].map(largeCardsPerRow)).toEqual([3, 3, 4, 5])
    for (const width of [812, 1016, 1656, 2296, 3400])
      expect(cardRowsOf([section('recent', 'large', largeCardsPerRow(width))], width)).toEqual([largeCardsPerRow(width)])
  })

  it('fills the row of recent cards from three cards on, without filling the window', () => {
    const recentRow = (count: number) => galleryRows([section('recent', 'large', count)], 2296)[1]
    expect(recentRow(5)).toMatchObject({ columns: 5, coverHeight: 290 })
    expect(recentRow(4)).toMatchObject({ columns: 4, coverHeight: 340 })
    expect(recentRow(1)).toMatchObject({ columns: 3, coverHeight: 340 })
  })

  it('has covers with an aspect ratio of 4:3', () => {
    const [, row] = galleryRows([section('image', 'normal', 5)], 1016)
    expect(row).toMatchObject({ kind: 'cards', columns: 5, coverHeight: 143 })
  })

  it('gives no heading to a section without a name', () => {
    expect(galleryRows([section('image', 'normal', 1, null)], 1016).map(({ kind }) => kind)).toEqual(['cards'])
  })
})

describe('moving between cards', () => {
  // The rows are recent-0 to recent-2, image-0 to image-4, and image-5 to image-6.
  const rows = galleryRows([section('recent', 'large', 3), section('image', 'normal', 7)], 1016)
  const beside = (key: string | null, direction: Parameters<typeof adjacentCard>[2]) => adjacentCard(rows, key, direction)?.key

  it('starts with the first card', () => {
    expect(beside(null, 'down')).toBe('recent-0')
    expect(beside('gone', 'right')).toBe('recent-0')
  })

  it('continues in the next row at the end of a row, in both directions', () => {
    expect(beside('recent-2', 'right')).toBe('image-0')
    expect(beside('image-0', 'left')).toBe('recent-2')
  })

  it('keeps the horizontal position if the rows have different columns', () => {
    expect(beside('recent-2', 'down')).toBe('image-4')
    expect(beside('image-4', 'up')).toBe('recent-2')
    expect(beside('recent-0', 'down')).toBe('image-0')
  })

  it('selects the last card of a row that is too short', () => {
    expect(beside('image-4', 'down')).toBe('image-6')
  })

  it('stays at the edge', () => {
    expect(beside('recent-0', 'left')).toBe('recent-0')
    expect(beside('recent-1', 'up')).toBe('recent-1')
    expect(beside('image-6', 'right')).toBe('image-6')
    expect(beside('image-6', 'down')).toBe('image-6')
  })

  it('jumps to the first and the last card', () => {
    expect(beside('image-3', 'first')).toBe('recent-0')
    expect(beside('image-3', 'last')).toBe('image-6')
  })

  it('does nothing in an empty gallery', () => {
    expect(adjacentCard([], 'image-0', 'down')).toBeNull()
  })
})

describe('a truncated gallery', () => {
  const sections = [section('image', 'normal', 5), section('video', 'normal', 4), section('audio', 'normal', 3)]
  const cardsIn = (most: number) => truncateSections(sections, most).map(({ cards, count }) => [cards.length, count])

  it('ends at the requested card, and its headings keep the full counts', () => {
    expect(cardsIn(7)).toEqual([
      [5, 5],
      [2, 4]
    ])
  })

  it('is complete if everything fits, and empty if nothing fits', () => {
    expect(truncateSections(sections, 12)).toEqual(sections)
    expect(truncateSections(sections, 0)).toEqual([])
  })
})
