import { fuzzyPrefixLength } from './typing-errors.ts'
import { containsHan } from './search-terms.ts'

/**
 * Where a word can occur in a capability, best first. The search index stores indexes into this list. `term` is a common name for the
 * capability that doesn't appear in the capability's own texts.
 */
export const matchFields = ['name-start', 'name', 'category', 'purpose', 'term', 'field'] as const
export type MatchField = (typeof matchFields)[number]

export type MatchKind = 'exact' | 'beginning' | 'inside' | 'alike'

/**
 * Score of a matching word by field and kind of match. Names score above categories, purposes and fields. Within a field, whole words score
 * above prefixes, and prefixes above matches inside a word. Similar spellings score below all other matches.
 */
export const matchScores: { readonly [where in MatchField]: { readonly [fit in MatchKind]: number } } = {
  'name-start': { exact: 30, beginning: 28, inside: 22, alike: 6 },
  name: { exact: 27, beginning: 25, inside: 21, alike: 5 },
  category: { exact: 20, beginning: 19, inside: 14, alike: 4 },
  purpose: { exact: 18, beginning: 17, inside: 12, alike: 3 },
  // Terms are whole words, so a match inside a term is meaningless.
  term: { exact: 17, beginning: 16, inside: 0, alike: 2 },
  field: { exact: 15, beginning: 14, inside: 11, alike: 1 }
}
export const maxFuzzyScore = 6

/**
 * Returns the kind of match between a typed text and a word. Null if they don't match. A single letter matches only words that begin with
 * it. Chinese has no spaces, so any match counts as the beginning of a word.
 */
export function matchWord(typed: string, word: string, slips: number): MatchKind | null {
  const at = word.indexOf(typed)
  if (at === 0) return word.length === typed.length ? 'exact' : 'beginning'
  if (at > 0 && containsHan(typed)) return 'beginning'
  if (at > 0) return typed.length > 1 ? 'inside' : null
  return slips > 0 && fuzzyPrefixLength(typed, word, slips) !== null ? 'alike' : null
}
