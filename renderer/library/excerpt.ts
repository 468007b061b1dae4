import type { TextRange } from '../ui/highlighted-text.tsx'

/** Part of a text around a match, short enough for one line on a tile. */
export type Excerpt = { readonly text: string; readonly ranges: readonly TextRange[] }

/** Maximum length before the match and of the whole excerpt, in UTF-16 code units. */
const maxBefore = 12
const maxLength = 80

/** Horizontal padding of a tile and its label, in pixels. */
const edges = 30
/** Average width of a letter in the label's font, and width of a full-width letter, in pixels. */
const letterWidth = 6
const wideLetterWidth = 11
const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF00-\uFFEF]/u

/**
 * Returns an excerpt of `text` around the first range in `marks`, with the ranges adjusted. The excerpt begins a word or two before the
 * first range if that range still fits. Null if `marks` is empty. `width` is the width of the tile, in pixels.
 */
export function excerptOf(text: string, marks: readonly TextRange[], width: number): Excerpt | null {
  const [first] = marks
  if (first === undefined) return null
  const near = startNear(text, first[0])
  const isAllInSight = widthOf(text.slice(near, first[1])) + wideLetterWidth <= width - edges
  const start = isAllInSight ? near : first[0]
  const end = Math.min(text.length, start + maxLength)
  const lead = start === 0 ? '' : '…'
  const ranges = marks.flatMap(([from, to]): readonly TextRange[] =>
    from >= end ? [] : [[from - start + lead.length, Math.min(to, end) - start + lead.length]]
  )
  return { text: `${lead}${text.slice(start, end).replaceAll(/\s/g, ' ')}`, ranges }
}

/** Returns the start of a word at most `maxBefore` units before `at`. Returns `at` if there is no such word. */
function startNear(text: string, at: number): number {
  if (at <= maxBefore) return 0
  const space = text.slice(at - maxBefore, at).search(/\s/)
  return space === -1 ? at : at - maxBefore + space + 1
}

function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (wideLetter.test(letter) ? wideLetterWidth : letterWidth), 0)
}
