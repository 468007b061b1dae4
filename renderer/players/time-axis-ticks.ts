/** Distances between two labels of a time axis, in seconds. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800]
const maxLabels = 8

/**
 * Returns the times to label on an axis, in seconds. They are round, evenly spaced, and start at zero. Empty while the duration is unknown.
 * A time close to the end is omitted, because its label would extend beyond the axis.
 */
export function timeAxisTicks(durationInSeconds: number): readonly number[] {
  if (!Number.isFinite(durationInSeconds) || durationInSeconds <= 0) return []
  const step = steps.find((one) => durationInSeconds / one <= maxLabels) ?? Math.ceil(durationInSeconds / maxLabels / 3600) * 3600
  const count = Math.floor((durationInSeconds * 0.96) / step) + 1
  return Array.from({ length: count }, (_, place) => place * step)
}
