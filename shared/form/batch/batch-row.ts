import type { CodeWithParams } from '../../coded.ts'
import type { Problem } from '../problem.ts'
import type { Values } from '../values.ts'

/** Maximum number of rows in a batch. Users are unlikely to review more, and a single database write can store this many. */
export const maxBatchRows = 5_000

/** A row before it is checked. A file in `values` may be a name relative to its table or folder. */
export type BatchRow = {
  readonly name: BatchRowName
  readonly values: Values
  /** Zero-based index of the row's value on each axis of a grid. Undefined if the row isn't from a grid. */
  readonly cell?: readonly number[]
  /** Cells that couldn't be read. */
  readonly unread: readonly UnreadableCell[]
}

/**
 * Parameters of each kind of row name: "Task 3", "Seed 4711", "Row 7" and "vase.png". The name distinguishes the row from the others.
 * Stored. Don't rename.
 */
export type BatchRowNameParams = {
  readonly task: { readonly number: number }
  readonly seed: { readonly seed: number }
  /** One-based number of the row as a spreadsheet shows it, with the header as row 1. */
  readonly row: { readonly row: number }
  /** The name of a file, or the values of a grid. */
  readonly text: { readonly text: string }
}
export type BatchRowName = CodeWithParams<BatchRowNameParams>

/** A cell that couldn't be read. `field` is null if the whole row couldn't be read. `text` is the cell's content. */
export type UnreadableCell = { readonly field: string | null; readonly text: string; readonly problem: Problem }
