import type { MatchRange } from '../../../shared/library/library.ts'

/** Characters of scripts without spaces between words. Each character is indexed as a word, and a search term is matched as a phrase. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/**
 * Prepares a text for the index or for a query. Adds spaces around each character of scripts without spaces, so that each character is a
 * word.
 */
export function toIndexedText(text: string): string {
  return text.replace(spaceless, ' $& ')
}

/**
 * A search term. `isWhole`: true if the term matches only the exact text, not words that begin with it. `isUnwanted`: true if the term is
 * excluded.
 */
type Wanted = { readonly text: string; readonly isWhole: boolean; readonly isUnwanted: boolean }

function termsIn(search: string): readonly Wanted[] {
  const terms: Wanted[] = []
  let isNegated = false
  for (const [, minus = '', quoted, word] of search.matchAll(/(-?)(?:"([^"]*)"?|(tag:"[^"]*"?|\S+))/gi)) {
    if (word === 'NOT') isNegated = true
    else {
      const text = quoted ?? word ?? ''
      if (text !== '') terms.push({ text, isWhole: quoted !== undefined, isUnwanted: isNegated || minus !== '' })
      isNegated = false
    }
  }
  return terms
}

function wantedIn(search: string): readonly Wanted[] {
  return termsIn(search).filter((term) => termFilter(term) === null && /[\p{L}\p{N}]/u.test(term.text))
}

/** Splits a search at `OR` into alternatives, which are searched separately. `fox OR snow` has two. `OR` in quotes is an ordinary word. */
export function searchAlternatives(search: string): readonly string[] {
  const alternatives: string[][] = [[]]
  for (const [token] of search.matchAll(/-?(?:tag:)?"[^"]*"?|\S+/gi)) {
    if (token === 'OR') alternatives.push([])
    else alternatives.at(-1)?.push(token)
  }
  const filled = alternatives.filter((tokens) => tokens.length > 0).map((tokens) => tokens.join(' '))
  return filled.length > 1 ? filled : [search.replaceAll(/(^|\s)OR(?=\s|$)/g, '$1')]
}

/** A search term that the full-text index can't match. `symbol`: signs and emoji, which FTS5 doesn't index. */
export type TermFilter = { readonly isUnwanted: boolean } & (
  | { readonly kind: 'symbol'; readonly text: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'stars'; readonly stars: number }
  | { readonly kind: 'size'; readonly width: number; readonly height: number }
)

export function searchTermFilters(search: string): readonly TermFilter[] {
  return termsIn(search).flatMap((term) => termFilter(term) ?? [])
}

function termFilter({ text, isWhole, isUnwanted }: Wanted): TermFilter | null {
  const tag = /^tag:(.+)$/i.exec(text)?.[1]
  if (tag !== undefined && !isWhole) return { kind: 'tag', tag: tag.replaceAll('"', '').trim(), isUnwanted }
  const stars = /^stars:([0-5])$/i.exec(text)?.[1]
  if (stars !== undefined && !isWhole) return { kind: 'stars', stars: Number(stars), isUnwanted }
  const [, width, height] = /^(\d{1,6})[x×*](\d{1,6})$/i.exec(text) ?? []
  if (width !== undefined && height !== undefined && !isWhole)
    return { kind: 'size', width: Number(width), height: Number(height), isUnwanted }
  // A term with only dashes and quotation marks is ignored, because the user hasn't finished typing it.
  return /[\p{L}\p{N}]/u.test(text) || !/[^\s"'-]/.test(text) ? null : { kind: 'symbol', text, isUnwanted }
}

/** Returns the search as a task ID or request ID, which the user may have pasted. Null if it can't be an ID. */
export function idFromSearch(search: string): string | null {
  const text = search.trim()
  return /^[\w.:-]{8,200}$/.test(text) && /\d/.test(text) ? text : null
}

/**
 * Returns the search as an FTS5 query. Null if the search doesn't contain words to match. The query is always valid, whatever the user
 * types.
 */
export function toFtsQuery(search: string): string | null {
  const wanted = wantedIn(search)
  if (wanted.length === 0) return null
  const termOf = ({ text, isWhole }: Wanted): string =>
    `"${toIndexedText(text).replaceAll('"', ' ').replaceAll('\0', ' ')}"${isWhole ? '' : '*'}`
  const needed = wanted.filter((one) => !one.isUnwanted).map(termOf)
  const unwanted = wanted.filter((one) => one.isUnwanted).map(termOf)
  if (needed.length === 0) return null
  const all = needed.join(' AND ')
  return unwanted.length === 0 ? all : `(${all}) NOT (${unwanted.join(' OR ')})`
}

/** Returns a query that finds the items to exclude, if the search has only excluded words. Null for any other search. */
export function excludedTermsQuery(search: string): string | null {
  const wanted = wantedIn(search)
  if (wanted.length === 0 || wanted.some((one) => !one.isUnwanted)) return null
  return toFtsQuery(wanted.map(({ text, isWhole }) => (isWhole ? `"${text}"` : text)).join(' '))
}

/** Returns the ranges of a text that match the search, without overlaps. */
export function searchHighlights(text: string, search: string): readonly MatchRange[] {
  const wanted = searchAlternatives(search)
    .flatMap(wantedIn)
    .filter((one) => !one.isUnwanted)
  const symbols = searchTermFilters(search).flatMap((filter) => (filter.kind === 'symbol' && !filter.isUnwanted ? [filter.text] : []))
  if (wanted.length + symbols.length === 0 || text === '') return []
  const { folded, places } = fold(text)
  const found: [number, number][] = []
  for (const { text: word, isWhole } of wanted) {
    const parts = fold(word).folded.match(/[\p{L}\p{N}]+/gu) ?? []
    if (parts.length === 0) continue
    const isSpaceless = new RegExp(spaceless.source, 'u').test(word)
    const edge = isSpaceless ? '' : String.raw`(?<![\p{L}\p{N}])`
    const end = isWhole && !isSpaceless ? String.raw`(?![\p{L}\p{N}])` : ''
    for (const match of folded.matchAll(new RegExp(edge + parts.join(String.raw`[^\p{L}\p{N}]+`) + end, 'gu'))) {
      found.push([places[match.index] ?? 0, places[match.index + match[0].length] ?? text.length])
    }
  }
  for (const symbol of symbols)
    for (let at = text.indexOf(symbol); at !== -1; at = text.indexOf(symbol, at + symbol.length)) found.push([at, at + symbol.length])
  found.sort(([one], [other]) => one - other)
  const merged: [number, number][] = []
  for (const [from, until] of found) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], until)
    else merged.push([from, until])
  }
  return merged
}

/** Converts a text to lower case and removes accents. `places`: the position in `text` of each code unit in `folded`. */
function fold(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = ''
  const places: number[] = []
  let place = 0
  for (const character of text) {
    const bare = character
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
    for (let unit = 0; unit < bare.length; unit += 1) places.push(place)
    folded += bare
    place += character.length
  }
  places.push(text.length)
  return { folded, places }
}
