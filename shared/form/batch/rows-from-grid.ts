import { withValueNamed } from '../fields.ts'
import type { Value, Values } from '../values.ts'
import type { BatchRow } from './batch-row.ts'

/** A field and the values to use, in order. `words` is the value as text, for the row's name. */
export type GridAxis = { readonly field: string; readonly steps: readonly { readonly value: Value; readonly words: string }[] }

/** Returns the number of rows in a grid. 0 if there are no axes, or if an axis doesn't have any steps. */
export function gridRowCount(axes: readonly { readonly steps: readonly unknown[] }[]): number {
  return axes.length === 0 ? 0 : axes.reduce((count, { steps }) => count * steps.length, 1)
}

/**
 * Creates a row for every combination of the axes' values. The last axis changes fastest. All rows are created at once, so check
 * `gridRowCount` first.
 */
export function rowsFromGrid(values: Values, axes: readonly GridAxis[]): readonly BatchRow[] {
  if (axes.length === 0) return []
  const rows = axes.reduce<readonly { readonly words: readonly string[]; readonly cell: readonly number[]; readonly values: Values }[]>(
    (made, { field, steps }) =>
      made.flatMap((row) =>
        steps.map(({ value, words }, step) => ({
          words: [...row.words, words],
          cell: [...row.cell, step],
          values: withValueNamed(row.values, field, value)
        }))
      ),
    [{ words: [], cell: [], values }]
  )
  return rows.map((row) => ({
    name: { code: 'text', params: { text: row.words.join(', ') } },
    values: row.values,
    cell: row.cell,
    unread: []
  }))
}
