import type { Capability } from '../../shared/capability.ts'
import { namesIn, propertyAnywhere } from '../../shared/fields/schema-in-force.ts'
import { categoryWords } from '../bridge/capability-words.ts'

/** From (inclusive) and to (exclusive), in UTF-16 units of the text. */
export type TextRange = readonly [from: number, to: number]

/** A capability that was found, and the words that it was found by, in lower case. */
export type Found = { readonly capability: Capability; readonly words: readonly string[] }

type Entry = {
  readonly capability: Capability
  readonly name: string
  readonly purpose: string
  readonly category: string
  /** Labels of its fields. */
  readonly fields: readonly string[]
}

/** Everything that can be searched, in lower case, made once per list. */
export type SearchIndex = readonly Entry[]

export function searchIndexOf(capabilities: readonly Capability[]): SearchIndex {
  return capabilities.map((capability) => ({
    capability,
    name: capability.title.toLowerCase(),
    purpose: capability.purpose.toLowerCase(),
    category: `${capability.id} ${capability.category} ${categoryWords(capability.category)}`.toLowerCase(),
    fields: fieldLabelsOf(capability).map((label) => label.toLowerCase())
  }))
}

/** The words of a query, lower case; empty: nothing is searched for. */
export function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean)
}

/**
 * Capabilities in which every word is found: in the name, the purpose, a field, the category or the id. The name counts most, and most of
 * all at its beginning; equals keep their order.
 */
export function searchCapabilities(index: SearchIndex, query: string): readonly Found[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const hits: { readonly entry: Entry; readonly score: number }[] = []
  for (const entry of index) {
    const score = scoreOf(entry, words)
    if (score > 0) hits.push({ entry, score })
  }
  return hits.toSorted((one, other) => other.score - one.score).map(({ entry: { capability } }) => ({ capability, words }))
}

/** Zero: some word is found nowhere. */
function scoreOf(entry: Entry, words: readonly string[]): number {
  let sum = 0
  for (const word of words) {
    const score = scoreOfWord(entry, word)
    if (score === 0) return 0
    sum += score
  }
  return sum
}

function scoreOfWord({ name, purpose, category, fields }: Entry, word: string): number {
  const inName = name.indexOf(word)
  if (inName === 0) return 100
  if (inName > 0) return name[inName - 1] === ' ' ? 80 : 50
  if (fields.some((label) => label.startsWith(word) || label.includes(`(${word}`))) return 30
  if (category.includes(word)) return 20
  if (fields.some((label) => label.includes(word))) return 15
  return purpose.includes(word) ? 10 : 0
}

/** The first three fields that were meant, as they are marked. */
export function foundFieldsOf({ capability, words }: Found): readonly { readonly label: string; readonly ranges: readonly TextRange[] }[] {
  return fieldLabelsOf(capability)
    .map((label) => ({ label, ranges: rangesOf(label, words) }))
    .filter(({ ranges }) => ranges.length > 0)
    .slice(0, 3)
}

/** A field by its title and the name it has in the contract, which people know too. */
function fieldLabelsOf({ inputSchema }: Capability): readonly string[] {
  return [...new Set(namesIn(inputSchema))]
    .map((name) => [name, propertyAnywhere(inputSchema, name)?.title] as const)
    .map(([name, title]) => (title === undefined || title.toLowerCase() === name.toLowerCase() ? name : `${title} (${name})`))
}

/** Where the words (lower case) stand in a text, in order, those that touch or overlap made one. */
export function rangesOf(text: string, words: readonly string[]): readonly TextRange[] {
  const lower = text.toLowerCase()
  const found: TextRange[] = []
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) found.push([at, at + word.length])
  }
  const merged: [number, number][] = []
  for (const [from, to] of found.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
