import type { OutputSize, SizeGroup } from '../../shared/fields/field.ts'

/** Shapes as they are shown: square, lying, standing; else in the order of the contract. */
export function shapesInOrder(groups: readonly SizeGroup[]): readonly SizeGroup[] {
  const rank = ({ sizes: [first] }: SizeGroup): number =>
    first === undefined ? 3 : first.width === first.height ? 0 : first.width > first.height ? 1 : 2
  return groups.toSorted((a, b) => rank(a) - rank(b))
}

/** The group that holds a size; undefined for no size and for one that the contract does not know. */
export function groupOfSize(groups: readonly SizeGroup[], value: string | null): SizeGroup | undefined {
  return groups.find((group) => group.sizes.some((size) => size.value === value))
}

/**
 * The size to take when a person picks a shape: as near as can be to the area chosen before, since they chose a shape and not more
 * pixels; the smallest when nothing was chosen.
 */
export function sizeForGroup(group: SizeGroup, before: OutputSize | null): OutputSize | null {
  const [smallest] = group.sizes
  if (smallest === undefined) return null
  if (before === null) return smallest
  const area = before.width * before.height
  const distance = (size: OutputSize): number => Math.abs(Math.log((size.width * size.height) / area))
  return group.sizes.reduce((best, size) => (distance(size) < distance(best) ? size : best), smallest)
}

/** Few shapes stand in one row, more in rows of four. */
export function columnsFor(count: number): number {
  return count <= 6 ? count : 4
}

/** Edges of a true-ratio drawing whose longer edge is `longest` pixels, in whole pixels. */
export function drawnEdges(size: { readonly width: number; readonly height: number }, longest: number): { width: number; height: number } {
  const scale = longest / Math.max(size.width, size.height)
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
}
