import type { Edges } from './frame.ts'

/** Position of the line between before and after: 0 at the left edge of the visible image, 1 at its right edge. */
export type Split = number

/** The line's position after a key. Null if the key doesn't move the line. An arrow key moves it by 1 %, or by 10 % with Shift. */
export function splitAfterKey(split: Split, key: string, isShift: boolean): Split | null {
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

/** Position of the line, in pixels from the left edge of the pane. */
export function splitPosition(split: Split, { left, right }: Edges): number {
  return left + (right - left) * split
}

export function splitAtPosition(x: number, { left, right }: Edges): Split {
  return right <= left ? 0.5 : bounded((x - left) / (right - left))
}

function bounded(split: number): Split {
  return Math.min(1, Math.max(0, Math.round(split * 1000) / 1000))
}
