/** Calculations for loops, speeds and frames. Times are in seconds. */

/** Loop start and end. Null if not set. */
export type LoopMarks = { readonly from: number | null; readonly until: number | null }
export const noLoopMarks: LoopMarks = { from: null, until: null }

/** Returns the part to repeat. Without a loop start, it begins at 0. Without a loop end, it ends at `duration`. */
export function effectiveLoopRange({ from, until }: LoopMarks, duration: number): { readonly from: number; readonly until: number } {
  const start = Math.max(0, from ?? 0)
  const end = Math.min(duration, until ?? duration)
  return end > start ? { from: start, until: end } : { from: start, until: duration }
}

/** Returns `marks` with one mark set to `at`. Clears the other mark if the loop's end would no longer be after its start. */
export function withMark(marks: LoopMarks, which: keyof LoopMarks, at: number): LoopMarks {
  if (which === 'from') return { from: at, until: marks.until !== null && marks.until <= at ? null : marks.until }
  return { from: marks.from !== null && marks.from >= at ? null : marks.from, until: at }
}

/**
 * Returns the time to seek to when playback reaches the loop end. Null to keep playing, for example before the loop end or if `repeats` is
 * false.
 */
export function loopSeekTarget(at: number, marks: LoopMarks, repeats: boolean, duration: number): number | null {
  if (!repeats || duration <= 0) return null
  const { from, until } = effectiveLoopRange(marks, duration)
  return at >= until - 0.001 ? from : null
}

export const playbackSpeeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const

export function nextPlaybackSpeed(speed: number, direction: 1 | -1): number {
  if (direction === 1) return playbackSpeeds.find((one) => one > speed) ?? 2
  return playbackSpeeds.findLast((one) => one < speed) ?? 0.25
}

/** Formats a time, such as "0:03.42" or "2:00:00.00". Short videos need hundredths of a second. */
export function formatPlaybackTime(seconds: number): string {
  const hundredths = Math.max(0, Math.floor(seconds * 100 + 1e-6))
  const two = (figure: number): string => String(figure).padStart(2, '0')
  const hours = Math.floor(hundredths / 360_000)
  const minutes = Math.floor(hundredths / 6000) % 60
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`
}

/** Maximum time difference between a follower and its lead, in seconds. A larger difference is audible and visible. */
const maxDrift = 0.06

/**
 * Returns the time in seconds that a follower must seek to. Null if the follower is close enough to its lead. A follower that is shorter
 * than its lead waits at its own end.
 */
export function followerSeekTarget(lead: number, follower: number, followerDuration: number): number | null {
  const wanted = Number.isFinite(followerDuration) ? Math.min(lead, followerDuration) : lead
  return Math.abs(wanted - follower) > maxDrift ? wanted : null
}

/** Minimum distance from the end when stepping to a frame, in seconds. A seek to the very end would end playback. */
const beforeEnd = 0.001

/**
 * Returns possible times of the next or previous frame, nearest first. Several are needed, because frame durations are unknown. `frameAt`
 * is the start of the current frame. The last forward times are for videos with one frame per second or fewer.
 */
export function candidateFrameTimes(frameAt: number, direction: 1 | -1, duration: number): readonly number[] {
  const steps = direction === 1 ? [0.012, 0.025, 0.05, 0.1, 0.25, 0.5, 1.02, 2.05, 5.1] : [-0.004, -0.012]
  return [...new Set(steps.map((step) => Math.max(0, Math.min(frameAt + step, duration - beforeEnd))))]
}
