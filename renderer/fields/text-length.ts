/** Returns a text's length in Unicode code points, not in UTF-16 units. JSON Schema counts the same way. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Returns the UTF-16 offset at which `text` exceeds `limit` code points. Null if the text is within the limit, or if `limit` is null. */
export function overflowOffset(text: string, limit: number | null): number | null {
  // A text never has more code points than UTF-16 units. Most texts therefore don't need to be counted.
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
