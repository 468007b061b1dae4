/** Consecutive tiles, such as those of a day. `from` is the zero-based index of the first tile. `hasHead` is true if there is a heading. */
export type GridSection = { readonly from: number; readonly count: number; readonly hasHead: boolean }

export type GridMeasures = {
  /** Width of the rows, in whole pixels. */
  readonly width: number
  /** Target height of a row, in pixels. */
  readonly rowHeight: number
  readonly gap: number
  readonly headHeight: number
}

/**
 * Grid layout in whole pixels, from the top of the grid and each row's start. A row is a heading or has tiles. `rowFrom` (inclusive) and
 * `rowEnd` (exclusive) are the indexes of its tiles. They are equal for a heading. With typed arrays, fifty thousand tiles take a few
 * milliseconds and 800 KB.
 */
export type GridLayout = {
  readonly height: number
  readonly rowCount: number
  readonly rowTop: Float64Array
  readonly rowHeight: Uint16Array
  readonly rowFrom: Uint32Array
  readonly rowEnd: Uint32Array
  /** Zero-based section of each row. */
  readonly rowSection: Uint32Array
  readonly tileStart: Uint16Array
  readonly tileWidth: Uint16Array
  readonly tileRow: Uint32Array
}

/** Limits of a tile's width divided by height, in thousandths. Wider or taller images are cropped, so that none takes up a whole row. */
const leastRatio = 420
const maxRatio = 3_200

/**
 * A section's last row is stretched to the full width if at least this fraction is filled. A gap of a few pixels would look like a mistake.
 */
const nearlyFull = 0.9

/**
 * Lays out tiles with their own aspect ratios in rows. Each row is as wide as the grid and close to the target height. `ratios` has each
 * tile's width divided by its height in thousandths, in order.
 */
export function justifiedRows(ratios: Uint16Array, sections: readonly GridSection[], measures: GridMeasures): GridLayout {
  const { width, gap, headHeight } = measures
  const max = ratios.length + sections.length
  const rowTop = new Float64Array(max)
  const rowHeight = new Uint16Array(max)
  const rowFrom = new Uint32Array(max)
  const rowEnd = new Uint32Array(max)
  const rowSection = new Uint32Array(max)
  const tileStart = new Uint16Array(ratios.length)
  const tileWidth = new Uint16Array(ratios.length)
  const tileRow = new Uint32Array(ratios.length)
  let row = 0
  let top = 0

  sections.forEach(({ from, count, hasHead }, section) => {
    if (hasHead) {
      rowTop[row] = top
      rowHeight[row] = headHeight
      rowFrom[row] = rowEnd[row] = from
      rowSection[row] = section
      top += headHeight
      row += 1
    }
    const end = from + count
    let first = from
    while (first < end) {
      const { last, sum } = cutRow(ratios, first, end, measures)
      const height = placeRow(first, last, sum, last === end)
      rowTop[row] = top
      rowHeight[row] = height
      rowFrom[row] = first
      rowEnd[row] = last
      rowSection[row] = section
      top += height + gap
      row += 1
      first = last
    }
  })

  /** Places the tiles of a row so that they fill the width exactly. Returns the height of the row in pixels. */
  function placeRow(first: number, last: number, sum: number, isEnd: boolean): number {
    const room = width - gap * (last - first - 1)
    const full = (room * 1000) / sum
    // A section's last row has the requested height, unless it is nearly full.
    const isRagged = isEnd && full > measures.rowHeight / nearlyFull
    const height = Math.max(1, Math.round(isRagged ? measures.rowHeight : full))
    const used = isRagged ? Math.min(room, (measures.rowHeight * sum) / 1000) : room
    let passed = 0
    let left = 0
    for (let place = first; place < last; place++) {
      passed += ratioAt(ratios, place)
      const before = gap * (place - first)
      const right = Math.round((used * passed) / sum) + before
      tileStart[place] = left
      tileWidth[place] = Math.max(1, right - left)
      tileRow[place] = row
      left = right + gap
    }
    return height
  }

  return {
    height: top,
    rowCount: row,
    rowTop: rowTop.subarray(0, row),
    rowHeight: rowHeight.subarray(0, row),
    rowFrom: rowFrom.subarray(0, row),
    rowEnd: rowEnd.subarray(0, row),
    rowSection: rowSection.subarray(0, row),
    tileStart,
    tileWidth,
    tileRow
  }
}

/**
 * Returns the tiles that fill the width: their end index (exclusive) and the sum of their ratios. Includes a tile that overflows if that
 * brings the row closer to its target height.
 */
function cutRow(ratios: Uint16Array, first: number, end: number, { width, rowHeight, gap }: GridMeasures): { last: number; sum: number } {
  let sum = 0
  for (let place = first; place < end; place++) {
    const ratio = ratioAt(ratios, place)
    const count = place - first + 1
    const height = ((width - gap * (count - 1)) * 1000) / (sum + ratio)
    if (height <= rowHeight) {
      if (count === 1) return { last: place + 1, sum: ratio }
      const heightBefore = ((width - gap * (count - 2)) * 1000) / sum
      return heightBefore / rowHeight < rowHeight / height ? { last: place, sum } : { last: place + 1, sum: sum + ratio }
    }
    sum += ratio
  }
  return { last: end, sum }
}

function ratioAt(ratios: Uint16Array, place: number): number {
  return Math.min(maxRatio, Math.max(leastRatio, ratios[place] ?? 1000))
}
