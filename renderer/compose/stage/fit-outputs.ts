/** A grid of equal tiles. All lengths are in CSS pixels. */
export type OutputGrid = {
  readonly columns: number
  readonly tileWidth: number
  readonly tileHeight: number
  readonly height: number
}

/** Gap between tiles in CSS pixels. */
export const tileGap = 4

/**
 * Returns the grid in which `count` tiles are as large as possible within the given size. `ratio` is the width of a tile divided by its
 * height. If the width allows it, no side of a tile is shorter than `leastSide`. The grid may then exceed `maxHeight`. `captionHeight` is
 * the height of a caption below each tile.
 */
export function fitOutputs(
  count: number,
  ratio: number,
  width: number,
  maxHeight: number,
  { leastSide = 0, captionHeight = 0 } = {}
): OutputGrid {
  const rowsIn = (columns: number): number => Math.max(1, Math.ceil(count / columns))
  const widthIn = (columns: number): number => (width - (columns - 1) * tileGap) / columns
  const heightIn = (rows: number): number => (maxHeight - (rows - 1) * tileGap) / rows - captionHeight
  let best = { columns: 1, tileWidth: 0 }
  for (let columns = 1; columns <= Math.max(1, count); columns += 1) {
    const tileWidth = Math.max(0, Math.floor(Math.min(widthIn(columns), heightIn(rowsIn(columns)) * ratio)))
    if (tileWidth > best.tileWidth) best = { columns, tileWidth }
  }
  const leastWidth = Math.ceil(leastSide * Math.max(1, ratio))
  if (best.tileWidth < leastWidth) {
    const columns = Math.max(1, Math.min(count, Math.floor((width + tileGap) / (leastWidth + tileGap))))
    best = { columns, tileWidth: Math.floor(Math.min(widthIn(columns), Math.max(leastWidth, heightIn(1) * ratio))) }
  }
  const tileHeight = Math.floor(best.tileWidth / ratio)
  const rows = rowsIn(best.columns)
  return { ...best, tileHeight, height: rows * (tileHeight + captionHeight) + (rows - 1) * tileGap }
}
