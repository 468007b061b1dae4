import { withValueNamed } from '../fields.ts'
import type { Value, Values } from '../values.ts'
import type { BatchRow } from './batch-row.ts'

/** A field and what it is to be, one after another. `words` name a value where the row is named. */
export type GridAxis = { readonly field: string; readonly steps: readonly { readonly value: Value; readonly words: string }[] }

/** How many rows a grid has: an axis without steps makes it empty. */
export function gridCount(axes: readonly GridAxis[]): number {
  return axes.length === 0 ? 0 : axes.reduce((count, { steps }) => count * steps.length, 1)
}

/** Every combination, the last axis moving fastest. Ask `gridCount` first: this makes them all. */
export function rowsFromGrid(values: Values, axes: readonly GridAxis[]): readonly BatchRow[] {
  if (axes.length === 0) return []
  return axes.reduce<readonly BatchRow[]>(
    (rows, { field, steps }) =>
      rows.flatMap((row) =>
        steps.map(({ value, words }) => ({
          name: row.name === '' ? words : `${row.name}, ${words}`,
          values: withValueNamed(row.values, field, value),
          unread: []
        }))
      ),
    [{ name: '', values, unread: [] }]
  )
}
