/** Delays, in milliseconds. Callers multiply them by `DecisionContext.timeScale`, unless noted otherwise. */
const minute = 60_000
const hour = 60 * minute

/** Maximum delay accepted from `Retry-After`, so that a server mistake can't delay a task for ever. */
export const maxRetryAfterInMs = 24 * hour

/** Minimum poll delay. It applies if the service requests a poll at once or in the past. */
export const minPollDelayInMs = 1_000

/** How long a finished task's downloads may all fail before the task moves to `support`. Kiln still checks the task from time to time. */
export const downloadTimeoutInMs = hour

/** Delays between checks of a task in `support`. The last delay repeats, because an outage may end. Checks are free. */
export const recheckDelaysInMs: readonly number[] = [hour, 6 * hour, 24 * hour, 72 * hour]

/** Maximum delay after Kiln starts. Longer stored delays are shortened, because the clock may have been wrong when they were stored. */
export const maxDelayAfterStartInMs = minute

/** After this time without a definite status, a task moves to `support`. */
export const unconfirmedTimeoutInMs = 10 * minute
/** Minimum number of checks before an unconfirmed task moves to `support`. The computer may have slept during the timeout. */
export const minChecksWhenUnconfirmed = 4

/**
 * How long after the first send a submission may be resent with the same idempotency key. The spec doesn't say how long the service
 * remembers the key. Similar services promise 24 hours. Never multiplied by `timeScale`, because this limit prevents double charges.
 */
const resendWindowInMs = 12 * hour
/** Maximum backward clock correction that is tolerated. After a larger correction, the elapsed time is unknown. */
const trimmedClockInMs = 5 * minute

/**
 * True while the service certainly still recognises the idempotency key of the first send. False if the clock was set back, because the
 * elapsed time is then unknown. Both parameters are in milliseconds since 1970.
 */
export function isWithinResendWindow(firstSentAt: number, now: number): boolean {
  const passedInMs = now - firstSentAt
  return passedInMs >= -trimmedClockInMs && passedInMs <= resendWindowInMs
}

/** After accepting a selection, the service may still report that the task waits for faces. Such reports are ignored for this long. */
export const selectionGraceInMs = minute

/**
 * Timeout for a selection with an unknown outcome. If the task then still waits for faces, the selection counts as lost. The time allows at
 * least three polls.
 */
export const selectionTimeoutInMs = 15_000

/**
 * Delays before checks of a failed task with unsettled credits. Each starts at the previous check, the first at the failure. Checks are
 * free. After the last one, Kiln checks again only if the user requests it.
 */
export const refundCheckDelaysInMs: readonly number[] = [minute, 10 * minute, hour, 6 * hour, 24 * hour, 48 * hour]

/** Returns the delay before the next poll, from 5 s to 30 s. Older tasks are polled less often. */
export function pollDelayInMs(ageInMs: number): number {
  if (ageInMs < 2 * minute) return 5_000
  if (ageInMs < 10 * minute) return 10_000
  if (ageInMs < hour) return 20_000
  return 30_000
}

/**
 * Returns a delay with exponential backoff and full jitter, between 1 s and `capInMs`. `random` in [0, 1). `tries`: 1 for the first
 * failure.
 */
export function backoffInMs(tries: number, random: number, capInMs: number = minute): number {
  const ceiling = Math.min(capInMs, 1_000 * 2 ** Math.min(tries, 20))
  return Math.max(1_000, Math.round(ceiling * random))
}

/** Returns the delay before the recent tasks are requested again. `looks`: number of requests so far. */
export function recentTasksDelayInMs(looks: number): number {
  return Math.min(minute, 2_000 * 2 ** Math.min(looks, 10))
}
