import type { LibraryStacks } from '../../shared/library/library.ts'
import type { GridSelection } from './empty-selection.ts'
import { keysBetween, membersOf } from './stacks.ts'

const none: ReadonlySet<number> = new Set()

/** Selects one tile. `members` are the keys of its results. */
export function selectOnly(key: number, members: readonly number[] = [key]): GridSelection {
  return { keys: new Set(members), anchor: key, base: none }
}

/** Adds this tile to the selection, or removes it. `members` are the keys of its results. */
export function toggleSelected({ keys }: GridSelection, key: number, members: readonly number[] = [key]): GridSelection {
  const others = without(keys, members)
  if (keys.has(key)) return { keys: others, anchor: key, base: others }
  return { keys: new Set([...others, ...members]), anchor: key, base: others }
}

/**
 * Selects all items from the anchor to this item, in grid order. Replaces the previous range. If `keepsOthers` is true, items that were
 * selected before the previous range stay selected.
 */
export function selectRange(
  selection: GridSelection,
  key: number,
  order: Uint32Array,
  keepsOthers: boolean,
  stacks: LibraryStacks | null = null
): GridSelection {
  const tiles = { keys: order, stacks }
  const { anchor } = selection
  const start = anchor === null ? -1 : order.indexOf(anchor)
  const end = order.indexOf(key)
  if (start === -1 || end === -1) return selectOnly(key, membersOf(tiles, key))
  const base = keepsOthers ? selection.base : none
  const keys = new Set(base)
  for (const member of keysBetween(tiles, Math.min(start, end), Math.max(start, end) + 1)) keys.add(member)
  return { keys, anchor, base }
}

export function selectAll(order: Uint32Array, { anchor }: GridSelection, stacks: LibraryStacks | null = null): GridSelection {
  return { keys: new Set(stacks?.members ?? order), anchor: anchor ?? order[0] ?? null, base: none }
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

function without(keys: ReadonlySet<number>, removed: readonly number[]): ReadonlySet<number> {
  const next = new Set(keys)
  for (const key of removed) next.delete(key)
  return next
}
