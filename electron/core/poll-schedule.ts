/** Waits, in milliseconds. All are multiplied by the studio's time scale where they are used. */
const minute = 60_000
const hour = 60 * minute

/** A `Retry-After` beyond this is taken for this: nothing is to wait for ever on a slip of a server. */
export const longestRetryAfterInMs = 24 * hour

/** After a start nothing waits longer than this, whatever the clock said when the wait was written down. */
export const longestWaitAfterStartInMs = minute

/** How long a doubted task is asked for, or looked for, before only support can tell (behaviour section 4). */
export const doubtLimitInMs = 10 * minute

/**
 * For how long after its first send a submission may be sent again with the same key. The spec does not say how long the service
 * remembers a key; 12 hours is half of what services of this kind promise. Not scaled: it guards against paying twice.
 */
export const resendWindowInMs = 12 * hour

/** Every 5 s for a fresh task, slower as it ages, 30 s at most (behaviour section 3, Poll). */
export function pollDelayInMs(ageInMs: number): number {
  if (ageInMs < 2 * minute) return 5_000
  if (ageInMs < 10 * minute) return 10_000
  if (ageInMs < hour) return 20_000
  return 30_000
}

/** Exponential backoff with full jitter, between 1 s and `capInMs`. `random` in [0, 1). `tries`: 1 for the first failure. */
export function backoffInMs(tries: number, random: number, capInMs: number = minute): number {
  const ceiling = Math.min(capInMs, 1_000 * 2 ** Math.min(tries, 20))
  return Math.max(1_000, Math.round(ceiling * random))
}

/** How long to look away between two readings of the recent tasks. */
export function lookDelayInMs(looks: number): number {
  return Math.min(minute, 2_000 * 2 ** Math.min(looks, 10))
}
