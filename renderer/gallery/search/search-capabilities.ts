import type { Capability } from '../../../shared/form/capability.ts'
import { matchWord, maxFuzzyScore, matchFields, matchScores } from '../../search/match-word.ts'
import type { SearchIndex } from './search-index.ts'
import { maxTypingErrors } from '../../search/typing-errors.ts'
import { queryTerms } from '../../search/search-terms.ts'

export type CapabilitySearchResult = {
  /** Capabilities that contain every word of the query as typed, best first. */
  readonly found: readonly Capability[]
  /** Capabilities that contain at least one word of the query only in a similar spelling, best first. */
  readonly fuzzy: readonly Capability[]
  /** Score of the first match, for ranking it against other kinds of results. -1 if there is no match. */
  readonly score: number
}

const maxScore = 30

export type CapabilitySearchOptions = {
  /** Returns true for a capability that is searched. Default: all capabilities. */
  readonly isShown?: (capability: Capability) => boolean
  /** Returns true for a capability that ranks above others with the same score, such as a favourite. */
  readonly isPreferred?: (capability: Capability) => boolean
}

/**
 * Finds the capabilities that contain every word of the query. Searches name, category, ID, purpose, related terms and fields. Capabilities
 * with the same score keep their order.
 */
export function searchCapabilities(
  index: SearchIndex,
  query: string,
  { isShown, isPreferred }: CapabilitySearchOptions = {}
): CapabilitySearchResult {
  const typed = queryTerms(query)
  const scores = typed.map((word) => wordScores(index, word))
  const found: Capability[][] = []
  const alike: Capability[][] = []
  for (const [place, capability] of index.capabilities.entries()) {
    let sum = 0
    let isAlike = false
    for (const score of scores) {
      const own = score[place] ?? 0
      if (own === 0) {
        sum = 0
        break
      }
      sum += own
      isAlike ||= own <= maxFuzzyScore
    }
    if (sum === 0 || isShown?.(capability) === false) continue
    const buckets = isAlike ? alike : found
    const bucket = (buckets[sum * 2 + (isPreferred?.(capability) === true ? 1 : 0)] ??= [])
    bucket.push(capability)
  }
  return { found: bestFirst(found), fuzzy: bestFirst(alike), score: Math.floor(((found.length > 0 ? found : alike).length - 1) / 2) }
}

/**
 * Returns each capability's score for a typed word, by the capability's index. 0 if the word doesn't occur. `slips` is the number of typing
 * errors allowed.
 */
export function wordScores({ capabilities, words, postings }: SearchIndex, typed: string, slips = maxTypingErrors(typed)): Uint8Array {
  const scores = new Uint8Array(capabilities.length)
  for (const [id, word] of words.entries()) {
    const fit = matchWord(typed, word, slips)
    if (fit === null) continue
    const termScores = matchFields.map((where) => matchScores[where][fit])
    for (const at of postings[id] ?? []) {
      const place = Math.floor(at / matchFields.length)
      const own = termScores[at % matchFields.length] ?? 0
      if (own > (scores[place] ?? maxScore)) scores[place] = own
    }
  }
  return scores
}

/** Flattens buckets that are indexed by score, highest score first. Scores without a bucket are skipped. */
function bestFirst(buckets: readonly (readonly Capability[] | undefined)[]): readonly Capability[] {
  return buckets.toReversed().flatMap((bucket = []) => bucket)
}
