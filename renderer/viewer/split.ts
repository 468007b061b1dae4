import type { Edges } from './frame.ts'

/** Where the line between before and after lies: 0 at the left edge of what is shown of the picture, 1 at its right edge. */
export type Split = number

/** What a key does to the line; null: it is not for the line. Arrows move it 1 %, with Shift 10 %. */
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

/** Pixels from the left edge of the pane. */
export function splitPosition(split: Split, { left, right }: Edges): number {
  return left + (right - left) * split
}

export function splitAtPosition(x: number, { left, right }: Edges): Split {
  return right <= left ? 0.5 : bounded((x - left) / (right - left))
}

function bounded(split: number): Split {
  return Math.min(1, Math.max(0, Math.round(split * 1000) / 1000))
}
