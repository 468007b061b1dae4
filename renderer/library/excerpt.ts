import type { TextRange } from '../ui/highlighted.tsx'

/** A part of a text around what was found in it, short enough for a line under a picture. */
export type Excerpt = { readonly text: string; readonly ranges: readonly TextRange[] }

/** About as much as a tile shows. In UTF-16 units. */
const mostBefore = 12
const mostLength = 80

/** Begins a word or two before the first mark; the ranges move along. Null: nothing is marked. */
export function excerptOf(text: string, marks: readonly TextRange[]): Excerpt | null {
  const [first] = marks
  if (first === undefined) return null
  const start = startNear(text, first[0])
  const end = Math.min(text.length, start + mostLength)
  const lead = start === 0 ? '' : '…'
  const ranges = marks.flatMap(([from, to]): readonly TextRange[] =>
    from >= end ? [] : [[from - start + lead.length, Math.min(to, end) - start + lead.length]]
  )
  return { text: `${lead}${text.slice(start, end).replaceAll(/\s/g, ' ')}`, ranges }
}

/** A beginning of a word, not far before. */
function startNear(text: string, at: number): number {
  if (at <= mostBefore) return 0
  const space = text.slice(at - mostBefore, at).search(/\s/)
  return space === -1 ? at : at - mostBefore + space + 1
}
