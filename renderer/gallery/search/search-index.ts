import type { Capability } from '../../../shared/capability.ts'
import { categoryWords } from '../../bridge/capability-words.ts'
import { fieldLabelsOf } from './field-labels.ts'
import { wordsIn } from './words.ts'

/** Where a word stands in a capability, best first; the place in this list is what the index keeps. */
export const wheres = ['name-start', 'name', 'category', 'purpose', 'field'] as const
export type Where = (typeof wheres)[number]

/**
 * Every word there is, once, with the capabilities that hold it. `places[word]` lists `capability * wheres.length + where`, a capability
 * once for each word, with the best place that the word has in it.
 */
export type SearchIndex = {
  readonly capabilities: readonly Capability[]
  readonly words: readonly string[]
  readonly places: readonly (readonly number[])[]
}

/** An index on its way: thousands of capabilities are read in the pauses between frames. */
export type Indexing = {
  /** Reads on until `isOver` says so; true when all is read. */
  readonly readOn: (isOver: () => boolean) => boolean
  /** The whole index; what is not read yet is read now. */
  readonly whole: () => SearchIndex
}

/** How many capabilities are read between two looks at the clock. */
const stroke = 20

export function startIndex(capabilities: readonly Capability[]): Indexing {
  const words: string[] = []
  const places: number[][] = []
  const idOfWord = new Map<string, number>()
  /** The capability that a word was last seen in. */
  const lastIn: number[] = []
  /** Many capabilities share a purpose or a field. */
  const idsOfText = new Map<string, readonly number[]>()
  let read = 0

  function idOf(word: string): number {
    const known = idOfWord.get(word)
    if (known !== undefined) return known
    const id = words.length
    idOfWord.set(word, id)
    words.push(word)
    places.push([])
    lastIn.push(-1)
    return id
  }

  function idsIn(text: string): readonly number[] {
    const known = idsOfText.get(text)
    if (known !== undefined) return known
    const ids = wordsIn(text).map(({ word }) => idOf(word))
    idsOfText.set(text, ids)
    return ids
  }

  function put(place: number, where: Where, ids: readonly number[]): void {
    for (const id of ids) {
      if (lastIn[id] === place) continue
      lastIn[id] = place
      places[id]?.push(place * wheres.length + wheres.indexOf(where))
    }
  }

  function readOne(capability: Capability, place: number): void {
    const { title, purpose, id, category } = capability
    const nameWords = wordsIn(title).map(({ word }) => word)
    const name = nameWords.map(idOf)
    put(place, 'name-start', name.slice(0, 1))
    // As if nothing stood between them: "lipsync" finds "Lip sync".
    put(place, 'name', name.length > 1 ? [...name.slice(1), idOf(nameWords.join(''))] : [])
    for (const { word } of wordsIn(id)) put(place, 'category', [idOf(word)])
    put(place, 'category', idsIn(`${category} ${categoryWords(category)}`))
    put(place, 'purpose', idsIn(purpose))
    for (const label of fieldLabelsOf(capability)) put(place, 'field', idsIn(label))
  }

  function readOn(isOver: () => boolean): boolean {
    while (read < capabilities.length) {
      for (const end = Math.min(read + stroke, capabilities.length); read < end; read += 1) {
        const capability = capabilities[read]
        if (capability !== undefined) readOne(capability, read)
      }
      if (isOver()) break
    }
    return read === capabilities.length
  }

  return {
    readOn,
    whole: () => {
      readOn(() => false)
      return { capabilities, words, places }
    }
  }
}
