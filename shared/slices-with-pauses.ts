/** Number of items in a slice. Most work on a slice takes about a millisecond. */
const itemsPerSlice = 500

/**
 * Splits the items into slices of `size` items and calls `pause` between them, so that main's event loop can run. Work on a hundred
 * thousand items must not block the window. Yields nothing if there are no items.
 */
export async function* slicesWithPauses<T>(
  items: Iterable<T>,
  pause: () => Promise<unknown>,
  size = itemsPerSlice
): AsyncGenerator<readonly T[]> {
  let slice: T[] = []
  for (const item of items) {
    if (slice.length === size) {
      yield slice
      slice = []
      await pause()
    }
    slice.push(item)
  }
  if (slice.length > 0) yield slice
}
