import type { ReactNode } from 'react'
import styles from './highlighted-text.module.css'

/** Start (inclusive) and end (exclusive) of a part of a text, in UTF-16 code units. */
export type TextRange = readonly [from: number, to: number]

/** Shows a text with some ranges marked. `ranges` must be sorted and must not overlap. */
export function HighlightedText({ text, ranges }: { readonly text: string; readonly ranges: readonly TextRange[] }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const [from, to] of ranges) {
    parts.push(
      text.slice(end, from),
      <mark key={from} className={styles.mark}>
        {text.slice(from, to)}
      </mark>
    )
    end = to
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
