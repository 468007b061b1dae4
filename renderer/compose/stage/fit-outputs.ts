/** A grid of equal tiles. All lengths are in CSS pixels. */
export type OutputGrid = {
  readonly columns: number
  readonly tileWidth: number
  readonly tileHeight: number
  readonly height: number
}

/** Gap between tiles in CSS pixels. */
export const tileGap = 4

/** Returns the grid in which `count` tiles of the ratio `ratio` (width divided by height) are as large as possible within the given size. */
export function fitOutputs(count: number, ratio: number, width: number, maxHeight: number): OutputGrid {
  let best: OutputGrid = { columns: 1, tileWidth: 0, tileHeight: 0, height: 0 }
  for (let columns = 1; columns <= Math.max(1, count); columns += 1) {
    const rows = Math.max(1, Math.ceil(count / columns))
    const roomWidth = (width - (columns - 1) * tileGap) / columns
    const roomHeight = (maxHeight - (rows - 1) * tileGap) / rows
    const tileWidth = Math.max(0, Math.floor(Math.min(roomWidth, roomHeight * ratio)))
    if (tileWidth <= best.tileWidth) continue
    const tileHeight = Math.floor(tileWidth / ratio)
    best = { columns, tileWidth, tileHeight, height: rows * tileHeight + (rows - 1) * tileGap }
  }
  return best
}
