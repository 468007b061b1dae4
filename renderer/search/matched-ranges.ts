import { matchWord } from './match-word.ts'
import { tokenizeText } from './search-terms.ts'

/** Returns the ranges of a text that match one of these words, for highlighting. Each range has a start and an end in UTF-16 units. */
export function matchedRanges(text: string, words: readonly string[]): readonly (readonly [from: number, to: number])[] {
  return tokenizeText(text).flatMap(({ word: token, from }) => {
    const typed = words.find((one) => matchWord(one, token, 0) !== null)
    return typed === undefined ? [] : [[from + token.indexOf(typed), from + token.indexOf(typed) + typed.length] as const]
  })
}
