/**
 * The selected items, by key, so that the selection survives a new sort order. A range starts at `anchor`. `base` has the items that were
 * selected before the range. They can stay selected when the range changes.
 */
export type GridSelection = {
  readonly keys: ReadonlySet<number>
  readonly anchor: number | null
  readonly base: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()
export const emptySelection: GridSelection = { keys: none, anchor: null, base: none }

export function selectOnly(key: number): GridSelection {
  return { keys: new Set([key]), anchor: key, base: none }
}

/** Adds this item to the selection, or removes it. */
export function toggleSelected({ keys }: GridSelection, key: number): GridSelection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key, base: next.has(key) ? without(next, key) : next }
}

/**
 * Selects all items from the anchor to this item, in grid order. Replaces the previous range. If `keepsOthers` is true, items that were
 * selected before the previous range stay selected.
 */
export function selectRange(selection: GridSelection, key: number, order: Uint32Array, keepsOthers: boolean): GridSelection {
  const { anchor } = selection
  const start = anchor === null ? -1 : order.indexOf(anchor)
  const end = order.indexOf(key)
  if (start === -1 || end === -1) return selectOnly(key)
  const base = keepsOthers ? selection.base : none
  const keys = new Set(base)
  for (let place = Math.min(start, end); place <= Math.max(start, end); place++) keys.add(order[place] ?? key)
  return { keys, anchor, base }
}

export function selectAll(order: Uint32Array, { anchor }: GridSelection): GridSelection {
  return { keys: new Set(order), anchor: anchor ?? order[0] ?? null, base: none }
}

/**
 * Selects the tiles that a rectangle touches, in addition to `before`. If `toggles` is true, touched tiles in `before` are deselected
 * instead.
 */
export function selectTouchedTiles(touched: readonly number[], before: ReadonlySet<number>, toggles: boolean): GridSelection {
  const keys = new Set(before)
  for (const key of touched) {
    if (toggles && before.has(key)) keys.delete(key)
    else keys.add(key)
  }
  return { keys, anchor: touched[0] ?? null, base: before }
}

/** Deselects the items in `gone`, because they are no longer in the library or grid. */
export function deselectKeys(selection: GridSelection, gone: readonly number[]): GridSelection {
  if (!gone.some((key) => selection.keys.has(key))) return selection
  const keys = new Set(selection.keys)
  for (const key of gone) keys.delete(key)
  return { keys, anchor: selection.anchor !== null && keys.has(selection.anchor) ? selection.anchor : null, base: none }
}

/** Deselects items that aren't in the grid, because the user can't see them. */
export function deselectOutsideGrid(selection: GridSelection, order: Uint32Array): GridSelection {
  if (selection.keys.size === 0) return selection
  const shown = new Set(order)
  return deselectKeys(
    selection,
    [...selection.keys].filter((key) => !shown.has(key))
  )
}

function without(keys: ReadonlySet<number>, key: number): ReadonlySet<number> {
  const next = new Set(keys)
  next.delete(key)
  return next
}
