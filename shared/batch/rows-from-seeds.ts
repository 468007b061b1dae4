import { withValueNamed } from '../fields.ts'
import type { Values } from '../values.ts'
import type { BatchRow } from './batch-row.ts'
import { kept } from '../words/say.ts'

export type SeedWish = {
  /** Null: the capability takes no seed, and every run differs by itself. */
  readonly field: { readonly name: string; readonly minimum: number; readonly maximum: number } | null
  readonly count: number
  /** The seed of the first row, the others counting up from it; null: any. */
  readonly first: number | null
}

/**
 * The same thing again and again, each row with a seed that no other has. There are never more rows than seeds. `random` gives numbers in
 * [0, 1).
 */
export function rowsFromSeeds(values: Values, { field, count, first }: SeedWish, random: () => number): readonly BatchRow[] {
  if (field === null) return Array.from({ length: count }, (_, place) => ({ name: `run ${place + 1}`, values, unread: [] }))
  const seeds = first === null ? randomSeeds(field, count, random) : seedsFrom(field, count, first)
  return seeds.map((seed) => ({ name: kept('seed {seed}', { seed }), values: withValueNamed(values, field.name, seed), unread: [] }))
}

type Range = NonNullable<SeedWish['field']>

function sizeOf({ minimum, maximum }: Range): number {
  return maximum - minimum + 1
}

/** Counting up, and on from the smallest after the largest. */
function seedsFrom(range: Range, count: number, first: number): readonly number[] {
  const size = sizeOf(range)
  const start = (((first - range.minimum) % size) + size) % size
  return Array.from({ length: Math.min(count, size) }, (_, place) => range.minimum + ((start + place) % size))
}

function randomSeeds(range: Range, count: number, random: () => number): readonly number[] {
  const size = sizeOf(range)
  const seeds = new Set<number>()
  while (seeds.size < Math.min(count, size)) {
    let seed = range.minimum + Math.floor(random() * size)
    // In a narrow range most draws are taken already: the next free one does as well.
    while (seeds.has(seed)) seed = seed === range.maximum ? range.minimum : seed + 1
    seeds.add(seed)
  }
  return [...seeds]
}
