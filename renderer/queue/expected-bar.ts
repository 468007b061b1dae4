import type { ExpectedTime } from '../bridge/expected-time.ts'

/** Parts of the bar's length, 0 to 1: how far now is, and where the usual window (p50 to p90) begins and ends. */
export type ExpectedBar = { readonly now: number; readonly from: number; readonly to: number }

/**
 * The bar of a running task. It ends a little after p90, or at the present moment when that is later, so that a slow run is still on it.
 * Without past runs there is no bar: a length that nobody knows is not drawn.
 */
export function expectedBar(elapsedInMs: number, expected: ExpectedTime): ExpectedBar {
  const end = Math.max(expected.p90InMs * 1.15, elapsedInMs, 1)
  return { now: Math.max(0, elapsedInMs) / end, from: expected.p50InMs / end, to: expected.p90InMs / end }
}
