/** A word of a text, folded, and where it begins, in UTF-16 units. */
export type PlacedWord = { readonly word: string; readonly from: number }

/**
 * Small letters without accents, each in its place: a place in the folded text is the same place in the text. What has no small letter of
 * the same length stays as it is.
 */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\p{ASCII}]/u.test(text)) return lower
  const small = lower.length === text.length ? lower : [...text].map((letter) => smallOf(letter)).join('')
  return small.replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD').charAt(0))
}

function smallOf(letter: string): string {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

/** The words of a text in order: runs of letters and digits. */
export function wordsIn(text: string): readonly PlacedWord[] {
  const small = folded(text)
  const words: PlacedWord[] = []
  const word = /[\p{L}\p{N}]+/gu
  for (let found = word.exec(small); found !== null; found = word.exec(small)) words.push({ word: found[0], from: found.index })
  return words
}

/** More words than this nobody types; what is pasted by mistake is not searched for whole. */
const mostWords = 12

/** Whether there is anything to search for. */
export function isQuestion(query: string): boolean {
  return /[\p{L}\p{N}]/u.test(query)
}

/** The words of a query, each once; empty: nothing is searched for. */
export function wordsOfQuery(query: string): readonly string[] {
  return [...new Set(wordsIn(query).map(({ word }) => word))].slice(0, mostWords)
}
