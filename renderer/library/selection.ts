/**
 * What is chosen on the shelf, by keys, so that it outlives another order. `anchor`: where a range begins. `base`: what was chosen before the
 * range that is being drawn, to which every further end of it is added anew.
 */
export type Selection = {
  readonly keys: ReadonlySet<number>
  readonly anchor: number | null
  readonly base: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()
export const noSelection: Selection = { keys: none, anchor: null, base: none }

/** This one alone. */
export function chooseOnly(key: number): Selection {
  return { keys: new Set([key]), anchor: key, base: none }
}

/** This one more, or no longer. */
export function chooseAlso({ keys }: Selection, key: number): Selection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key, base: next.has(key) ? without(next, key) : next }
}

/**
 * Everything from the anchor to this one, in the order of the shelf. `keepsOthers`: beside what was chosen before the range, not in its place.
 * A range that is drawn further replaces itself.
 */
export function chooseUpTo(selection: Selection, key: number, order: Uint32Array, keepsOthers: boolean): Selection {
  const { anchor } = selection
  const start = anchor === null ? -1 : order.indexOf(anchor)
  const end = order.indexOf(key)
  if (start === -1 || end === -1) return chooseOnly(key)
  const base = keepsOthers ? selection.base : none
  const keys = new Set(base)
  for (let place = Math.min(start, end); place <= Math.max(start, end); place++) keys.add(order[place] ?? key)
  return { keys, anchor, base }
}

export function chooseAll(order: Uint32Array, { anchor }: Selection): Selection {
  return { keys: new Set(order), anchor: anchor ?? order[0] ?? null, base: none }
}

/** What a rectangle touches. `before`: what stays chosen beside it; `toggles`: what was chosen and is touched is given up instead. */
export function chooseTouched(touched: readonly number[], before: ReadonlySet<number>, toggles: boolean): Selection {
  const keys = new Set(before)
  for (const key of touched) {
    if (toggles && before.has(key)) keys.delete(key)
    else keys.add(key)
  }
  return { keys, anchor: touched[0] ?? null, base: before }
}

/** What is no longer in the library can't be chosen. */
export function withoutKeys(selection: Selection, gone: readonly number[]): Selection {
  if (!gone.some((key) => selection.keys.has(key))) return selection
  const keys = new Set(selection.keys)
  for (const key of gone) keys.delete(key)
  return { keys, anchor: selection.anchor !== null && keys.has(selection.anchor) ? selection.anchor : null, base: none }
}

function without(keys: ReadonlySet<number>, key: number): ReadonlySet<number> {
  const next = new Set(keys)
  next.delete(key)
  return next
}
