/** A position in the image, in its own pixels. */
export type MaskPoint = { readonly x: number; readonly y: number }
/** A rectangle in the image's own pixels. It may be drawn from any corner. */
export type MaskBox = { readonly from: MaskPoint; readonly to: MaskPoint }

/** One step of painting a mask. `erases`: true to remove paint instead of adding it. Lengths are in the image's own pixels. */
export type MaskStep =
  | { readonly kind: 'stroke'; readonly erases: boolean; readonly width: number; readonly points: readonly MaskPoint[] }
  | { readonly kind: 'box'; readonly erases: boolean; readonly box: MaskBox }
  | { readonly kind: 'invert' }
  | { readonly kind: 'fill' }
  | { readonly kind: 'clear' }

/** Painted steps, and undone steps that can be redone. */
export type MaskHistory = { readonly steps: readonly MaskStep[]; readonly undone: readonly MaskStep[] }

export const emptyMaskHistory: MaskHistory = { steps: [], undone: [] }

export function withStep({ steps }: MaskHistory, step: MaskStep): MaskHistory {
  return { steps: [...steps, step], undone: [] }
}

export function undoStep({ steps, undone }: MaskHistory): MaskHistory {
  const last = steps.at(-1)
  return last === undefined ? { steps, undone } : { steps: steps.slice(0, -1), undone: [...undone, last] }
}

export function redoStep({ steps, undone }: MaskHistory): MaskHistory {
  const next = undone.at(-1)
  return next === undefined ? { steps, undone } : { steps: [...steps, next], undone: undone.slice(0, -1) }
}

/** The visible steps: the last fill or clear, and the steps after it. */
export function visibleSteps(steps: readonly MaskStep[]): readonly MaskStep[] {
  const whole = steps.findLastIndex(({ kind }) => kind === 'fill' || kind === 'clear')
  return whole === -1 ? steps : steps.slice(whole)
}

/** Default brush: a twelfth of the image's shorter edge, in whole pixels. */
export function defaultBrush(width: number, height: number): number {
  return Math.max(1, Math.round(Math.min(width, height) / 12))
}

export function largestBrush(width: number, height: number): number {
  return Math.max(2, Math.round(Math.min(width, height) / 2))
}

/** The next brush up or down: a quarter more or less, and at least a pixel. */
export function nextBrush(brush: number, direction: 1 | -1, largest: number): number {
  const next = direction === 1 ? Math.max(brush + 1, Math.round(brush * 1.25)) : Math.min(brush - 1, Math.round(brush / 1.25))
  return Math.min(Math.max(1, next), largest)
}

/**
 * Brush position after an arrow key. The brush moves by half its width, or by a single pixel with Shift, and stays in the image. Null for
 * other keys.
 */
export function movedByKey(
  at: MaskPoint,
  key: string,
  brush: number,
  isFine: boolean,
  picture: { readonly width: number; readonly height: number }
): MaskPoint | null {
  const ways: { readonly [key: string]: readonly [x: number, y: number] } = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1]
  }
  const way = Object.hasOwn(ways, key) ? ways[key] : undefined
  if (way === undefined) return null
  const step = isFine ? 1 : Math.max(1, Math.round(brush / 2))
  const within = (value: number, most: number): number => Math.min(Math.max(0, value), most)
  return { x: within(at.x + way[0] * step, picture.width), y: within(at.y + way[1] * step, picture.height) }
}
