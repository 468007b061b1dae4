/** Number of files that the library reads at once. */
export const maxConcurrentReads = 16

/**
 * Runs `work` for each item, up to `count` at a time. Returns the results in the order of the items. After `signal` is aborted, no more
 * work starts. The call then waits for the running work and rejects with the signal's reason.
 */
export async function mapConcurrent<T, R>(
  count: number,
  all: readonly T[],
  work: (one: T) => Promise<R>,
  signal?: AbortSignal
): Promise<R[]> {
  const done: R[] = []
  const waiting = all.entries()
  const take = async (): Promise<void> => {
    for (const [place, one] of waiting) {
      if (signal?.aborted === true) return
      done[place] = await work(one)
    }
  }
  await Promise.all(Array.from({ length: Math.min(count, all.length) }, take))
  signal?.throwIfAborted()
  return done
}
