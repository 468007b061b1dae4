import type { LibraryStacks } from '../../../shared/library/library.ts'
import type { IndexRow } from './index-rows.ts'

/** `taskNumber`: zero-based number of the row’s task. Numbers are faster to compare than IDs. */
type StackRow = Pick<IndexRow, 'key' | 'day' | 'ratio' | 'stars'> & { readonly taskNumber: number }

/** Tiles that each have all results of a task. `days`: the day of each tile, as a number such as 20261120. */
export type StackedRows = {
  readonly keys: Uint32Array
  readonly ratios: Uint16Array
  readonly days: Uint32Array
  readonly stacks: LibraryStacks
}

/**
 * Groups each task's results into one tile, at the position of the task's first result. The tile shows the result with the most stars,
 * otherwise the first. `taskCount` must exceed the highest task number.
 */
export function stackRows(rows: readonly StackRow[], taskCount: number): StackedRows {
  /** Tile of each task. -1 if the task doesn't have a tile yet. */
  const tiles = new Int32Array(taskCount).fill(-1)
  const days = new Uint32Array(taskCount)
  const ends = new Uint32Array(taskCount)
  const shown: StackRow[] = []
  // These loops visit all rows after each typed letter, so they don't allocate objects.
  for (const row of rows) {
    const known = tiles[row.taskNumber] ?? -1
    const tile = known === -1 ? shown.length : known
    const best = shown[tile]
    if (best === undefined) {
      tiles[row.taskNumber] = tile
      days[tile] = row.day
    }
    if (best === undefined || row.stars > best.stars) shown[tile] = row
    ends[tile] = (ends[tile] ?? 0) + 1
  }
  const count = shown.length
  const keys = new Uint32Array(count)
  const ratios = new Uint16Array(count)
  const members = new Uint32Array(rows.length)
  /** Index in `members` for the next result of each tile. Each tile starts with the result that it shows. */
  const next = new Uint32Array(count)
  let end = 0
  for (let tile = 0; tile < count; tile++) {
    const best = shown[tile]
    if (best === undefined) continue
    keys[tile] = best.key
    ratios[tile] = best.ratio
    members[end] = best.key
    next[tile] = end + 1
    end += ends[tile] ?? 0
    ends[tile] = end
  }
  for (const row of rows) {
    const tile = tiles[row.taskNumber] ?? 0
    if (row === shown[tile]) continue
    const at = next[tile] ?? 0
    members[at] = row.key
    next[tile] = at + 1
  }
  return { keys, ratios, days: days.slice(0, count), stacks: { members, ends: ends.slice(0, count) } }
}
