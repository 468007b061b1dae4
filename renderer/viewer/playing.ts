/** What plays: times in seconds, decided without a player. */

/** Marks of a section; null: not set. */
export type Marks = { readonly from: number | null; readonly until: number | null }
export const noMarks: Marks = { from: null, until: null }

/** What is repeated: between the marks, else the whole. */
export function sectionOf({ from, until }: Marks, duration: number): { readonly from: number; readonly until: number } {
  const start = Math.max(0, from ?? 0)
  const end = Math.min(duration, until ?? duration)
  return end > start ? { from: start, until: end } : { from: start, until: duration }
}

/** A mark that would turn the section round lets the other one go. */
export function withMark(marks: Marks, which: keyof Marks, at: number): Marks {
  if (which === 'from') return { from: at, until: marks.until !== null && marks.until <= at ? null : marks.until }
  return { from: marks.from !== null && marks.from >= at ? null : marks.from, until: at }
}

/** Where it goes on when a section is repeated; null: on as it is. `at` before the section is on its way there. */
export function jumpAt(at: number, marks: Marks, repeats: boolean, duration: number): number | null {
  if (!repeats || duration <= 0) return null
  const { from, until } = sectionOf(marks, duration)
  return at >= until - 0.001 ? from : null
}

export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const

export function nextSpeed(speed: number, direction: 1 | -1): number {
  if (direction === 1) return speeds.find((one) => one > speed) ?? 2
  return speeds.findLast((one) => one < speed) ?? 0.25
}

/** "0:03.42": a clip of seconds needs hundredths. */
export function exactTimeWords(seconds: number): string {
  const hundredths = Math.max(0, Math.floor(seconds * 100 + 1e-6))
  const two = (figure: number): string => String(figure).padStart(2, '0')
  return `${Math.floor(hundredths / 6000)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`
}

/** Apart by more than this one hears and sees it. */
const mostDrift = 0.06

/** Where a follower has to go to be with its lead; null: it is near enough. A shorter one waits at its end. */
export function catchUp(lead: number, follower: number, followerDuration: number): number | null {
  const wanted = Number.isFinite(followerDuration) ? Math.min(lead, followerDuration) : lead
  return Math.abs(wanted - follower) > mostDrift ? wanted : null
}

/**
 * Where the frame before or after may be, nearest first: how long a frame stands is not told. `frameAt` is the time at which the frame that is
 * seen begins.
 */
export function frameGuesses(frameAt: number, direction: 1 | -1, duration: number): readonly number[] {
  const steps = direction === 1 ? [0.012, 0.025, 0.05, 0.1, 0.25, 0.5] : [-0.004, -0.012]
  return steps.map((step) => Math.min(Math.max(0, frameAt + step), duration))
}
