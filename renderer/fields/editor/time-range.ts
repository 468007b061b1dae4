/** A part of a video or audio, in seconds. */
export type TimeRange = { readonly start: number; readonly end: number }

/** Smallest step of a position, and smallest length of a part, in seconds. */
export const timeStep = 0.01

/** Moves the start. The end moves too if it would no longer be after the start. */
export function rangeWithStart({ end }: TimeRange, at: number, duration: number): TimeRange {
  const start = Math.min(Math.max(0, at), Math.max(0, duration - timeStep))
  return { start, end: Math.max(end, start + timeStep) }
}

/** Moves the end. The start moves too if it would no longer be before the end. */
export function rangeWithEnd({ start }: TimeRange, at: number): TimeRange {
  const end = Math.max(at, timeStep)
  return { start: Math.min(start, end - timeStep), end }
}
