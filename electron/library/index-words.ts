import type { Mark } from '../../shared/library.ts'

/** Scripts that set no space between words: each of their characters is a word of its own, and a word that is looked for a phrase of them. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** A text as the index takes it. */
export function asIndexed(text: string): string {
  return text.replace(spaceless, ' $& ')
}

/** What a person looks for. `isWhole`: as it stands, and not only its beginning. */
type Wanted = { readonly text: string; readonly isWhole: boolean; readonly isUnwanted: boolean }

function wantedIn(search: string): readonly Wanted[] {
  return [...search.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)].flatMap(([, minus = '', quoted, word]) => {
    const text = quoted ?? word ?? ''
    return /[\p{L}\p{N}]/u.test(text) ? [{ text, isWhole: quoted !== undefined, isUnwanted: minus !== '' }] : []
  })
}

/** A search in the words of FTS5; null: nothing is looked for. Whatever is typed, it is one that FTS5 can read. */
export function ftsQueryOf(search: string): string | null {
  const wanted = wantedIn(search)
  if (wanted.length === 0) return null
  const termOf = ({ text, isWhole }: Wanted): string =>
    `"${asIndexed(text).replaceAll('"', ' ').replaceAll('\0', ' ')}"${isWhole ? '' : '*'}`
  const needed = wanted.filter((one) => !one.isUnwanted).map(termOf)
  const unwanted = wanted.filter((one) => one.isUnwanted).map(termOf)
  if (needed.length === 0) return null
  const all = needed.join(' AND ')
  return unwanted.length === 0 ? all : `(${all}) NOT (${unwanted.join(' OR ')})`
}

/** Whether a search names only what is not wanted; it then means everything else. */
export function unwantedOnly(search: string): string | null {
  const wanted = wantedIn(search)
  if (wanted.length === 0 || wanted.some((one) => !one.isUnwanted)) return null
  return ftsQueryOf(search.replaceAll(/(^|\s)-/g, '$1'))
}

/** Where the words of a search stand in a text; none overlaps another. */
export function marksIn(text: string, search: string): readonly Mark[] {
  const wanted = wantedIn(search).filter((one) => !one.isUnwanted)
  if (wanted.length === 0 || text === '') return []
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
  found.sort(([one], [other]) => one - other)
  const merged: [number, number][] = []
  for (const [from, until] of found) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], until)
    else merged.push([from, until])
  }
  return merged
}

/** Without capitals and accents, and for each unit of it the place in the text that it came from. */
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
