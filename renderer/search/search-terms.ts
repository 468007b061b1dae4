/** A normalised word of a text. `from` is the word's start in UTF-16 units. */
export type TextToken = { readonly word: string; readonly from: number }

/**
 * Converts a text to lower case and removes accents. The length stays the same, so positions in the result are valid in the original text.
 * A letter whose lower-case form has a different length is unchanged.
 */
export function foldForSearch(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\p{ASCII}]/u.test(text)) return lower
  const small = lower.length === text.length ? lower : [...text].map((letter) => smallOf(letter)).join('')
  return small.replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD').charAt(0))
}

function smallOf(letter: string): string {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

/** Returns the words of a text in order. A word is a run of letters and digits. */
export function tokenizeText(text: string): readonly TextToken[] {
  const small = foldForSearch(text)
  const words: TextToken[] = []
  const word = /[\p{L}\p{N}]+/gu
  for (let found = word.exec(small); found !== null; found = word.exec(small)) words.push({ word: found[0], from: found.index })
  return words
}

/** Maximum number of query words. Further words are ignored, such as those of a long text pasted by mistake. */
const maxQueryTerms = 12

/** Words that don't indicate which capability is meant, as in "make my photo bigger". */
const fillers = {
  terms:
    'a an the my me i it its this that these of in on at for from into to with without and or so as is are be can how do does want need please ' +
    'let get make makes making 的 把 将 让 给 使 我 你 它 一个 一张 这个 那个 请 想 要 怎么 如何 可以 能 做'
}
const isFiller: ReadonlySet<string> = new Set(fillers.terms.split(' '))

/** True if there is anything to search for. */
export function hasQueryTerms(query: string): boolean {
  return /[\p{L}\p{N}]/u.test(query)
}

/**
 * Returns the distinct words of a query. Fillers are omitted unless the query has no other words. Empty if there is nothing to search for.
 */
export function queryTerms(query: string): readonly string[] {
  const words = [...new Set(tokenizeText(query).flatMap(({ word }) => (containsHan(word) ? chineseWordsIn(word) : [word])))]
  const telling = words.filter((word) => !isFiller.has(word))
  return (telling.length === 0 ? words : telling).slice(0, maxQueryTerms)
}

/** True if a text contains Chinese characters, which are written without spaces. */
export function containsHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}

const chinese = new Intl.Segmenter('zh', { granularity: 'word' })

function chineseWordsIn(text: string): readonly string[] {
  return Array.from(chinese.segment(text), ({ segment }) => segment)
}
