import type { Capability } from '../../../shared/form/capability.ts'
import { wordScores } from './search-capabilities.ts'
import type { SearchIndex } from './search-index.ts'
import { fuzzyPrefixLength } from '../../search/typing-errors.ts'
import { queryTerms } from '../../search/search-terms.ts'

/** Closest matches for a search without results. */
export type NearestMatches = {
  /** The query with unknown words replaced by similar known words, or omitted. Null if there is no better query. */
  readonly query: string | null
  /** Capabilities that contain at least one of the words, best first. */
  readonly capabilities: readonly Capability[]
}

const maxNearest = 12
const mostSlips = 3

/** For a query without results, returns capabilities that contain some of its words. Also suggests a query. */
export function findNearestMatches(index: SearchIndex, query: string): NearestMatches {
  const typed = queryTerms(query)
  const meant = typed.map((word) => nearestWord(index, word))
  const scores = meant.flatMap((word) => (word === null ? [] : [wordScores(index, word)]))
  const hits = index.capabilities.flatMap((capability, place) => {
    const own = scores.map((score) => score[place] ?? 0).filter((score) => score > 0)
    return own.length === 0 ? [] : [{ capability, words: own.length, sum: own.reduce((sum, score) => sum + score, 0) }]
  })
  const best = hits.toSorted((one, other) => other.words - one.words || other.sum - one.sum)
  const known = meant.filter((word) => word !== null)
  const isOther = known.length > 0 && known.join(' ') !== typed.join(' ')
  return { query: isOther ? known.join(' ') : null, capabilities: best.slice(0, maxNearest).map(({ capability }) => capability) }
}

/**
 * Returns `typed` if a known word contains it. Otherwise returns the known word with the fewest typing errors, or null. Of several such
 * words, returns the shortest. The first or last letter must match the typed word's.
 */
function nearestWord(index: SearchIndex, typed: string): string | null {
  if (index.words.some((word) => word.includes(typed))) return typed
  const near = index.words.filter(
    (word) => Math.abs(word.length - typed.length) <= mostSlips && (word.charAt(0) === typed.charAt(0) || word.at(-1) === typed.at(-1))
  )
  for (let slips = 1; slips <= Math.min(mostSlips, Math.floor(typed.length / 2)); slips += 1) {
    const words = near.filter((word) => Math.abs(word.length - typed.length) <= slips && fuzzyPrefixLength(typed, word, slips) !== null)
    const [first] = words.toSorted((one, other) => one.length - other.length)
    if (first !== undefined) return first
  }
  return null
}
