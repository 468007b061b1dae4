/** Delays, in milliseconds. Unless noted otherwise, they are multiplied by the studio's time scale where they are used. */
const minute = 60_000
const hour = 60 * minute

/** Upper limit for `Retry-After`, so that a server mistake can't delay a task for ever. */
export const maxRetryAfterInMs = 24 * hour

/** Minimum poll delay, in milliseconds. It applies if a service requests an immediate poll or one in the past. */
export const minPollDelayInMs = 1_000

/** How long all downloads of a finished task may fail before it is left to support. Kiln checks again later. */
export const downloadTimeoutInMs = hour

/** Delays between checks of a task that was left to support. The last one repeats, because an outage may end. Checking costs nothing. */
export const recheckDelaysInMs: readonly number[] = [hour, 6 * hour, 24 * hour, 72 * hour]

/** Maximum delay after Kiln starts. Longer delays are shortened, because the clock may have been wrong when they were recorded. */
export const maxDelayAfterStartInMs = minute

/** How long an unconfirmed task is checked or searched for before it is left to support. */
export const unconfirmedTimeoutInMs = 10 * minute
/** Minimum number of checks before an unconfirmed task is left to support. A computer that slept through the ten minutes made none. */
export const minChecksWhenUnconfirmed = 4

/**
 * How long after its first send a submission may be resent with the same key. The spec doesn't say how long the service remembers a key.
 * Twelve hours is half the time that similar services promise. Not scaled, because it prevents a double charge.
 */
const resendWindowInMs = 12 * hour
/** Tolerated backward clock adjustment. After a larger one, the elapsed time is unknown. */
const trimmedClockInMs = 5 * minute

/**
 * True while the service certainly still recognises the key of the first send. False if the clock was set back, because the elapsed time is
 * then unknown.
 */
export function isWithinResendWindow(firstSentAt: number, now: number): boolean {
  const passedInMs = now - firstSentAt
  return passedInMs >= -trimmedClockInMs && passedInMs <= resendWindowInMs
}

/** How long after an accepted face selection a report that the task still waits for faces may be out of date. */
export const selectionGraceInMs = minute

/**
 * If the service still waits for faces after this time, a selection with unknown outcome counts as not received. The time allows at least
 * three polls.
 */
export const selectionTimeoutInMs = 15_000

/**
 * Delays before a failed task with unsettled credits is checked: first after the failure, then after each check. Checking costs nothing.
 * After the last check the task stays unchanged until the user checks again.
 */
export const refundCheckDelaysInMs: readonly number[] = [minute, 10 * minute, hour, 6 * hour, 24 * hour, 48 * hour]

/** Returns the delay before the next poll. It rises from 5 s for a new task to 30 s for a task older than an hour. */
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

/** Delay between two reads of the recent tasks. */
export function recentTasksDelayInMs(looks: number): number {
  return Math.min(minute, 2_000 * 2 ** Math.min(looks, 10))
}
