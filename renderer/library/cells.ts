import type { GridCells } from './grid-cells.ts'
import { keyAtIndex, indexOfKey } from './grid-cells.ts'

/** ID of the tile at an index: the key of an item or of a pending tile. Reordering doesn't change it. Null if there is no tile. */
export function cellAt(places: GridCells, place: number): string | null {
  const key = keyAtIndex(places, place)
  return key === null ? (places.pendingTiles[place]?.key ?? null) : String(key)
}

/** Index of the cell with an ID. -1 if the cell is gone. */
export function indexOfCell(places: GridCells, cell: string): number {
  const key = keyOfCell(cell)
  return key === null ? places.pendingTiles.findIndex((pendingTile) => pendingTile.key === cell) : indexOfKey(places, key)
}

/** Key of a cell's item. Null for a pending tile. */
export function keyOfCell(cell: string): number | null {
  return /^\d+$/.test(cell) ? Number(cell) : null
}
