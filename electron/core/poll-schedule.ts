/** Waits, in milliseconds. All are multiplied by the studio's time scale where they are used. */
const minute = 60_000
const hour = 60 * minute

/** A `Retry-After` beyond this is taken for this: nothing is to wait for ever on a slip of a server. */
export const longestRetryAfterInMs = 24 * hour

/** A service that asks to be polled at once, or at a time in the past, is polled after this. In milliseconds. */
export const shortestPollDelayInMs = 1_000

/** How long every download of a finished task may fail before support has to help. Kiln checks again later. */
export const collectPatienceInMs = hour

/** When a task that was left to support is asked about again, the last one again and again: the outage may be over. Asking costs nothing. */
export const recheckDelaysInMs: readonly number[] = [hour, 6 * hour, 24 * hour, 72 * hour]

/** After a start nothing waits longer than this, whatever the clock said when the wait was written down. */
export const longestWaitAfterStartInMs = minute

/** How long a doubted task is asked for, or looked for, before only support can tell (behaviour section 4). */
export const doubtLimitInMs = 10 * minute
/** And how many answers it takes at least: a computer that slept through those minutes has not asked. */
export const leastLooksInDoubt = 4

/**
 * For how long after its first send a submission may be sent again with the same key. The spec does not say how long the service
 * remembers a key; 12 hours is half of what services of this kind promise. Not scaled: it guards against paying twice.
 */
const resendWindowInMs = 12 * hour
/** By how much a clock may have been trimmed back since; more than that, and nobody knows how long ago something was. */
const trimmedClockInMs = 5 * minute

/** Whether the service is sure to know the key of a first send yet. Where the clock was set back since, it is not known, and so it is not. */
export function isWithinResendWindow(firstSentAt: number, now: number): boolean {
  const passedInMs = now - firstSentAt
  return passedInMs >= -trimmedClockInMs && passedInMs <= resendWindowInMs
}

/** How long after a choice of faces that the service took its word that it waits for faces may still be the old one. */
export const patienceAfterChoiceInMs = minute

/** How long the service has to say that it waits for faces before a choice of unknown fate counts as not received: three looks or more. */
export const patienceInDoubtOfChoiceInMs = 15_000

/**
 * When a failed task whose credits are not settled is asked about again, after the failure and then after each look. Asking costs nothing;
 * after the last one it stays as it is, until a person asks (behaviour section 5).
 */
export const refundLookDelaysInMs: readonly number[] = [minute, 10 * minute, hour, 6 * hour, 24 * hour, 48 * hour]

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
