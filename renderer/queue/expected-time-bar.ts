import type { ExpectedDuration } from '../tasks/expected-duration.ts'

/** Positions on the progress bar of a task, from 0 to 1. `now` is the elapsed time. `from` and `to` are the usual range, p50 to p90. */
export type ExpectedTimeBar = { readonly now: number; readonly from: number; readonly to: number }

/** Returns the progress bar of a running task. The bar ends 15 % after p90, or at the elapsed time if the task takes longer. */
export function expectedTimeBar(elapsedInMs: number, expected: ExpectedDuration): ExpectedTimeBar {
  const end = Math.max(expected.p90InMs * 1.15, elapsedInMs, 1)
  return { now: Math.max(0, elapsedInMs) / end, from: expected.p50InMs / end, to: expected.p90InMs / end }
}
