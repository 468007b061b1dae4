/**
 * Does a piece of work for each of many, some at a time, and gives what came of each in their order. Once `signal` is aborted nothing more is begun;
 * rejects with its reason when what was begun is done.
 */
export async function atOnce<T, R>(count: number, all: readonly T[], work: (one: T) => Promise<R>, signal?: AbortSignal): Promise<R[]> {
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
