/** Length of a text as JSON Schema counts it: in Unicode code points, not in UTF-16 units, so that an emoji isn't two characters. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** UTF-16 offset where a text exceeds its limit. Null if it is within the limit. `limit`: null if none exists. */
export function overflowOffset(text: string, limit: number | null): number | null {
  // A text never has more code points than UTF-16 units. So the common case needs no counting.
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
