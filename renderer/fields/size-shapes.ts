import type { OutputSize, SizeGroup } from '../../shared/form/fields/field.ts'

/** Returns the groups in display order: square, then landscape, then portrait. Groups of the same kind stay in the contract's order. */
export function sortSizeGroups(groups: readonly SizeGroup[]): readonly SizeGroup[] {
  const rank = ({ sizes: [first] }: SizeGroup): number =>
    first === undefined ? 3 : first.width === first.height ? 0 : first.width > first.height ? 1 : 2
  return groups.toSorted((a, b) => rank(a) - rank(b))
}

/** Returns the group that contains a size. Undefined if `value` is null or in no group. */
export function findSizeGroup(groups: readonly SizeGroup[], value: string | null): SizeGroup | undefined {
  return groups.find((group) => group.sizes.some((size) => size.value === value))
}

/**
 * Returns the size to use when the user chooses `group`. The user changes only the shape. The area therefore stays as close as possible to
 * that of the previous size `before`. Returns the smallest size if `before` is null. Null if the group is empty.
 */
export function nearestSizeInGroup(group: SizeGroup, before: OutputSize | null): OutputSize | null {
  const [smallest] = group.sizes
  if (smallest === undefined) return null
  if (before === null) return smallest
  const area = before.width * before.height
  const distance = (size: OutputSize): number => Math.abs(Math.log((size.width * size.height) / area))
  return group.sizes.reduce((best, size) => (distance(size) < distance(best) ? size : best), smallest)
}

/** Returns the number of grid columns for `count` shapes. Up to six shapes form one row, and more form rows of four. */
export function shapeColumnCount(count: number): number {
  return count <= 6 ? count : 4
}

/** Returns `size` scaled so that its longer edge is `longest` pixels, rounded to whole pixels. */
export function fitToLongestEdge(
  size: { readonly width: number; readonly height: number },
  longest: number
): { width: number; height: number } {
  const scale = longest / Math.max(size.width, size.height)
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
}
