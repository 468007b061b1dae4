import type { ExpectedTime } from '../bridge/expected-time.ts'

/** Positions on the bar, 0 to 1: the current time, and the start and end of the usual range (p50 to p90). */
export type ExpectedBar = { readonly now: number; readonly from: number; readonly to: number }

/**
 * Returns the bar of a running task. It ends a little after p90, or at the elapsed time if that is later, so that a slow task fits. A task
 * without an expected time has no bar, because its length is unknown.
 */
export function expectedTimeBar(elapsedInMs: number, expected: ExpectedTime): ExpectedBar {
  const end = Math.max(expected.p90InMs * 1.15, elapsedInMs, 1)
  return { now: Math.max(0, elapsedInMs) / end, from: expected.p50InMs / end, to: expected.p90InMs / end }
}
