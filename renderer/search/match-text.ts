import type { MatchKind, MatchField } from './match-word.ts'
import { matchWord, maxFuzzyScore, matchScores } from './match-word.ts'
import { maxTypingErrors } from './typing-errors.ts'
import { tokenizeText } from './search-terms.ts'

/** The searchable texts of an item, by field. */
type Texts = { readonly [where in Extract<MatchField, 'name' | 'purpose' | 'term'>]: string }

/**
 * Quality of a query's match. `worth` is the sum of each query word's best score in `matchScores`. `wholeWords` is the number of query
 * words that are whole words of the texts. `isAlike` is true if a query word matches only by similar spelling.
 */
type TextFit = { readonly worth: number; readonly wholeWords: number; readonly isAlike: boolean }

/** Returns the quality of the match between a query's words and these texts. Null if any word doesn't match. */
export function matchText(typed: readonly string[], texts: Texts): TextFit | null {
  const placed = [
    ...tokenizeText(texts.name).map(({ word }, place) => ({ word, where: place === 0 ? ('name-start' as const) : ('name' as const) })),
    ...tokenizeText(texts.purpose).map(({ word }) => ({ word, where: 'purpose' as const })),
    ...tokenizeText(texts.term).map(({ word }) => ({ word, where: 'term' as const }))
  ]
  let sum = 0
  let wholeWords = 0
  let isAlike = false
  for (const one of typed) {
    const slips = maxTypingErrors(one)
    const best = Math.max(0, ...placed.map(({ word, where }) => worthOf(where, matchWord(one, word, slips))))
    if (best === 0) return null
    sum += best
    wholeWords += placed.some(({ word }) => word === one) ? 1 : 0
    isAlike ||= best <= maxFuzzyScore
  }
  return { worth: sum, wholeWords, isAlike }
}

function worthOf(where: MatchField, fit: MatchKind | null): number {
  return fit === null ? 0 : matchScores[where][fit]
}
