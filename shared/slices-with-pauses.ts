/** Number of items in a slice. Most work on a slice takes about a millisecond. */
const itemsPerSlice = 500

/**
 * Splits the items into slices of `size` items. Calls `pause` between slices to let main's event loop run. Work on a hundred thousand items
 * must not block the window. Yields nothing if there are no items.
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
