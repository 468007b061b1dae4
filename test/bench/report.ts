/** One line of a benchmark's report. `gate` is the limit. `ok` is true if the value is within the limit. */
export type BenchRow = { readonly name: string; readonly value: string; readonly gate?: string; readonly ok?: boolean }
export type BenchReport = { readonly title: string; readonly rows: readonly BenchRow[] }

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function percentileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
