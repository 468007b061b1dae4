import type { TextRange } from '../../ui/highlighted.tsx'
import { meantPart, slipsAllowed } from './slips.ts'
import { wordsIn, wordsOfQuery } from './words.ts'

/** Says which parts of a text a query means, in order, those that touch or overlap made one. Made once for a query. */
export type Marker = (text: string) => readonly TextRange[]

export function markerOf(query: string): Marker {
  const typed = wordsOfQuery(query)
  const known = new Map<string, readonly TextRange[]>()
  const partsOf = (word: string): readonly TextRange[] => {
    const parts = known.get(word) ?? typed.flatMap((one) => partMeant(one, word))
    known.set(word, parts)
    return parts
  }
  return (text) => {
    const words = wordsIn(text)
    const ranges = words.flatMap(({ word, from }) => partsOf(word).map(([start, end]): TextRange => [from + start, from + end]))
    return ranges.length > 0 || words.length < 2 ? merged(ranges) : acrossWords(words, typed)
  }
}

/** The part of a word that a typed one means, as the search sees it; what stands in it as it was typed goes before what is alike. */
function partMeant(typed: string, word: string): readonly TextRange[] {
  const at = word.indexOf(typed)
  if (at === 0 || (at > 0 && typed.length > 1)) return [[at, at + typed.length]]
  const slips = slipsAllowed(typed)
  const end = at === -1 && slips > 0 ? meantPart(typed, word, slips) : null
  return end === null ? [] : [[0, end]]
}

/** "lipsync" in "Lip sync": the words as if nothing stood between them. */
function acrossWords(words: ReturnType<typeof wordsIn>, typed: readonly string[]): readonly TextRange[] {
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
