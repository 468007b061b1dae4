import type { Edges } from './frame.ts'

/** Position of the line between before and after. 0 is the visible image's left edge, and 1 its right edge. */
export type SplitFraction = number

/**
 * Returns the line's position after a key press. Arrow keys move the line by 1 %, or by 10 % with Shift. Page Up and Page Down move the
 * line by 10 %. Home and End move the line to the edges. Null for other keys.
 */
export function splitFractionAfterKey(split: SplitFraction, key: string, isShift: boolean): SplitFraction | null {
  const step = isShift ? 0.1 : 0.01
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return bounded(split - step)
    case 'ArrowRight':
    case 'ArrowUp':
      return bounded(split + step)
    case 'PageDown':
      return bounded(split - 0.1)
    case 'PageUp':
      return bounded(split + 0.1)
    case 'Home':
      return 0
    case 'End':
      return 1
    default:
      return null
  }
}

/** Returns the position of the line, in CSS pixels from the left edge of the pane. */
export function splitPosition(split: SplitFraction, { left, right }: Edges): number {
  return left + (right - left) * split
}

export function splitFractionAt(x: number, { left, right }: Edges): SplitFraction {
  return right <= left ? 0.5 : bounded((x - left) / (right - left))
}

function bounded(split: number): SplitFraction {
  return Math.min(1, Math.max(0, Math.round(split * 1000) / 1000))
}
