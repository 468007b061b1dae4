import type { GridCells } from './grid-cells.ts'
import { keyAtIndex, indexOfKey } from './grid-cells.ts'

/** Returns the ID of the tile at index `place`. A tile keeps its ID when the grid is reordered. Null if there is no tile. */
export function cellIdAtIndex(places: GridCells, place: number): string | null {
  const key = keyAtIndex(places, place)
  return key === null ? (places.pendingTiles[place]?.key ?? null) : String(key)
}

/** Returns the index of the tile with the ID `cell`. -1 if there is no such tile. */
export function indexOfCell(places: GridCells, cell: string): number {
  const key = keyOfCell(cell)
  return key === null ? places.pendingTiles.findIndex((pendingTile) => pendingTile.key === cell) : indexOfKey(places, key)
}

/** Returns the item key from a tile ID. Null for a pending tile. */
export function keyOfCell(cell: string): number | null {
  return /^\d+$/.test(cell) ? Number(cell) : null
}
