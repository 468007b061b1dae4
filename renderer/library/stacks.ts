import type { LibraryQueryResult } from '../../shared/library/library.ts'

type Tiles = Pick<LibraryQueryResult, 'keys' | 'stacks'>

/** Returns the keys of all results in the grid, in its order. */
export function allKeys({ keys, stacks }: Tiles): Uint32Array {
  return stacks?.members ?? keys
}

/** Returns the keys of the results in the tiles from `from` to `end` (exclusive). These indexes don't count pending tiles. */
export function keysBetween({ keys, stacks }: Tiles, from: number, end: number): Uint32Array {
  if (stacks === null) return keys.subarray(from, end)
  const before = (tile: number): number => (tile === 0 ? 0 : (stacks.ends[tile - 1] ?? 0))
  return stacks.members.subarray(before(from), before(end))
}

/** Returns the keys of the results in the tile `key`, starting with `key`. */
export function membersOf(tiles: Tiles, key: number): readonly number[] {
  const at = tiles.stacks === null ? -1 : tiles.keys.indexOf(key)
  return at === -1 ? [key] : [...keysBetween(tiles, at, at + 1)]
}
