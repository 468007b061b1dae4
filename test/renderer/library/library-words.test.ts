import { describe, expect, it } from 'vitest'
import { dayHeadWords, dayOf, monthWords, timesOfMonth } from '../../../renderer/library/day-words.ts'
import { excerptOf } from '../../../renderer/library/excerpt.ts'
import { collectionChoices, tagChoices } from '../../../renderer/library/tag-choices.ts'
import { selectionWords, shownWords, tileWords } from '../../../renderer/library/tile-words.ts'
import { aTile } from './a-tile.ts'

const now = new Date(2026, 10, 20, 14, 6).getTime()

describe('days of the library', () => {
  it('are called as people call them', () => {
    expect(dayHeadWords('2026-11-20', now)).toBe('Today')
    expect(dayHeadWords('2026-11-19', now)).toBe('Yesterday')
    expect(dayHeadWords('2026-11-16', now)).toBe('Monday')
    expect(dayHeadWords('2026-11-06', now)).toBe('Friday 6 November')
    expect(dayHeadWords('2025-12-31', now)).toBe('Wednesday 31 December 2025')
  })

  it('are those of the local calendar, also across a change of the clock', () => {
    expect(dayOf(new Date(2026, 0, 5, 0, 0, 0, 1).getTime())).toBe('2026-01-05')
    expect(dayOf(new Date(2026, 9, 25, 23, 59).getTime())).toBe('2026-10-25')
    expect(dayHeadWords('2026-10-25', new Date(2026, 9, 26, 0, 30).getTime())).toBe('Yesterday')
  })

  it('make months, with the year where it is another', () => {
    expect(monthWords('2026-11', now)).toBe('November')
    expect(monthWords('2025-02', now)).toBe('February 2025')
    expect(timesOfMonth('2026-12')).toEqual({ from: new Date(2026, 11, 1).getTime(), until: new Date(2027, 0, 1).getTime() })
  })
})

describe('a tile in words', () => {
  it('says what it is, when it was made, and what a person gave it', () => {
    expect(tileWords(aTile({ key: 1 }))).toBe('A red vase, picture, 20 November 2026')
    const clip = aTile({ key: 2, medium: 'video', durationInSeconds: 12, stars: 1, tags: ['sea', 'calm'], state: 'missing' })
    expect(tileWords(clip)).toBe('A red vase, video, 0:12, 20 November 2026, 1 star, tagged sea, calm, file is missing')
  })

  it('says how many are chosen and how much that is', () => {
    expect(selectionWords(3, 43_000_000)).toBe('3 selected, 41 MB')
    expect(selectionWords(12_408, null)).toBe('12,408 selected')
  })

  it('says how many of all are shown', () => {
    expect(shownWords(1_904, 12_408)).toBe('1,904 of 12,408')
    expect(shownWords(12_408, 12_408)).toBe('12,408')
  })

  it('shows the words around what was found', () => {
    const text = 'A very long beginning that nobody needs to read, then a cobalt vase'
    const at = text.indexOf('cobalt')
    const found = excerptOf(text, [[at, at + 6]])
    expect(found?.text).toBe('…then a cobalt vase')
    const [from, to] = found?.ranges[0] ?? [0, 0]
    expect(found?.text.slice(from, to)).toBe('cobalt')
    expect(excerptOf('Cobalt\nvase', [[0, 6]])).toEqual({ text: 'Cobalt vase', ranges: [[0, 6]] })
    expect(excerptOf(text, [])).toBeNull()
  })
})

describe('tags and collections to give', () => {
  const items = [aTile({ key: 1, tags: ['sea', 'calm'], collections: [4] }), aTile({ key: 2, tags: ['sea'] })]

  it('are on where all have them, half on where some have', () => {
    expect(tagChoices(['vase', 'sea'], items).map(({ id, mark }) => [id, mark])).toEqual([
      ['calm', 'some'],
      ['sea', 'on'],
      ['vase', 'off']
    ])
    const collections = [
      { id: 5, name: 'Shop', count: 1, createdAt: 0 },
      { id: 4, name: 'Album', count: 9, createdAt: 0 }
    ]
    expect(collectionChoices(collections, items).map(({ words, mark }) => [words, mark])).toEqual([
      ['Album', 'some'],
      ['Shop', 'off']
    ])
  })

  it('are off where nobody knows: a press then gives', () => {
    expect(tagChoices(['sea'], null).map(({ mark }) => mark)).toEqual(['off'])
  })
})
