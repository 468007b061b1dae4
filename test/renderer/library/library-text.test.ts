import { describe, expect, it } from 'vitest'
import { dayHeadingText, localDay, monthText, monthTimeRange } from '../../../renderer/ui/day-text.ts'
import { excerptOf } from '../../../renderer/library/excerpt.ts'
import { collectionMenuItems, tagMenuItems, removesTag } from '../../../renderer/library/tag-menu-items.ts'
import { tileTooltip, selectionText, shownCountText, tileAriaLabel } from '../../../renderer/library/tile-aria-label.ts'
import { aTile } from './a-tile.ts'

const now = new Date(2026, 10, 20, 14, 6).getTime()

describe('days of the library', () => {
  it('have headings relative to today, or a date', () => {
    expect(dayHeadingText('2026-11-20', now)).toBe('Today')
    expect(dayHeadingText('2026-11-19', now)).toBe('Yesterday')
    expect(dayHeadingText('2026-11-16', now)).toBe('Monday')
    expect(dayHeadingText('2026-11-06', now)).toBe('Friday 6 November')
    expect(dayHeadingText('2025-12-31', now)).toBe('Wednesday 31 December 2025')
  })

  it('are local calendar days, also across a clock change', () => {
    expect(localDay(new Date(2026, 0, 5, 0, 0, 0, 1).getTime())).toBe('2026-01-05')
    expect(localDay(new Date(2026, 9, 25, 23, 59).getTime())).toBe('2026-10-25')
    expect(dayHeadingText('2026-10-25', new Date(2026, 9, 26, 0, 30).getTime())).toBe('Yesterday')
  })

  it('form months, with the year if it isn’t the current one', () => {
    expect(monthText('2026-11', now)).toBe('November')
    expect(monthText('2025-02', now)).toBe('February 2025')
    expect(monthTimeRange('2026-12')).toEqual({ from: new Date(2026, 11, 1).getTime(), until: new Date(2027, 0, 1).getTime() })
  })
})

describe('the text of a tile', () => {
  it('contains the title, type, date, stars and tags', () => {
    expect(tileAriaLabel(aTile({ key: 1 }))).toBe('A red vase, image, 20 November 2026')
    const clip = aTile({ key: 2, medium: 'video', durationInSeconds: 12, stars: 1, tags: ['sea', 'calm'], state: 'missing' })
    expect(tileAriaLabel(clip)).toBe('A red vase, video, 0:12, 20 November 2026, 1 star, tagged sea, calm, file is missing')
  })

  it('shows its prompt on hover, shortened if it is long', () => {
    expect(tileTooltip({ title: 'A red vase', prompt: 'A red vase on a plinth' })).toBe('A red vase on a plinth')
    expect(tileTooltip({ title: 'song.mp3', prompt: null })).toBe('song.mp3')
    expect(tileTooltip({ title: '', prompt: '🦊'.repeat(2_000) })).toBe(`${'🦊'.repeat(300)}…`)
  })

  it('shows the number and size of selected items', () => {
    expect(selectionText(3, 43_000_000)).toBe('3 selected, 41 MB')
    expect(selectionText(12_408, null)).toBe('12,408 selected')
  })

  it('shows how many of all results are visible', () => {
    expect(shownCountText(1_904, 12_408)).toBe('1,904 matches in 12,408 results')
    expect(shownCountText(12_408, 12_408)).toBe('12,408 results')
  })

  it('shows the words around a match', () => {
    const text = 'A very long beginning of little interest, then a cobalt vase'
    const at = text.indexOf('cobalt')
    const found = excerptOf(text, [[at, at + 6]], 300)
    expect(found?.text).toBe('…then a cobalt vase')
    const [from, to] = found?.ranges[0] ?? [0, 0]
    expect(found?.text.slice(from, to)).toBe('cobalt')
    expect(excerptOf('Cobalt\nvase', [[0, 6]], 300)).toEqual({ text: 'Cobalt vase', ranges: [[0, 6]] })
    expect(excerptOf(text, [], 300)).toBeNull()
  })

  it('starts with the match if the tile is too narrow for words before it', () => {
    const text = 'A tall stoneware vase with a cobalt glaze'
    const at = text.indexOf('vase')
    expect(excerptOf(text, [[at, at + 4]], 109)?.text).toMatch(/^…vase/)
    expect(excerptOf(text, [[at, at + 4]], 200)?.text).toMatch(/^…stoneware vase/)
    const chinese = '带有钴蓝釉的高大炻器花瓶'
    const place = chinese.indexOf('花瓶')
    expect(excerptOf(chinese, [[place, place + 2]], 109)?.text).toBe('…花瓶')
  })
})

describe('tag and collection choices', () => {
  const selection = {
    count: 12_000,
    tags: [
      { value: 'sea', count: 12_000 },
      { value: 'calm', count: 1 }
    ],
    collections: [{ value: 4, count: 1 }]
  }

  it('are on if all items have them, and mixed if some do, for any selection size', () => {
    expect(tagMenuItems(['vase', 'sea'], selection).map(({ id, mark }) => [id, mark])).toEqual([
      ['calm', 'some'],
      ['sea', 'on'],
      ['vase', 'off']
    ])
    const collections = [
      { id: 5, name: 'Shop', count: 1, createdAt: 0 },
      { id: 4, name: 'Album', count: 9, createdAt: 0 }
    ]
    expect(collectionMenuItems(collections, selection).map(({ label, mark }) => [label, mark])).toEqual([
      ['Album', 'some'],
      ['Shop', 'off']
    ])
  })

  it('are off while the selection is loading', () => {
    expect(tagMenuItems(['sea'], null).map(({ mark }) => mark)).toEqual(['off'])
  })

  it('are removed by a click, and never by typing the name of one that all items have', () => {
    expect(removesTag('on', false)).toBe(true)
    expect(removesTag('on', true)).toBe(false)
    expect(removesTag('some', false)).toBe(false)
  })
})
