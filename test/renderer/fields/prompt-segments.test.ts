import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caretBesideChip, promptSegments, rangeWithWholeChips } from '../../../renderer/fields/prompt-segments.ts'

describe('segments of a prompt', () => {
  it('are chips for references to existing images, and text otherwise', () => {
    expect(promptSegments('Put image 1 on image 3.', 2, null)).toEqual([
      { kind: 'words', text: 'Put ', isOver: false },
      { kind: 'chip', text: 'image 1', isOver: false, index: 0 },
      { kind: 'words', text: ' on image 3.', isOver: false }
    ])
  })

  it('mark only the text beyond the limit', () => {
    expect(promptSegments('abcdef image 1', 1, 3)).toEqual([
      { kind: 'words', text: 'abc', isOver: false },
      { kind: 'words', text: 'def ', isOver: true },
      { kind: 'chip', text: 'image 1', isOver: true, index: 0 }
    ])
  })

  it('never lose or add a character', () => {
    const words = fc.constantFrom('image 1', 'Image 2', ' image 9 ', 'image ?', ' on ', '\n', 'é', '👩‍🎨', 'x')
    fc.assert(
      fc.property(fc.array(words), fc.integer({ min: 0, max: 3 }), fc.option(fc.nat({ max: 40 })), (parts, imageCount, overflowAt) => {
        const text = parts.join('')
        const segments = promptSegments(text, imageCount, overflowAt)
        expect(segments.map((segment) => segment.text).join('')).toBe(text)
        expect(segments.every((segment) => segment.text !== '')).toBe(true)
      })
    )
  })
})

describe('the caret near chips', () => {
  const segments = promptSegments('ab image 1 c', 1, null)

  it('passes a chip in one step in either direction', () => {
    expect(caretBesideChip(segments, 4, 3)).toBe(10)
    expect(caretBesideChip(segments, 9, 10)).toBe(3)
  })

  it('moves to the nearer end of a clicked chip', () => {
    expect(caretBesideChip(segments, 5, 0)).toBe(3)
    expect(caretBesideChip(segments, 8, 0)).toBe(10)
  })

  it('stays where it is everywhere else', () => {
    for (const place of [0, 2, 3, 10, 12]) expect(caretBesideChip(segments, place, 0)).toBe(place)
  })

  it('deletes a whole chip if part of it is deleted', () => {
    expect(rangeWithWholeChips(segments, 9, 10)).toEqual({ start: 3, end: 10 })
    expect(rangeWithWholeChips(segments, 1, 5)).toEqual({ start: 1, end: 10 })
    expect(rangeWithWholeChips(segments, 10, 11)).toEqual({ start: 10, end: 11 })
    expect(rangeWithWholeChips(segments, 5, 5)).toEqual({ start: 5, end: 5 })
  })
})
