/** A position in image pixels, measured from the top left corner. */
export type MaskPoint = { readonly x: number; readonly y: number }
/** A rectangle in image pixels, given by two opposite corners. `from` can be any corner. */
export type MaskBox = { readonly from: MaskPoint; readonly to: MaskPoint }

/** One step of painting a mask. `erases` is true to remove paint instead of adding it. Lengths are in image pixels. */
export type MaskStep =
  | { readonly kind: 'stroke'; readonly erases: boolean; readonly width: number; readonly points: readonly MaskPoint[] }
  | { readonly kind: 'box'; readonly erases: boolean; readonly box: MaskBox }
  /** The area inside a closed line. */
  | { readonly kind: 'lasso'; readonly erases: boolean; readonly points: readonly MaskPoint[] }
  /** Moves the edge outwards, or inwards if `by` is negative. A whole number. */
  | { readonly kind: 'grow'; readonly by: number }
  /** Turns the edge into a gradient about `by` wide. */
  | { readonly kind: 'feather'; readonly by: number }
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

/** True unless a fill or clear step covers the initial mask. */
export function isInitialMaskVisible(steps: readonly MaskStep[]): boolean {
  return steps.every(({ kind }) => kind !== 'fill' && kind !== 'clear')
}

/** True if the visible steps make a gradient. `isGroundSoft` is true if the initial mask has one. */
export function isSoftMask(steps: readonly MaskStep[], isGroundSoft: boolean): boolean {
  return (isGroundSoft && isInitialMaskVisible(steps)) || visibleMaskSteps(steps).some(({ kind }) => kind === 'feather')
}

/** Brush diameters in CSS pixels. The brush keeps its size on the screen when the image is zoomed. */
export const brushSizes = { smallest: 2, standard: 48, largest: 240 } as const

/** Returns the next larger (`1`) or smaller (`-1`) brush diameter. It changes by a factor of 1.25, and by at least 1 pixel. */
export function nextBrushSize(brush: number, direction: 1 | -1): number {
  const next = direction === 1 ? Math.max(brush + 1, Math.round(brush * 1.25)) : Math.min(brush - 1, Math.round(brush / 1.25))
  return Math.min(Math.max(brushSizes.smallest, next), brushSizes.largest)
}

/** Returns the largest and the standard amount for growing, shrinking or feathering a mask. In image pixels. */
export function edgeAmountLimits(width: number, height: number): { readonly largest: number; readonly standard: number } {
  const edge = Math.min(width, height)
  return { largest: Math.max(8, Math.round(edge / 10)), standard: Math.max(1, Math.round(edge / 100)) }
}

/**
 * Returns offsets that grow an area by `radius` pixels. The area is drawn onto itself at each offset in turn. The grown area is an octagon,
 * which is nearly round and needs far fewer copies.
 */
export function growthOffsets(radius: number): readonly MaskPoint[] {
  // Without a step along the axes, the diagonals would leave gaps.
  const diagonal = Math.min(Math.round(radius * (1 - Math.SQRT1_2)), Math.floor((radius - 1) / 2))
  const axial = radius - 2 * diagonal
  const along = (x: number, y: number, length: number): readonly MaskPoint[] => {
    const shifts: MaskPoint[] = []
    for (let covered = 0, shift = 0; covered < length; covered += shift) {
      shift = Math.min(covered + 1, length - covered)
      shifts.push({ x: x * shift, y: y * shift })
    }
    return shifts
  }
  return [-1, 1].flatMap((side) => [
    ...along(side, 0, axial),
    ...along(0, side, axial),
    ...along(side, side, diagonal),
    ...along(side, -side, diagonal)
  ])
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
