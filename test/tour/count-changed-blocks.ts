import sharp from 'sharp'

/** A rectangle in an image, in pixels. */
export type Region = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const blockEdge = 16
/**
 * A block counts as changed if its mean difference (0 to 255) is above this value. Changed small text reaches at least 8, while noise stays
 * below 1.
 */
const leastDifference = 3

/**
 * Returns the number of 16 × 16 pixel blocks that differ clearly between two images. Blocks in a `fleeting` region don't count. Infinity if
 * the images have different sizes.
 */
export async function countChangedBlocks(one: Buffer, other: Buffer, fleeting: readonly Region[] = []): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })))
  if (a === undefined || b === undefined || a.info.width !== b.info.width || a.info.height !== b.info.height)
    return Number.POSITIVE_INFINITY
  const { width, height } = a.info
  let changed = 0
  for (let top = 0; top < height; top += blockEdge) {
    for (let left = 0; left < width; left += blockEdge) {
      const block = { x: left, y: top, width: Math.min(blockEdge, width - left), height: Math.min(blockEdge, height - top) }
      if (fleeting.some((region) => overlaps(region, block))) continue
      if (differenceIn(block, a.data, b.data, width) > leastDifference) changed += 1
    }
  }
  return changed
}

function differenceIn(block: Region, a: Buffer, b: Buffer, width: number): number {
  let sum = 0
  for (let y = block.y; y < block.y + block.height; y += 1) {
    for (let x = block.x; x < block.x + block.width; x += 1) sum += Math.abs((a[y * width + x] ?? 0) - (b[y * width + x] ?? 0))
  }
  return sum / (block.width * block.height)
}

function overlaps(one: Region, other: Region): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height
}
