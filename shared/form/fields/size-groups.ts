import type { OutputSize, SizeGroup } from './field.ts'

/** Common aspect ratios as width and height. Any other ratio is reduced to its lowest terms. */
const knownShapes: readonly (readonly [width: number, height: number])[] = [
  [1, 1],
  [3, 2],
  [2, 3],
  [4, 3],
  [3, 4],
  [5, 4],
  [4, 5],
  [16, 9],
  [9, 16],
  [2, 1],
  [1, 2],
  [21, 9],
  [9, 21]
]
/** Maximum relative deviation from a common ratio. For example, 2048*872 counts as 21:9. */
const tolerance = 0.02

/** Parses a size such as `1024*768` or `1024x768`. Null if `value` isn't a size in pixels. */
export function parsePixelSize(value: unknown): OutputSize | null {
  if (typeof value !== 'string') return null
  const match = /^\s*(\d{2,5})\s*[*x×X]\s*(\d{2,5})\s*$/.exec(value)
  if (match === null) return null
  return { value, width: Number(match[1]), height: Number(match[2]) }
}

/** Groups sizes by aspect ratio, in order of first appearance. The sizes in a group are sorted by area, smallest first. */
export function groupSizes(sizes: readonly OutputSize[]): readonly SizeGroup[] {
  const groups = new Map<string, OutputSize[]>()
  for (const size of sizes) {
    const ratio = ratioOfSize(size)
    const group = groups.get(ratio)
    if (group === undefined) groups.set(ratio, [size])
    else group.push(size)
  }
  return [...groups].map(([ratio, members]) => ({ ratio, sizes: members.toSorted((a, b) => a.width * a.height - b.width * b.height) }))
}

/** Returns the aspect ratio of a size, such as `16:9`. A common ratio also names sizes that differ from it by up to 2 percent. */
export function ratioOfSize({ width, height }: Pick<OutputSize, 'width' | 'height'>): string {
  const shape = width / height
  const known = knownShapes.find(([w, h]) => Math.abs(shape / (w / h) - 1) <= tolerance)
  if (known !== undefined) return `${known[0]}:${known[1]}`
  const divisor = greatestCommonDivisor(width, height)
  return `${width / divisor}:${height / divisor}`
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? Math.max(a, 1) : greatestCommonDivisor(b, a % b)
}
