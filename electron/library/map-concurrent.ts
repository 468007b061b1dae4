/**
 * Runs `work` for each item, up to `count` at a time. Returns the results in the items' order. No more work starts once `signal` is
 * aborted. The call then rejects with the signal's reason when the running work is done.
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
