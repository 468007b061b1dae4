import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promptSegments } from '../../../renderer/fields/prompt-segments.ts'

describe('segments of a prompt', () => {
  it('makes chips of references to images that are there, and words of the rest', () => {
    expect(promptSegments('Put image 1 on image 3.', 2, null)).toEqual([
      { kind: 'words', text: 'Put ', isOver: false },
      { kind: 'chip', text: 'image 1', isOver: false, place: 0 },
      { kind: 'words', text: ' on image 3.', isOver: false }
    ])
  })

  it('marks only what stands past the limit', () => {
    expect(promptSegments('abcdef image 1', 1, 3)).toEqual([
      { kind: 'words', text: 'abc', isOver: false },
      { kind: 'words', text: 'def ', isOver: true },
      { kind: 'chip', text: 'image 1', isOver: true, place: 0 }
    ])
  })

  it('never loses or adds a character', () => {
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
