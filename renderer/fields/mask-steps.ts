/** A place in the picture, in its own pixels. */
export type Point = { readonly x: number; readonly y: number }
/** In the picture's own pixels; may be drawn from any of its corners. */
export type Box = { readonly from: Point; readonly to: Point }

/** One step of painting a mask. `erases`: takes away instead of adding. Lengths in the picture's own pixels. */
export type MaskStep =
  | { readonly kind: 'stroke'; readonly erases: boolean; readonly width: number; readonly points: readonly Point[] }
  | { readonly kind: 'box'; readonly erases: boolean; readonly box: Box }
  | { readonly kind: 'invert' }
  | { readonly kind: 'fill' }
  | { readonly kind: 'clear' }

/** What was painted, and what was taken back and may come again. */
export type MaskHistory = { readonly steps: readonly MaskStep[]; readonly undone: readonly MaskStep[] }

export const nothingPainted: MaskHistory = { steps: [], undone: [] }

export function withStep({ steps }: MaskHistory, step: MaskStep): MaskHistory {
  return { steps: [...steps, step], undone: [] }
}

export function undoneOnce({ steps, undone }: MaskHistory): MaskHistory {
  const last = steps.at(-1)
  return last === undefined ? { steps, undone } : { steps: steps.slice(0, -1), undone: [...undone, last] }
}

export function redoneOnce({ steps, undone }: MaskHistory): MaskHistory {
  const next = undone.at(-1)
  return next === undefined ? { steps, undone } : { steps: [...steps, next], undone: undone.slice(0, -1) }
}

/** The steps that still show: what came before everything was filled or cleared does not. */
export function stepsThatShow(steps: readonly MaskStep[]): readonly MaskStep[] {
  const whole = steps.findLastIndex(({ kind }) => kind === 'fill' || kind === 'clear')
  return whole === -1 ? steps : steps.slice(whole)
}

/** A brush that is a hand's breadth for the picture: a twelfth of its shorter edge, in whole pixels. */
export function usualBrush(width: number, height: number): number {
  return Math.max(1, Math.round(Math.min(width, height) / 12))
}

export function largestBrush(width: number, height: number): number {
  return Math.max(2, Math.round(Math.min(width, height) / 2))
}

/** The next brush up or down: a quarter more or less, and at least a pixel. */
export function brushBeside(brush: number, direction: 1 | -1, largest: number): number {
  const next = direction === 1 ? Math.max(brush + 1, Math.round(brush * 1.25)) : Math.min(brush - 1, Math.round(brush / 1.25))
  return Math.min(Math.max(1, next), largest)
}

/** Where the arrow keys bring the brush: half of it on, a single pixel with Shift. Null: no arrow. It stays in the picture. */
export function movedByKey(
  at: Point,
  key: string,
  brush: number,
  isFine: boolean,
  picture: { readonly width: number; readonly height: number }
): Point | null {
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
