import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzyPrefixLength, maxTypingErrors } from '../../../renderer/search/typing-errors.ts'

const letter = fc.constantFrom(...'abcdeilmnoprstuv')
const word = fc.array(letter, { minLength: 4, maxLength: 12 }).map((letters) => letters.join(''))
const apart = fc.uniqueArray(letter, { minLength: 8, maxLength: 12 }).map((letters) => letters.join(''))

/** One typo: a wrong, extra or missing letter, or two swapped letters. */
const slip = fc.record({ kind: fc.constantFrom('wrong', 'more', 'less', 'swapped'), at: fc.nat(), letter })
function slipped(text: string, { kind, at, letter: other }: { kind: string; at: number; letter: string }): string {
  const place = at % text.length
  switch (kind) {
    case 'wrong':
      return text.slice(0, place) + other + text.slice(place + 1)
    case 'more':
      return text.slice(0, place) + other + text.slice(place)
    case 'less':
      return text.slice(0, place) + text.slice(place + 1)
    default:
      return text.slice(0, place) + (text[place + 1] ?? '') + (text[place] ?? '') + text.slice(place + 2)
  }
}

describe('a typo', () => {
  it('is tolerated at any position', () => {
    fc.assert(
      fc.property(word, slip, (text, one) => {
        expect(fuzzyPrefixLength(slipped(text, one), text, 1)).not.toBeNull()
      })
    )
  })

  it('is tolerated twice if two are allowed', () => {
    fc.assert(
      // The letters differ, and there is one typo near each end. Two typos close together may need a third edit to undo.
      fc.property(apart, slip, slip, (text, early, late) => {
        const once = slipped(text, { ...early, at: early.at % 2 })
        expect(fuzzyPrefixLength(slipped(once, { ...late, at: once.length - 2 + (late.at % 2) }), text, 2)).not.toBeNull()
      })
    )
  })

  it('never matches beyond the end of the word', () => {
    fc.assert(
      fc.property(word, word, (typed, text) => {
        const end = fuzzyPrefixLength(typed, text, 2)
        if (end === null) return
        expect(end).toBeLessThanOrEqual(text.length)
        expect(end).toBeGreaterThanOrEqual(Math.min(text.length, typed.length - 2))
      })
    )
  })

  it('isn’t counted if the typed text starts the word', () => {
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 4 }), (text, length) => fuzzyPrefixLength(text.slice(0, length), text, 0) === length)
    )
  })

  it('is allowed depending on the word’s length', () => {
    expect(['abc', 'abcd', 'abcdefg', 'abcdefgh'].map(maxTypingErrors)).toEqual([0, 1, 1, 2])
  })
})
