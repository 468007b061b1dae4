import type { Capability } from '../../../shared/capability.ts'
import type { SearchIndex, Where } from './search-index.ts'
import { wheres } from './search-index.ts'
import { meantPart, slipsAllowed } from './slips.ts'
import { wordsOfQuery } from './words.ts'

export type Findings = {
  /** Every word of the query stands in them as it was typed, best first. */
  readonly found: readonly Capability[]
  /** Some word only stands in them spelled alike, best first. */
  readonly alike: readonly Capability[]
}

type Fit = 'exact' | 'beginning' | 'inside' | 'alike'

/**
 * What a word is worth by where it stands and how it fits. Names before categories, purposes and fields; whole words before beginnings
 * before what is inside a word; and everything before what is only spelled alike.
 */
const worth: { readonly [where in Where]: { readonly [fit in Fit]: number } } = {
  'name-start': { exact: 30, beginning: 28, inside: 22, alike: 6 },
  name: { exact: 27, beginning: 25, inside: 21, alike: 5 },
  category: { exact: 20, beginning: 19, inside: 14, alike: 4 },
  purpose: { exact: 18, beginning: 17, inside: 12, alike: 3 },
  field: { exact: 16, beginning: 15, inside: 11, alike: 2 }
}
const mostAlike = 6
const mostWorth = 30

export type SearchScope = {
  /** Which capabilities to look among; default: all. */
  readonly isShown?: (capability: Capability) => boolean
  /** Which go before their equals, such as favourites. */
  readonly isPreferred?: (capability: Capability) => boolean
}

/** Capabilities in which every word of the query is found: in the name, the category or the id, the purpose, a field. Equals keep their order. */
export function searchCapabilities(index: SearchIndex, query: string, { isShown, isPreferred }: SearchScope = {}): Findings {
  const typed = wordsOfQuery(query)
  const scores = typed.map((word) => scoresOf(index, word))
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
      isAlike ||= own <= mostAlike
    }
    if (sum === 0 || isShown?.(capability) === false) continue
    const shelves = isAlike ? alike : found
    const shelf = (shelves[sum * 2 + (isPreferred?.(capability) === true ? 1 : 0)] ??= [])
    shelf.push(capability)
  }
  return { found: bestFirst(found), alike: bestFirst(alike) }
}

/** Of each capability, what a word is worth there; zero: it is not there. */
export function scoresOf({ capabilities, words, places }: SearchIndex, typed: string, slips = slipsAllowed(typed)): Uint8Array {
  const scores = new Uint8Array(capabilities.length)
  for (const [id, word] of words.entries()) {
    const fit = fitOf(typed, word, slips)
    if (fit === null) continue
    const worths = wheres.map((where) => worth[where][fit])
    for (const at of places[id] ?? []) {
      const place = Math.floor(at / wheres.length)
      const own = worths[at % wheres.length] ?? 0
      if (own > (scores[place] ?? mostWorth)) scores[place] = own
    }
  }
  return scores
}

/** A single letter means words that begin with it. */
function fitOf(typed: string, word: string, slips: number): Fit | null {
  const at = word.indexOf(typed)
  if (at === 0) return word.length === typed.length ? 'exact' : 'beginning'
  if (at > 0) return typed.length > 1 ? 'inside' : null
  return slips > 0 && meantPart(typed, word, slips) !== null ? 'alike' : null
}

/** Shelves by score, from the highest; there are gaps between them. */
function bestFirst(shelves: readonly (readonly Capability[] | undefined)[]): readonly Capability[] {
  return shelves.toReversed().flatMap((shelf = []) => shelf)
}
