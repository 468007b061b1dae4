/** Takes about a millisecond for most work. */
const itemsPerSlice = 500

/**
 * The items in slices, with a `pause` after each, in which the event loop of main turns: work on a hundred thousand items must not hold up the
 * window. No items have no slice.
 */
export async function* slicesOf<T>(items: Iterable<T>, pause: () => Promise<unknown>, size = itemsPerSlice): AsyncGenerator<readonly T[]> {
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
