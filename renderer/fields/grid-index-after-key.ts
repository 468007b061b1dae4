/**
 * Returns the index in a grid after an arrow key, Page Up, Page Down, Home or End. Page keys move by four rows. The index stays the same if
 * an arrow key would leave the grid. Null for other keys.
 */
export function gridIndexAfterKey(key: string, place: number, count: number, columns: number): number | null {
  const moves: { readonly [key: string]: number } = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    PageUp: place - 4 * columns,
    PageDown: place + 4 * columns,
    Home: 0,
    End: count - 1
  }
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined
  if (next === undefined) return null
  const isPage = key.startsWith('Page')
  if (!isPage && (next < 0 || next >= count)) return place
  return Math.min(Math.max(0, next), count - 1)
}
