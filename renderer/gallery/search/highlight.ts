import type { Capability } from '../../../shared/form/capability.ts'
import { matchWord, type MatchKind } from '../../search/match-word.ts'
import type { TextRange } from '../../ui/highlighted-text.tsx'
import { fuzzyPrefixLength, maxTypingErrors } from '../../search/typing-errors.ts'
import { tokenizeText, queryTerms } from '../../search/search-terms.ts'
import { relatedTermsForCapability } from './search-terms.ts'

/**
 * Returns the ranges of a text that match a query, in order. Merges ranges that touch or overlap. Create one highlighter for each query.
 */
export type Highlighter = {
  (text: string): readonly TextRange[]
  /** Returns the capability's terms from `search-terms.ts` that match the query, at most one for each typed word. */
  readonly relatedTermsOf: (capability: Capability) => readonly string[]
}

/** Kinds of match that count for terms, best first. As in the search, a match inside a term doesn't count. */
const fitsOfTerms: readonly MatchKind[] = ['exact', 'beginning', 'alike']

export function createHighlighter(query: string): Highlighter {
  const typed = queryTerms(query)
  const known = new Map<string, readonly TextRange[]>()
  const partsOf = (word: string): readonly TextRange[] => {
    const parts = known.get(word) ?? typed.flatMap((one) => partMeant(one, word))
    known.set(word, parts)
    return parts
  }
  function mark(text: string): readonly TextRange[] {
    const words = tokenizeText(text)
    const ranges = words.flatMap(({ word, from }) => partsOf(word).map(([start, end]): TextRange => [from + start, from + end]))
    return ranges.length > 0 || words.length < 2 ? merged(ranges) : acrossText(words, typed)
  }
  return Object.assign(mark, {
    relatedTermsOf: (capability: Capability) => {
      const terms = tokenizeText(relatedTermsForCapability(capability)).map(({ word }) => word)
      const meant = typed.map((one) => {
        const fits = terms.map((term) => matchWord(one, term, maxTypingErrors(one)))
        const best = fitsOfTerms.find((matchKind) => fits.includes(matchKind))
        return best === undefined ? undefined : terms[fits.indexOf(best)]
      })
      return [...new Set(meant.filter((term) => term !== undefined))]
    }
  })
}

/**
 * Returns the part of `word` that the typed word matches, as in the search. An exact match takes priority over a similar spelling. Empty if
 * nothing matches.
 */
function partMeant(typed: string, word: string): readonly TextRange[] {
  const at = word.indexOf(typed)
  if (at === 0 || (at > 0 && typed.length > 1)) return [[at, at + typed.length]]
  const slips = maxTypingErrors(typed)
  const end = at === -1 && slips > 0 ? fuzzyPrefixLength(typed, word, slips) : null
  return end === null ? [] : [[0, end]]
}

/** Matches words as if they were joined, such as "lipsync" in "Lip sync". */
function acrossText(words: ReturnType<typeof tokenizeText>, typed: readonly string[]): readonly TextRange[] {
  const joined = words.map(({ word }) => word).join('')
  const places = words.flatMap(({ word, from }) => Array.from(word, (_, step) => from + step))
  return merged(
    typed.flatMap((one) =>
      partMeant(one, joined).flatMap(([from, to]): readonly TextRange[] => {
        const [first, last] = [places[from], places[to - 1]]
        return first === undefined || last === undefined ? [] : [[first, last + 1]]
      })
    )
  )
}

function merged(ranges: readonly TextRange[]): readonly TextRange[] {
  const result: [number, number][] = []
  for (const [from, to] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = result.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}
