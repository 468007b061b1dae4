import type { LibraryQueryResult } from '../../shared/library/library.ts'
import { keysBetween } from './stacks.ts'
import type { PendingTile } from './pending-tiles.ts'
import type { GridSection } from './justified-rows.ts'

/** Cells of the grid: pending tiles first, then items. */
export type GridCells = {
  readonly pendingTiles: readonly PendingTile[]
  readonly keys: Uint32Array
  readonly stacks: LibraryQueryResult['stacks']
  /** Width divided by height of every cell, including pending tiles, in thousandths. */
  readonly ratios: Uint16Array
  readonly sections: readonly (GridSection & { readonly day: string | null })[]
}

/**
 * Combines pending tiles and items. `today` is the day of the pending tiles, such as 2026-11-20. Without days and pending tiles, all items
 * are in one section without a heading.
 */
export function gridCells(
  { keys, ratios, days, stacks }: LibraryQueryResult,
  pendingTiles: readonly PendingTile[],
  today: string
): GridCells {
  const count = pendingTiles.length
  const all = new Uint16Array(count + ratios.length)
  all.set(pendingTiles.map(({ ratio }) => ratio))
  all.set(ratios, count)
  return { pendingTiles, keys, stacks, ratios: all, sections: sectionsOf() }

  function sectionsOf(): GridCells['sections'] {
    if (days.length === 0 && count === 0) return keys.length === 0 ? [] : [{ from: 0, count: keys.length, hasHead: false, day: null }]
    const after = days.map((one) => ({ from: one.from + count, count: one.count, hasHead: true, day: one.day }))
    if (count === 0) return after
    const [first, ...others] = after
    if (first?.day === today) return [{ ...first, from: 0, count: first.count + count }, ...others]
    return [{ from: 0, count, hasHead: true, day: today }, ...after]
  }
}

/** Returns the key of the item at an index. Null if the index has a pending tile or no cell. */
export function keyAtIndex({ pendingTiles, keys }: GridCells, place: number): number | null {
  return place < pendingTiles.length ? null : (keys[place - pendingTiles.length] ?? null)
}

/** Returns the number of results in the cells from `from` to `end` (exclusive). Pending tiles don't count. */
export function resultsBetween(cells: GridCells, from: number, end: number): number {
  const pending = cells.pendingTiles.length
  return keysBetween(cells, Math.max(0, from - pending), Math.max(0, end - pending)).length
}

/** Returns the index of an item. -1 if the item isn't in the grid. */
export function indexOfKey({ pendingTiles, keys }: GridCells, key: number): number {
  const at = keys.indexOf(key)
  return at === -1 ? -1 : at + pendingTiles.length
}
