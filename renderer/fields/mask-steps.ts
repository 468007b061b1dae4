/** A position in image pixels, measured from the top left corner. */
export type MaskPoint = { readonly x: number; readonly y: number }
/** A rectangle in image pixels, given by two opposite corners. `from` can be any corner. */
export type MaskBox = { readonly from: MaskPoint; readonly to: MaskPoint }

/** One step of painting a mask. `erases` is true to remove paint instead of adding it. Lengths are in image pixels. */
export type MaskStep =
  | { readonly kind: 'stroke'; readonly erases: boolean; readonly width: number; readonly points: readonly MaskPoint[] }
  | { readonly kind: 'box'; readonly erases: boolean; readonly box: MaskBox }
  | { readonly kind: 'invert' }
  | { readonly kind: 'fill' }
  | { readonly kind: 'clear' }

/** Painted steps, and undone steps that can be redone. */
export type MaskHistory = { readonly steps: readonly MaskStep[]; readonly undone: readonly MaskStep[] }

export const emptyMaskHistory: MaskHistory = { steps: [], undone: [] }

export function addMaskStep({ steps }: MaskHistory, step: MaskStep): MaskHistory {
  return { steps: [...steps, step], undone: [] }
}

export function undoMaskStep({ steps, undone }: MaskHistory): MaskHistory {
  const last = steps.at(-1)
  return last === undefined ? { steps, undone } : { steps: steps.slice(0, -1), undone: [...undone, last] }
}

export function redoMaskStep({ steps, undone }: MaskHistory): MaskHistory {
  const next = undone.at(-1)
  return next === undefined ? { steps, undone } : { steps: [...steps, next], undone: undone.slice(0, -1) }
}

/** Returns the steps that affect the mask: the last fill or clear step and all later steps. Without such a step, returns all steps. */
export function visibleMaskSteps(steps: readonly MaskStep[]): readonly MaskStep[] {
  const whole = steps.findLastIndex(({ kind }) => kind === 'fill' || kind === 'clear')
  return whole === -1 ? steps : steps.slice(whole)
}

/** Returns the default brush diameter: a twelfth of the image's shorter edge, in whole pixels. */
export function defaultBrushSize(width: number, height: number): number {
  return Math.max(1, Math.round(Math.min(width, height) / 12))
}

export function maxBrushSize(width: number, height: number): number {
  return Math.max(2, Math.round(Math.min(width, height) / 2))
}

/**
 * Returns the next larger (`1`) or smaller (`-1`) brush diameter, from 1 to `largest` pixels. The diameter changes by a factor of 1.25, and
 * by at least 1 pixel.
 */
export function nextBrushSize(brush: number, direction: 1 | -1, largest: number): number {
  const next = direction === 1 ? Math.max(brush + 1, Math.round(brush * 1.25)) : Math.min(brush - 1, Math.round(brush / 1.25))
  return Math.min(Math.max(1, next), largest)
}

/**
 * Returns the brush position after an arrow key. The brush moves by half its width, or by 1 pixel if `isFine` is true. It stays within the
 * image. Null if `key` isn't an arrow key.
 */
export function brushPositionAfterKey(
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
