/** Delays, in milliseconds. Callers multiply them by `DecisionContext.timeScale`, unless noted otherwise. */
const minute = 60_000
const hour = 60 * minute

/** Maximum delay accepted from `Retry-After`, so that a server mistake can't delay a task for ever. */
export const maxRetryAfterInMs = 24 * hour

/** Minimum poll delay. It applies if the service requests a poll at once or in the past. */
export const minPollDelayInMs = 1_000

/** How long a finished task's downloads may all fail before the task moves to `support`. Kiln still checks it from time to time. */
export const downloadTimeoutInMs = hour

/** Delays between checks of a task in `support`. The last delay repeats, because an outage may end. Checks are free. */
export const recheckDelaysInMs: readonly number[] = [hour, 6 * hour, 24 * hour, 72 * hour]

/** Maximum delay after Kiln starts. Longer stored delays are shortened, because the clock may have been wrong when they were stored. */
export const maxDelayAfterStartInMs = minute

/** How long an unconfirmed task is checked, or searched for in the recent tasks, before it moves to `support`. */
export const unconfirmedTimeoutInMs = 10 * minute
/** Minimum number of checks before an unconfirmed task moves to `support`, because the computer may have slept during the timeout. */
export const minChecksWhenUnconfirmed = 4

/**
 * How long after the first send a submission may be resent with the same idempotency key. The spec doesn't say how long the service
 * remembers keys. Similar services promise 24 hours. Never multiplied by `timeScale`, because this limit prevents double charges.
 */
const resendWindowInMs = 12 * hour
/** Backward clock correction that is tolerated. After a larger one, the elapsed time is unknown. */
const trimmedClockInMs = 5 * minute

/**
 * True while the service certainly still recognises the idempotency key of the first send. False if the clock was set back, because the
 * elapsed time is then unknown. Both parameters are in milliseconds since 1970.
 */
export function isWithinResendWindow(firstSentAt: number, now: number): boolean {
  const passedInMs = now - firstSentAt
  return passedInMs >= -trimmedClockInMs && passedInMs <= resendWindowInMs
}

/** How long the service may still report that a task waits for faces after it accepted a selection. Such reports are ignored. */
export const selectionGraceInMs = minute

/**
 * If the task still waits for faces after this time, a selection with an unknown outcome counts as lost. The time allows at least three
 * polls.
 */
export const selectionTimeoutInMs = 15_000

/**
 * Delays before checks of a failed task whose credits aren't settled: first after the failure, then after each check. Checks are free.
 * After the last one, Kiln checks again only if the user requests it.
 */
export const refundCheckDelaysInMs: readonly number[] = [minute, 10 * minute, hour, 6 * hour, 24 * hour, 48 * hour]

/** Returns the delay before the next poll. The delay rises from 5 s for a new task to 30 s for a task older than an hour. */
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

/** Returns the delay before the recent tasks are requested again. `looks`: number of requests so far. */
export function recentTasksDelayInMs(looks: number): number {
  return Math.min(minute, 2_000 * 2 ** Math.min(looks, 10))
}
