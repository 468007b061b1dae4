/** Lengths as a JSON Schema counts them: in Unicode code points, not in UTF-16 units, so that one emoji is not two characters. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The UTF-16 offset at which a text passes its limit; null when it is within it. `limit` null: there is none. */
export function overflowOffset(text: string, limit: number | null): number | null {
  // A text is never longer in code points than in UTF-16 units: the common case needs no counting.
  if (limit === null || text.length <= limit) return null
  let count = 0
  let offset = 0
  for (const character of text) {
    if (count === limit) return offset
    count++
    offset += character.length
  }
  return null
}
