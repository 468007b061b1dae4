import { withValueNamed } from '../fields.ts'
import type { Values } from '../values.ts'
import type { BatchRow } from './batch-row.ts'

export type SeedRowsOptions = {
  /** Null if the capability doesn't have a seed field. The tasks' results then differ anyway. */
  readonly field: { readonly name: string; readonly minimum: number; readonly maximum: number } | null
  readonly count: number
  /** Seed of the first row, from which the other rows count up. Null for random seeds. */
  readonly first: number | null
}

/**
 * Creates rows with the same values but different seeds. Never creates more rows than the field has seeds. `random` returns a number from 0
 * up to, but not including, 1.
 */
export function rowsFromSeeds(values: Values, { field, count, first }: SeedRowsOptions, random: () => number): readonly BatchRow[] {
  if (field === null)
    return Array.from({ length: count }, (_, place) => ({ name: { code: 'task', params: { number: place + 1 } }, values, unread: [] }))
  const seeds = first === null ? randomSeeds(field, count, random) : seedsFrom(field, count, first)
  return seeds.map((seed) => ({
    name: { code: 'seed', params: { seed } },
    values: withValueNamed(values, field.name, seed),
    unread: []
  }))
}

type Range = NonNullable<SeedRowsOptions['field']>

function sizeOf({ minimum, maximum }: Range): number {
  return maximum - minimum + 1
}

/** Counts up from `first`. Continues with the minimum after the maximum. */
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
    // In a narrow range, a random seed is often already in use. Uses the next unused seed instead.
    while (seeds.has(seed)) seed = seed === range.maximum ? range.minimum : seed + 1
    seeds.add(seed)
  }
  return [...seeds]
}
