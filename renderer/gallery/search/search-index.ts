import type { Capability } from '../../../shared/form/capability.ts'
import { categoryText } from '../../media/capability-text.ts'
import { fieldLabelsOf } from './field-labels.ts'
import { mediaTermsOf, relatedTermsForText } from './search-terms.ts'
import type { MatchField } from '../../search/match-word.ts'
import { matchFields } from '../../search/match-word.ts'
import { tokenizeText } from '../../search/search-terms.ts'

/**
 * Every distinct word, with the capabilities that contain the word. `postings` has the same order as `words`. Each posting is `capability *
 * matchFields.length + field`, with the indexes of both. A capability has one posting per word, for the best field that contains the word.
 */
export type SearchIndex = {
  readonly capabilities: readonly Capability[]
  readonly words: readonly string[]
  readonly postings: readonly (readonly number[])[]
}

/** An index under construction. Thousands of capabilities are indexed in several steps, while the browser is idle. */
export type SearchIndexBuilder = {
  /** Continues indexing until `isOver` returns true. Returns true when all capabilities are indexed. */
  readonly readOn: (isOver: () => boolean) => boolean
  /** Returns the whole index. Indexes the remaining capabilities immediately. */
  readonly whole: () => SearchIndex
}

/** Number of capabilities to index before `isOver` is checked again. */
const stroke = 20

export function createSearchIndexBuilder(capabilities: readonly Capability[]): SearchIndexBuilder {
  const words: string[] = []
  const postings: number[][] = []
  const idOfWord = new Map<string, number>()
  /** Index of the last capability that contains a word, by word ID. */
  const lastIn: number[] = []
  /** Word IDs by text. Cached, because many capabilities share a purpose or a field. */
  const idsOfText = new Map<string, readonly number[]>()
  const termsOf = new Map<string, string>()
  let read = 0

  function idOf(word: string): number {
    const known = idOfWord.get(word)
    if (known !== undefined) return known
    const id = words.length
    idOfWord.set(word, id)
    words.push(word)
    postings.push([])
    lastIn.push(-1)
    return id
  }

  function idsIn(text: string): readonly number[] {
    const known = idsOfText.get(text)
    if (known !== undefined) return known
    const ids = tokenizeText(text).map(({ word }) => idOf(word))
    idsOfText.set(text, ids)
    return ids
  }

  function knownTerms(text: string): string {
    const terms = termsOf.get(text) ?? relatedTermsForText(text)
    termsOf.set(text, terms)
    return terms
  }

  function put(place: number, where: MatchField, ids: readonly number[]): void {
    for (const id of ids) {
      if (lastIn[id] === place) continue
      lastIn[id] = place
      postings[id]?.push(place * matchFields.length + matchFields.indexOf(where))
    }
  }

  function readOne(capability: Capability, place: number): void {
    const { title, purpose, id, category } = capability
    const nameText = tokenizeText(title).map(({ word }) => word)
    const name = nameText.map(idOf)
    put(place, 'name-start', name.slice(0, 1))
    // Also adds the joined words of the title, so that "lipsync" finds "Lip sync".
    put(place, 'name', name.length > 1 ? [...name.slice(1), idOf(nameText.join(''))] : [])
    for (const { word } of tokenizeText(id)) put(place, 'category', [idOf(word)])
    put(place, 'category', idsIn(`${category} ${categoryText(category)}`))
    put(place, 'purpose', idsIn(purpose))
    for (const text of [`${title} ${id}`, purpose]) put(place, 'term', idsIn(knownTerms(text)))
    put(place, 'field', idsIn(mediaTermsOf(capability)))
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
      return { capabilities, words, postings }
    }
  }
}
